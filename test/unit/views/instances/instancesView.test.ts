import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tunnels } from '../../../../src/connect/tunnels';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import type { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import type { Clock } from '../../../../src/clock';
import type { ProjectOffer } from '../../../../src/stores/launch/projectOffer';
import { UnderWay } from '../../../../src/stores/instances/underWay';
import type { VolumeStore } from '../../../../src/stores/volumes/volumeStore';
import { InstanceNode } from '../../../../src/views/instances/instanceNodes';
import { InstancesView, type Node } from '../../../../src/views/instances/instancesView';
import type { LateTree } from '../../../../src/views/lateTree';
import { accountId, ListService, PollingWindow } from '../../stores/support/pollingWindow';
import { eventually } from '../../support/eventually';
import { windowStateChanged } from '../../support/fakeVscode';

const set = vi.hoisted(() => [] as string[]);
vi.mock('vscode', async () => ({
  ...(await import('../../support/fakeVscode')).fakeVscode,
  commands: { executeCommand: (...words: string[]) => set.push(words.join(' ')) },
}));

let folder: string;
const disposables: { dispose(): void }[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  set.length = 0;
});
afterEach(async () => {
  for (const one of disposables.splice(0)) one.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

/** The view as VS Code would show it, its selection changed by hand. */
function openView(window: PollingWindow, ready: Promise<void>) {
  const account = { id: accountId };
  const messages: string[] = [];
  const visibility: { tell?: (event: { visible: boolean }) => void } = {};
  let minute: () => void = () => undefined;
  const clock: Clock = {
    ...window.clock,
    after: (milliseconds, callback) => {
      expect(milliseconds).toBe(60_000);
      minute = callback;
      return () => undefined;
    },
  };
  const underWay = new UnderWay(window.clock, (id) => window.store.redraw(id));
  const select: { rows: readonly Node[]; tell: () => void } = { rows: [], tell: () => undefined };
  const project = {
    launches: [] as { name: string; folder: string }[],
    problem: undefined as { message: string } | undefined,
    price: { kind: 'unknown' },
    looked: [] as boolean[],
    setVisible: (visible: boolean) => void project.looked.push(visible),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const moves = {
    targets: new Map<number, number>(),
    looked: [] as string[],
    changed: (): void => undefined,
    knownTarget: (_: string, id: number) => moves.targets.get(id),
    look: (id: string) => Promise.resolve(void moves.looked.push(id)),
    onDidChange: (listener: () => void) => {
      moves.changed = listener;
      return { dispose: () => undefined };
    },
  };
  const view = {
    visible: true,
    set message(text: string) {
      messages.push(text);
    },
    get message() {
      return messages.at(-1) ?? '';
    },
    get selection() {
      return select.rows;
    },
    onDidChangeVisibility: (listener: (event: { visible: boolean }) => void) => {
      visibility.tell = listener;
      return { dispose: () => undefined };
    },
    onDidChangeSelection: (listener: () => void) => {
      select.tell = listener;
      return { dispose: () => undefined };
    },
  };
  const drawn = new InstancesView(
    { view, attach: () => undefined } as unknown as LateTree<Node>,
    {
      instances: window.store,
      accounts: { active: account, accounts: [account] } as unknown as AccountStore,
      tunnels: {
        of: () => [],
        onDidChange: () => ({ dispose: () => undefined }),
      } as unknown as Tunnels,
      viaProxy: { list: () => Promise.resolve(new Set()) } as unknown as MarkerFiles,
      underWay,
      volumes: {
        state: { volumes: [] },
        onDidChange: () => ({ dispose: () => undefined }),
      } as unknown as VolumeStore,
      stopKeeper: { of: () => undefined },
      priceIncreases: () => new Promise(() => undefined),
      projectOffer: project as unknown as ProjectOffer,
      moves,
      clock,
    },
    ready,
  );
  const redrawn: unknown[] = [];
  drawn.onDidChangeTreeData((rows) =>
    redrawn.push(rows?.map((row) => row instanceof InstanceNode && row.instanceId)),
  );
  disposables.push(window.store, drawn);
  const choose = (rows: readonly Node[]): void => {
    select.rows = rows;
    select.tell();
  };
  const show = (isVisible: boolean): void => {
    view.visible = isVisible;
    visibility.tell?.({ visible: isVisible });
  };
  return { drawn, messages, choose, redrawn, underWay, show, project, moves, minute: () => minute() };
}

it('draws the rows of the last time first, and sets no context key', async () => {
  const service = new ListService();
  service.rows = [
    { id: 1, actual_status: 'running' },
    { id: 2, actual_status: 'exited' },
  ];
  const before = new PollingWindow(folder, service, 1);
  await before.open();
  disposables.push(before.store);
  const window = new PollingWindow(folder, service, 2);
  let known: () => void = () => undefined;
  const { drawn, messages } = openView(window, new Promise<void>((resolve) => (known = resolve)));
  const first = drawn.getChildren();
  expect(set).toEqual([]);
  const opened = window.open();
  known();
  expect(await first).toMatchObject([{ instanceId: 2 }, { instanceId: 1 }]);
  await opened;
  for (let turn = 0; turn < 3; turn += 1) await window.poll();
  expect(messages).toEqual([]);
  expect(set).toEqual([]);
});

it('says how old the rows of the last time are until there is a list', async () => {
  const service = new ListService();
  service.rows = [{ id: 1, actual_status: 'running' }];
  const before = new PollingWindow(folder, service, 1);
  await before.open();
  disposables.push(before.store);
  const window = new PollingWindow(folder, service, 2);
  const now = window.clock.now() + 3 * 86_400_000;
  window.clock.now = () => now;
  const { drawn, messages } = openView(window, Promise.resolve());
  const opened = window.open();
  await drawn.getChildren();
  await opened;
  expect(messages).toEqual(['Last updated 72 hours ago.', '']);
});

it('asks for the list again when the focus comes back to the window', async () => {
  const service = new ListService();
  service.rows = [{ id: 1, actual_status: 'running' }];
  const window = new PollingWindow(folder, service);
  const { show } = openView(window, Promise.resolve());
  show(true);
  await window.open();
  window.isFocused = false;
  await window.pass(11_000, 60_000);
  await window.pass(30_000, 30_000);
  expect(service.requests).toBe(1);
  window.isFocused = true;
  windowStateChanged.fire({ focused: true });
  await window.pass(0, 11_000);
  expect(service.requests).toBe(2);
});

it('lets the menu of several rows offer what can be done with some of them, as long as it can', async () => {
  const service = new ListService();
  const running = { actual_status: 'running', intended_status: 'running', image_runtype: 'args' };
  const stopped = { actual_status: 'exited', intended_status: 'stopped', image_runtype: 'args' };
  service.rows = [
    { id: 1, ...running },
    { id: 2, ...stopped },
  ];
  const window = new PollingWindow(folder, service, 1);
  const { drawn, choose } = openView(window, Promise.resolve());
  await window.open();
  const rows = await drawn.getChildren();
  const selection = () =>
    set
      .filter((key) => key.includes('selection'))
      .at(-1)
      ?.split(' ')
      .at(-1);
  choose(rows.slice(0, 1));
  expect(selection()).toBeUndefined();
  choose(rows);
  expect(selection()).toBe(';instance;start;stop;reboot;');
  service.rows = [1, 2].map((id) => ({ id, ...stopped }));
  await window.poll();
  expect(selection()).toBe(';instance;start;');
  choose([]);
  expect(selection()).toBe('');
});

it('draws anew the rows that a poll has changed, of a thousand, and no others', async () => {
  const service = new ListService();
  const rows = (label: string) =>
    Array.from({ length: 1000 }, (_, index) => ({
      id: index + 1,
      actual_status: 'running',
      label: index % 10 === 0 ? label : 'x',
    }));
  service.rows = rows('before');
  const window = new PollingWindow(folder, service, 1);
  const { drawn, redrawn } = openView(window, Promise.resolve());
  await window.open();
  expect(await drawn.getChildren()).toHaveLength(1000);
  redrawn.length = 0;
  service.rows = rows('after');
  await window.poll();
  expect(redrawn).toEqual([Array.from({ length: 100 }, (_, index) => index * 10 + 1)]);
  await window.poll();
  expect(redrawn).toHaveLength(1);
});

describe('the rows', () => {
  const running = (id: number, uptime_mins: number) => ({
    id,
    actual_status: 'running',
    gpu_name: 'RTX 4090',
    image_runtype: 'args',
    uptime_mins,
  });

  it('are drawn anew once a minute while they are seen, and not by polls in which only the time goes on', async () => {
    const service = new ListService();
    service.rows = [running(1, 10), { id: 2, actual_status: 'exited' }];
    const window = new PollingWindow(folder, service, 1);
    const { redrawn, minute, show } = openView(window, Promise.resolve());
    await window.open();
    redrawn.length = 0;
    for (let poll = 1; poll <= 6; poll += 1) {
      service.rows = [running(1, 10 + (poll * 11) / 60), { id: 2, actual_status: 'exited' }];
      await window.poll();
      expect(window.changes).toEqual([]);
    }
    expect(redrawn).toEqual([]);
    minute();
    expect(redrawn).toEqual([[1]]);
    show(false);
    minute();
    expect(redrawn).toEqual([[1]]);
    show(true);
    expect(redrawn).toEqual([[1], [1]]);
  });

  it('say at once what was asked for', async () => {
    const service = new ListService();
    service.rows = [running(1, 10), running(2, 10)];
    const window = new PollingWindow(folder, service, 1);
    const { drawn, redrawn, underWay } = openView(window, Promise.resolve());
    await window.open();
    redrawn.length = 0;
    underWay.begin([1, 2], 'destroying');
    expect(redrawn).toEqual([[1], [2]]);
    const [row] = await drawn.getChildren();
    expect(drawn.getTreeItem(row!).description).toMatch(/^destroying · /);
  });

  it('have their IDs in their names as long as they need them', async () => {
    const service = new ListService();
    service.rows = [running(1, 10), running(2, 10)];
    const window = new PollingWindow(folder, service, 1);
    const { drawn, redrawn } = openView(window, Promise.resolve());
    await window.open();
    const titles = async () => (await drawn.getChildren()).map((row) => drawn.getTreeItem(row).label);
    expect(await titles()).toEqual(['RTX 4090 (2)', 'RTX 4090 (1)']);
    redrawn.length = 0;
    service.rows = [{ ...running(1, 10), label: 'train' }, running(2, 10)];
    await window.poll();
    expect(redrawn).toEqual([[1, 2]]);
    expect(await titles()).toEqual(['RTX 4090', 'train']);
  });
});

it('shows a move that isn’t finished until what was rented for it is gone', async () => {
  const service = new ListService();
  service.rows = [
    { id: 1, actual_status: 'exited', intended_status: 'stopped' },
    { id: 2, actual_status: 'running', label: 'new' },
  ];
  const window = new PollingWindow(folder, service);
  const { drawn, moves, redrawn, show } = openView(window, Promise.resolve());
  await window.open();
  await eventually(() => expect(moves.looked).toContain(accountId));
  const below = async () => {
    const old = (await drawn.getChildren()).find(
      (row) => row instanceof InstanceNode && row.instanceId === 1,
    );
    const rows = (await drawn.getChildren(old)).map((row) => drawn.getTreeItem(row).label);
    return [String(drawn.getTreeItem(old!).description), rows[0]];
  };
  expect(await below()).toEqual([expect.not.stringContaining('move'), 'Status']);
  moves.targets.set(1, 2);
  redrawn.length = 0;
  moves.changed();
  expect(redrawn).toEqual([undefined]);
  const moving = [expect.stringContaining('move isn’t finished'), 'Move isn’t finished'];
  expect(await below()).toEqual(moving);
  moves.looked = [];
  service.rows = service.rows.slice(0, 1);
  await window.poll();
  // One list may be wrong.
  expect(await below()).toEqual(moving);
  await window.poll();
  expect(await below()).toEqual([expect.not.stringContaining('move'), 'Status']);
  expect(moves.looked).toEqual([accountId]);
  show(true);
  expect(moves.looked).toHaveLength(2);
});

it('offers what the open project has below the list, once there is one', async () => {
  const service = new ListService();
  service.rows = [{ id: 1, actual_status: 'running' }];
  const window = new PollingWindow(folder, service);
  const { drawn, project, show } = openView(window, Promise.resolve());
  project.launches = [{ name: 'train', folder: 'model' }];
  const words = async () =>
    (await drawn.getChildren()).map((row) => drawn.getTreeItem(row)).map(({ contextValue }) => contextValue);
  expect(await words()).toEqual([]);
  await window.open();
  expect((await words()).at(-1)).toBe(';projectOffer;');
  expect(await words()).toHaveLength(2);
  show(false);
  expect(project.looked).toEqual([true, false]);
});

it('offers that beside an empty list, too, and shows why its file can’t be read', async () => {
  const window = new PollingWindow(folder, new ListService());
  const { drawn, project, redrawn } = openView(window, Promise.resolve());
  project.launches = [{ name: 'train', folder: 'model' }];
  expect(await drawn.getChildren()).toEqual([]);
  redrawn.length = 0;
  await window.open();
  expect(redrawn).toEqual([undefined]);
  expect(await drawn.getChildren()).toHaveLength(1);
  project.launches = [];
  expect(await drawn.getChildren()).toEqual([]);
  project.problem = { message: 'No JSON.' };
  expect(await drawn.getChildren()).toHaveLength(1);
});
