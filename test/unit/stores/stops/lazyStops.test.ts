import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { LazyStops } from '../../../../src/stores/stops/lazyStops';
import { ScheduledStops } from '../../../../src/stores/stops/scheduledStops';
import type { StopKeeper } from '../../../../src/stores/stops/stopKeeper';
import { eventually } from '../../support/eventually';

const account = 'a-1';
const atNoon = { action: 'stop', when: { kind: 'at', at: 12 } } as const;

let folder: string;
let scheduled: ScheduledStops;
/** Another window's. */
let elsewhere: ScheduledStops;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lazy-stops-'));
  const files = () => new AccountFiles(folder);
  scheduled = new ScheduledStops(files(), systemClock);
  elsewhere = new ScheduledStops(files(), systemClock);
});

afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

type Listener = (...told: never[]) => void;

/** A window with two accounts; `list` is each account's next list. */
function opened(create?: () => Promise<StopKeeper>) {
  const [ofList, ofOthers] = [new Set<Listener>(), new Set<Listener>()];
  const on = (listeners: Set<Listener>) => (listener: Listener) => {
    listeners.add(listener);
    return { dispose: () => void listeners.delete(listener) };
  };
  const tell = (listeners: Set<Listener>, ...told: unknown[]): void => {
    for (const listener of [...listeners]) listener(...(told as never[]));
  };
  const ended = vi.fn();
  const keeper = {
    of: (id: number) => ({ stop: { token: `stop ${id}` } }),
    dispose: () => void ended(),
  } as unknown as StopKeeper;
  const load = vi.fn(create ?? (() => Promise.resolve(keeper)));
  const redraw = vi.fn();
  const stores = {
    instances: { state: { accountId: account }, onDidChange: on(ofList), redraw },
    rates: { onDidList: on(ofOthers) },
    accounts: { accounts: [{ id: account }, { id: 'a-2' }], onDidChange: on(new Set()) },
    scheduledStops: scheduled,
    files: new AccountFiles(folder),
    log: silent,
  } as unknown as ConstructorParameters<typeof LazyStops>[0];
  const stops = new LazyStops(stores, load, Promise.resolve());
  return {
    ...{ stops, load, redraw, keeper, ended, ofList },
    list: () => tell(ofList, { listed: true }),
    listOther: () => tell(ofOthers, 'a-2'),
  };
}

it('loads nothing while nothing is scheduled', async () => {
  const read = vi.spyOn(scheduled, 'read');
  const { load, list, stops } = opened();
  list();
  await eventually(() => expect(read.mock.calls.map(([id]) => id)).toContain('a-2'));
  await Promise.all(read.mock.results.map(({ value }) => value as unknown));
  expect(load).not.toHaveBeenCalled();
  expect(stops.of(7)).toBeUndefined();
});

it('loads once something is scheduled here, and draws its row', async () => {
  const { load, redraw, stops, ofList } = opened();
  await scheduled.schedule(account, 7, atNoon);
  await eventually(() => expect(redraw).toHaveBeenCalledWith(7));
  expect(load).toHaveBeenCalledTimes(1);
  expect(stops.of(7)?.stop.token).toBe('stop 7');
  // From now on, the keeper itself follows the lists.
  expect(ofList.size).toBe(0);
});

it('loads with the next list after another window has scheduled something for another account', async () => {
  const { load, listOther } = opened();
  await elsewhere.schedule('a-2', 8, atNoon);
  listOther();
  await eventually(() => expect(load).toHaveBeenCalledTimes(1));
});

it('loads at the start what was scheduled before', async () => {
  await elsewhere.schedule(account, 7, atNoon);
  const { stops } = opened();
  await eventually(() => expect(stops.of(7)).toBeDefined());
});

it('loads at the start where a machine was told to stop, and not where nothing is left to be taken back', async () => {
  const told = async (text: string) => {
    await mkdir(join(folder, 'a-2'), { recursive: true });
    await writeFile(join(folder, 'a-2', 'machine-stops.json'), text);
  };
  await told('{}');
  const read = vi.spyOn(scheduled, 'read');
  const first = opened();
  await eventually(() => expect(read.mock.calls.map(([id]) => id)).toContain('a-2'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(first.load).not.toHaveBeenCalled();
  await told('{"7":{"token":"one","at":12,"toldAt":1,"watches":true}}');
  const { load } = opened();
  await eventually(() => expect(load).toHaveBeenCalledTimes(1));
});

it('tries again with the next list after it could not be loaded', async () => {
  await elsewhere.schedule(account, 7, atNoon);
  let failures = 0;
  const { load, list } = opened(() => {
    failures += 1;
    return Promise.reject(new Error('No such chunk.'));
  });
  await eventually(() => expect(failures).toBeGreaterThan(0));
  load.mockImplementation(() => Promise.resolve({ dispose: () => undefined } as unknown as StopKeeper));
  const before = load.mock.calls.length;
  await eventually(() => {
    list();
    expect(load.mock.calls.length).toBeGreaterThan(before);
  });
});

it('ends what a closed window was still loading', async () => {
  await elsewhere.schedule(account, 7, atNoon);
  let finish: (keeper: StopKeeper) => void = () => undefined;
  const { load, stops, keeper, ended } = opened(() => new Promise((resolve) => (finish = resolve)));
  await eventually(() => expect(load).toHaveBeenCalled());
  stops.dispose();
  finish(keeper);
  await eventually(() => expect(ended).toHaveBeenCalled());
  expect(stops.of(7)).toBeUndefined();
});
