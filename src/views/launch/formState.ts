import { l10n } from 'vscode';
import type { Runtype } from '../../api/requests';
import type { Template } from '../../api/schemas/template';
import type { HourlyCost } from '../../domain/cost';
import { type LaunchDraft, requestOf, secretsOf, withAdditions } from '../../domain/launchDraft';
import { launchOfTemplate, type ResolvedLaunch, resolveLaunch } from '../../domain/launchPrecedence';
import { checkLaunchRequest, type FieldProblem } from '../../domain/launchRequest';
import type { FoundOffer } from '../../stores/offerStore';
import { rentCost, type RentTerms } from '../confirmRent';

/** What a person has filled in so far. */
export interface FormState {
  /** The form's own, by which windows know it again. */
  id?: string;
  draft: LaunchDraft;
  template?: Template;
  /** How many instances to rent. */
  count: number;
  /** By field: text that was typed but not taken over, because the input was closed before. */
  typed: Readonly<Record<string, string>>;
  /** Dollars per hour of a volume that is created with the instance. */
  volumeRate?: number;
  /** The machine that the chosen volume lies on, so that only its offers will do. */
  machineId?: number;
  /** It was asked for before, and may have been rented without the answer being heard. */
  sent?: boolean;
}

/** The state with everything that follows from it. */
export interface FormView extends FormState {
  found: FoundOffer;
  /** What the instance will be created with. */
  resolved: ResolvedLaunch;
  /** Dollars per hour of one instance with its volume. */
  cost: HourlyCost;
  problems: readonly FieldProblem[];
}

/** `refused` are problems that the service named; each lasts until its field is changed. */
export function viewOf(found: FoundOffer, state: FormState, refused: readonly FieldProblem[] = []): FormView {
  const resolved = resolveLaunch(fittingDraft(found, state), state.template);
  const known = new Set(refused.map(({ field }) => field));
  const own = problemsOf(found, state).filter(({ field }) => !known.has(field));
  return {
    ...state,
    found,
    resolved,
    cost: rentCost(found, termsOf(resolved, state)),
    problems: [...refused, ...own],
  };
}

/**
 * The draft without what does not fit the choice: a field that is not shown is not sent, but comes back with the
 * choice that it belongs to.
 */
export function fittingDraft({ isBid }: FoundOffer, { draft, template }: FormState): LaunchDraft {
  const runtype = resolveLaunch(draft, template).values.runtype;
  const { price, args_str, use_jupyter_lab, jupyter_dir, onstart, additions, ...always } = draft;
  return {
    ...always,
    ...(isBid && price !== undefined ? { price } : {}),
    ...(runtype === 'args' ? defined({ args_str }) : defined({ onstart, additions })),
    ...(hasJupyter(runtype) ? defined({ use_jupyter_lab, jupyter_dir }) : {}),
  };
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** The state alone, which is all that is kept and handed on. */
export function stateOf(state: FormState): FormState {
  const { id, draft, count, typed, template, volumeRate, machineId, sent } = state;
  return { draft, count, typed, ...defined({ id, template, volumeRate, machineId, sent }) };
}

/** What the price of a state depends on. */
export function termsOf(
  { values }: ResolvedLaunch,
  { volumeRate }: Pick<FormState, 'volumeRate'>,
): RentTerms {
  const { disk, price, image, label, volume_info: volume } = values;
  return defined({ disk, price, image, label, volumeRate, createsVolume: volume?.create_new });
}

/** What is wrong with the state, field by field, before anything is sent. */
export function problemsOf(found: FoundOffer, state: FormState): FieldProblem[] {
  const { offer, isBid } = found;
  const { template } = state;
  const draft = fittingDraft(found, state);
  const dummies = new Map(secretsOf(draft).map((name) => [name, 'secret']));
  const request = {
    ...requestOf(withAdditions(draft, template?.onstart), dummies),
    ...(template ? { template_hash_id: template.hash_id } : {}),
  };
  const { disk } = resolveLaunch(draft, template).values;
  const { problems } = checkLaunchRequest(
    { ...request, ...(disk === undefined ? {} : { disk }) },
    { isBid, diskSpace: offer.disk_space, lowestBid: offer.min_bid },
  );
  return [...problems, ...volumeProblems(found, state)];
}

/** A volume lies on one machine. */
function volumeProblems({ offer }: FoundOffer, { draft, count, machineId }: FormState): FieldProblem[] {
  if (!draft.volume_info) return [];
  const isElsewhere =
    machineId !== undefined && offer.machine_id !== undefined && machineId !== offer.machine_id;
  const messages = [
    ...(isElsewhere
      ? [l10n.t('It lies on another machine. Choose it again to search the offers there, or go without.')]
      : []),
    ...(count > 1
      ? [l10n.t('A volume lies on one machine, so only one instance can be rented with it.')]
      : []),
  ];
  return messages.map((message) => ({ field: 'volume_info', message }));
}

/**
 * Sets one field, or leaves it to the template or the service: undefined does, and so does what the template says
 * anyway.
 */
export function withField<K extends keyof LaunchDraft>(
  state: FormState,
  field: K,
  value: LaunchDraft[K] | undefined,
): FormState {
  const { [field]: _, ...others } = state.draft;
  const typed = Object.fromEntries(Object.entries(state.typed).filter(([name]) => name !== field));
  const inherited = state.template ? launchOfTemplate(state.template)[field as 'image'] : undefined;
  const isInherited = value === undefined || (field !== 'env' && value === inherited);
  const isEmpty = value === '' && inherited === undefined;
  const draft = (isInherited || isEmpty ? others : { ...others, [field]: value }) as LaunchDraft;
  return { ...stateOf(state), typed, draft };
}

export const hasSsh = (runtype: Runtype | undefined): boolean => runtype !== undefined && runtype !== 'args';
export const hasJupyter = (runtype: Runtype | undefined): boolean => runtype?.startsWith('jupyter') === true;
