import { expect, vi } from 'vitest';
import { timesOf } from '../../../../src/stores/windows/lease';
import type { Volume } from '../../../../src/api/schemas/volume';
import { systemClock } from '../../../../src/clock';
import { emptyLedger, type Ledger } from '../../../../src/domain/money/ledger/ledger';
import { loadIn } from '../../../../src/domain/instances/load';
import type { SharedInstance, Snapshot } from '../../../../src/domain/instances/sharedInstance';
import { type Disk, nodeDisk } from '../../../../src/files/disk';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import type { Credit } from '../../../../src/stores/money/creditStore';
import { IdleWatch } from '../../../../src/stores/stops/idleWatch';
import {
  changeBetween,
  type InstanceChange,
  type InstanceState,
} from '../../../../src/stores/instances/instanceChange';
import type { Figures } from '../../../../src/stores/instances/instanceLists';
import { settings } from '../../../../src/stores/settings';
import { StartCosts } from '../../../../src/stores/money/startCosts';
import { WarningFiles } from '../../../../src/stores/money/warnings/warningFiles';
import { WarningStore } from '../../../../src/stores/money/warnings/warningStore';
import { showCostAtStart } from '../../../../src/views/money/costAtStart';
import { tellWarnings } from '../../../../src/views/money/warningTeller';
import { fakeVscode } from '../../support/fakeVscode';
import type { ManualClock } from '../../support/manualClock';
import { eventually } from '../../support/eventually';

const own = { id: 'aa-1', baseUrl: 'https://console.vast.ai', userId: 1, email: 'me@example.com' };
const other = { id: 'bb-2', baseUrl: 'https://example.com', userId: 2, email: 'lab@example.com' };

interface Listed {
  /** What the service tells with each list. */
  figures?: Partial<Figures>;
}

