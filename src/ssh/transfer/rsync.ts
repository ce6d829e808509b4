import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { throwIfCancelled } from '../../api/cancelled';
import { LocalError } from '../../api/localError';
import { escapeTokens } from '../config/hostEntry';
import { diskAliasOf } from '../keys/knownHosts';
import { lastLine } from '../run/sshOutput';

/** The disk of a stopped instance, as its machine gives it out over ssh. */
export interface Disk {
  instanceId: number;
  host: string;
  port: number;
  /** The ssh program and its config file. */
  program: string;
  configFile: string;
  defaultConfigFile: string;
  /** The key that it uses; undefined: its usual ones. */
  identityFile?: string | undefined;
  /** Where the machine's key is kept. */
  knownHosts: string;
  /** Of `logins`, the one that the machine has accepted. */
  login: string | undefined;
  /** The user that instances have, by the settings. */
  user: string;
}

/**
 * Whom to log in as, in the order in which they are tried. The service's answer doesn't say: its own client uses the first,
 * other services may have the user of their instances.
 */
const loginsOf = ({ login, user }: Disk): readonly string[] =>
  login === undefined ? [...new Set(['vastai_kaalia', user])] : [login];

/** The module of an instance, as the service's own client names it; its paths are those of the instance. */
const moduleOf = ({ instanceId }: Disk): string => `C.${instanceId}`;

/** What rsync says when somebody else has to be asked. */
const refused = /Permission denied|Unknown module|auth failed|Too many authentication failures/i;
const diskFull = /No space left on device|Disk quota exceeded/i;

let found: Promise<boolean> | undefined;

/** Whether this computer has an rsync that tells what it would do. Apple's own and old ones don't. */
export function hasRsync(): Promise<boolean> {
  found ??= new Promise((resolve) => {
    if (process.platform === 'win32') {
      resolve(false);
      return;
    }
    const child = spawn('rsync', ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', () => resolve(false));
    child.once('close', () => resolve(/^rsync +version (3\.[1-9]|[4-9])/.test(said)));
  });
  return found;
}

export interface RsyncOptions {
  /** Absolute, on the instance; a slash at its end stands for what is in it. With `names`, the root of the disk is. */
  path?: string;
  /** Absolute on the instance, with `/./` before what of them is kept here. */
  names?: readonly string[];
  to?: string | undefined;
  options: readonly string[];
  /** Files that can't be read or went away are no failure; what is missing is seen afterwards. */
  mayLack?: boolean;
  signal: AbortSignal;
  /** Gets what it prints, piece by piece. */
  output?: (text: string) => void;
}

/** Names as they are, and no owners. */
const always = ['--archive', '--no-owner', '--no-group', '--no-devices', '--no-specials'];
const unescaped = ['--8-bit-output', '--timeout=60', '--no-motd'];

/** Runs rsync and returns what it prints. @throws LocalError, CancelledError */
export async function rsync(disk: Disk, options: RsyncOptions): Promise<string> {
  let last: LocalError | undefined;
  for (const login of loginsOf(disk)) {
    const { code, out, said } = await run(disk, login, options);
    throwIfCancelled(options.signal);
    const lacks = (code === 23 || code === 24) && !diskFull.test(said);
    if (code === 0 || (options.mayLack === true && lacks)) {
      disk.login = login;
      return out;
    }
    last = failure(said, code);
    if (!refused.test(said)) throw last;
  }
  throw last ?? failure('', 0);
}

async function run(
  disk: Disk,
  login: string,
  { path = '/', names, to, options, signal, output }: RsyncOptions,
): Promise<{ code: number | null; out: string; said: string }> {
  const { host, port, program, configFile, identityFile, knownHosts } = disk;
  const ssh = [
    // ssh refuses a file that isn't there, as before the first connection.
    ...[
      program,
      ...(configFile === disk.defaultConfigFile ? [] : ['-F', existsSync(configFile) ? configFile : 'none']),
    ],
    ...['-p', String(port), '-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR'],
    ...['-o', 'ClearAllForwardings=yes', '-o', 'ForwardAgent=no', '-o', 'ForwardX11=no'],
    ...['-o', 'StrictHostKeyChecking=accept-new'],
    ...[
      '-o',
      `UserKnownHostsFile="${escapeTokens(knownHosts)}"`,
      '-o',
      `HostKeyAlias=${diskAliasOf(disk.instanceId)}`,
    ],
    ...(identityFile === undefined ? [] : ['-i', identityFile]),
  ];
  const from = `${login}@${host.includes(':') ? `[${host}]` : host}::${moduleOf(disk)}/${path.replace(/^\/+/, '')}`;
  const args = [
    ...always,
    ...unescaped,
    ...options,
    ...(names ? ['--from0', '--files-from=-'] : []),
    ...['-e', ssh.map(quotedWord).join(' '), '--', from],
    ...(to === undefined ? [] : [`${to}/`]),
  ];
  const child = spawn('rsync', args, { env: { ...process.env, LC_ALL: 'C.UTF-8' }, signal, stdio: 'pipe' });
  let [out, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (output) output(chunk);
    else out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said = (said + chunk).slice(-4000)));
  // What rsync doesn't read any more, it explains by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(names?.map((name) => `${name.replace(/^\/+/, '')}\0`).join('') ?? '');
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => (signal.aborted ? resolve(null) : reject(error)));
    child.once('close', resolve);
  });
  return { code, out, said };
}

/** rsync takes quotes of a word off, and knows no other escape. */
function quotedWord(word: string): string {
  if (!/["'\s]/.test(word)) return word;
  return word.includes("'") ? `"${word.replaceAll('"', '""')}"` : `'${word}'`;
}

function failure(said: string, code: number | null): LocalError {
  if (diskFull.test(said))
    return new LocalError('not_possible', l10n.t('The disk of this computer is full. Nothing was changed.'));
  if (said.includes('No such file or directory'))
    return new LocalError('not_found', l10n.t('There is nothing of that name on the instance.'));
  return new LocalError(
    'may_pass',
    l10n.t('Couldn’t copy from the stopped instance: {0}', lastLine(said) || `rsync ${String(code)}`),
  );
}

/** A name as rsync prints it. */
export const nameFrom = (printed: string): string =>
  printed.replaceAll(/\\#([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
