import { readFile } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import type { ParameterTable } from '../../domain/sweeps/parameters';
import { aliasOf } from '../alias';
import { effectiveConfig } from '../config/effectiveConfig';
import { keysOf } from '../keys/knownHosts';
import { runProgram } from '../run/runSsh';
import { sshArguments } from '../run/sshCommand';
import { quoted, readScript, type Remote, runScript } from '../transfer/remoteShell';
import { hostsConfig, inSweep, jobScript, keyMark, type SweepHost, sweepResults } from './engine';

/** What every machine of a sweep gets before its run begins. */
export interface SweepOrder {
  id: string;
  /** Below the home folder, with `~/`. */
  workdir: string;
  /** The task's command, and what goes on with a job on the machine on which it was interrupted. */
  run: string;
  resume: string;
  table: ParameterTable;
}

/**
 * Puts on a machine what its jobs are. Doing it again changes nothing.
 *
 * @param trusted the public key of the first machine, which this one lets in until the sweep's end
 * @throws LocalError, CancelledError
 */
export async function prepareMachine(
  remote: Remote,
  { id, workdir, run, resume, table }: SweepOrder,
  options: { trusted?: string; signal: AbortSignal },
): Promise<void> {
  const jobs = table.rows.map((row) => Buffer.from(exportsOf(table.names, row)).toString('base64'));
  const files = { task: run, resume, job: jobScript, jobs: `${jobs.join('\n')}\n` };
  const then = `printf '%s/%s/%s' "$HOME" ${quoted(belowHome(workdir))} ${quoted(sweepResults(id))} > results`;
  await putFiles(remote, { id, workdir, files, then }, options);
}

const belowHome = (workdir: string): string => workdir.replace(/^~\//, '');

/**
 * Makes the folder of several machines on one of them, with these files. Doing it again changes nothing.
 *
 * @param then what follows, in that folder @param options see `prepareMachine`
 */
export async function putFiles(
  remote: Remote,
  {
    id,
    workdir,
    files,
    then = '',
  }: { id: string; workdir: string; files: Record<string, string>; then?: string },
  { trusted, signal }: { trusted?: string; signal: AbortSignal },
): Promise<void> {
  const below = quoted(belowHome(workdir));
  const script = `umask 077
cd && mkdir -p .gpu-rental/sweeps && mkdir -p -- ${below} && mkdir -p .gpu-rental/sweeps/${quoted(id)} && ${inSweep(id)} || exit 70
while read -r name text; do printf '%s' "$text" | base64 -d > "$name" || exit 70; done
printf '%s/%s' "$HOME" ${below} > workdir
${then}
${trusted === undefined ? '' : trust(id, trusted)}`;
  const input = Object.entries(files).map(
    ([name, text]) => `${name} ${Buffer.from(text).toString('base64')}\n`,
  );
  await runScript(remote, script, { signal, input: (write) => write(Buffer.from(input.join(''))) });
}

const exportsOf = (names: readonly string[], row: readonly string[]): string =>
  names.map((name, column) => `export ${name}=${quoted(row[column] ?? '')}\n`).join('');

/** For commands alone: nothing is forwarded. No other key of the sweep is trusted any more. */
export const trust = (id: string, key: string): string => `cd && mkdir -p .ssh
[ ! -f .ssh/authorized_keys ] || sed -i '/ ${keyMark(id)}$/d' .ssh/authorized_keys
printf '\\nrestrict %s\\n' ${quoted(key)} >> .ssh/authorized_keys`;

/** Makes a key on the first machine, which never leaves it, and returns its public half. @throws LocalError, CancelledError */
export async function makeKey(remote: Remote, id: string, signal: AbortSignal): Promise<string> {
  const script = `umask 077
cd && mkdir -p .gpu-rental/sweeps/${quoted(id)} && ${inSweep(id)} || exit 70
[ -s key ] || ssh-keygen -q -t ed25519 -N '' -C ${quoted(keyMark(id))} -f key </dev/null >&2 || exit 70
cat key.pub`;
  const key = (await readScript(remote, script, { signal })).trim();
  if (/^ssh-ed25519 [A-Za-z0-9+/=]+ [\w-]+$/.test(key)) return key;
  throw new LocalError('may_pass', l10n.t('The machine couldn’t make an SSH key.'));
}

/**
 * How the first machine reaches another one: as this computer does, with the host key that this computer knows.
 *
 * @param knownHosts our own file @throws LocalError 'not_possible' where it isn't known
 */
export async function hostOf(
  remote: Remote,
  instanceId: number,
  knownHosts: string,
): Promise<SweepHost & { hostKeys: string }> {
  const config = await effectiveConfig(sshArguments(remote), (args, options) =>
    runProgram(args, { ...options, program: remote.program }),
  );
  const value = (name: string): string => ('refused' in config ? '' : (config.value(name) ?? ''));
  const [address, port, user] = [value('hostname'), Number(value('port')), value('user')];
  const name = aliasOf(instanceId);
  const hostKeys = keysOf(await readFile(knownHosts, 'utf8'), instanceId).map((key) => `${name} ${key}\n`);
  if (/^[A-Za-z0-9][\w.:-]*$/.test(address) && port > 0 && /^[\w.-]+$/.test(user) && hostKeys.length > 0)
    return { name, address, port, user, hostKeys: hostKeys.join('') };
  throw new LocalError('not_possible', l10n.t('The host key of {0} isn’t known here.', name));
}

/** Tells the first machine of the others. @throws LocalError, CancelledError */
export async function introduce(
  remote: Remote,
  id: string,
  hosts: readonly (SweepHost & { hostKeys: string })[],
  signal: AbortSignal,
): Promise<void> {
  // The engine reads them meanwhile.
  const put = (text: string, name: string): string =>
    `printf '%s' ${quoted(Buffer.from(text).toString('base64'))} | base64 -d > ${name}.new && mv -f ${name}.new ${name}`;
  const keys = hosts.map(({ hostKeys }) => hostKeys).join('');
  const script = `umask 077\n${inSweep(id)} && ${put(hostsConfig(hosts), 'config')} && ${put(keys, 'known_hosts')}`;
  await runScript(remote, script, { signal });
}

/** Tells a machine other than the first that there are no more jobs. @throws LocalError, CancelledError */
export const endServing = (remote: Remote, id: string, signal: AbortSignal): Promise<void> =>
  runScript(remote, `${inSweep(id)} && : > end`, { signal });
