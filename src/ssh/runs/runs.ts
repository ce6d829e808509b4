import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import type { IdleEnd } from '../../domain/runs/run';
import type { RunReport } from '../../domain/runs/runReport';
import { full, needsSetsid, put } from '../machineShell';
import { endingCode, quoted, readScript, type Remote, runScript } from '../transfer/remoteShell';
import { hook } from './hook';
import { lookAtRuns } from './lookAtRuns';
import { isEnding, runVariable, supervisor } from './supervisor';

/** What a run is, for the machine that it runs on. */
export interface RunOrder {
  id: string;
  /** Absolute, or below the home folder with `~/`. */
  workdir: string;
  /** Shell commands; empty for none. */
  setup: string;
  run: string;
  /**
   * What goes on with the run after a restart of its machine. Empty: it ends then. Only with this are variables kept on
   * the machine, in a file of the run that nobody else can read.
   */
  resume: string;
  /** Reach the scripts by their environment: no argument and no log has them, and without `resume` no file. */
  variables: Readonly<Record<string, string>>;
  /** Seconds after which the run is ended, set-up included. */
  limit: number;
  /** The run is ended once every GPU had a load below so many percent for so many minutes. */
  idle?: IdleEnd | undefined;
  then: 'keep' | 'stop' | 'destroy';
  /** Nothing has to be fetched before the instance is destroyed. */
  hasNoResults: boolean;
  /** Runs of the instance before this one whose results are on this computer, which the machine may not have heard. */
  fetchedBefore?: readonly string[];
  /** The origin of the service that the instance belongs to. */
  base: string;
  instanceId: number;
}

const folderOf = (id: string): string => `"$HOME"/.gpu-rental/runs/${quoted(id)}`;

/**
 * Starts what watches a run and ends it without this computer, before anything is sent: a run that never begins ends at its
 * limit too. Starting it again, after an answer that was lost, does nothing. The run begins with `letRunScript`.
 *
 * @throws LocalError, CancelledError
 */
export async function startRun(remote: Remote, order: RunOrder, signal: AbortSignal): Promise<void> {
  const workdir = order.workdir.replace(/^~(?=\/|$)/, '');
  const isBelowHome = workdir !== order.workdir;
  const script = `
${needsSetsid}
umask 077
D=${folderOf(order.id)}
${full}
mkdir -p "$D" && cd "$D" || full
[ -e state ] && exit 0
${isEnding}
${put('setup', order.setup)}${put('run', order.run)}${put('resume', order.resume)}${put('supervise', supervisor)}${put('hook', hook)}mv -f hook ../../hook || full
{
  printf '%s' ${isBelowHome ? '"$HOME"' : ''}${quoted(workdir)} > workdir &&
  mkdir -p -- "$(cat workdir)" &&
  printf '%s' ${order.limit} > limit &&
  printf '%s' ${quoted(order.then)} > then &&
  printf '%s' ${quoted(order.base)} > base &&
  printf '%s' ${order.instanceId} > instance
} || full
${order.idle === undefined ? '' : `{ printf '%s' ${Math.ceil(order.idle.minutes * 60)} > idle && printf '%s' ${Math.ceil(order.idle.below)} > below; } || full`}
${order.hasNoResults ? ': > fetched' : ''}
for one in ${(order.fetchedBefore ?? []).map(quoted).join(' ')}; do [ ! -d ../"$one" ] || : > ../"$one"/fetched; done
: > attended
set -- "$D"
# Names that no variable of the run has: it would be lost.
while read -r _gpu_name _gpu_value; do
  [ ! -s resume ] || printf '%s %s\\n' "$_gpu_name" "$_gpu_value" >> env || full
  _gpu_value=$(printf '%s' "$_gpu_value" | base64 -d; echo .)
  export "$_gpu_name=\${_gpu_value%.}"
done
${runVariable}=${quoted(order.id)} setsid sh "$1/supervise" "$1" </dev/null >/dev/null 2>>"$1/supervisor.log" &
waits=0
while [ $waits -lt 400 ]; do
  # Only now is it seen by a run that is about to end the machine.
  [ -e state ] && is_ending && { printf keep > then; : > fetched; : > stop; exit ${endingCode}; }
  [ -e state ] && exit 0
  sleep 0.05; waits=$((waits + 1))
done
echo 'The run did not start.' >&2
exit 70`;
  const variables = Object.entries(order.variables).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}\n`,
  );
  await runScript(remote, script, { signal, input: (write) => write(Buffer.from(variables.join(''))) });
}

/** Lets a run begin, unless it was taken back: everything that it needs is there. */
export const letRunScript = (id: string): string => `cd ${folderOf(id)} && { [ -e stop ] || : > go; }`;

/** Takes a run back that hasn't begun, as far as is known. Its machine goes on. */
export const dropRun = (remote: Remote, id: string, signal: AbortSignal): Promise<void> =>
  runScript(remote, `cd ${folderOf(id)} && rm -f go && printf keep > then && : > fetched && : > stop`, {
    signal,
  });

/** How long the machine may take to end a run, in milliseconds. */
const stopLimit = 60_000;

/**
 * Ends a run and everything that it started, and waits until its machine says so.
 *
 * @throws LocalError if it goes on
 */
export async function stopRunOn(
  remote: Remote,
  id: string,
  { signal, wait }: { signal: AbortSignal; wait: (milliseconds: number) => Promise<void> },
): Promise<RunReport | undefined> {
  await runScript(remote, `cd ${folderOf(id)} && : > stop`, { signal });
  for (let waited = 0; waited < stopLimit; waited += 2000) {
    const sight = (await lookAtRuns(remote, [id], signal)).runs.get(id);
    if (sight?.phase === 'ended' || sight?.phase === 'lost') return sight;
    await wait(2000);
  }
  throw new LocalError('may_pass', l10n.t('The run hasn’t ended yet. Try again.'));
}

/** Shows a run's log from its start until it is over, and exits with its exit code; with 1 where there is none. */
export const followScript = (id: string): string => `
cd ${folderOf(id)} || exit
pid=$(sed -n 's/^pid=//p' state)
tail -c +1 -f log & tail=$!
until grep -q '^phase=ended' state || ! kill -0 "$pid" 2>/dev/null; do sleep 1; done
sleep 1
kill $tail
code=$(sed -n 's/^code=//p' state)
exit "\${code:-1}"`;

/** More of a log is of no use in an editor: its end, in bytes. */
const mostOfLog = 20_000_000;

/** The log of a run, or the end of a very long one. @throws LocalError, CancelledError */
export const readLog = (remote: Remote, id: string, signal: AbortSignal): Promise<string> =>
  readScript(remote, `cd ${folderOf(id)} && tail -c ${mostOfLog} log`, { signal });

/** Says that everything that was to be fetched is on this computer, and verified; or that nobody fetches it now. */
export const tellMachine = (
  remote: Remote,
  id: string,
  word: 'fetched' | 'unfetched',
  signal: AbortSignal,
): Promise<void> => runScript(remote, `cd ${folderOf(id)} && : > ${word}`, { signal });
