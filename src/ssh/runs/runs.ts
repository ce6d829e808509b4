import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import type { IdleEnd, RunEnd, RunPhase } from '../../domain/runs/run';
import { quoted, type Remote, runScript } from '../transfer/remoteShell';
import { supervisor } from './supervisor';

/** What a run is, for the machine that it runs on. */
export interface RunOrder {
  id: string;
  /** Absolute, or below the home folder with `~/`. */
  workdir: string;
  /** Shell commands; empty for none. */
  setup: string;
  run: string;
  /** Reach both scripts by their environment only: no file, no argument and no log has them. */
  variables: Readonly<Record<string, string>>;
  /** Seconds after which the run is ended, set-up included. */
  limit: number;
  /** The run is ended once every GPU had a load below so many percent for so many minutes. */
  idle?: IdleEnd | undefined;
  then: 'keep' | 'stop' | 'destroy';
  /** Nothing has to be fetched before the instance is destroyed. */
  hasNoResults: boolean;
  /** The origin of the service that the instance belongs to. */
  base: string;
  instanceId: number;
}

const folderOf = (id: string): string => `"$HOME"/.gpu-rental/runs/${quoted(id)}`;

/**
 * Starts a run that goes on without this computer. Starting it again, after an answer that was lost, does nothing.
 *
 * @throws LocalError, CancelledError
 */
export async function startRun(remote: Remote, order: RunOrder, signal: AbortSignal): Promise<void> {
  const put = (name: string, text: string): string =>
    `printf '%s' ${quoted(Buffer.from(text).toString('base64'))} | base64 -d > ${name} || full\n`;
  const workdir = order.workdir.replace(/^~(?=\/|$)/, '');
  const isBelowHome = workdir !== order.workdir;
  const script = `
command -v setsid >/dev/null 2>&1 || { echo 'setsid is missing.' >&2; exit 69; }
umask 077
D=${folderOf(order.id)}
full() {
  [ "$(df -Pk "$HOME" | awk 'END { print $(NF - 2) }')" -lt 64 ] && echo 'No space left on device' >&2
  exit 1
}
mkdir -p "$D" && cd "$D" || full
[ -e state ] && exit 0
${put('setup', order.setup)}${put('run', order.run)}${put('supervise', supervisor)}
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
: > attended
while read -r name value; do
  value=$(printf '%s' "$value" | base64 -d; echo .)
  export "$name=\${value%.}"
done
setsid sh "$D/supervise" "$D" </dev/null >/dev/null 2>>"$D/supervisor.log" &
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -e state ] && exit 0; sleep 0.3; done
echo 'The run did not start.' >&2
exit 70`;
  const variables = Object.entries(order.variables).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}\n`,
  );
  await runScript(remote, script, { signal, input: (write) => write(Buffer.from(variables.join(''))) });
}

/** What a machine says of a run. */
export interface RunSight {
  phase: RunPhase;
  /** Why it ended, once it has. */
  why?: RunEnd | undefined;
  /** Exit codes, once there are some. */
  setupCode?: number | undefined;
  code?: number | undefined;
  /** Milliseconds since the epoch, by the machine's clock. */
  startedAt?: number | undefined;
  endedAt?: number | undefined;
  /** What the machine does with itself now that the run is over; `nokey` if it can't. */
  end?: 'kept' | 'stopping' | 'stopped' | 'destroying' | 'destroyed' | 'nokey' | undefined;
  /** The last line of the log that isn't empty, and the log's bytes. */
  lastLine: string;
  logSize: number;
}

export interface MachineSight {
  runs: ReadonlyMap<string, RunSight>;
  /** Of each GPU: load in percent, memory used and in all in MiB. Empty where it isn't known. */
  gpus: readonly { load: number; used: number; memory: number }[];
}

/**
 * Looks at runs on their machine, and tells their supervisors that somebody looks. A run whose supervisor is gone without
 * a word, as after a restart of the machine, is `lost`: its exit code is unknown.
 */
export async function lookAtRuns(
  remote: Remote,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<MachineSight> {
  let text = '';
  const decoder = new TextDecoder();
  const script = `
