import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { gpuTitle } from '../../connect/instanceName';
import { formatPerDay, formatPerHour, formatPerMonth } from '../../domain/cost';
import type { FieldProblem } from '../../domain/launchRequest';
import type { ClosedForm } from '../../stores/launchStore';
import type { FoundOffer } from '../../stores/offerStore';
import { pick } from '../wizard/steps';
import type { LaunchServices } from './field';
import { fieldLabel, fieldOf, fields } from './fields';
import { type FormState, type FormView, stateOf, viewOf } from './formState';

/** How the form was left. It is to be shown again after everything but `back` and `cancelled`. */
export type FormEnd =
  /** `preview`: to see what comes of template and request; `save`: under a name, for later. */
  | { kind: 'rent' | 'preview' | 'save'; state: FormState }
  /** The chosen volume lies on another machine, so another offer is needed. */
  | { kind: 'elsewhere'; state: FormState; machineId: number }
  /** To go on with what was filled in when the form was closed last. */
  | { kind: 'resume'; earlier: ClosedForm }
  | { kind: 'back' | 'cancelled' };

interface Row extends vscode.QuickPickItem {
  key: string;
}

const saveButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('save'),
  tooltip: vscode.l10n.t('Save this launch under a name'),
};

/** The hub of a launch: the first row rents, every other one shows a field and changes it. */
export class LaunchForm {
  readonly #services: LaunchServices;
  #found: FoundOffer;
  #state: FormState;
  #earlier: ClosedForm | undefined;
  /** What the service refused, by field, until it is changed. */
  #refused: readonly FieldProblem[] = [];
  #active = 'rent';

  /** @param earlier what an earlier form was closed with; offered until something is changed */
  constructor(services: LaunchServices, found: FoundOffer, state: FormState, earlier?: ClosedForm) {
    this.#services = services;
    this.#found = found;
    this.#state = state;
    this.#earlier = earlier;
  }

  /** Goes on with another offer, or with another state. */
  replace(found: FoundOffer, state: FormState): void {
    this.#found = found;
    this.#state = state;
  }

  /** Shows beside its field what the service refused. */
  refuse(problem: FieldProblem): void {
    this.#refused = [...this.#refused.filter(({ field }) => field !== problem.field), problem];
    this.#active = fieldOf(problem.field)?.key ?? 'rent';
  }

