import type { RunThen } from '../../../src/domain/runs/afterRun';
import { createRandom } from '../../sandbox/random';

/** What goes wrong once in a run. */
const breaks = [
  'windows are killed',
  'another window is killed',
  'the network is cut',
  'the network stalls',
  'ssh is refused',
  'the set-up hangs',
  'the service fails',
  'the clock jumps',
  'the disk of the machine fills up',
  'the disk here is full',
  'the machine stops',
  'the person stops it',
  'nothing',
] as const;
export type Break = (typeof breaks)[number];

/** One run, as its seed draws it. Times are seconds of its own clock. */
export interface Scenario {
  seed: number;
  then: RunThen;
  setup: string;
  run: string;
  code: number;
  limit: number;
  /** The GPUs have nothing to do from then on, and for how many minutes that may be so. */
  idle: { from: number; minutes: number } | undefined;
  fetch: string[];
  /** A file lies where a result would go. */
  isInTheWay: boolean;
  windows: number;
  isShown: boolean;
  break: Break;
  at: number;
  lasting: number;
  jump: number;
}

export function scenarioOf(seed: number): Scenario {
  const draws = createRandom(seed * 6007);
  for (let skipped = 0; skipped < 8; skipped++) draws.next();
  const what = breaks[seed % breaks.length]!;
  const code = draws.pick([0, 0, 1, 7, 130]);
  const limit = draws.integer(60, 200);
  const files = draws.integer(1, 8);
  const duration = draws.integer(10, 240);
  const sizes = Array.from({ length: files }, () => draws.pick([0, 5, 4_000, 300_000, 3_000_000]));
  const made = sizes.map(
    (size, index) =>
      `sleep ${Math.ceil(duration / files)}; head -c ${size} /dev/zero | tr '\\0' ${index} > outputs/${index}; echo made ${index}`,
  );
  const fills = what === 'the disk of the machine fills up';
  const fill = 'head -c 60000000 /dev/zero > full';
  return {
    seed,
    then: draws.pick(['keep', 'stop', 'destroy', 'destroy']),
    setup:
      what === 'the set-up hangs'
        ? 'sleep 100000'
        : [`sleep ${draws.integer(0, 20)}`, ...(fills && draws.chance(0.5) ? [fill] : []), 'true'].join('\n'),
    run: [
      'mkdir -p outputs',
      // Left running on purpose.
      'sleep 100000 &',
      ...made.flatMap((line, index) => (fills && index === files >> 1 ? [fill, line] : [line])),
      `exit ${code}`,
    ].join('\n'),
    code,
    limit,
    idle: draws.chance(0.2) ? { from: draws.integer(20, limit), minutes: 0.5 } : undefined,
    fetch: draws.chance(0.12) ? [] : ['outputs/'],
    isInTheWay: draws.chance(0.15),
    windows: what === 'another window is killed' ? 2 : draws.pick([1, 1, 2]),
    isShown: draws.chance(0.5),
    break: what,
    at: draws.integer(0, limit + 60),
    lasting: draws.integer(20, 200),
    jump: draws.pick([3, 60, 600, 7200]) * draws.pick([1, -1]) * 1000,
  };
}
