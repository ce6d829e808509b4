import type { RemoteControl } from '../sandbox/remoteControl';
import type { Random } from '../sandbox/random';
import type { RemoteService } from './serviceClient';
import {
  endLies,
  failFactors,
  fillDiskAtStop,
  leaveOut,
  lie,
  lieToAct,
  type Liars,
  startOddly,
} from './lies';
import { losing, wireFaults } from './wire';
import type { Computer } from './window';

const minute = 60_000;

/** What can be disturbed. */
export interface Disturbed {
  draws: Random;
  computer: Computer;
  service: RemoteService;
  sandbox: RemoteControl;
  note: (event: string) => void;
  liars: Liars;
}

type Disturb = (world: Disturbed) => unknown;

/** By weight, what goes wrong next. Requests are disturbed at the wire, all else at the simulated computer. */
const disturbances: readonly [weight: number, Disturb][] = [
  [14, badWeather],
  [12, lie],
  [4, lieToAct],
  [3, failFactors],
  [4, startOddly],
  [4, leaveOut],
  [4, fillDiskAtStop],
  [
    3,
    async ({ service, note }) => {
      note('weather: clear');
      await service.weather({ kinds: [], share: 0 });
    },
  ],
  [
    2,
    async ({ service, computer, note }) => {
      note('the service is away for ten minutes');
      await service.away(true);
      await computer.time.pass(10 * minute);
      await service.away(false);
      note('the service is back');
    },
  ],
  [
    2,
    async ({ service, note }) => {
      note('the service restarts');
      await service.away(true);
      await service.away(false);
    },
  ],
  [
    2,
    async ({ sandbox, draws, note }) => {
      const odd = draws.pick([true, false, 'values'] as const);
      note(`odd answers: ${odd}`);
      await sandbox.configure({ odd });
    },
  ],
  [
    2,
    ({ computer, draws, note }) => {
      const by = draws.pick([3_000, minute, 10 * minute, 120 * minute]) * draws.pick([1, -1]);
      note(`the clock jumps by ${by / 1000} s`);
      computer.time.jump(by);
    },
  ],
  [
    2,
    async ({ computer, draws, service, note }) => {
      const asleep = draws.pick([minute, 30 * minute, 8 * 60 * minute]);
      note(`asleep for ${asleep / minute} min`);
      computer.time.sleep(asleep);
      await service.follow(computer.time.passed);
    },
  ],
  [
    2,
    ({ computer: { troubles }, note }) => {
      troubles.isDiskFull = !troubles.isDiskFull;
      note(`the disk is ${troubles.isDiskFull ? 'full' : 'free'}`);
    },
  ],
  [
    2,
    ({ computer: { troubles }, note }) => {
      troubles.isKeyringBroken = !troubles.isKeyringBroken;
      note(`the keyring is ${troubles.isKeyringBroken ? 'broken' : 'right'}`);
    },
  ],
];

/** From the beginning on, the answers to some rentals are lost in most runs: whoever sends one again pays twice. */
export async function beginFaults({ draws, service, note }: Disturbed): Promise<void> {
  const share = draws.pick([0, 0.5, 0.8]);
  note(`${share * 100} % of rentals lose their answer`);
  await service.loseRentals(share);
}

export async function disturb(world: Disturbed): Promise<void> {
  const [, happens] = world.draws.pickWeighted(disturbances, ([weight]) => weight);
  await happens(world);
}

/** From now on nothing goes wrong any more. */
export async function endFaults(world: Disturbed): Promise<void> {
  const { computer, service, sandbox, note } = world;
  note('all is right again');
  computer.troubles.isDiskFull = false;
  computer.troubles.isKeyringBroken = false;
  computer.time.setRight();
  await service.away(false);
  await service.weather({ kinds: [], share: 0 });
  await service.loseRentals(0);
  await sandbox.configure({ odd: false });
  await endLies(world);
}

async function badWeather({ draws, service, note }: Disturbed): Promise<void> {
  const count = draws.integer(1, 3);
  const kinds = Array.from({ length: count }, () => draws.pick(draws.chance(0.5) ? losing : wireFaults));
  const share = draws.pick([0.1, 0.3, 0.6, 1]);
  note(`weather: ${kinds.join(', ')} for ${share * 100} %`);
  await service.weather({ kinds, share });
}
