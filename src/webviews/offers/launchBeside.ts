import type { OpenLaunch, OpenLaunchOptions } from '../../domain/launch/form/openLaunch';
import type { LaunchAction } from '../../domain/launch/form/paneAction';
import type { LaunchView } from '../../domain/launch/form/paneView';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { LaunchMessage } from './protocol';
import { plainRows } from './view';

/** Opens the launch form of an offer as a pane. Undefined if that failed; the person has then seen why. */
export type OpenLaunchPane = (
  found: FoundOffer,
  options: OpenLaunchOptions<FoundOffer>,
) => Promise<OpenLaunch<FoundOffer> | undefined>;

/** The launch form beside the offers: one at a time. */
export class LaunchBeside {
  readonly #openPane: OpenLaunchPane;
  readonly #post: (message: LaunchMessage) => void;
  readonly #lookAgain: () => void;
  #open: OpenLaunch<FoundOffer> | undefined;
  #view: LaunchView | undefined;
  #gone: FoundOffer | undefined;
  /** Chosen while the form was busy. */
  #next: { found: FoundOffer; disk: number } | undefined;
  /** Counts the panes, for one that is closed before it is loaded. */
  #turn = 0;

  /** @param lookAgain asks for the market anew, because one of its offers is gone */
  constructor(openPane: OpenLaunchPane, post: (message: LaunchMessage) => void, lookAgain: () => void) {
    this.#openPane = openPane;
    this.#post = post;
    this.#lookAgain = lookAgain;
  }

  /** Shows the form for this offer. A form that is open goes on with it, and one that is busy as soon as it can. */
  async show(found: FoundOffer, disk: number): Promise<void> {
    if (this.#open && this.#view?.busy) {
      this.#next = { found, disk };
      return;
    }
    if (this.#open) {
      this.#gone = undefined;
      this.#open.moveTo(found);
      this.send();
      return;
    }
    this.#turn += 1;
    const turn = this.#turn;
    const isCurrent = (): boolean => turn === this.#turn;
    const open = await this.#openPane(found, {
      disk,
      draw: (view) => {
        if (!isCurrent()) return;
        this.#view = view;
        if (!view) this.#forget();
        this.send();
        this.#goOn();
      },
      showNearest: (gone) => {
        if (!isCurrent()) return;
        this.#gone = gone;
        this.send();
        this.#lookAgain();
      },
    });
    if (isCurrent()) this.#open = open;
    else open?.close();
  }

  act(action: LaunchAction): void {
    this.#open?.act(action);
  }

  /** The person looks for something else than the nearest offers. */
  showAll(): void {
    if (!this.#gone) return;
    this.#gone = undefined;
    this.send();
  }

  /** Sends all that is shown. */
  send(): void {
    const [gone] = this.#gone ? plainRows([this.#gone]) : [];
    this.#post({ kind: 'launch', launch: this.#view, gone });
  }

  /** What is filled in stays for another form. */
  close(): void {
    this.#turn += 1;
    const open = this.#open;
    this.#next = undefined;
    this.#forget();
    open?.close();
    this.send();
  }

  /** The form is no longer busy, or over. */
  #goOn(): void {
    const next = this.#next;
    if (!next || this.#view?.busy) return;
    this.#next = undefined;
    void this.show(next.found, next.disk);
  }

  #forget(): void {
    this.#open = undefined;
    this.#view = undefined;
    this.#gone = undefined;
  }
}
