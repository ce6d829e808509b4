import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/client';
import { ifNotFound } from '../../api/errors';
import { LocalError } from '../../api/localError';
import type { Instance } from '../../api/schemas/instances/instance';
import type { Clock, EpochMs } from '../../clock';
import type { OrUnknown } from '../../domain/orUnknown';
import { type SharedInstance, sharedPart, type Snapshot } from '../../domain/instances/sharedInstance';
import { ignore, type Log, silent } from '../../log/log';
import { timedRequest, withLastKnown } from '../polling/requests';

interface OneClient {
  readonly instances: Pick<Client['instances'], 'get'>;
}
type Row = Pick<SharedInstance, 'id' | 'missing'>;

/** What the service answered when it was asked for one instance. */
interface Answer {
  exists: boolean;
  at: EpochMs;
}

/** For how many milliseconds the answer that an instance exists needn't be asked for again. */
const existsFor = 60_000;
/** So many are asked for after one list, because the service wants two seconds between them. */
const atOnce = 3;
/** Times of requests are known to these milliseconds. */
const rounding = 2;

/**
 * The one place that decides that an instance is gone: the service says so when it is asked for this one, and a complete
 * list requested after that answer lacks it. Until then it exists, with its price, its ssh entry and host key, its row in
 * the record of costs, and what is scheduled for it: a list or an answer alone may be wrong.
 */
export class GoneInstances {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #answers = new Map<string, Answer>();

  constructor(clock: Clock, log: Log = silent) {
    this.#clock = clock;
    this.#log = log;
  }

  /** The service has just answered that there is no such instance, or that this window's request destroyed it. */
  denied(accountId: string, id: number): void {
    this.#note(accountId, id, false);
  }

  /**
   * A complete list, with those instances of the one before that it lacks and that may exist: they are `missing`.
   */
  left(
    accountId: string,
    { at, instances }: Pick<Snapshot, 'at' | 'instances'>,
    before: readonly SharedInstance[],
  ): SharedInstance[] {
    // One that is listed exists, whatever was answered before.
    for (const { id } of instances) this.#answers.delete(keyOf(accountId, id));
    const there = withLastKnown(instances.map(sharedPart), before.map(listed));
    const ids = new Set(there.map(({ id }) => id));
    const mayExist = ({ id }: Row): boolean => id >= 0 && !ids.has(id) && !this.isGone(accountId, id, at);
    return [...there, ...before.filter(mayExist).map((row) => sharedPart({ ...row, missing: true }))];
  }

  /** Whether one that a complete list lacks is gone. @param listedAt when that list was requested, as milliseconds */
  isGone(accountId: string, id: number, listedAt: number): boolean {
    const answer = this.#answerOf(accountId, id);
    return answer?.exists === false && answer.at <= listedAt + rounding;
  }

  /** Whether it exists by the last answer; unknown if that is old. */
  exists(accountId: string, id: number): OrUnknown<boolean> {
    const answer = this.#answerOf(accountId, id);
    if (!answer || (answer.exists && this.#clock.now() - answer.at > existsFor)) return 'unknown';
    return answer.exists;
  }

  /**
   * Asks for each instance that the last list lacks. True if another list would tell more: it confirms that one is gone,
   * or has one that exists. Never rejects.
   */
  async ask(accountId: string, client: OneClient, rows: Iterable<Row>): Promise<boolean> {
    const missing = [...rows].filter((row) => row.missing && row.id >= 0).map(({ id }) => id);
    const isKnown = (id: number): boolean => this.exists(accountId, id) !== 'unknown';
    let isNews = missing.some((id) => this.exists(accountId, id) === false);
    for (const id of missing.filter((one) => !isKnown(one)).slice(0, atOnce)) {
      const why = 'an instance that may exist stays, and is asked for again after the next list';
      const looking = this.look(accountId, client, id, { background: true }).then(
        (found) => found !== undefined,
      );
      const exists = await looking.catch(ignore(this.#log, why));
      isNews ||= exists !== undefined;
      if (exists !== undefined)
        this.#log.info(
          `The list lacks instance ${id}, which ${exists ? 'exists' : 'the service says is gone'}.`,
        );
      // The list was wrong, probably about the others too.
      if (exists) break;
    }
    return isNews;
  }

  /** Asks for one instance; undefined if the service says that there is none, which isn't enough. @throws ApiError */
  async look(
    accountId: string,
    { instances }: OneClient,
    id: number,
    options?: { background?: boolean },
  ): Promise<Instance | undefined> {
    const found = await instances.get(id, options).catch(ifNotFound);
    this.#note(accountId, id, found !== undefined);
    return found;
  }

  /**
   * Asks for one instance, and for the list if there seems to be none. Undefined if it is gone.
   *
   * @throws ApiError, or LocalError 'may_pass' if that isn't certain
   */
  async find(
    accountId: string,
    client: { readonly instances: Pick<Client['instances'], 'get' | 'list'> },
    id: number,
  ): Promise<Instance | undefined> {
    const found = await this.look(accountId, client, id);
    if (found) return found;
    const { at, answer } = await timedRequest(this.#clock, (options) => client.instances.list(options));
    // A row without a readable id may be it.
    const isListed = answer.some((row) => row.id === id || row.id < 0);
    if (!isListed && this.isGone(accountId, id, at)) return undefined;
    throw contradictory(id);
  }

  #note(accountId: string, id: number, exists: boolean): void {
    this.#answers.set(keyOf(accountId, id), { exists, at: this.#clock.now() });
  }

  /** One of the future is from before the clock was set back. */
  #answerOf(accountId: string, id: number): Answer | undefined {
    const answer = this.#answers.get(keyOf(accountId, id));
    return answer && answer.at <= this.#clock.now() ? answer : undefined;
  }
}

/** The service's answers don't agree, so it counts as existing. */
export const contradictory = (id: number): LocalError =>
  new LocalError('may_pass', l10n.t('The service doesn’t say clearly whether instance {0} exists.', id));

const keyOf = (accountId: string, id: number): string => `${accountId}/${id}`;

function listed({ missing: _, ...row }: SharedInstance): SharedInstance {
  return row;
}
