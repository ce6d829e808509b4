import { hostMessage, type PageOf, type Page, type View } from '../../../../src/webviews/twoFactor/protocol';
import { TwoFactorSession } from '../../../../src/twoFactor/session';
import type { Action, Remedy } from '../../../../src/twoFactor/action';
import { viewOf } from '../../../../src/webviews/twoFactor/view';
import type { TestAccount } from '../../api/support/account';
import { silent } from '../../../../src/log/log';

/** Someone who uses the panel: sees its views and sends what they do, as the browser side would. */
export class PersonAtPanel {
  readonly account: TestAccount;
  readonly kept = new Map<string, readonly string[]>();
  /** Texts that went to the clipboard, and to a file. */
  readonly copied: string[] = [];
  readonly saved: string[] = [];
  readonly remediesUsed: Remedy[] = [];
  changes = 0;
  /** New codes went with another window. */
  codesLost = false;
  /** It is noted that new codes were asked for. */
  awaited = false;
  /** Milliseconds that this machine's clock is ahead of the service's. */
  clockAhead = 0;
  session: TwoFactorSession;
  /** All views that were drawn. */
  readonly drawn: View[] = [];

  constructor(account: TestAccount) {
    this.account = account;
    this.session = this.open();
  }

  /** The panel is opened, or opened again. */
  open(): TwoFactorSession {
    const { account, kept } = this;
    const id = String(account.id);
    this.session = new TwoFactorSession(
      {
        account: 'person@example.com',
        client: () => account.client,
        now: () => this.#now(),
        log: silent,
        kept: {
          get: () => kept.get(id),
          keep: (codes) => {
            this.awaited = false;
            kept.set(id, codes);
          },
          forget: () => {
            kept.delete(id);
            this.codesLost = false;
          },
          await: () => {
            this.awaited = true;
            return Promise.resolve();
          },
          awaitNoMore: () => (this.awaited = false),
          areLost: () => Promise.resolve(this.codesLost),
        },
        copy: async (text) => void this.copied.push(text),
        save: async (text) => this.saved.push(text) > 0,
        remedy: async (remedy) => void this.remediesUsed.push(remedy),
        changed: () => (this.changes += 1),
      },
      () => this.drawn.push(this.view),
    );
    return this.session;
  }

  /** Everything the host sends has to pass the browser side's check. */
  get view(): View {
    return hostMessage.parse({ kind: 'view', view: viewOf(this.session.shown, this.#now()) }).view;
  }

  /** The page, which has to be of this kind. */
  page<K extends Page['kind']>(kind: K): PageOf<K> {
    const { page, problem } = this.view;
    if (page.kind !== kind)
      throw new Error(`The page is ${page.kind}, not ${kind}: ${problem?.message ?? ''}`);
    return page as PageOf<K>;
  }

  /** Milliseconds since the epoch, by this machine's clock. */
  #now(): number {
    return this.account.sandbox.control.now() * 1000 + this.clockAhead;
  }

  async do(...messages: Action[]): Promise<View> {
    for (const message of messages) await this.session.handle(message);
    return this.view;
  }

  /** Confirms by e-mail that it is them, as the first method needs it. */
  async authorizeByEmail(): Promise<void> {
    await this.do({ kind: 'refresh' }, { kind: 'add' }, { kind: 'send' });
    await this.do({ kind: 'prove', code: this.account.lastCode() });
  }

  /** Sets up an authenticator app from nothing; resolves to its secret. */
  async setUpApp(label = ''): Promise<string> {
    await this.authorizeByEmail();
    await this.do({ kind: 'setUp', method: 'totp' });
    const { secret } = this.page('secret');
    await this.do({ kind: 'confirm', code: this.account.totpCodeOf(secret), label });
    return secret;
  }

  /** A code of the app that was not used yet. */
  async nextAppCode(): Promise<string> {
    await this.account.sandbox.control.advance(30);
    return this.account.sandbox.control.totpCode(this.account.id);
  }
}
