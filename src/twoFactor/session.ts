import * as l10n from '@vscode/l10n';
import { ApiError, isOutcomeUnknown } from '../api/errors';
import { LocalError } from '../api/localError';
import { act, applyRemedy, chooseOption, handOut } from './act';
import { AwaitedCodes, makesCodes, perhapsReplaced, reconcileLostResponse } from './lostResponse';
import { type Problem, problemOf } from './problem';
import type { Action, Remedy } from './action';
import {
  type Context,
  type Known,
  type Next,
  type Notice,
  type PageState,
  type SessionOptions,
  staysUnattended,
  timedOut,
  told,
} from './state';
import { ignore } from '../log/log';
import { KnownStatus } from './knownStatus';

export interface Shown {
  /** Counts the pages. A new number means a new page with empty inputs. */
  turn: number;
  account: string;
  busy: boolean;
  known: Known | undefined;
  /** New backup codes were lost with the window that showed them. */
  codesLost: boolean;
  /** A method may be added until then, in milliseconds since the epoch. */
  authorizedUntil: number | undefined;
  page: PageState;
  problem: Problem | undefined;
  notice: Notice | undefined;
}

/** Remedies outside the panel. They are also offered if the service can't be reached. */
const outside: ReadonlySet<Remedy> = new Set(['signIn', 'logIn', 'switchAccount', 'openConsole']);

/** The state of one panel, with all its secrets, in memory only. It does one thing at a time. */
export class TwoFactorSession {
  readonly #options: SessionOptions;
  readonly #draw: () => void;
  #page: PageState = { kind: 'loading' };
  #turn = 0;
  #busy = false;
  readonly #known: KnownStatus;
  #problem: Problem | undefined;
  #notice: Notice | undefined;
  /** The last failed action, to try it again; contains what was typed. */
  #failed: Action | undefined;
  #running: Promise<void> | undefined;
  #ended = false;
  readonly #awaited: AwaitedCodes;

  /** @param draw called whenever `shown` has changed */
  constructor(options: SessionOptions, draw: () => void) {
    this.#options = options;
    this.#draw = draw;
    this.#known = new KnownStatus(options);
    this.#awaited = new AwaitedCodes(options.kept);
    const codes = options.kept.get();
    if (codes) this.#go({ kind: 'codes', codes, again: true, saved: false });
  }

  get shown(): Shown {
    return {
      turn: this.#turn,
      account: this.#options.account,
      busy: this.#busy,
      known: this.#known.current,
      codesLost: this.#known.codesLost,
      authorizedUntil: this.#known.authorizedUntil,
      page: this.#page,
      problem: this.#problem,
      notice: this.#notice,
    };
  }

  /** New backup codes may have been made whose answer was lost, and nobody was told so. */
  get awaitsCodes(): boolean {
    return this.#awaited.isOpen;
  }

