import { idOfAlias } from '../alias';
import type { SweepJob } from '../../domain/sweeps/sweepSchema';
import { arrivedFunction } from './engine';

/**
 * Prints, within the look at a run `$id`, what its jobs did, if it is a sweep: a line of `job=` for each that has begun,
 * and lines of `jobsays=` with the last numbers of its log. What was printed of a job that has ended is kept, so that a
 * look takes no longer the more have ended.
 *
 * @param numberLine of a log, quoted for `grep -E`
 */
export const lookAtJobs = (numberLine: string): string => `
  if [ -f "$HOME/.gpu-rental/sweeps/$id/results" ]; then (
    cd "$(cat "$HOME/.gpu-rental/sweeps/$id/results")" 2>/dev/null || exit 0
    says() { tail -c 20000 "out/1/$1/stdout" 2>/dev/null | tr '\\r' '\\n' | grep -E ${numberLine} | tail -n 5 | cut -c1-500 | sed "s/^/jobsays=$1 /"; }
    ${arrivedFunction}
    : >> seen
    awk 'FILENAME == "seen" { known[$1] = 1; next } FNR > 1 && !(("job=" $1) in known) { last[$1] = $0 } END { for (n in last) print last[n] }' seen joblog 2>/dev/null |
      while read -r n host began seconds sent received result rest; do
        [ "$result" != 0 ] || arrived "results/$n" || result=255
        code=$(sed -n 's/^exit=//p' "out/1/$n/stderr" | tail -n 1)
        { printf 'job=%s ended %s %s %s %s\\n' "$n" "$host" "$seconds" "$result" "$code"; says "$n"; } > job.said
        # What a machine or a connection has lost may be done again.
        if [ "$result" = 0 ]; then cat job.said >> seen; else cat job.said; fi
      done
    cat seen
    ls out/1 2>/dev/null | awk 'FILENAME != "-" { known[$1] = 1; next } !($1 in known) && !(("job=" $1) in known)' seen joblog - |
      while read -r n; do echo "job=$n running"; says "$n"; done
  ); fi`;

/** Reads what `lookAtJobs` prints. Undefined for a run that is no sweep. */
export function readJobs(
  jobs: readonly string[],
  says: readonly string[],
): (SweepJob & { lines: string[] })[] | undefined {
  if (jobs.length === 0) return undefined;
  const lines = new Map<string, string[]>();
  for (const line of says) {
    const [number = '', ...rest] = line.split(' ');
    lines.set(number, [...(lines.get(number) ?? []), rest.join(' ')]);
  }
  return jobs.flatMap((line) => readJob(line, lines) ?? []);
}

function readJob(
  line: string,
  lines: ReadonlyMap<string, string[]>,
): (SweepJob & { lines: string[] }) | undefined {
  const [number = '', state, host = '', seconds = '', result = '', code = ''] = line.split(' ');
  if (!/^\d{1,6}$/.test(number)) return undefined;
  const said = { number: Number(number), lines: lines.get(number) ?? [] };
  if (state !== 'ended') return { ...said, state: 'running' };
  const isWhole = result === '0' && /^\d{1,3}$/.test(code);
  return {
    ...said,
    state: isWhole ? 'ended' : 'lost',
    ...(isWhole ? { code: Number(code) } : {}),
    ...(Number.isFinite(Number(seconds)) ? { seconds: Number(seconds) } : {}),
    ...(idOfAlias(host) === undefined ? {} : { host }),
  };
}
