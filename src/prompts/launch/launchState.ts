import * as vscode from 'vscode';
import { ifNotFound } from '../../api/errors';
import type { Template } from '../../api/schemas/templates/template';
import { plainText } from '../../api/plainText';
import type { Clock } from '../../clock';
import { omitUndefined } from '../../domain/omitUndefined';
import type { LaunchDraft } from '../../domain/launch/launchDraft';
import { withTemplate } from '../../domain/launch/form/image';
import { scriptFile, takeScript } from '../../domain/launch/form/script';
import { stateOf, type FormState, withField } from '../../domain/launch/form/state';
import { resolveLaunch } from '../../domain/launch/launchPrecedence';
import { variablesFile } from '../../domain/launch/form/env';
import type { ClosedForm } from '../../stores/launch/closedForm';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { settings } from '../../stores/settings';
import { lowestBid } from '../../domain/offers/plannedPrice';
import { takeVariables } from './fields/editVariables';
import type { Services } from '../services';
import { sayLate } from '../../ask/notify';
import { timeOf } from '../../ask/timeWords';

export interface LaunchStart {
  template?: Template | undefined;
  /** Values already filled in. */
  draft?: LaunchDraft | undefined;
  /** GB; what the offer was searched with. */
  disk?: number | undefined;
  /** Dollars per hour that the person would bid; else the least that the offer takes. */
  bid?: number | undefined;
  /** The machine that the draft's volume is on. */
  machineId?: number | undefined;
  volumeName?: string | undefined;
}

/** The form's initial values: the defaults, or the template's values. The bid and the disk are those of the search. */
export function startingState({ offer, isBid }: FoundOffer, start: LaunchStart = {}): FormState {
  const { template, draft = {}, disk, bid, machineId, volumeName } = start;
  const price = isBid ? (bid ?? lowestBid(offer)) : undefined;
  const { image, runtype, disk: usualDisk } = settings.rent;
  const usual: FormState = {
    draft: { image, runtype, disk: usualDisk, ...omitUndefined({ price }) },
    count: 1,
    typed: {},
    ...omitUndefined({ machineId, volumeName }),
  };
  const begun = template ? withTemplate(usual, template, settings.rent) : usual;
  const state = { ...begun, draft: { ...begun.draft, ...draft } };
  const isAsSearched = disk === undefined || disk === resolveLaunch(state.draft, state.template).values.disk;
  return isAsSearched ? state : withField(state, 'disk', disk);
}

/** What is stored of a form to resume it. */
export function closedForm({ offer, isBid, query }: FoundOffer, state: FormState, clock: Clock): ClosedForm {
  const { id, draft, template, count, typed, machineId, sent } = state;
  return {
    offerId: offer.id,
    isBid,
    query,
    draft,
    count,
    typed,
    at: clock.now(),
    ...omitUndefined({ id, templateId: template?.id, machineId, sent }),
  };
}

/** Describes a closed form, so that a person recognizes it. */
export function inShort({ draft, at }: ClosedForm): string {
  return [timeOf(at), draft.label, draft.image]
    .filter(Boolean)
    .map((text) => plainText(text ?? '', 60))
    .join(' · ');
}

/** The state of a closed form. A template that no longer exists is left out. */
export async function reopenedState(
  services: Pick<Services, 'launchSecrets' | 'launches' | 'templates'>,
  closed: ClosedForm,
): Promise<FormState> {
  const { id, draft, count, typed, templateId, machineId, sent } = closed;
  // Other errors may be temporary, and renting without the template would change the launch.
  const template =
    templateId === undefined
      ? undefined
      : await showingTemplate(services.templates.find({ templateId })).catch(ifNotFound);
  let state = stateOf({ draft, count, typed, ...omitUndefined({ id, template, machineId, sent }) });
  // Texts whose tabs were still open when the window was reloaded.
  const { [scriptFile]: script, [variablesFile]: variables } = typed;
  if (script !== undefined) state = takeScript(state, script);
  if (variables !== undefined) {
    state = await takeVariables(state, services.launchSecrets, variables);
    // Its secrets now have other names than in the stored form.
    await services.launches.keepForm({ ...closed, draft: state.draft, typed: { ...state.typed } });
  }
  return state;
}

/** Says that a template is loaded: the service requires seconds between two such requests. */
export const showingTemplate = (loading: Promise<Template>): Promise<Template> =>
  sayLate(vscode.l10n.t('Loading template…'), loading);

/** A window may have been closed before the service's answer: the instance may exist and cost money. */
export async function mayResume(
  { dialogs }: Pick<Services, 'dialogs'>,
  { sent }: ClosedForm,
): Promise<boolean> {
  if (sent !== true) return true;
  return dialogs.confirm({
    message: vscode.l10n.t('This rental may have gone through. Open the form again?'),
    detail: vscode.l10n.t('No response was received. Check your instances first: renting again costs again.'),
    yes: vscode.l10n.t('Open Form'),
  });
}