  /** Resolves once nothing is in progress. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Does an action of the person. Never rejects: failures are part of the view. */
  handle(asked: Action): Promise<void> {
    if (this.#busy) return Promise.resolve();
    if (asked.kind === 'chooseOption') {
      // At once, so that of two arrow keys in a row neither is lost.
      chooseOption(this.#page, asked.option);
      [this.#failed, this.#problem, this.#notice] = [undefined, undefined, undefined];
      this.#draw();
      return Promise.resolve();
    }
    this.#running = this.#run(asked);
    return this.#running;
  }

  /** The panel was closed: waits, as codes may come, then forgets all secrets. Unstored codes are kept. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#running;
    this.#failed = undefined;
    this.#problem = undefined;
    this.#notice = undefined;
    this.#known.last = undefined;
    this.#go({ kind: 'overview' });
  }

  async #run(asked: Action): Promise<void> {
    const isRetry = asked.kind === 'remedy' && asked.remedy === 'retry';
    const message = isRetry ? (this.#failed ?? { kind: 'refresh' as const }) : asked;
    this.#busy = true;
    this.#failed = undefined;
    this.#problem = undefined;
    if (message.kind !== 'refresh') this.#notice = undefined;
    this.#draw();
    const makes = makesCodes(message, this.#page, this.#known.last);
    try {
      if (makes) await this.#awaited.begin();
      await this.#apply(await this.#act(message));
      // Where none came, a notice says so, and nobody sees it in a closed panel.
      if (makes && !this.#ended) this.#awaited.end();
    } catch (error) {
      const isOpen = (message.kind === 'prove' || message.kind === 'confirm') && isOutcomeUnknown(error);
      if (makes && !isOpen) this.#awaited.end();
      if (!isOpen || !(await this.#lookWhatHappened(makes))) this.#fail(error, message);
      if (this.#awaited.isOpen && !this.#ended) {
        // The service can't be asked what became of them.
        this.#notice = perhapsReplaced().notice;
        this.#awaited.end();
      }
    }
    this.#busy = false;
    this.#draw();
  }

  /** Forgets secrets because the person is away. Backup codes that weren't stored stay. */
  forget(): void {
    this.#failed = undefined;
    if (staysUnattended(this.#page, this.#options.now())) return;
    const why = timedOut(this.#page);
    this.#go({ kind: 'overview' });
    this.#problem = undefined;
    this.#notice = told(why).notice;
    this.#draw();
  }

  async #act(message: Action): Promise<Next> {
    const page = this.#page;
    switch (message.kind) {
      case 'refresh':
        return { reload: true };
      case 'back':
        return { page: { kind: 'overview' } };
      case 'copySecret':
      case 'copyCodes':
      case 'saveCodes':
        return handOut(message.kind, page, this.#options);
      case 'codesStored':
        this.#options.kept.forget();
        this.#known.codesLost = false;
        return { page: { kind: 'overview' }, reload: this.#known.last === undefined };
      case 'remedy':
        if (!outside.has(message.remedy)) return applyRemedy(await this.#context(), page, message.remedy);
        await this.#options.remedy(message.remedy);
        // A question that failed before may work now.
        return { reload: this.#known.last === undefined };
      default:
        return act(await this.#context(), page, message);
    }
  }

  async #apply(next: Next): Promise<void> {
    // Before anything that may fail: the codes come only once.
    if (next.codes) {
      this.#awaited.isOpen = false;
      this.#options.kept.keep(next.codes);
      this.#known.codesLost = false;
    }
    if (next.page?.kind === 'choose' && next.changed) this.#known.authorize();
    if (next.page) this.#go(next.page);
    if (next.notice) this.#notice = next.notice;
    if (next.changed) this.#options.changed();
    // The panel is closed, so the answer would not be shown.
    if (this.#ended) return;
    if (next.changed) await this.#reloadAfterChange();
    else if (next.reload) await this.#load();
  }

  /** The action is done. If its outcome can't be read, that is another problem, not a failed action. */
  async #reloadAfterChange(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      this.#known.last = undefined;
      this.#failed = { kind: 'refresh' };
      this.#problem = problemOf(error, this.#failed, this.#page, this.#options.now());
    }
  }

  #fail(error: unknown, message: Action): void {
    const page = this.#page;
    if (error instanceof ApiError && page.kind === 'proof') this.#known.refused(page.option, error);
    this.#failed = message;
    this.#problem = problemOf(error, message, page, this.#options.now());
    if (page.kind === 'loading') this.#go({ kind: 'overview' });
  }

  /** After a lost answer: true if the action was carried out. */
  async #lookWhatHappened(makesCodes: boolean): Promise<boolean> {
    const before = this.#known.last;
    try {
      await this.#load();
    } catch (failure) {
      ignore(this.#options.log, 'the lost answer is shown instead')(failure);
      return false;
    }
    const after = this.#known.last;
    const next = before && after ? reconcileLostResponse(this.#page, before, after) : undefined;
    // The notice says what became of the codes, where somebody sees it.
    if (makesCodes && before && after && !(next && this.#ended)) this.#awaited.end();
    if (!next) return false;
    await this.#apply(next);
    this.#options.changed();
    return true;
  }

  async #load(): Promise<void> {
    await this.#known.load();
    if (this.#page.kind === 'loading') this.#go({ kind: 'overview' });
  }

  async #context(): Promise<Context> {
    if (!this.#known.last) await this.#load();
    const known = this.#known.current;
    if (!known) throw new LocalError('may_pass', l10n.t('The settings aren’t loaded yet.'));
    return { client: this.#options.client(), known, now: this.#options.now };
  }

  #go(page: PageState): void {
    this.#page = page;
    this.#turn += 1;
  }
}
