import type { RemoteControl } from '../sandbox/remoteControl';
import type { Random } from '../sandbox/random';
import { type Agreed, nameRentals } from './agreed';
import type { Answers } from './answers';
import type { Acts } from './editorActs';
import { logIn } from './hostKeys';
import type { RemoteWindows } from './remoteWindows';
import { callOff, schedule } from './schedules';
import { deleteVolume, newVolume } from './volumeActs';
import type { Window } from './window';

interface ActWorld {
  draws: Random;
  sandbox: RemoteControl;
  agreed: Agreed;
  answers: Answers;
  remoteWindows: RemoteWindows;
  /** The person's own folder. */
  home: string;
  next: () => number;
  console: (method: string, path: string) => Promise<unknown>;
}

/** By weight, what the person does with instances, and what happens to these. */
export function instanceActs(world: ActWorld): Acts {
  const { draws, agreed, remoteWindows, home } = world;
  const withOne = (act: (id: number) => unknown) => withInstance(world, act);
  return [
    [6, 'rent', (one) => rent(one, world)],
    [2, 'bid for a new one', (one) => rent(one, world, { isBid: true })],
    [2, 'rent with a new volume', (one) => rent(one, world, { isWithVolume: true })],
    [1, 'delete a volume', (one) => deleteVolume(one, world)],
    [2, 'schedule', (one) => withOne((id) => schedule(one, id, world))],
    [1, 'call off', (one) => withOne((id) => callOff(one, id, agreed))],
    [2, 'stop', (one) => toInstance(one, world, 'stopInstance', 'stop')],
    [2, 'start', (one) => toInstance(one, world, 'startInstance', 'start')],
    [2, 'destroy', (one) => toInstance(one, world, 'destroyInstance', 'destroy')],
    [1, 'reboot', (one) => toInstance(one, world, 'rebootInstance', 'reboot')],
    [2, 'change a bid', (one) => withOne((id) => changeBid(one, id, world))],
    [2, 'connect', (one) => withOne((id) => connect(one, id, world))],
    [1, 'rename', (one) => withOne((id) => rename(one, id, world))],
    [1, 'destroy in the console', () => withOne((id) => world.console('DELETE', `instances/${id}/`))],
    [1, 'outbid', () => withOne((id) => outbid(id, world))],
    [2, 'log in with ssh', () => withOne((id) => logIn(home, agreed, id))],
    [2, 'open a window on it', () => withOne((id) => remoteWindows.open(id))],
    [2, 'close a window on it', async () => closeRemote(remoteWindows, draws)],
  ];
}

async function someInstance({ draws, sandbox }: ActWorld): Promise<number | undefined> {
  const ids = await sandbox.instanceIds();
  return ids.length === 0 ? undefined : draws.pick(ids);
}

async function withInstance(world: ActWorld, act: (id: number) => unknown): Promise<unknown> {
  const id = await someInstance(world);
  return id === undefined ? undefined : act(id);
}

/** As a program with consent, or without, so that the person is asked, who may also agree to a stop. */
async function rent(
  window: Window,
  { draws, sandbox, agreed, answers, next }: ActWorld,
  { isBid = false, isWithVolume = false } = {},
): Promise<unknown> {
  const offerId = draws.pick(await sandbox.freeOffers());
  const label = `rental ${next()}`;
  agreed.rentals.add(label);
  const request = { image: 'debian:12', runtype: 'ssh_direct', disk: 10, label };
  const bid = isBid ? { price: draws.pick([0.5, 2, 9]) } : {};
  const volume = isWithVolume ? await newVolume(sandbox, offerId) : {};
  const order = { offerId, request: { ...request, ...bid, ...volume } };
  if (draws.chance(0.5)) return window.call('rentOffer', { ...order, confirmed: window.exports.consent });
  const { name } = window.life;
  answers.expect(name, { deed: 'rent', instanceId: NaN, label });
  try {
    return await window.call('rentOffer', order);
  } finally {
    answers.forget(name);
    await nameRentals(agreed, sandbox);
  }
}

/** As a program with consent, or as a person with the row, who is then asked. */
async function toInstance(window: Window, world: ActWorld, command: string, deed: string): Promise<unknown> {
  const instanceId = await someInstance(world);
  if (instanceId === undefined) return undefined;
  if (world.draws.chance(0.5)) {
    world.agreed.add(deed, instanceId);
    return window.call(command, { instanceId, confirmed: window.exports.consent });
  }
  world.answers.expect(window.life.name, { deed, instanceId });
  return window.call(command, { instanceId, asRow: true });
}

function changeBid(window: Window, instanceId: number, { draws, agreed }: ActWorld): Promise<unknown> {
  agreed.add('bid', instanceId);
  const price = draws.pick([0.7, 3, 8]);
  return window.call('changeBid', { instanceId, price, confirmed: window.exports.consent });
}

function connect(window: Window, instanceId: number, { agreed }: ActWorld): Promise<unknown> {
  agreed.add('start', instanceId);
  return window.call('connect', { instanceId, confirmed: window.exports.consent });
}

function rename(window: Window, instanceId: number, { next }: ActWorld): Promise<unknown> {
  const label = `renamed ${next()}`;
  return window.call('renameInstance', { instanceId, label, confirmed: window.exports.consent });
}

function outbid(id: number, { agreed, sandbox }: ActWorld): Promise<unknown> {
  agreed.outbid.add(id);
  return sandbox.outbid(id);
}

function closeRemote(remoteWindows: RemoteWindows, draws: Random): void {
  const { instanceIds } = remoteWindows;
  if (instanceIds.length > 0) remoteWindows.close(draws.pick(instanceIds));
}
