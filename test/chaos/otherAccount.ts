import type { RemoteControl } from '../sandbox/remoteControl';
import { OffersPage } from './offersPage';
import { SpendingPage } from './spendingPage';
import type { Time } from './time';
import type { Window } from './window';

const email = 'second@example.com';
const isThere = new Set(['running', 'stopped', 'unclear', 'volume']);

/** A second account of the person's, which owns nothing and is looked at now and then. */
export class OtherAccount {
  readonly apiKey: string;
  readonly #ids: { own: string; other: string };

  private constructor(apiKey: string, ids: { own: string; other: string }) {
    this.apiKey = apiKey;
    this.#ids = ids;
  }

  /** Signs in with it, and goes back to the account that is in use. */
  static async signIn(
    window: Window,
    { sandbox, url: baseUrl, own }: { sandbox: RemoteControl; url: string; own: string },
  ): Promise<OtherAccount> {
    const { apiKey } = await sandbox.createAccount({ email });
    const { consent: confirmed } = window.exports;
    const { accountId: other } = await window.call<{ accountId: string }>('signIn', {
      apiKey,
      baseUrl,
      confirmed,
    });
    await window.call('switchAccount', { accountId: own, confirmed });
    return new OtherAccount(apiKey, { own, other });
  }

  /** Puts it to use for a while. Returns a line for each panel that doesn't follow. */
  async look(window: Window, windows: readonly Window[], time: Time): Promise<string[]> {
    const { consent: confirmed } = window.exports;
    await time.passUntil(window.call('switchAccount', { accountId: this.#ids.other, confirmed }));
    await time.pass(20_000);
    const problems = windows.flatMap(({ life, screen }) =>
      screen.panels.open.flatMap(({ page, isVisible, viewType }) => {
        const view = page instanceof OffersPage || page instanceof SpendingPage ? page.view : undefined;
        const isOthers = view && isVisible && !view.account.startsWith(email);
        return isOthers ? [`${life.name}: ${viewType} still shows ${view.account}`] : [];
      }),
    );
    const rows = windows.flatMap(({ screen }) =>
      screen.panels.open.flatMap(({ page, isVisible }) =>
        isVisible && page instanceof SpendingPage
          ? // What is charged of earlier days is theirs, and so is a strange row in each list.
            (page.figures?.rows ?? []).filter(
              ({ state, source }) => isThere.has(state) && source !== 'instance-990000001',
            )
          : [],
      ),
    );
    await time.passUntil(window.call('switchAccount', { accountId: this.#ids.own, confirmed }));
    await time.pass(20_000);
    return [...problems, ...rows.map(({ name }) => `The other account's spending has ${name}`)];
  }
}