/** One of several windows that share a folder, with what its stores know. */
export function openWindow(folder: string, clock: ManualClock, disk: Disk = nodeDisk, pid = 1) {
  const world = {
    ...timesOf(systemClock),
    monotonic: () => 0,
    owner: { pid, host: 'here', started: '' },
    isAlive: () => true,
  };
  const files = new AccountFiles(folder, disk, world);
  const changed = new fakeVscode.EventEmitter<InstanceChange>();
  const plain = () => new fakeVscode.EventEmitter<void>();
  const [volumesChanged, spent, creditChanged, accountsChanged] = [plain(), plain(), plain(), plain()];
  const lists = new Set<(accountId: string, list: Snapshot) => void>();
  const [idle, idleElsewhere] = [new IdleWatch(clock), new IdleWatch(clock)];
  // A lock that another window holds is waited for in real time.
  const lockClock = { ...systemClock, now: () => clock.now() };
  const warnings = new WarningFiles(files, lockClock);
  const known = {
    state: { accountId: own.id, instances: new Map(), expected: [] } as InstanceState,
    volumes: {
      accountId: own.id,
      volumes: [] as readonly Volume[],
      fetchedAt: undefined as number | undefined,
    },
    figures: {} as Partial<Figures>,
    otherFigures: {} as Partial<Figures>,
    ledger: emptyLedger,
    credit: undefined as Credit | undefined,
    awaited: new Map<number, number>(),
    scheduled: new Map<number, unknown>(),
    accounts: [own],
    hasOthers: false,
  };
  const on = (set: Set<unknown>) => (listener: unknown) => {
    set.add(listener);
    return { dispose: () => void set.delete(listener) };
  };
  const store = new WarningStore({
    accounts: {
      get accounts() {
        return known.accounts;
      },
      active: own,
      onDidChange: accountsChanged.event,
    },
    instances: {
      get state() {
        return known.state;
      },
      figures: () => known.figures,
      onDidChange: changed.event,
    },
    volumes: {
      get state() {
        const { fetchedAt, ...others } = known.volumes;
        return fetchedAt === undefined ? others : { ...others, fetchedAt };
      },
      onDidChange: volumesChanged.event,
    },
    rates: {
      onDidList: on(lists),
      onDidListVolumes: on(new Set()),
      figures: () => known.otherFigures,
    },
    spending: { ledgerOf: () => known.ledger, onDidChange: spent.event },
    credit: {
      get credit() {
        return known.credit;
      },
      onDidChange: creditChanged.event,
    },
    idle,
    idleElsewhere,
    scheduledStops: {
      known: () => known.scheduled as never,
      onDidChange: () => ({ dispose: () => undefined }),
    },
    awaited: [{ list: () => Promise.resolve(known.awaited) }],
    warnings,
    othersAreThere: () => Promise.resolve(known.hasOthers),
    limits: () => settings.warnings.limits,
    clock,
    log: silent,
  });
  const accounts = {
    get accounts() {
      return known.accounts;
    },
    active: own as typeof own | undefined,
    switchTo: vi.fn(() => Promise.resolve()),
  };
  const view = { reveal: vi.fn(() => Promise.resolve()) };
  store.onDidFind((...told) => tellWarnings({ accounts, warnings, view, clock, log: silent }, ...told));
  /** What has changed was looked at, and shown. */
  let startCosts: StartCosts | undefined;
  const questions: Promise<unknown>[] = [];
  const asked = <T>(question: Promise<T>): Promise<T> => {
    questions.push(question);
    return question;
  };
  const settle = async (): Promise<void> => {
    await vi.dynamicImportSettled();
    for (let question = questions.pop(); question; question = questions.pop()) {
      await question;
      await new Promise(setImmediate);
    }
    await new Promise(setImmediate);
  };
  const settled = async (): Promise<void> => {
    await store.look();
    await settle();
  };
  const list = (instances: readonly SharedInstance[], { figures = {} }: Listed = {}): void => {
    const before = known.state;
    const isSame = [...before.instances.values()].every((one, index) => one === instances[index]);
    const rows =
      isSame && before.instances.size === instances.length
        ? before.instances
        : new Map(instances.map((one) => [one.id, one]));
    known.figures = figures;
    known.state = { ...before, fetchedAt: clock.now(), instances: rows };
    for (const { id } of instances) idle.note(own.id, id, loadIn(figures.gpu_util));
    changed.fire(changeBetween(before, known.state, true));
  };
  return {
    known,
    store,
    /** VS Code was started with the accounts signed in. `loaded` is what the record has by then. */
    start: async (loaded: Ledger = emptyLedger): Promise<void> => {
      const spending = { load: () => asked(Promise.resolve()), ledgerOf: () => known.ledger };
      const claims = {
        claim: (...about: Parameters<WarningFiles['claim']>) => asked(warnings.claim(...about)),
      };
      known.ledger = loaded;
      const isOn = () => settings.warnings.costAtStart;
      const options = { accounts, found: store, spending, warnings: claims, isOn, clock, log: silent };
      const ready = Promise.resolve();
      startCosts = new StartCosts(options, ready, (cost) => void showCostAtStart(cost, clock));
      await settle();
    },
    accounts,
    view,
    settled,
    list,
    /** Complete lists every minute, as a window has them, with what is due in the meantime. */
    pass: async (
      minutes: number,
      instances: readonly SharedInstance[],
      listed: Listed = {},
    ): Promise<void> => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await until(clock, clock.now() + 60_000);
        list(instances, listed);
        await settled();
      }
    },
    /** Time passes without a list. */
    runUntil: async (end: number): Promise<void> => {
      while (clock.waiting.some(({ at }) => at <= end)) {
        await clock.next();
        await eventually(() => expect(clock.waiting).not.toEqual([]));
      }
      await settle();
    },
    /** A list of an account that is not in use. */
    listOther: (instances: readonly SharedInstance[], { figures = {} }: Listed = {}): void => {
      known.otherFigures = figures;
      const answer = instances.map(({ isShared: _, ...one }) => ({ ...one, ...figures }));
      idleElsewhere.noteAll(other.id, answer);
      for (const listener of lists) listener(other.id, { at: clock.now(), instances });
    },
    useBoth: () => void (known.accounts = [own, other]),
    signOut: () => {
      known.accounts = [];
      accountsChanged.fire();
    },
    listVolumes: (volumes: readonly Volume[]): void => {
      known.volumes = { accountId: own.id, volumes, fetchedAt: clock.now() };
      volumesChanged.fire();
    },
    tellCredit: (credit: number): void => {
      known.credit = { at: clock.now(), credit };
      creditChanged.fire();
    },
    dispose: () => {
      startCosts?.dispose();
      store.dispose();
    },
  };
}

/** Runs what is due until then. */
async function until(clock: ManualClock, end: number): Promise<void> {
  while (clock.waiting.some(({ at }) => at <= end)) await clock.next();
  clock.time = end;
}
