import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import type { Template } from '../api/schemas/template';
import type { LaunchDraft } from '../domain/launchDraft';
import type { ClosedForm } from '../stores/launchStore';
import type { FoundOffer } from '../stores/offerStore';
import { settings } from '../stores/settings';
import { takeVariables, variablesFile } from '../views/launch/envFields';
import { stateOf, type FormState } from '../views/launch/formState';
import { withTemplate } from '../views/launch/imageFields';
import { scriptFile, takeScript } from '../views/launch/scriptFields';
import type { Services } from './services';

export interface LaunchStart {
  template?: Template | undefined;
  /** What is filled in already. */
  draft?: LaunchDraft | undefined;
  /** GB; what the offer was searched with. */
  disk?: number | undefined;
}

/** How much above the lowest bid a first bid is proposed. */
const bidMargin = 1.1;

/** What the form has before the person changes anything: the defaults, or the template's own values. */
export function startingState({ offer, isBid }: FoundOffer, start: LaunchStart = {}): FormState {
  const { template, draft = {}, disk = settings.rent.disk } = start;
  const lowest = offer.min_bid;
  const price =
    isBid && lowest !== undefined ? Math.max(lowest, Number((lowest * bidMargin).toFixed(3))) : undefined;
  const usual = template ? {} : { image: settings.rent.image, runtype: settings.rent.runtype, disk };
  const state = {
    draft: { ...usual, ...(price === undefined ? {} : { price }), ...draft },
    count: 1,
    typed: {},
  };
  return template ? withTemplate(state, template) : state;
}

/** What a form was closed with. A template that is gone meanwhile is left out. */
export async function reopenedState(services: Services, closed: ClosedForm): Promise<FormState> {
  const { id, draft, count, typed, templateId, machineId, sent } = closed;
  const template =
    templateId === undefined ? undefined : await services.templates.find({ templateId }).catch(ifGone);
  let state = stateOf({
    ...(id === undefined ? {} : { id }),
    draft,
    count,
    typed,
    ...(template ? { template } : {}),
    ...(machineId === undefined ? {} : { machineId }),
    ...(sent ? { sent } : {}),
  });
  // Texts whose tabs were still open when the window was loaded anew.
  const { [scriptFile]: script, [variablesFile]: variables } = typed;
  if (script !== undefined) state = takeScript(state, script);
  if (variables !== undefined) {
    state = await takeVariables(state, services.launchSecrets, variables);
    // Its secrets have other names now than those in what is kept.
    await services.launches.keepForm({ ...closed, draft: state.draft, typed: { ...state.typed } });
  }
  return state;
}

/** Anything but its absence may pass, and would change what is rented. */
function ifGone(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined;
  throw error;
}

/** A window may have been closed before the service's answer: what was asked for may be there, and cost money. */
export async function mayResume({ dialogs }: Services, { sent }: ClosedForm): Promise<boolean> {
  if (sent !== true) return true;
  return dialogs.confirm({
    message: vscode.l10n.t('This launch may have been rented already. Open its form again?'),
    detail: vscode.l10n.t(
      'Whether the service carried it out was not heard. Look at your instances first: renting again costs again.',
    ),
    yes: vscode.l10n.t('Open the Form'),
  });
}
