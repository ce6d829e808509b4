import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { LaunchAction } from '../../domain/launch/form/paneAction';
import type { LaunchView } from '../../domain/launch/form/paneView';
import { drawnPane, withTypedProblems } from '../../domain/launch/form/drawnPane';
import { fieldOf } from '../../domain/launch/form/fields';
import { imagesOf, knownImages } from '../../domain/launch/form/image';
import { type FormState, type FormView, stateOf, viewOf } from '../../domain/launch/form/state';
import { withAppliedTexts } from '../../domain/launch/form/typing';
import type { FieldProblem } from '../../domain/launch/launchRequest';
import { ignore } from '../../log/log';
import type { ClosedForm } from '../../stores/launch/closedForm';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { settings } from '../../stores/settings';
import type { Services } from '../services';
import { PaneEdits } from './paneEdits';
import { PaneLists } from './paneLists';
import { closedForm, type FormEnd, inShort, offerTitle, type RentForm } from './rentForm';

export interface PaneOptions {
  earlier?: ClosedForm | undefined;
  /** For whom it is rented, where that does not go without saying. */
  account?: string | undefined;
  /** Shows the pane as it is now. */
  draw: (view: LaunchView) => void;
  /** Shows the offers that are most like one that is gone. */
  showNearest: (gone: FoundOffer) => void;
}

/** The launch form as a pane of a panel: every field has its control, and each change counts at once. */
export class LaunchPane implements RentForm {
  readonly #services: Services;
  readonly #options: PaneOptions;
  readonly #lists: PaneLists;
  readonly #edits: PaneEdits;
  #found: FoundOffer;
  #state: FormState;
  #earlier: ClosedForm | undefined;
  /** What the service or a check of several values refused, by field, until it is changed. */
  #refused: readonly FieldProblem[] = [];
  #notice: LaunchView['notice'];
  #isClosed = false;
  #focus: LaunchView['focus'] = { turn: 0 };
  /** Resolves the question that is open; undefined while something else is under way. */
  #leave: ((end: FormEnd) => void) | undefined;

  constructor(services: Services, found: FoundOffer, state: FormState, options: PaneOptions) {
    this.#services = services;
    this.#options = options;
    this.#found = found;
    this.#state = withAppliedTexts(found, state);
    this.#earlier = options.earlier;
    this.#lists = new PaneLists(services, () => this.#draw());
    this.#edits = new PaneEdits(services, this.#lists, {
      view: () => this.#formView,
      found: () => this.#found,
      change: (key, changed) => this.#change(key, changed),
      refuse: (problem) => this.#refuse(problem),
    });
  }

  get found(): FoundOffer {
    return this.#found;
  }

  get state(): FormState {
    return this.#state;
  }

  /** Whether it is being rented, or something else is under way that needs the form as it is. */
  get isBusy(): boolean {
    return this.#leave === undefined;
  }

  replace(found: FoundOffer, state: FormState): void {
    if (found.offer.id !== this.#found.offer.id) {
      // Both are about the other offer.
      this.#notice = undefined;
      this.#refused = [];
    }
    this.#found = found;
    this.#state = withAppliedTexts(found, stateOf(state));
    this.#draw();
  }

  refuse(problem: FieldProblem): void {
    this.#refuse(problem);
    this.#focusOn(fieldOf(problem.field)?.key);
  }

  ask(): Promise<FormEnd> {
    // It was closed while it was being rented, which then failed.
    if (this.#isClosed) return Promise.resolve({ kind: 'cancelled' });
    return new Promise((resolve) => {
      this.#leave = resolve;
      this.#draw();
    });
  }

  findNearest(): Promise<undefined> {
    const text = vscode.l10n.t('Someone else just took this offer. Choose one of the most similar offers.');
    this.#notice = { tone: 'warning', text };
    this.#options.showNearest(this.#found);
    return Promise.resolve(undefined);
  }

  act(action: LaunchAction): void {
    // The form must stay as it was when the person agreed to its price.
    if (this.isBusy && action.kind !== 'back') return;
    switch (action.kind) {
      case 'rent':
      case 'preview': {
        const { kind } = action;
        this.#notice = undefined;
        this.#edits.whenStored(() => this.#rent(kind));
        break;
      }
      case 'save':
        this.#edits.whenStored(() => this.#end({ kind: 'save' }));
        break;
      case 'back':
        this.#end({ kind: 'back' });
        break;
      case 'elsewhere':
        if (this.#state.machineId !== undefined)
          this.#end({ kind: 'elsewhere', machineId: this.#state.machineId });
        break;
      case 'resume':
        if (this.#earlier) this.#end({ kind: 'resume', earlier: this.#earlier });
        this.#earlier = undefined;
        break;
      default:
        this.#edits.act(action);
    }
  }

  /** The panel or the account is gone: what is filled in stays for another form. */
  close(): void {
    this.#isClosed = true;
    this.#end({ kind: 'cancelled' });
    this.#lists.dispose();
  }

  #rent(kind: 'rent' | 'preview'): void {
    const problem = this.#edits.refuseOpenTabs() ?? withTypedProblems(this.#formView).problems[0];
    if (problem) this.#focusOn(fieldOf(problem.field)?.key);
    else this.#end({ kind });
  }

  #end(end: FormEnd): void {
    const leave = this.#leave;
    this.#leave = undefined;
    this.#draw();
    leave?.(end);
  }

  #refuse(problem: FieldProblem): void {
    this.#refused = [...this.#refused.filter(({ field }) => field !== problem.field), problem];
    this.#draw();
  }

  #focusOn(key: string | undefined): void {
    this.#focus = { turn: this.#focus.turn + 1, key };
    this.#draw();
  }

  /** After the first change, the form can be resumed if the panel was closed, or if the window was reloaded. */
  #change(key: string | undefined, state: FormState): void {
    const { launches, clock, log } = this.#services;
    const field = key === undefined ? undefined : fieldOf(key);
    this.#state = stateOf(state);
    this.#earlier = undefined;
    this.#notice = undefined;
    this.#refused = this.#refused.filter((problem) => field && fieldOf(problem.field) !== field);
    this.#draw();
    const kept = launches.keepForm(closedForm(this.#found, this.#state, clock));
    void kept.catch(ignore(log, 'only remembering the form failed'));
  }

  get #formView(): FormView {
    return viewOf(this.#found, this.#state, this.#refused);
  }

  #draw(): void {
    const view = this.#formView;
    const { account } = this.#options;
    const { templates, volumes, saved } = this.#lists;
    const known = knownImages(view, settings.rent.image, this.#services.launches.recentImages);
    const others = imagesOf(templates).filter(({ image }) => !known.some((one) => one.image === image));
    this.#options.draw(
      drawnPane(view, {
        title: offerTitle(this.#found),
        account: account === undefined ? undefined : plainText(account, 100),
        templates,
        volumes,
        images: [...known, ...others],
        saved,
        earlier: this.#earlier && inShort(this.#earlier),
        busy: this.isBusy,
        notice: this.#notice,
        focus: this.#focus,
      }),
    );
  }
}
