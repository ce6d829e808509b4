import { CancelledError } from '../../api/cancelled';
import { letRunScript, type RunOrder, startRun } from '../runs/runs';
import { LostConnection, quoted, readScript, type Remote, runScript } from '../transfer/remoteShell';
import { engineScript, inSweep, type SweepHost } from './engine';
import { introduce, makeKey, trust } from './machines';

/** A job whose results are on this computer. */
export interface KeptJob {
  number: number;
  /** The alias of the machine that did it. */
  host: string;
  code: number;
  seconds: number;
}

/** A machine of a sweep other than the first, which waits for jobs. */
export interface WaitingMachine {
  remote: Remote;
  host: SweepHost & { hostKeys: string };
}

/** Milliseconds in which one of the others is to answer; it may take ten seconds to end a job. */
const freeWithin = 45_000;

/**
 * Ends the job that a machine has from the first one, since its results would go nowhere; its program waits a while longer
 * for the next. Fails where that has ended.
 *
 * @param waits shell that says whether the program waits
 */
const freeScript = (id: string, waits: string): string => `
${inSweep(id)} && ${waits} || exit 69
[ ! -e beat ] || : > beat
at_work() { grep -lF "GPU_RENTAL_RESULTS=$(cat results)/results/" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3; }
signal() { for one in $(at_work); do kill "-$1" "$one" 2>/dev/null; done; }
signal TERM
waits=0; while [ -n "$(at_work)" ] && [ $waits -lt 10 ]; do sleep 1; waits=$((waits + 1)); done
signal KILL`;

const waitsNow = '[ -p in ] && [ -e ready ]';
/** Its set-up may still be at work. */
const waitsOrWill = '{ [ -e ready ] || [ ! -e beat ]; }';

/** The engine's notes, as if it had brought these results itself: it gives out all other jobs. */
function notesScript(id: string, kept: readonly KeptJob[]): string {
  const columns = 'Seq Host Starttime JobRuntime Send Receive Exitval Signal Command'.split(' ');
  const rows = kept.map(({ number, host, seconds }) => [number, host, 0, seconds, 0, 0, 0, 0, 'kept']);
  const joblog = [columns, ...rows].map((row) => `${row.join('\t')}\n`).join('');
  const seen = kept.map(
    ({ number, host, seconds, code }) => `job=${number} ended ${host} ${seconds} 0 ${code}\n`,
  );
  return `
${inSweep(id)} && printf '%s' ${quoted(kept.map(({ number }) => `${number}\n`).join(''))} > kept || exit 70
mkdir -p "$(cat results)" && cd "$(cat results)" || exit 70
[ ! -e joblog ] || exit 0
printf '%s' ${quoted(seen.join(''))} > seen && printf '%s' ${quoted(joblog)} > joblog.new && mv -f joblog.new joblog`;
}

/**
 * Has a machine of a sweep give out the jobs that are left, in the place of the first one, which is gone. Doing it again
 * changes nothing. Of the others, those that don't wait any more or can't be reached are left out.
 *
 * @param order the run of the sweep, as the machine gets it: without a script
 * @returns `perhaps` where the connection was lost while it began
 * @throws LocalError, CancelledError: it hasn't begun
 */
export async function takeOver(
  first: Remote,
  others: readonly WaitingMachine[],
  order: Omit<RunOrder, 'run' | 'resume' | 'setup' | 'variables'>,
  {
    kept,
    leaveOut,
    signal,
  }: {
    kept: readonly KeptJob[];
    /** Hears why one of the others is left out. */
    leaveOut: (error: unknown) => undefined;
    signal: AbortSignal;
  },
): Promise<'begun' | 'perhaps'> {
  const { id } = order;
  const names = others.map(({ host }) => host.name);
  if (!(await isBegun(first, id, signal))) {
    await runScript(first, freeScript(id, waitsNow), { signal });
    const key = await makeKey(first, id, signal);
    const free = async ({ remote, host }: WaitingMachine) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(freeWithin)]);
      await runScript(remote, `${freeScript(id, waitsOrWill)}\n${trust(id, key)}`, { signal: inTime });
      return host;
    };
    const hosts = await Promise.all(others.map((one) => free(one).catch(leaveOut)));
    await introduce(
      first,
      id,
      hosts.filter((host) => host !== undefined),
      signal,
    );
    await runScript(first, notesScript(id, kept), { signal });
  }
  try {
    const script = engineScript(id, names, { serves: true });
    await startRun(first, { ...order, setup: '', run: script, resume: script, variables: {} }, signal);
    await runScript(first, letRunScript(id), { signal });
    return 'begun';
  } catch (error) {
    if (error instanceof LostConnection || error instanceof CancelledError) return 'perhaps';
    throw error;
  }
}

/** Whether the machine has taken the sweep over before, without an answer. */
const isBegun = async (remote: Remote, id: string, signal: AbortSignal): Promise<boolean> =>
  (
    await readScript(remote, `[ ! -e "$HOME"/.gpu-rental/runs/${quoted(id)}/state ] || echo begun`, {
      signal,
    })
  ).trim() === 'begun';
