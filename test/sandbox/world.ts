import { userInfo } from 'node:os';
import { Accounts } from './accounts/accounts';
import { createClock, type Clock } from './clock';
import { Challenges } from './twoFactor/challenges';
import { Messenger } from './twoFactor/messenger';
import { Hosting } from './machines/hosting';
import { Spacing } from './http/spacing';
import { Templates } from './templates/templates';
import { Volumes } from './volumes/volumes';
import { Faults } from './http/faults';
import { RequestLog } from './http/requestLog';
import { Instances } from './instances/instances';
import { Market } from './market/market';
import type { Settings } from './options';
import { createRandom, type Random } from './random';
import { SshHosts } from './ssh/sshHosts';

/** The sandbox's whole state: one service with its market, accounts and instances. */
export interface World {
  /** Settings that a test may change while the sandbox runs. */
  settings: Settings;
  clock: Clock;
  random: Random;
  accounts: Accounts;
  market: Market;
  volumes: Volumes;
  templates: Templates;
  hosting: Hosting;
  challenges: Challenges;
  messenger: Messenger;
  spacing: Spacing;
  instances: Instances;
  sshHosts: SshHosts;
  /** The user as whom instances are logged in to. */
  sshUser: string;
  faults: Faults;
  requests: RequestLog;
}

export function createWorld(settings: Settings): World {
  const random = createRandom(settings.seed);
  const clock = createClock(settings.clock, settings.startTime);
  const accounts = new Accounts(clock);
  const market = new Market(random, settings.offers, clock.now());
  const sshHosts = new SshHosts(settings.sshd);
  const volumes = new Volumes(clock, random, new Set(market.offers.map(({ machine }) => machine)));
  const instances = new Instances({ clock, random, market, volumes, accounts, sshHosts, settings });
  const world: World = {
    settings,
    clock,
    random,
    accounts,
    market,
    volumes,
    templates: new Templates(clock, random),
    hosting: new Hosting(),
    challenges: new Challenges(clock, random),
    messenger: new Messenger(clock, settings.onMessage),
    spacing: new Spacing(clock),
    instances,
    sshHosts,
    sshUser: userInfo().username,
    faults: new Faults(),
    requests: new RequestLog(),
  };
  if (settings.priceTickSeconds > 0) tickPrices(world);
  return world;
}

function tickPrices(world: World): void {
  world.clock.after(world.settings.priceTickSeconds, async () => {
    world.market.tickPrices();
    await world.instances.outbidByMarket();
    tickPrices(world);
  });
}
