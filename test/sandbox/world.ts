import { userInfo } from 'node:os';
import { Accounts } from './accounts/accounts';
import { createClock, type Clock } from './clock';
import type { Shown } from './http/altered';
import { Faults } from './http/faults';
import { HandedOut } from './http/handedOut';
import { RequestLog } from './http/requestLog';
import { Spacing } from './http/spacing';
import { Boot } from './instances/boot';
import { Fate } from './instances/fate';
import { Instances } from './instances/instances';
import { Lifecycle } from './instances/lifecycle';
import { Hosting } from './machines/hosting';
import { Market } from './market/market';
import { Overlays } from './overlays/overlays';
import type { Settings } from './options';
import { createRandom, type Random } from './random';
import { KeyDelivery } from './ssh/keyDelivery';
import { SshHosts } from './ssh/sshHosts';
import { Results } from './http/results';
import { PriceIncreases } from './instances/priceIncreases';
import { Transfers } from './transfers/transfers';
import { Templates } from './templates/templates';
import { Challenges } from './twoFactor/challenges';
import { Messenger } from './twoFactor/messenger';
import { Volumes } from './volumes/volumes';

/** The sandbox's whole state: one service with its market, accounts and instances. */
export interface World {
  /** Settings, some of which a test may change while the sandbox runs. */
  settings: Settings;
  clock: Clock;
  random: Random;
  accounts: Accounts;
  market: Market;
  volumes: Volumes;
  templates: Templates;
  hosting: Hosting;
  instances: Instances;
  lifecycle: Lifecycle;
  fate: Fate;
  sshHosts: SshHosts;
  keys: KeyDelivery;
  /** The user name for logging in to instances. */
  sshUser: string;
  challenges: Challenges;
  messenger: Messenger;
  spacing: Spacing;
  faults: Faults;
  /** What the service says of instances in place of the truth, by id. */
  shown: Map<number, Shown>;
  /** Texts that are fetched without a key once they are written. */
  results: Results;
  priceIncreases: PriceIncreases;
  transfers: Transfers;
  overlays: Overlays;
  requests: RequestLog;
  handedOut: HandedOut;
}

export function createWorld(settings: Settings): World {
  const random = createRandom(settings.seed);
  const clock = createClock(settings.clock, settings.startTime);
  const accounts = new Accounts(clock);
  const market = new Market(random, settings.offers, clock.now());
  const volumes = new Volumes(clock, random, new Set(market.offers.map(({ machine }) => machine)));
  const world = {
    settings,
    clock,
    random,
    accounts,
    market,
    volumes,
    templates: new Templates(clock, random),
    hosting: new Hosting(),
    ...createRentals({ settings, clock, random, accounts, market, volumes }),
    sshUser: userInfo().username,
    challenges: new Challenges(clock, random),
    messenger: new Messenger(clock, settings.onMessage),
    spacing: new Spacing(clock),
    faults: new Faults(),
    shown: new Map<number, Shown>(),
    requests: new RequestLog(),
    results: new Results(random),
    priceIncreases: new PriceIncreases(clock),
    handedOut: new HandedOut(),
  };
  const overlays = new Overlays(world.instances, market);
  const whole = { ...world, overlays, transfers: new Transfers(clock, world.sshHosts) };
  if (settings.priceTickSeconds > 0) tickPrices(whole);
  return whole;
}

type Basis = Pick<World, 'settings' | 'clock' | 'random' | 'accounts' | 'market' | 'volumes'>;

function createRentals({ settings, clock, random, accounts, market, volumes }: Basis) {
  const sshHosts = new SshHosts(settings);
  const instances: Instances = new Instances(clock, accounts, volumes, (account) =>
    lifecycle.stopAll(account, 'Stopped: the account has no credit left.'),
  );
  const keys = new KeyDelivery(clock, accounts, instances, sshHosts, settings);
  const boot = new Boot({ clock, market, instances, sshHosts, keys, settings });
  const lifecycle = new Lifecycle({ clock, random, accounts, instances, boot, sshHosts, settings });
  const fate = new Fate({ clock, instances, lifecycle, boot, sshHosts });
  return { sshHosts, instances, keys, lifecycle, fate };
}

function tickPrices(world: World): void {
  world.clock.after(world.settings.priceTickSeconds, async () => {
    world.market.tickPrices();
    await world.fate.outbidByMarket();
    tickPrices(world);
  });
}
