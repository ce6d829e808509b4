import { LocalError } from '../../api/localError';
import { minute } from '../../clock';
import { inTime } from '../../inTime';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import {
  isOwed,
  isTold,
  machineTime,
  stopsItself,
  taskOf,
  type ToldStop,
} from '../../domain/stops/machineStop';
import type { ScheduledStop } from '../../domain/stops/stopSchema';
import { ignore } from '../../log/log';
import type { MachineStopsStores, OwedReport } from './machineStopsStores';

/** Milliseconds that a machine has to answer. */
const longestAnswer = { told: minute, asked: 15_000 };
/** Milliseconds before a machine is told again after a failure, which doubles; and the most. */
const pause = { first: 30_000, most: 10 * minute };

/**
 * Tells machines when to stop themselves, in one window at a time, and takes that back. Only those that run and that this
 * computer has logged in to before: nobody is asked anything. VS Code carries out what is due all the same.
 */
export class MachineStops {
  readonly #stores: MachineStopsStores;
  readonly #owed: (report: OwedReport) => void;
  readonly #failures = new Map<string, { count: number; nextAt: number }>();
  readonly #closed = new AbortController();
  /** What this window has drawn, by account. */
  readonly #drawn = new Map<string, unknown>();
  #looking: Promise<void> = Promise.resolve();

  constructor(stores: MachineStopsStores, owed: (report: OwedReport) => void) {
    this.#stores = stores;
    this.#owed = owed;
  }

