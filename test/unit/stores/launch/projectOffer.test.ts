import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import type { OfferQuery } from '../../../../src/api/schemas/offers/filters';
import { keepMatching } from '../../../../src/domain/offers/offerQuery';
import { silent } from '../../../../src/log/log';
import type { SavedLaunch } from '../../../../src/domain/launch/launchFile';
import { ProjectOffer, type ProjectOfferStores } from '../../../../src/stores/launch/projectOffer';
import { eventually } from '../../support/eventually';
import { screen } from '../../support/fakeVscode';
import { ManualClock } from '../../support/manualClock';

/** The workspace's one folder. */
const project = vi.hoisted(() => ({
  text: undefined as string | undefined,
  reads: 0,
  changed: (): void => undefined,
  workspace: {} as { isTrusted: boolean; trusted: () => void },
}));
vi.mock('vscode', async () => {
  const { fakeVscode } = await import('../../support/fakeVscode');
  const other = () => ({ dispose: () => undefined });
  const on = (listener: () => void) => {
    project.changed = listener;
    return other();
  };
  project.workspace = Object.assign(project.workspace, {
    ...fakeVscode.workspace,
    isTrusted: true,
    workspaceFolders: [{ name: 'model', uri: 'file:///model' }],
    createFileSystemWatcher: () => ({ ...other(), onDidCreate: on, onDidChange: on, onDidDelete: on }),
    onDidGrantWorkspaceTrust: on,
    onDidChangeWorkspaceFolders: on,
    fs: {
      readFile: () => {
        project.reads += 1;
        return project.text === undefined
          ? Promise.reject(new Error('missing'))
          : Promise.resolve(Buffer.from(project.text));
      },
    },
  });
  return { ...fakeVscode, workspace: project.workspace };
});

const train: SavedLaunch = {
  name: 'train',
  launch: { image: 'a', disk: 100 },
  offers: { filters: { gpu_name: { eq: 'RTX 4090' } }, order: undefined, type: 'on-demand' },
};
const offer = (id: number, machine_id: number, dph_base: number): Offer => ({
  id,
  machine_id,
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  dph_base,
  storage_cost: 0.15,
});
const write = (...launches: SavedLaunch[]): void => {
  project.text = JSON.stringify({ launches });
  project.changed();
};

let searches: OfferQuery[];
let account: string | undefined;
let answer: () => Promise<readonly Offer[]>;
let signIn: () => void;
let clock: ManualClock;
let offered: ProjectOffer;
beforeEach(() => {
  screen.settings = {};
  searches = [];
  account = 'a';
  clock = new ManualClock();
  project.reads = 0;
  project.workspace.isTrusted = true;
  project.text = JSON.stringify({ launches: [train] });
  answer = () => Promise.resolve([offer(1, 6, 0.1), offer(2, 7, 0.29), offer(3, 8, 0.4)]);
  offered = new ProjectOffer({
    accounts: {
      get active() {
        return account === undefined ? undefined : { id: account };
      },
      onDidChange: (listener: () => void) => {
        signIn = listener;
        return { dispose: () => undefined };
      },
    },
    offers: {
      look: async (query: OfferQuery) => {
        searches.push(query);
        const { offers } = keepMatching(await answer(), query.filters);
        return { found: offers.map((one) => ({ offer: one, isBid: query.type === 'bid', query })) };
      },
    },
    templates: {},
    badMachines: { list: () => Promise.resolve([]) },
    hidden: { list: () => Promise.resolve({ machine: [6], host: [] }) },
    clock,
    log: silent,
  } as unknown as ProjectOfferStores);
});
afterEach(() => offered.dispose());

const settled = () => new Promise((resolve) => setImmediate(resolve));
const isPriced = (kind = 'known') => eventually(() => expect(offered.price.kind).toBe(kind));

it('searches for the least price that isn’t hidden, with the launch’s disk', async () => {
  offered.setVisible(true);
  await isPriced();
  expect(offered.price).toMatchObject({ offer: { id: 2 }, isBid: false });
  const perHour = offered.price.kind === 'known' ? offered.price.perHour : undefined;
  expect(perHour).toBeCloseTo(0.29 + (100 * 0.15) / 730, 2);
  expect(searches).toMatchObject([{ filters: { gpu_name: { eq: 'RTX 4090' } }, allocated_storage: 100 }]);
});

