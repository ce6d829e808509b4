import type * as vscode from 'vscode';
import type * as z from 'zod/mini';
import type { AccountStore } from '../../stores/account/accountStore';
import { signedIn } from '../../api/localError';

/** How a panel begins: opened by a person or a program, or filled again after a reload. */
export interface Beginning<Change, Kept> {
  change?: Change;
  /** What VS Code kept of it. */
  kept?: Kept | undefined;
  restored?: vscode.WebviewPanel;
  closed: () => void;
}

interface Opened<Change> {
  /** Comes to the front, with something else to see if it is given. */
  show(change: Change | undefined): void;
  close(): void;
}

/** The panel of a kind in a window: one at a time, for the account in use. */
export class OnePanel<Change, Kept> implements vscode.Disposable {
  readonly #accounts: Pick<AccountStore, 'client'>;
  readonly #keptSchema: z.ZodMiniType<Kept>;
  readonly #create: (beginning: Beginning<Change, Kept>) => Opened<Change>;
  #open: Opened<Change> | undefined;

  /** @param keptSchema of what VS Code keeps of the panel; the panel starts like a new one with anything else */
  constructor(
    accounts: Pick<AccountStore, 'client'>,
    keptSchema: z.ZodMiniType<Kept>,
    create: (beginning: Beginning<Change, Kept>) => Opened<Change>,
  ) {
    this.#accounts = accounts;
    this.#keptSchema = keptSchema;
    this.#create = create;
  }

  /** @throws LocalError 'not_signed_in' if no account is signed in */
  show(change?: Change): void {
    signedIn(this.#accounts);
    if (this.#open) this.#open.show(change);
    else this.#begin(change === undefined ? {} : { change });
  }

  /**
   * Fills a panel that VS Code shows again after a reload, for the account in use.
   *
   * @param state what VS Code has kept
   * @throws LocalError 'not_signed_in' if no account is signed in
   */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    signedIn(this.#accounts);
    if (this.#open) panel.dispose();
    else this.#begin({ restored: panel, kept: this.#keptSchema.safeParse(state).data });
  }

  #begin(beginning: Omit<Beginning<Change, Kept>, 'closed'>): void {
    this.#open = this.#create({ ...beginning, closed: () => (this.#open = undefined) });
  }

  dispose(): void {
    this.#open?.close();
  }
}
