import * as l10n from '@vscode/l10n';
import type { CreateInstanceRequest, Runtype } from '../../../api/http/requests';
import type { Offer } from '../../../api/schemas/offers/offer';
import type { Template } from '../../../api/schemas/templates/template';
import { omitUndefined } from '../../omitUndefined';
import { offerCost } from '../../money/cost';
import type { HourlyCost } from '../../money/rate';
import { additionsOf, type LaunchDraft, requestOf, secretsOf, withAdditions } from '../launchDraft';
import { launchOfTemplate, type ResolvedLaunch, resolveLaunch } from '../launchPrecedence';
import { checkLaunchRequest, defaultDisk, type FieldProblem } from '../launchRequest';
import { readableOnstart } from '../onstart';

/** An offer and how it would be rented. */
export interface FormOffer {
  offer: Offer;
  /** Found by an interruptible search, so renting it needs a price. */
  isBid: boolean;
}

/** What the price of a launch depends on and what identifies it for a person, including the template's values. */
export type RentTerms = Pick<
  CreateInstanceRequest,
  'disk' | 'price' | 'image' | 'label' | 'onstart' | 'volume_info'
> & {
  template?: Template;
  /** Only its names are shown. */
  env?: LaunchDraft['env'];
  /** Dollars that one instance may cost. */
  budget?: number;
  /** What was added to `onstart`. */
  additions?: LaunchDraft['additions'];
  /** `onstart` without what was added. */
  ownScript?: string;
  /** Dollars per hour of a volume that is created with it. */
  volumeRate?: number;
  /** A volume is created with it, whether or not its price is known. */
  createsVolume?: boolean;
};

/** What a person has filled in so far. */
export interface FormState {
  /** The form's id. Windows recognize it by this. */
  id?: string;
  draft: LaunchDraft;
  template?: Template;
  /** How many instances to rent. */
  count: number;
  /** By field: text that was typed but not applied, because the input was closed before. */
  typed: Readonly<Record<string, string>>;
  /** Dollars per hour of a volume that is created with the instance. */
  volumeRate?: number;
  /** GB that the machine has left for a new volume. */
  volumeRoom?: number;
  /** Of a linked volume; plain. */
  volumeName?: string;
  /** The machine of the chosen volume; only its offers can be used. */
  machineId?: number;
  /** The address of the service that it is rented from, which lines that call it contain. */
  service?: string;
  /** It was sent before, its answer was lost, and it may have been rented. */
  sent?: boolean;
}

/** The state with everything that follows from it. */
export interface FormView extends FormState {
  found: FormOffer;
  /** The values to create the instance with. */
  resolved: ResolvedLaunch;
  /** Dollars per hour of one instance with its volume. */
  cost: HourlyCost;
  problems: readonly FieldProblem[];
}

/** `refused` are problems that the service named; each lasts until its field is changed. */
export function viewOf(found: FormOffer, state: FormState, refused: readonly FieldProblem[] = []): FormView {
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
 * The draft without fields that don't apply: a hidden field isn't sent, but comes back with the choice that it belongs
 * to.
 */
export function fittingDraft({ isBid }: FormOffer, { draft, template }: FormState): LaunchDraft {
  const runtype = resolveLaunch(draft, template).values.runtype;
  const { price, args_str, use_jupyter_lab, jupyter_dir, onstart, additions: _, ...always } = draft;
  return {
    ...always,
    ...(isBid ? omitUndefined({ price }) : {}),
    ...(runtype === 'args'
      ? omitUndefined({ args_str })
      : omitUndefined({ onstart, additions: additionsOf(draft) })),
    ...(hasJupyter(runtype) ? omitUndefined({ use_jupyter_lab, jupyter_dir }) : {}),
  };
}

/** Only the state, without the rest of a view. */
export function stateOf(state: FormState): FormState {
  const { draft, count, typed, id, template, volumeName, volumeRate, volumeRoom, machineId } = state;
  const { service, sent } = state;
  const known = { id, template, volumeName, volumeRate, volumeRoom, machineId, service, sent };
  return { draft, count, typed, ...omitUndefined(known) };
}

/** What a person is asked about before a state is rented. */
export function termsOf(
  { values }: ResolvedLaunch,
  { template, volumeRate, service }: Pick<FormState, 'template' | 'volumeRate' | 'service'>,
): RentTerms {
  const { disk, price, image, label, env, additions, volume_info, budget } = values;
  const { onstart: ownScript = '' } = values;
  const onstart = readableOnstart(ownScript, { ...additions, service });
  return {
    ...{ onstart, ownScript },
    ...omitUndefined({
      template,
      disk,
      price,
      image,
      label,
      env,
      additions,
      volume_info,
      volumeRate,
      budget,
    }),
    ...omitUndefined({ createsVolume: volume_info?.create_new }),
  };
}

/** Dollars per hour of this request on this offer. */
export function rentCost(
  { offer }: Pick<FormOffer, 'offer'>,
  { disk, price, volumeRate = 0 }: RentTerms,
): HourlyCost {
  const { running, stopped } = offerCost(offer, disk ?? defaultDisk, price);
  return {
    ...(running === undefined ? {} : { running: running + volumeRate }),
    ...(stopped === undefined ? {} : { stopped: stopped + volumeRate }),
  };
}

/** What is wrong with the state, field by field, before anything is sent. */
export function problemsOf(found: FormOffer, state: FormState): FieldProblem[] {
  const { offer, isBid } = found;
  const { template, service } = state;
  const draft = fittingDraft(found, state);
  const dummies = new Map(secretsOf(draft).map((name) => [name, 'secret']));
  const request = {
    ...requestOf(withAdditions(draft, template?.onstart, service), dummies),
    ...omitUndefined({ template_hash_id: template?.hash_id }),
  };
  const { disk } = resolveLaunch(draft, template).values;
  const { problems } = checkLaunchRequest(
    { ...request, ...omitUndefined({ disk }) },
    { isBid, diskSpace: offer.disk_space, lowestBid: offer.min_bid },
  );
  return [...problems, ...volumeProblems(found, state)];
}

/** A volume lies on one machine. */
function volumeProblems({ offer }: FormOffer, { draft, count, machineId }: FormState): FieldProblem[] {
  if (!draft.volume_info) return [];
  const isElsewhere =
    machineId !== undefined && offer.machine_id !== undefined && machineId !== offer.machine_id;
  const messages = [
    ...(isElsewhere
      ? [l10n.t('This volume is on another machine. Select it again to search offers there, or remove it.')]
      : []),
    ...(count > 1
      ? [l10n.t('A volume exists on one machine only, so you can rent only one instance with it.')]
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