it('passes over machines that are too small for the disk, or than what the launch looks for', async () => {
  answer = () => Promise.resolve([{ ...offer(2, 7, 0.1), disk_space: 60 }, offer(3, 8, 0.4)]);
  offered.setVisible(true);
  await isPriced();
  expect(offered.price).toMatchObject({ offer: { id: 3 } });
  const looksFor = (disk: number) => ({ filters: { ...train.offers?.filters, disk_space: { gte: disk } } });
  write({ ...train, name: 'less', offers: looksFor(20) });
  await eventually(() => expect(searches).toHaveLength(2));
  write({ ...train, name: 'more', offers: looksFor(300) });
  await eventually(() => expect(searches).toHaveLength(3));
  expect(searches.map(({ filters }) => filters.disk_space)).toEqual([
    { gte: 100 },
    { gte: 100 },
    { gte: 300 },
  ]);
});

it('has the usual disk where the launch has none', async () => {
  screen.settings = { 'rent.disk': 40 };
  write({ ...train, launch: { image: 'a' } });
  offered.setVisible(true);
  await isPriced();
  expect(searches).toMatchObject([{ allocated_storage: 40 }]);
});

it('searches once, and again only when somebody looks after a while', async () => {
  offered.setVisible(true);
  await isPriced();
  const look = async (minutes: number) => {
    offered.setVisible(false);
    clock.time += minutes * 60_000;
    signIn();
    await settled();
    const hidden = searches.length;
    offered.setVisible(true);
    await settled();
    return [hidden, searches.length];
  };
  expect(await look(9)).toEqual([1, 1]);
  expect(await look(2)).toEqual([1, 2]);
  account = 'b';
  signIn();
  await eventually(() => expect(searches).toHaveLength(3));
  await isPriced();
  expect(searches).toHaveLength(3);
});

it('reads and searches nothing while nobody looks, or nobody is signed in', async () => {
  project.changed();
  offered.setVisible(false);
  account = undefined;
  offered.setVisible(true);
  await settled();
  expect([project.reads, searches.length]).toEqual([0, 0]);
  account = 'a';
  signIn();
  await isPriced();
});

it('reads and asks nothing of a workspace that isn’t trusted, until it is', async () => {
  project.workspace.isTrusted = false;
  offered.setVisible(true);
  await settled();
  expect(offered.launches).toEqual([]);
  expect([project.reads, searches.length]).toEqual([0, 0]);
  project.workspace.isTrusted = true;
  project.changed();
  await isPriced();
  expect(offered.launches).toMatchObject([{ name: 'train', folder: 'model' }]);
});

it('offers nothing without a file, or of one that can’t be read, and says of that one why', async () => {
  project.text = undefined;
  offered.setVisible(true);
  await settled();
  project.text = '{ // mine';
  project.changed();
  await eventually(() => expect(offered.problem?.reason).toBe('This isn’t valid JSON.'));
  expect(offered.problem?.message).toBe('.vscode/gpu-rental.json in model: This isn’t valid JSON.');
  expect(offered.launches).toEqual([]);
  expect(searches).toEqual([]);
  write(train);
  await isPriced();
  expect(offered.problem).toBeUndefined();
});

it('has no price of several launches, and of one that looks for no offers', async () => {
  const { offers: _, ...plain } = train;
  write(train, { ...train, name: 'eval' });
  offered.setVisible(true);
  await eventually(() => expect(offered.launches).toHaveLength(2));
  write(plain);
  await eventually(() => expect(offered.launches).toHaveLength(1));
  await settled();
  expect([offered.price.kind, searches.length]).toEqual(['open', 0]);
});

it('says that there are no offers, or that the price isn’t known', async () => {
  answer = () => Promise.resolve([offer(1, 6, 0.1)]);
  offered.setVisible(true);
  await isPriced('none');
  answer = () => Promise.resolve([{ id: 9 }]);
  write({ ...train, name: 'eval' });
  await isPriced('unknown');
  answer = () => Promise.reject(new Error('down'));
  write(train);
  await eventually(() => expect(searches).toHaveLength(3));
  await isPriced('unknown');
});

it('shows no price of a search that another file has overtaken', async () => {
  let late: (offers: readonly Offer[]) => void = () => undefined;
  answer = () => new Promise((resolve) => (late = resolve));
  offered.setVisible(true);
  await eventually(() => expect(searches).toHaveLength(1));
  const { offers: _, ...plain } = train;
  write(plain);
  await eventually(() => expect(offered.launches[0]?.offers).toBeUndefined());
  late([offer(2, 7, 0.29)]);
  await settled();
  expect(offered.price.kind).toBe('open');
});
