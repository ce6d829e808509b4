import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/client';
import { ApiError, isOutcomeUnknown } from '../../api/errors';
import { lockEnd } from '../../domain/lockTime';
import { act, help } from './actions';
import { afterLostAnswer } from './lostAnswer';
import { type Problem, problemOf } from './problem';
import type { Help, Notice, PanelMessage, View } from './protocol';
import { authorizationLifetime, type Context, type Known, type Next, type PageState } from './state';
import { viewOf } from './view';

/** Helps that lie outside the panel; they are offered also when the service tells it nothing. */
const outside: ReadonlySet<Help> = new Set(['signIn', 'logIn', 'switchAccount', 'openConsole']);

export interface SessionOptions {
  /** Who it is about, for a person. */
  account: string;
  client: () => Client;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Backup codes of this account that were left without a word that they are stored. */
  kept: { get(): readonly string[] | undefined; keep(codes: readonly string[]): void; forget(): void };
  copy: (text: string) => Promise<void>;
  /** Writes to a file that the person picks; false when they picked none. */
  save: (text: string) => Promise<boolean>;
  /** Helps that lie outside the panel. */
  help: (help: Help) => Promise<void>;
  /** The account's two-factor authentication was changed. */
  changed: () => void;
}

/**
 * What one panel is about: it holds all secrets, in memory only, and does one thing at a time. The browser side shows
 * `view` and sends what the person did.
 */
export class TwoFactorSession {
  readonly #options: SessionOptions;
  readonly #draw: () => void;
  #page: PageState = { kind: 'loading' };
  #turn = 0;
  #busy = false;
  #known: Known | undefined;
  #authorizedUntil: number | undefined;
  #problem: Problem | undefined;
  #notice: Notice | undefined;
  /** What failed last, to be tried again; holds what was typed. */
  #failed: PanelMessage | undefined;
  #running: Promise<void> | undefined;
  #ended = false;

  /** @param draw called whenever `view` has become another one */
  constructor(options: SessionOptions, draw: () => void) {
    this.#options = options;
    this.#draw = draw;
    const codes = options.kept.get();
    if (codes) this.#go({ kind: 'codes', codes, again: true, saved: false });
  }

  view(): View {
    return viewOf(
      {
        turn: this.#turn,
        account: this.#options.account,
        busy: this.#busy,
        known: this.#current,
        authorizedUntil: this.#authorizedUntil,
        page: this.#page,
        problem: this.#problem,
        notice: this.#notice,
      },
      this.#options.now(),
    );
  }

  /** Does what the person asked for. Never rejects: failures are part of the view. */
  handle(asked: PanelMessage): Promise<void> {
    if (asked.kind === 'ready' || asked.kind === 'attended' || this.#busy) return Promise.resolve();
    this.#running = this.#run(asked);
    return this.#running;
  }

  /**
   * The panel is gone: what is under way is waited for, because it may bring backup codes, and then all that is secret
   * is forgotten. Backup codes that nobody stored stay with those that are kept.
   */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#running;
    this.#failed = undefined;
    this.#problem = undefined;
    this.#notice = undefined;
    this.#known = undefined;
    this.#go({ kind: 'overview' });
  }

  async #run(asked: PanelMessage): Promise<void> {
    const isRetry = asked.kind === 'help' && asked.help === 'retry';
    const message = isRetry ? (this.#failed ?? { kind: 'refresh' as const }) : asked;
    this.#busy = true;
    this.#failed = undefined;
    this.#problem = undefined;
    if (message.kind !== 'refresh') this.#notice = undefined;
    this.#draw();
    try {
      await this.#apply(await this.#act(message));
    } catch (error) {
      await this.#fail(error, message);
    }
    this.#busy = false;
    this.#draw();
  }

  /** Forgets what is secret because nobody is there; backup codes that were not stored stay. */
  forget(): void {
    this.#failed = undefined;
    const { kind } = this.#page;
    if (kind === 'codes' || kind === 'overview' || kind === 'loading') return;
    this.#go({ kind: 'overview' });
    this.#problem = undefined;
    const text = l10n.t('Nobody was here for five minutes, so what was begun was forgotten. Begin again.');
    this.#notice = { tone: 'info', text };
    this.#draw();
  }

