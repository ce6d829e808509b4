import type { RunThen } from '../../../src/domain/runs/afterRun';
import { createRandom } from '../../sandbox/random';

/** What goes wrong once in a sweep. */
const breaks = [
  'a machine is lost',
  'the first machine is lost',
  'an instance is outbid and comes back',
  'the first instance is outbid and comes back',
  'windows are killed',
  'the service fails',
  'the limit comes while machines start',
  'the set-up fails on the first machine',
  'the network to a machine is cut',
  'the person stops it',
  'nothing',
] as const;

/** One sweep, as its seed draws it. Times are seconds of its own clock. */
export type SweepScenario = Omit<ReturnType<typeof sweepScenarioOf>, 'break'> & {
  /** The last one isn’t drawn: a window sees the end, and can't log in any more before the machine stops itself. */
  break: (typeof breaks)[number] | 'the results can’t be reached';
};

export function sweepScenarioOf(seed: number) {
  const draws = createRandom(seed * 7919);
  for (let skipped = 0; skipped < 8; skipped++) draws.next();
  const what = breaks[seed % breaks.length]!;
  const machines = draws.integer(2, 3);
  const jobs = draws.integer(3, 8);
  const isShort = what === 'the limit comes while machines start';
  const drawn = {
    seed,
    machines,
    jobs,
    break: what,
    then: draws.pick<RunThen>(['stop', 'destroy', 'destroy', 'keep']),
    setup:
      what === 'the set-up fails on the first machine' ? '[ ! -e "$HOME/first" ]' : setupOf(draws, isShort),
    seconds: draws.integer(5, 30),
    /** Of the job by that number; the last one fails by itself. */
    failing: draws.chance(0.3) ? jobs : 0,
    limit: isShort ? draws.integer(30, 90) : draws.integer(120, 300),
    /** Of the first machine, or another one. */
    victim: what.startsWith('the first') ? 0 : draws.integer(1, machines - 1),
    isGone: draws.chance(0.5),
    windows: draws.pick([1, 1, 2]),
    isShown: draws.chance(0.5),
    at: draws.integer(0, 100),
    lasting: draws.integer(20, 120),
    bid: 5,
    /** Whether it breaks that long after the sweep has begun, and not after it was asked for. */
    isBegun: !isShort && draws.chance(0.7),
  };
  // Enough to go on with on another machine.
  const isFirstGone = what === 'the first machine is lost' && drawn.isGone;
  return { ...drawn, limit: drawn.limit * (isFirstGone ? 3 : 1) };
}

const setupOf = (draws: ReturnType<typeof createRandom>, isShort: boolean): string =>
  isShort ? `sleep ${draws.integer(20, 120)}` : `sleep ${draws.integer(0, 20)}`;

/** What every job does; its results follow from its number, `$x`. */
export const jobOf = ({ seconds, failing }: SweepScenario): string =>
  [
    `sleep ${seconds}`,
    'echo "loss=0.$x"',
    'head -c "${x}0000" /dev/zero | tr "\\\\0" "$x" > "$GPU_RENTAL_RESULTS/out"',
    `[ "$x" != ${failing} ]`,
  ].join('\n');

export const resultOf = (number: number): string => String(number).repeat(number * 10_000);
