import { heard } from '../../src/webviews/shared/messages';
import type { Action } from '../../src/twoFactor/action';
import { hostMessage, type View } from '../../src/webviews/twoFactor/protocol';
import type { Page } from './panels';

/** Who reads what it shows. */
interface Reader {
  tell: (text: string) => void;
  /** Backup codes are shown. */
  show: (codes: readonly string[]) => void;
}

/** The browser side of the panel for two-factor authentication without its drawing. */
export class TwoFactorPage implements Page {
  readonly state = undefined;
  view: View | undefined;
  readonly #send: (message: Action) => void;
  readonly #problem: (text: string) => void;
  readonly #person: Reader;

  constructor(send: (message: Action) => void, problem: (text: string) => void, person: Reader) {
    this.#send = send;
    this.#problem = problem;
    this.#person = person;
  }

  receive(message: unknown): void {
    const view = hostMessage.safeParse(message).data?.view;
    if (!view) {
      if (!heard.safeParse(message).success)
        this.#problem(`the panel of second factors can't read ${JSON.stringify(message).slice(0, 200)}`);
      return;
    }
    this.view = view;
    if (view.notice) this.#person.tell(view.notice.text);
    if (view.codesLost) this.#person.tell('The new backup codes were lost.');
    if (view.page.kind === 'codes') this.#person.show(view.page.codes);
  }

  send(action: Action): void {
    this.#send(action);
  }
}
