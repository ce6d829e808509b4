import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { gpuTitle } from '../../ask/instanceName';
import { placeName } from '../../domain/offers/valueTexts';
import { formatFacts, formatNumber } from '../../domain/format';
import { formatPerDay, formatPerHour, formatPerMonth, formatSum, offerCost } from '../../domain/money/cost';
import { fieldLabel, fieldOf, fields } from '../../domain/launch/form/fields';
import { type FormState, type FormView, stateOf, viewOf } from '../../domain/launch/form/state';
import { withAppliedTexts, withTypedProblems } from '../../domain/launch/form/typing';
import { defaultDisk, type FieldProblem } from '../../domain/launch/launchRequest';
import type { ClosedForm } from '../../stores/launch/closedForm';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { bidParts } from '../../domain/offers/plannedPrice';
import type { Services } from '../services';
import { pick } from '../steps';
import { editField } from './fields/editField';
import { type FieldRow as Row, fieldRows, withoutTextsOf } from './fieldRows';
import { closedForm, inShort } from './launchState';

/** How the form was left. It is shown again after everything except `back` and `cancelled`. */
export type FormEnd =
  /** `preview`: shows the result of template and request; `save`: saves it under a name; `takeOver`: the reverse. */
  | { kind: 'rent' | 'preview' | 'save' | 'takeOver' }
  /** The chosen volume is on another machine, so another offer is needed. */
  | { kind: 'elsewhere'; machineId: number }
  /** Continues with what was filled in when the form was last closed. */
  | { kind: 'resume'; earlier: ClosedForm }
  | { kind: 'back' | 'cancelled' };

export interface FormContext {
  /** What an earlier form was closed with; offered until something is changed. */
  earlier?: ClosedForm | undefined;
  /** For whom it is rented, where that does not go without saying. */
  account?: string | undefined;
  /** How long the person plans to rent. */
  hours?: number | undefined;
}

const saveButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('save'),
  tooltip: vscode.l10n.t('Save Launch'),
};
const takeOverButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('bookmark'),
  tooltip: vscode.l10n.t('Use Saved Launch…'),
};

/** The main list of a launch: the first row rents, every other row shows and edits a field. */
export class LaunchForm {
  readonly #services: Services;
  #found: FoundOffer;
  #state: FormState;
  #earlier: ClosedForm | undefined;
  readonly #account: string | undefined;
  readonly #hours: number | undefined;
  /** What the service refused, by field, until it is changed. */
  #refused: readonly FieldProblem[] = [];
  #active = 'rent';

  constructor(services: Services, found: FoundOffer, state: FormState, context: FormContext = {}) {
    this.#services = services;
    this.#found = found;
    this.#state = withAppliedTexts(found, state);
    this.#earlier = context.earlier;
    this.#account = context.account;
    this.#hours = context.hours;
  }

  get found(): FoundOffer {
    return this.#found;
  }

  /** What is filled in. */
  get state(): FormState {
    return this.#state;
  }

  /** Continues with another offer or another state. */
  replace(found: FoundOffer, state: FormState): void {
    this.#found = found;
    this.#state = withAppliedTexts(found, state);
  }

  /** Shows the service's refusal at its field. */
  refuse(problem: FieldProblem): void {
    this.#refused = [...this.#refused.filter(({ field }) => field !== problem.field), problem];
    this.#active = fieldOf(problem.field)?.key ?? 'rent';
  }