for id in ${ids.map(quoted).join(' ')}; do
  printf 'run=%s\\n' "$id"
  cd "$HOME/.gpu-rental/runs/$id" 2>/dev/null || continue
  touch attended
  cat state 2>/dev/null
  pid=$(sed -n 's/^pid=//p' state) mark=$(sed -n 's/^mark=//p' state)
  [ "$(cut -d' ' -f22 "/proc/$pid/stat" 2>/dev/null)" = "$mark" ] && kill -0 "$pid" 2>/dev/null && echo alive=yes
  printf 'size=%s\\n' "$(wc -c < log 2>/dev/null || echo 0)"
  printf 'last=%s\\n' "$(tail -c 2000 log 2>/dev/null | tr '\\r' '\\n' | grep -v '^[[:space:]]*$' | tail -n 1)"
done
nvidia-smi --query-gpu=utilization.gpu,memory.used,memory.total --format=csv,noheader,nounits 2>/dev/null | sed 's/^/gpu=/'
exit 0`;
  await runScript(remote, script, {
    signal,
    output: (chunk) => {
      text += decoder.decode(chunk, { stream: true });
    },
  });
  return readSight(text);
}

/** Reads what the script of `lookAtRuns` prints. */
export function readSight(text: string): MachineSight {
  const runs = new Map<string, RunSight>();
  const gpus: { load: number; used: number; memory: number }[] = [];
  let id = '';
  let facts = new Map<string, string>();
  const close = (): void => {
    if (id !== '') runs.set(id, sightOf(facts));
  };
  for (const line of text.split('\n')) {
    const [name = '', ...rest] = line.split('=');
    const value = rest.join('=');
    if (name === 'gpu') {
      const [load, used, memory] = value.split(',').map((part) => Number(part.trim() || NaN));
      if (
        load !== undefined &&
        used !== undefined &&
        memory !== undefined &&
        Number.isFinite(load + used + memory)
      )
        gpus.push({ load, used, memory });
    } else if (name === 'run') {
      close();
      id = value;
      facts = new Map();
    } else facts.set(name, value);
  }
  close();
  return { runs, gpus };
}

const ends = ['kept', 'stopping', 'stopped', 'destroying', 'destroyed', 'nokey'] as const;
const whys = ['exit', 'setup', 'limit', 'idle', 'stopped'] as const;

function sightOf(facts: ReadonlyMap<string, string>): RunSight {
  const number = (name: string): number | undefined => {
    const text = facts.get(name) ?? '';
    return /^\d+$/.test(text) ? Number(text) : undefined;
  };
  const seconds = (name: string): number | undefined => {
    const value = number(name);
    return value === undefined ? undefined : value * 1000;
  };
  const phase = facts.get('phase');
  const isOver = phase === 'ended';
  const isAlive = facts.get('alive') === 'yes';
  const isLost = !isOver && !isAlive;
  return {
    phase:
      phase === undefined || isLost ? 'lost' : isOver ? 'ended' : phase === 'running' ? 'running' : 'setup',
    why: isOver ? whys.find((why) => why === facts.get('why')) : undefined,
    setupCode: number('setup'),
    code: number('code'),
    startedAt: seconds('began'),
    endedAt: seconds('ended'),
    end: ends.find((end) => end === facts.get('end')),
    lastLine: facts.get('last') ?? '',
    logSize: number('size') ?? NaN,
  };
}

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
): Promise<RunSight | undefined> {
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
export async function readLog(remote: Remote, id: string, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  const output = (chunk: Buffer): void => void chunks.push(chunk);
  await runScript(remote, `cd ${folderOf(id)} && tail -c ${mostOfLog} log`, { signal, output });
  return Buffer.concat(chunks).toString();
}

/** Says that everything that was to be fetched is on this computer, and verified; or that nobody fetches it now. */
export const tellMachine = (
  remote: Remote,
  id: string,
  word: 'fetched' | 'unfetched',
  signal: AbortSignal,
): Promise<void> => runScript(remote, `cd ${folderOf(id)} && : > ${word}`, { signal });