  /** Whether the machine stops itself as scheduled, as far as this computer knows. */
  stopsItself(accountId: string, instanceId: number, stop: ScheduledStop): boolean {
    return stopsItself(stop, this.#stores.told.get(accountId, instanceId));
  }

  /**
   * Whether the machine has stopped itself for this stop, by its own word: what runs there now was started since.
   * False where it can't be asked.
   */
  async hasStopped(accountId: string, instanceId: number, stop: ScheduledStop): Promise<boolean> {
    const { told, clock, remoteOf, shell, log } = this.#stores;
    const known = (await told.read(accountId)).get(instanceId);
    const isOurs = known !== undefined && isTold(stop, machineTime(stop), known);
    // Until then, nobody can have started it again.
    if (!isOurs || clock.now() < known.at + minute) return false;
    const instance = this.#instance(accountId, instanceId);
    if (instance && lifecycleOf(instance).phase !== 'running') return false;
    const remote = await remoteOf(instance ?? { id: instanceId });
    if (!remote) return false;
    const looking = this.#inTime(longestAnswer.asked, (signal) => shell.lookAtStop(remote, signal));
    const seen = await looking.catch(ignore(log, 'without its word, the uptime tells'));
    if (seen?.token !== stop.token) return false;
    return seen.state === 'done' || (seen.state === 'sent' && !seen.isAlive);
  }

  /** Tells the account's machines what they don't know yet. Never rejects. */
  look(accountId: string): Promise<void> {
    const why = 'the next look tries again';
    this.#looking = this.#looking.then(() => this.#look(accountId)).catch(ignore(this.#stores.log, why));
    return this.#looking;
  }

  dispose(): void {
    this.#closed.abort();
  }

  async #look(accountId: string): Promise<void> {
    const { scheduledStops, told, lease } = this.#stores;
    if (this.#closed.signal.aborted) return;
    const [stops, all] = await Promise.all([scheduledStops.read(accountId), told.read(accountId)]);
    // Another window may have told them.
    if (this.#drawn.get(accountId) !== all) this.#redraw(accountId, all.keys());
    this.#drawn.set(accountId, all);
    const ids: number[] = [];
    for (const id of new Set([...stops.keys(), ...all.keys()]))
      if (this.#mayTry(accountId, id) && (await this.#task(accountId, id)).task) ids.push(id);
    if (ids.length === 0) return;
    await lease(accountId).tryRun(async () => {
      await Promise.all(ids.map((id) => this.#attend(accountId, id)));
    });
  }

  async #task(accountId: string, id: number) {
    const { scheduledStops, told, runs, clock } = this.#stores;
    const stop = (await scheduledStops.read(accountId)).get(id);
    const known = (await told.read(accountId)).get(id);
    const instance = this.#instance(accountId, id);
    const runEnds = stop
      ? (await runs.read(accountId)).flatMap((run) => (run.instanceId === id ? (run.stopAt ?? []) : []))
      : [];
    const facts = {
      ...{ stop, told: known, runEnds },
      phase: instance && !instance.missing ? lifecycleOf(instance).phase : undefined,
      runningSince: instance?.running_since,
    };
    return {
      instance,
      stop,
      told: known,
      at: stop && machineTime(stop, runEnds),
      task: taskOf(facts, clock.now()),
    };
  }

  /** Never rejects. */
  async #attend(accountId: string, id: number): Promise<void> {
    const { told, clock, log } = this.#stores;
    const before = told.get(accountId, id);
    try {
      const { task, stop, at, told: known } = await this.#task(accountId, id);
      if (task === 'forget') await told.edit(accountId, id, () => undefined);
      if (task === 'noteDown') await told.edit(accountId, id, (one) => one && { ...one, wasDown: true });
      if (task === 'send' && stop && at !== undefined) await this.#send(accountId, id, stop, at);
      if (task === 'takeBack' && known) await this.#takeBack(accountId, id, known);
      this.#failures.delete(keyOf(accountId, id));
    } catch (error) {
      if (this.#closed.signal.aborted) return;
      ignore(log, 'VS Code carries it out, and a later look tries again')(error);
      const count = (this.#failures.get(keyOf(accountId, id))?.count ?? 0) + 1;
      const nextAt = clock.now() + Math.min(pause.first * 2 ** (count - 1), pause.most);
      this.#failures.set(keyOf(accountId, id), { count, nextAt });
      await this.#tellOwed(accountId, id).catch(ignore(log, 'the next failure tells it'));
    }
    if (told.get(accountId, id) !== before) this.#redraw(accountId, [id]);
  }

  #redraw(accountId: string, ids: Iterable<number>): void {
    const { instances } = this.#stores;
    if (accountId === instances.state.accountId) for (const id of ids) instances.redraw(id);
  }

  async #send(accountId: string, id: number, { token }: ScheduledStop, at: number): Promise<void> {
    const { accounts, told, shell, remoteOf, clock, log } = this.#stores;
    const base = accounts.accounts.find((one) => one.id === accountId)?.baseUrl;
    const remote = await remoteOf(this.#instance(accountId, id) ?? { id });
    const before = told.get(accountId, id);
    if (base === undefined || !remote) {
      if (before?.watches) throw unreachable();
      return;
    }
    const { state } = await this.#inTime(longestAnswer.told, (signal) =>
      shell.sendStop(remote, { token, seconds: (at - clock.now()) / 1000, base, instanceId: id }, signal),
    );
    if (state === 'none') throw unreachable();
    const watches = state !== 'nokey';
    await told.edit(accountId, id, () => ({ token, at, toldAt: clock.now(), watches }));
    log.info(
      watches ? `Instance ${id} stops itself as scheduled.` : `Instance ${id} has no key to stop itself.`,
    );
  }

  async #takeBack(accountId: string, id: number, { token }: ToldStop): Promise<void> {
    const { told, shell, remoteOf, log } = this.#stores;
    const remote = await remoteOf(this.#instance(accountId, id) ?? { id });
    if (!remote) throw unreachable();
    await this.#inTime(longestAnswer.told, (signal) => shell.takeBackStop(remote, token, signal));
    await told.edit(accountId, id, (one) => (one?.token === token ? undefined : one));
    log.info(`Instance ${id} doesn't stop itself any more.`);
  }

  /** Once for all windows. */
  async #tellOwed(accountId: string, id: number): Promise<void> {
    const { scheduledStops, told, clock } = this.#stores;
    const stop = (await scheduledStops.read(accountId)).get(id);
    const now = clock.now();
    let at: number | undefined;
    const isFirst = await told.edit(accountId, id, (one) => {
      if (!isOwed(stop, one, now) || one.warnedAt !== undefined) return one;
      at = one.at;
      return { ...one, warnedAt: now };
    });
    if (!isFirst || at === undefined) return;
    const instance = this.#instance(accountId, id) ?? { id };
    this.#owed({ accountId, instance, at, again: () => this.#again(accountId, id) });
  }

  /** At once, and the person is told again if that fails. */
  async #again(accountId: string, id: number): Promise<void> {
    await this.#stores.told.edit(accountId, id, (one) => one && { ...one, warnedAt: undefined });
    this.#failures.delete(keyOf(accountId, id));
    await this.look(accountId);
  }

  #mayTry(accountId: string, id: number): boolean {
    const { nextAt = 0 } = this.#failures.get(keyOf(accountId, id)) ?? {};
    const left = nextAt - this.#stores.clock.now();
    // A longer wait than there is means that the clock was set back.
    return left <= 0 || left > pause.most;
  }

  #instance(accountId: string, id: number): SharedInstance | undefined {
    const { instances, rates } = this.#stores;
    if (accountId === instances.state.accountId) return instances.get(id);
    return rates.listOf(accountId)?.instances.find((one) => one.id === id);
  }

  #inTime<T>(milliseconds: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return inTime(this.#stores.clock, milliseconds, this.#closed.signal, ask);
  }
}

const keyOf = (accountId: string, id: number): string => `${accountId}/${id}`;

/** Only the log has it. */
const unreachable = (): LocalError => new LocalError('may_pass', 'The machine can’t be told.');