  /** Shows the form until it is left. */
  async ask(): Promise<FormEnd> {
    for (;;) {
      const view = withTypedProblems(viewOf(this.#found, this.#state, this.#refused));
      const step = await pick(rowsOf(view, { earlier: this.#earlier, hours: this.#hours }), {
        title: this.#title(),
        placeholder: vscode.l10n.t('Rent, or change a field'),
        back: true,
        buttons: [takeOverButton, saveButton],
        active: ({ key }) => key === this.#active,
      });
      if (step.kind !== 'done') return step;
      if (step.value.pressed === saveButton) return { kind: 'save' };
      if (step.value.pressed === takeOverButton) return { kind: 'takeOver' };
      const end = await this.#choose(view, step.value.item?.key ?? 'rent');
      if (end) return end;
    }
  }

  #title(): string {
    const what = vscode.l10n.t('Rent {0}', offerTitle(this.#found));
    return this.#account === undefined ? what : vscode.l10n.t('{0} for {1}', what, this.#account);
  }

  async #choose(view: FormView, key: string): Promise<FormEnd | undefined> {
    if (key === 'rent' || key === 'preview') return { kind: key };
    const earlier = this.#earlier;
    if (key === 'resume' && earlier) {
      this.#earlier = undefined;
      return { kind: 'resume', earlier };
    }
    const field = fieldOf(key);
    if (!field) return undefined;
    this.#active = key;
    const step = await editField(field, view, {
      services: this.#services,
      keepTyped: (name, text) =>
        this.#keep({ ...this.#state, typed: { ...this.#state.typed, [name]: text } }),
    });
    if (step.kind === 'cancelled') return step;
    if (step.kind === 'back') {
      await this.#keep(await withoutTextsOf(this.#state, field, this.#services.launchSecrets));
      return undefined;
    }
    await this.#keep(stateOf(step.value));
    this.#refused = this.#refused.filter((problem) => fieldOf(problem.field) !== field);
    this.#active = 'rent';
    const { machineId } = this.#state;
    if (machineId === undefined || machineId === this.#found.offer.machine_id) return undefined;
    return { kind: 'elsewhere', machineId };
  }

  /** After the first change, the form can be resumed if it was closed or refused, or if the window was reloaded. */
  async #keep(state: FormState): Promise<void> {
    this.#state = state;
    this.#earlier = undefined;
    await this.#services.launches.keepForm(closedForm(this.#found, state, this.#services.clock));
  }
}

function rowsOf(view: FormView, { earlier, hours }: FormContext): Row[] {
  const preview: Row[] = view.template
    ? [{ key: 'preview', label: vscode.l10n.t('$(diff) Compare Template, Request and Result') }]
    : [];
  const resume: Row[] = earlier
    ? [
        {
          key: 'resume',
          label: vscode.l10n.t('$(history) Resume Closed Form'),
          description: inShort(earlier),
        },
      ]
    : [];
  return [rentRow(view, hours), ...resume, ...preview, ...fieldRows(view, fields)];
}

function rentRow(view: FormView, hours: number | undefined): Row {
  const { cost, count, problems } = view;
  const [problem] = problems;
  if (problem) {
    return {
      key: fieldOf(problem.field)?.key ?? 'rent',
      label: vscode.l10n.t('$(warning) Not ready: {0}', fieldLabel(problem.field)),
      description: plainText(problem.message),
    };
  }
  const running = ofAll(view, cost.running);
  const total =
    hours === undefined || running === undefined
      ? []
      : [vscode.l10n.t('{0} for {1} h', formatSum(running * hours), formatNumber(hours))];
  return {
    key: 'rent',
    label:
      count === 1
        ? vscode.l10n.t('$(rocket) Rent for {0}', formatPerHour(running))
        : vscode.l10n.t('$(rocket) Rent {0} for about {1}', count, formatPerHour(running)),
    description: [...total, ...spans(running).slice(1)].join(' · '),
    detail: [
      ...bidPartsOf(view),
      vscode.l10n.t('while stopped: {0}', spans(ofAll(view, cost.stopped)).join(' · ')),
    ].join(' · '),
  };
}

/** Dollars per hour of all instances that the form rents. */
const ofAll = ({ count }: FormView, dollars: number | undefined): number | undefined =>
  dollars === undefined ? undefined : dollars * count;

/** A price per hour, day and month. */
function spans(dollarsPerHour: number | undefined): string[] {
  if (dollarsPerHour === undefined) return [formatPerHour(undefined)];
  return [formatPerHour(dollarsPerHour), formatPerDay(dollarsPerHour), formatPerMonth(dollarsPerHour)];
}

/** The parts of an interruptible offer's price. */
function bidPartsOf({ found: { offer, isBid }, resolved: { values } }: FormView): string[] {
  if (!isBid || values.price === undefined) return [];
  return [bidParts(values.price, offerCost(offer, values.disk ?? defaultDisk))];
}

/** The GPUs of an offer and where they are. */
function offerTitle({ offer, isBid }: FoundOffer): string {
  return formatFacts(
    gpuTitle(offer),
    placeName(plainText(offer.geolocation ?? '', 40)),
    isBid ? vscode.l10n.t('interruptible') : '',
  );
}