  async ask(): Promise<FormEnd> {
    for (;;) {
      const view = viewOf(this.#found, this.#state, this.#refused);
      const step = await pick(rowsOf(view, this.#earlier), {
        title: vscode.l10n.t('Rent {0}', place(this.#found)),
        placeholder: vscode.l10n.t('Rent, or change a field'),
        back: true,
        buttons: [saveButton],
        active: ({ key }) => key === this.#active,
      });
      if (step.kind !== 'done') return step;
      if (step.value.pressed === saveButton) return { kind: 'save', state: this.#state };
      const end = await this.#choose(view, step.value.item?.key ?? 'rent');
      if (end) return end;
    }
  }

  async #choose(view: FormView, key: string): Promise<FormEnd | undefined> {
    if (key === 'rent' || key === 'preview') return { kind: key, state: this.#state };
    const earlier = this.#earlier;
    if (key === 'resume' && earlier) {
      this.#earlier = undefined;
      return { kind: 'resume', earlier };
    }
    const field = fieldOf(key);
    if (!field) return undefined;
    this.#active = key;
    const step = await field.edit(view, {
      services: this.#services,
      keepTyped: (name, text) =>
        this.#keep({ ...this.#state, typed: { ...this.#state.typed, [name]: text } }),
    });
    if (step.kind === 'cancelled') return step;
    if (step.kind === 'back') return undefined;
    await this.#keep(stateOf(step.value));
    this.#refused = this.#refused.filter((problem) => fieldOf(problem.field) !== field);
    this.#active = 'rent';
    const { machineId } = this.#state;
    if (machineId === undefined || machineId === this.#found.offer.machine_id) return undefined;
    return { kind: 'elsewhere', state: this.#state, machineId };
  }

  /** From the first change on the form can be resumed: after it was closed, refused, or the window loaded anew. */
  async #keep(state: FormState): Promise<void> {
    this.#state = state;
    this.#earlier = undefined;
    await this.#services.launches.keepForm(closedForm(this.#found, state));
  }
}

/** What is remembered of a form so that it can be resumed. */
export function closedForm({ offer, isBid, query }: FoundOffer, state: FormState): ClosedForm {
  const { id, draft, template, count, typed, machineId, sent } = state;
  return {
    ...(id === undefined ? {} : { id }),
    offerId: offer.id,
    isBid,
    query,
    ...(template ? { templateId: template.id } : {}),
    ...(machineId === undefined ? {} : { machineId }),
    ...(sent ? { sent } : {}),
    draft,
    count,
    typed,
    at: Date.now(),
  };
}

function rowsOf(view: FormView, earlier: ClosedForm | undefined): Row[] {
  const shown = fields.filter((field) => field.shown?.(view) ?? true);
  let group = '';
  const fieldRows = shown.flatMap((field): Row[] => {
    const problem = view.problems.find((one) => fieldOf(one.field) === field);
    const row: Row = {
      key: field.key,
      label: `$(${problem ? 'warning' : field.icon}) ${field.label}`,
      description: field.value(view),
      ...(problem ? { detail: problem.message } : {}),
    };
    if (field.group === group) return [row];
    group = field.group;
    return [{ key: '', label: group, kind: vscode.QuickPickItemKind.Separator }, row];
  });
  const preview: Row[] = view.template
    ? [{ key: 'preview', label: vscode.l10n.t('$(diff) Compare template, request and result') }]
    : [];
  const resume: Row[] = earlier
    ? [
        {
          key: 'resume',
          label: vscode.l10n.t('$(history) Go on with the form that was closed'),
          description: inShort(earlier),
        },
      ]
    : [];
  return [rentRow(view), ...resume, ...preview, ...fieldRows];
}

/** What a closed form was about, to be recognised by. */
function inShort({ draft, at }: ClosedForm): string {
  const time = new Date(at).toLocaleTimeString(vscode.env.language, { timeStyle: 'short' });
  return [time, draft.label, draft.image]
    .filter(Boolean)
    .map((text) => plainText(text ?? '', 60))
    .join(' · ');
}

function rentRow(view: FormView): Row {
  const { cost, count, problems } = view;
  const [problem] = problems;
  if (problem) {
    return {
      key: fieldOf(problem.field)?.key ?? 'rent',
      label: vscode.l10n.t('$(warning) Not ready: {0}', fieldLabel(problem.field)),
      description: problem.message,
    };
  }
  const times = (dollars: number | undefined) => (dollars === undefined ? undefined : dollars * count);
  return {
    key: 'rent',
    label:
      count === 1
        ? vscode.l10n.t('$(rocket) Rent for {0}', formatPerHour(cost.running))
        : vscode.l10n.t('$(rocket) Rent {0} for about {1}', count, formatPerHour(times(cost.running))),
    description: spans(times(cost.running)).slice(1).join(' · '),
    detail: vscode.l10n.t('while stopped: {0}', spans(times(cost.stopped)).join(' · ')),
  };
}

/** Per hour, day and month. */
function spans(dollarsPerHour: number | undefined): string[] {
  if (dollarsPerHour === undefined) return [formatPerHour(undefined)];
  return [formatPerHour(dollarsPerHour), formatPerDay(dollarsPerHour), formatPerMonth(dollarsPerHour)];
}

function place({ offer, isBid }: FoundOffer): string {
  return [
    gpuTitle(offer),
    plainText(offer.geolocation ?? '', 40),
    isBid ? vscode.l10n.t('interruptible') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
