import { usualPorts } from '../../domain/instances/proposedPorts';
import { debugPort } from '../../domain/tasks/debugging';
import type { RunReport } from '../../domain/runs/runReport';
import { quoted, readScript, type Remote } from '../transfer/remoteShell';
import { lookAtJobs, readJobs } from '../sweeps/lookAtJobs';
import { isAlive, runVariable } from './supervisor';

export interface MachineReport {
  runs: ReadonlyMap<string, RunReport>;
  /** Of each GPU: load in percent, memory used and in all in MiB. Empty where it isn't known. */
  gpus: readonly { load: number; used: number; memory: number }[];
}

/** Of a log, for `grep -E`: a name, then a number or what stands for none. */
const numberLine = String.raw`[[:alnum:]_](["']?[[:space:]]?=|["'][[:space:]]?:|:[[:space:]])[[:space:]]*[-+]?(\.?[0-9]|[nN][aA][nN]|[iI][nN][fF])`;

/**
 * Looks at runs on their machine, and tells their supervisors that somebody looks. A supervisor that is gone without a word,
 * as after a restart of the machine, is started again. A run that the machine doesn't know, or whose supervisor can't be
 * started, is `lost`: its exit code is unknown.
 */
export async function lookAtRuns(
  remote: Remote,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<MachineReport> {
  const script = `
[ ! -f "$HOME/.gpu-rental/hook" ] || sh "$HOME/.gpu-rental/hook" </dev/null >/dev/null 2>&1
${isAlive}
for state in "$HOME"/.gpu-rental/runs/*/state; do
  [ -e "$state" ] || continue
  folder=\${state%/state}
  [ -e "$folder/fetched" ] || printf 'unfetched=%s\\n' "\${folder##*/}"
  ! alive "$folder" || printf 'working=%s\\n' "\${folder##*/}"
done
for id in ${ids.map(quoted).join(' ')}; do
  printf 'run=%s\\n' "$id"
  cd "$HOME/.gpu-rental/runs/$id" 2>/dev/null || continue
  touch attended
  # Before its state is read: a run that ends meanwhile would else be neither at work nor ended.
  alive=
  alive . && alive=yes
  cat state 2>/dev/null
  echo "alive=$alive"
  printf 'last=%s\\n' "$(tail -c 2000 log 2>/dev/null | tr '\\r' '\\n' | grep -v '^[[:space:]]*$' | tail -n 1)"
  tail -c 200000 log 2>/dev/null | tr '\\r' '\\n' | grep -E ${quoted(numberLine)} | tail -n 20 | cut -c1-2000 | sed 's/^/number=/'
${lookAtJobs(quoted(numberLine))}
  [ -n "$alive" ] || continue
  { head -c 100000 log; tail -c 200000 log; } | grep -oE 'https?://[][A-Za-z0-9:.-]+:[0-9]+' | sed 's/.*:/named=/' | sort -u | tail -n 50
  own=$(grep -l "${runVariable}=$id" /proc/[0-9]*/environ 2>/dev/null | while read -r environ; do ls -l "\${environ%environ}fd" 2>/dev/null; done |
    sed -n 's/.*socket:\\[\\([0-9]*\\)\\]$/\\1/p' | tr '\\n' ' ')
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk -v own="$own" 'BEGIN { n = split(own, all, " "); for (i = 1; i <= n; i++) is[all[i]] = 1 }
    $4 == "0A" && ($10 in is) { sub(/.*:/, "", $2); print "listens=" $2 }'
done
nvidia-smi --query-gpu=utilization.gpu,memory.used,memory.total --format=csv,noheader,nounits 2>/dev/null | sed 's/^/gpu=/'
exit 0`;
  return readReport(await readScript(remote, script, { signal }));
}

/** Reads what the script of `lookAtRuns` prints. */
export function readReport(text: string): MachineReport {
  const runs = new Map<string, RunReport>();
  const gpus: { load: number; used: number; memory: number }[] = [];
  const all = { unfetched: [] as string[], working: [] as string[] };
  let id = '';
  let facts = new Map<string, string[]>();
  const close = (): void => {
    const isOther = (one: string): boolean => one !== id;
    const others = { holdsMore: all.unfetched.some(isOther), othersWork: all.working.some(isOther) };
    if (id !== '') runs.set(id, { ...reportOf(facts), ...others });
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
    } else if (name === 'unfetched' || name === 'working') all[name].push(value);
    else if (name === 'run') {
      close();
      id = value;
      facts = new Map();
    } else facts.set(name, [...(facts.get(name) ?? []), value]);
  }
  close();
  return { runs, gpus };
}

const ends = ['kept', 'stopping', 'stopped', 'destroying', 'destroyed', 'nokey'] as const;
const whys = ['exit', 'setup', 'limit', 'idle', 'stopped', 'interrupted'] as const;
const phases = ['starting', 'setup', 'running', 'ended'] as const;

function reportOf(all: ReadonlyMap<string, readonly string[]>): RunReport {
  const get = (name: string): string | undefined => all.get(name)?.at(-1);
  const number = (name: string): number | undefined => {
    const text = get(name) ?? '';
    return /^\d+$/.test(text) ? Number(text) : undefined;
  };
  const seconds = (name: string): number | undefined => {
    const value = number(name);
    return value === undefined ? undefined : value * 1000;
  };
  const phase = phases.find((one) => one === get('phase'));
  const isOver = phase === 'ended';
  const isKnown = isOver || get('alive') === 'yes';
  return {
    phase: isKnown && phase !== undefined ? phase : 'lost',
    why: isOver ? whys.find((why) => why === get('why')) : undefined,
    setupCode: number('setup'),
    code: number('code'),
    startedAt: seconds('began'),
    endedAt: seconds('ended'),
    resumes: number('resumes'),
    end: ends.find((end) => end === get('end')),
    lastLine: get('last') ?? '',
    numberLines: all.get('number') ?? [],
    jobs: readJobs(all.get('job') ?? [], all.get('jobsays') ?? []),
    ports: portsOf(all),
  };
}

/** Only what a person may want to open: programs that work together listen on many more. */
function portsOf(facts: ReadonlyMap<string, readonly string[]>): number[] {
  const wanted = new Set([...usualPorts, debugPort, ...(facts.get('named') ?? []).map(Number)]);
  const listening = (facts.get('listens') ?? []).map((hex) => Number.parseInt(hex, 16));
  return [...new Set(listening)].filter((port) => wanted.has(port)).sort((one, other) => one - other);
}