  async #act(message: PanelMessage): Promise<Next> {
    const page = this.#page;
    switch (message.kind) {
      case 'ready':
      case 'attended':
        return {};
      case 'refresh':
        return { reload: true };
      case 'back':
        return { page: { kind: 'overview' } };
      case 'copySecret':
        if (page.kind === 'totp') await this.#options.copy(page.secret);
        return say(l10n.t('The secret is on the clipboard. Clear the clipboard once the app has it.'));
      case 'copyCodes':
        if (page.kind === 'codes') await this.#options.copy(page.codes.join('\n'));
        return say(l10n.t('The codes are on the clipboard. Clear it once they are stored.'));
      case 'saveCodes':
        return this.#save();
      case 'codesStored':
        this.#options.kept.forget();
        return { page: { kind: 'overview' }, reload: this.#known === undefined };
      case 'help':
        return outside.has(message.help)
          ? this.#helpOutside(message.help)
          : help(await this.#context(), page, message.help);
      default:
        return act(await this.#context(), page, message);
    }
  }

  async #save(): Promise<Next> {
    const page = this.#page;
    if (page.kind !== 'codes') return {};
    const heading = l10n.t('Backup codes for {0}. Each works once.', this.#options.account);
    page.saved = (await this.#options.save(`${heading}\n\n${page.codes.join('\n')}\n`)) || page.saved;
    return {};
  }

  async #helpOutside(kind: Help): Promise<Next> {
    await this.#options.help(kind);
    // What could not be asked before may be answered now.
    return { reload: this.#known === undefined };
  }

  async #apply(next: Next): Promise<void> {
    // Before anything that may fail: the codes come this once.
    if (next.codes) this.#options.kept.keep(next.codes);
    if (next.page?.kind === 'choose' && next.changed)
      this.#authorizedUntil = this.#options.now() + authorizationLifetime;
    if (next.page) this.#go(next.page);
    if (next.notice) this.#notice = next.notice;
    if (next.changed) this.#options.changed();
    // What would be asked for now, nobody would see.
    if (this.#ended) return;
    if (next.changed) await this.#reloadAfterChange();
    else if (next.reload) await this.#load();
  }

  /** What was done is done: that its outcome could not be read is another problem, and not a failure of it. */
  async #reloadAfterChange(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      this.#known = undefined;
      this.#failed = { kind: 'refresh' };
      this.#problem = problemOf(error, this.#failed, this.#page, this.#options.now());
    }
  }

  async #fail(error: unknown, message: PanelMessage): Promise<void> {
    const isOpen = (message.kind === 'prove' || message.kind === 'confirm') && isOutcomeUnknown(error);
    if (isOpen && (await this.#lookWhatHappened())) return;
    const now = this.#options.now();
    const page = this.#page;
    if (error instanceof ApiError && page.kind === 'proof')
      page.way.lockedUntil = lockEnd(error.lockedUntil, now) ?? page.way.lockedUntil;
    this.#failed = message;
    this.#problem = problemOf(error, message, page, now);
    if (page.kind === 'loading') this.#go({ kind: 'overview' });
  }

  /** After an answer that was lost: true when what was asked for did happen. */
  async #lookWhatHappened(): Promise<boolean> {
    const before = this.#known;
    try {
      await this.#load();
    } catch {
      return false;
    }
    const next = before && this.#known ? afterLostAnswer(this.#page, before, this.#known) : undefined;
    if (!next) return false;
    await this.#apply(next);
    this.#options.changed();
    return true;
  }

  async #load(): Promise<void> {
    const client = this.#options.client();
    const [status, user] = await Promise.all([
      client.twoFactor.status(),
      // The key may not be allowed to read the account; the status alone says nearly all.
      client.currentUser().catch(() => undefined),
    ]);
    this.#known = { status, user };
    if (!status.new_method_authorized) this.#authorizedUntil = undefined;
    if (this.#page.kind === 'loading') this.#go({ kind: 'overview' });
  }

  /** What is known, without an authorization whose time is over by now. */
  get #current(): Known | undefined {
    const known = this.#known;
    const until = this.#authorizedUntil;
    if (!known || until === undefined || until > this.#options.now()) return known;
    return { ...known, status: { ...known.status, new_method_authorized: false } };
  }

  async #context(): Promise<Context> {
    if (!this.#known) await this.#load();
    const known = this.#current;
    if (!known) throw new ApiError('service_unavailable', l10n.t('The settings are not known yet.'));
    return { client: this.#options.client(), known, now: this.#options.now };
  }

  #go(page: PageState): void {
    this.#page = page;
    this.#turn += 1;
  }
}

function say(text: string): Next {
  return { notice: { tone: 'info', text } };
}
