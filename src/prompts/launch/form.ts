import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { formatPerHour } from '../../domain/money/cost';
import { bidPartsOf, ofAll, spans } from '../../domain/launch/form/priceLines';
import { withTypedProblems } from '../../domain/launch/form/drawnPane';
import { type LaunchField, withoutTyped } from '../../domain/launch/form/field';
import { fieldLabel, fieldOf, fields } from '../../domain/launch/form/fields';
import { type FormState, type FormView, stateOf, viewOf } from '../../domain/launch/form/state';
import { typedField, withAppliedTexts } from '../../domain/launch/form/typing';
import type { FieldProblem } from '../../domain/launch/launchRequest';
import type { ClosedForm } from '../../stores/launch/closedForm';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { pickNearest } from '../offers/pickNearest';
import type { Services } from '../services';
import { pick } from '../steps';
import { editField } from './fields/editField';
import { withoutHeld } from './fields/field';
import { closedForm, type FormEnd, inShort, offerTitle, type RentForm } from './rentForm';

interface FormContext {
  earlier?: ClosedForm | undefined;
  account?: string | undefined;
}

interface Row extends vscode.QuickPickItem {
  key: string;
}

const saveButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('save'),
  tooltip: vscode.l10n.t('Save Launch'),
};

/** The main list of a launch: the first row rents, every other row shows and edits a field. */
export class LaunchForm implements RentForm {
  readonly #services: Services;
  #found: FoundOffer;
  #state: FormState;
  #earlier: ClosedForm | undefined;
  readonly #account: string | undefined;
  /** What the service refused, by field, until it is changed. */
  #refused: readonly FieldProblem[] = [];
  #active = 'rent';

  /**
   * @param context `earlier`: what an earlier form was closed with; offered until something is changed. `account`: for
   * whom it is rented, where that does not go without saying
   */
  constructor(services: Services, found: FoundOffer, state: FormState, context: FormContext = {}) {
    this.#services = services;
    this.#found = found;
    this.#state = withAppliedTexts(found, state);
    this.#earlier = context.earlier;
    this.#account = context.account;
  }

  get found(): FoundOffer {
    return this.#found;
  }

  get state(): FormState {
    return this.#state;
  }

  replace(found: FoundOffer, state: FormState): void {
    this.#found = found;
    this.#state = withAppliedTexts(found, state);
  }

  refuse(problem: FieldProblem): void {
    this.#refused = [...this.#refused.filter(({ field }) => field !== problem.field), problem];
    this.#active = fieldOf(problem.field)?.key ?? 'rent';
  }

  async ask(): Promise<FormEnd> {
    for (;;) {
      const view = withTypedProblems(viewOf(this.#found, this.#state, this.#refused));
      const step = await pick(rowsOf(view, this.#earlier), {
        title: this.#title(),
        placeholder: vscode.l10n.t('Rent, or change a field'),
        back: true,
        buttons: [saveButton],
        active: ({ key }) => key === this.#active,
      });
      if (step.kind !== 'done') return step;
      if (step.value.pressed === saveButton) return { kind: 'save' };
      const end = await this.#choose(view, step.value.item?.key ?? 'rent');
      if (end) return end;
    }
  }

  findNearest(disk: number): Promise<FoundOffer | undefined> {
    return pickNearest(this.#services, this.#found, disk);
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
      await this.#keep(await this.#withoutTextsOf(field));
      return undefined;
    }
    await this.#keep(stateOf(step.value));
    this.#refused = this.#refused.filter((problem) => fieldOf(problem.field) !== field);
    this.#active = 'rent';
    const { machineId } = this.#state;
    if (machineId === undefined || machineId === this.#found.offer.machine_id) return undefined;
    return { kind: 'elsewhere', machineId };
  }

  /** Who goes back from a field does not want what was typed in it. */
  async #withoutTextsOf(field: LaunchField): Promise<FormState> {
    const isOfField = (key: string): boolean => typedField(key) === field;
    let state = this.#state;
    for (const key of Object.keys(state.typed).filter(isOfField))
      state = await withoutHeld(state, this.#services.launchSecrets, key);
    return withoutTyped(state, isOfField);
  }

  /** After the first change, the form can be resumed if it was closed or refused, or if the window was reloaded. */
  async #keep(state: FormState): Promise<void> {
    this.#state = state;
    this.#earlier = undefined;
    await this.#services.launches.keepForm(closedForm(this.#found, state, this.#services.clock));
  }
}

function rowsOf(view: FormView, earlier: ClosedForm | undefined): Row[] {
  const shown = fields.filter((field) => field.shown?.(view) ?? true);
  let group = '';
  const fieldRows = shown.flatMap((field): Row[] => {
    const problem = view.problems.find((one) => fieldOf(one.field) === field);
    const row: Row = {
      key: field.key,
      label: `$(${problem ? 'warning' : field.icon}) ${field.label}`,
      description: plainText(field.value(view)),
      ...(problem ? { detail: plainText(problem.message) } : {}),
    };
    if (field.group === group) return [row];
    group = field.group;
    return [{ key: '', label: group, kind: vscode.QuickPickItemKind.Separator }, row];
  });
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
  return [rentRow(view), ...resume, ...preview, ...fieldRows];
}

function rentRow(view: FormView): Row {
  const { cost, count, problems } = view;
  const [problem] = problems;
  if (problem) {
    return {
      key: fieldOf(problem.field)?.key ?? 'rent',
      label: vscode.l10n.t('$(warning) Not ready: {0}', fieldLabel(problem.field)),
      description: plainText(problem.message),
    };
  }
  return {
    key: 'rent',
    label:
      count === 1
        ? vscode.l10n.t('$(rocket) Rent for {0}', formatPerHour(cost.running))
        : vscode.l10n.t('$(rocket) Rent {0} for about {1}', count, formatPerHour(ofAll(view, cost.running))),
    description: spans(ofAll(view, cost.running)).slice(1).join(' · '),
    detail: [
      ...bidPartsOf(view),
      vscode.l10n.t('while stopped: {0}', spans(ofAll(view, cost.stopped)).join(' · ')),
    ].join(' · '),
  };
}
