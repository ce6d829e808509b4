import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { ApiError, isOutcomeUnknown } from '../api/errors';
import type { CreateInstanceRequest } from '../api/requests';
import { formatPerHour } from '../domain/cost';
import { requestOf, withAdditions } from '../domain/launchDraft';
import { hasOwnFields } from '../domain/launchPrecedence';
import { defaultDisk, problemSentence } from '../domain/launchRequest';
import { refusedField } from '../domain/refusedField';
import type { ClosedForm } from '../stores/launchStore';
import type { FoundOffer } from '../stores/offerStore';
import type { RentTerms } from '../views/confirmRent';
import { withoutHeld } from '../views/launch/field';
import { fields } from '../views/launch/fields';
import { closedForm, LaunchForm } from '../views/launch/form';
import { fittingDraft, type FormState, problemsOf, termsOf, viewOf } from '../views/launch/formState';
import { templateName } from '../views/launch/imageFields';
import { agreeOnPreview, showPreview } from '../views/launch/preview';
import { revealSecrets } from '../views/launch/revealSecrets';
import { withVolumeFacts } from '../views/launch/volumeField';
import { OfferWizard } from '../views/wizard/chooseOffer';
import { rentAsAgreed } from './agreeOnPrice';
import { mayResume, reopenedState } from './launchState';
import { pickNearest } from './pickNearest';
import { rentSeveral } from './rentSeveral';
import { saveLaunch } from './saveLaunch';
import type { Services } from './services';

/** How a launch ended; several instances when so many were asked for. */
export type Launched = { kind: 'rented'; instanceIds: number[] } | { kind: 'back' | 'cancelled' };

const fieldNames = fields.map(({ key }) => key);

/**
 * The launch form of an offer, up to the instance. Whatever is refused comes back to the form; what is thrown leaves a
 * closed form to be resumed.
 */
export function launch(services: Services, found: FoundOffer, state: FormState): Promise<Launched> {
  return new LaunchFlow(services, found, state, services.launches.closedForm).play();
}

/** The same for what a form was closed with, which stays kept until something else is filled in. */
export function launchAgain(services: Services, found: FoundOffer, state: FormState): Promise<Launched> {
  return new LaunchFlow(services, found, state).play();
}

class LaunchFlow {
  readonly #services: Services;
  readonly #form: LaunchForm;
  #found: FoundOffer;
  #state: FormState;

  constructor(services: Services, found: FoundOffer, state: FormState, earlier?: ClosedForm) {
    this.#services = services;
    this.#found = found;
    this.#state = { id: randomUUID(), ...state };
    this.#form = new LaunchForm(services, found, this.#state, earlier);
  }

  async play(): Promise<Launched> {
    await this.#reopen(this.#state);
    for (;;) {
      const end = await this.#form.ask();
      if ('state' in end) this.#state = end.state;
      switch (end.kind) {
        case 'back':
          return end;
        case 'cancelled':
          void offerToResume(this.#services);
          return end;
        case 'resume':
          if (!(await mayResume(this.#services, end.earlier))) break;
          await this.#reopen(await reopenedState(this.#services, end.earlier));
          break;
        case 'save':
          await saveLaunch(this.#services, this.#found, this.#state);
          break;
        case 'elsewhere':
          await this.#moveTo(end.machineId);
          break;
        case 'preview':
        case 'rent': {
          const instanceIds = await this.#rent(end.kind === 'preview');
          if (instanceIds) return { kind: 'rented', instanceIds };
        }
      }
    }
  }

  /** Goes on with what was filled in elsewhere or earlier. */
  async #reopen(state: FormState): Promise<void> {
    this.#goOn(this.#found, await withVolumeFacts(this.#services, state));
  }

  #goOn(found: FoundOffer, state: FormState): void {
    this.#found = found;
    this.#state = state;
    this.#form.replace(found, state);
  }

  /** Looks for an offer on the machine that the volume lies on; without one the volume stays a problem to be seen. */
  async #moveTo(machineId: number): Promise<void> {
    const wizard = new OfferWizard(this.#services.offers, this.#services.memory, { machineId });
    const chosen = await wizard.choose();
    if (chosen) this.#goOn(chosen.found, this.#state);
  }

  /** Undefined when it goes back to the form. */
  async #rent(withPreview: boolean): Promise<number[] | undefined> {
    const { template } = this.#state;
    const draft = withAdditions(fittingDraft(this.#found, this.#state), template?.onstart);
    const { resolved, cost } = viewOf(this.#found, this.#state);
    if (template && (withPreview || hasOwnFields(draft))) {
      await showPreview(this.#services.texts, draft, template);
      const goOn = vscode.l10n.t('Rent for {0}', formatPerHour(cost.running));
      if (!(await agreeOnPreview(vscode.l10n.t('Template, request and result'), goOn))) return undefined;
    }
    if (problemsOf(this.#found, this.#state).length > 0) return undefined;
    const secrets = await revealSecrets(draft, this.#services.launchSecrets);
    if (!secrets) return undefined;
    const request = {
      ...requestOf(draft, secrets),
      ...(template ? { template_hash_id: template.hash_id } : {}),
    };
    await this.#note(this.#state.count, false);
    const instanceIds = await this.#send(request, termsOf(resolved, this.#state));
    if (!instanceIds) return undefined;
    if (instanceIds.length === this.#state.count)
      await withoutHeld(this.#state, this.#services.launchSecrets).catch(() => undefined);
    if (draft.image !== undefined) await this.#services.launches.rememberImage(draft.image);
    await vscode.commands.executeCommand('gpuRental.instances.focus');
    return instanceIds;
  }

  /**
   * Keeps the form for as many as are left, should the window be closed; without any left, forgets it. `sent`: one more
   * may have been rented without its answer being heard, now or before. What cannot be remembered stands in no one's
   * way.
   */
  async #note(left: number, sent: boolean): Promise<void> {
    const form = closedForm(this.#found, { ...this.#state, count: left });
    const kept = left === 0 ? undefined : { ...form, ...(sent ? { sent } : {}) };
    await this.#services.launches.keepForm(kept).catch(() => undefined);
  }

  async #send(request: CreateInstanceRequest, terms: RentTerms): Promise<number[] | undefined> {
    const { count } = this.#state;
    try {
      if (count === 1) {
        const instanceIds = await this.#rentOne(request, terms);
        if (instanceIds) await this.#note(0, false);
        return instanceIds;
      }
      const check = (found: FoundOffer): boolean => problemsOf(found, this.#state).length === 0;
      const note = (left: number, sent: boolean): Promise<void> => this.#note(left, sent);
      const wanted = { first: this.#found, count, request, terms, check, note };
      return await rentSeveral(this.#services, wanted);
    } catch (error) {
      const problem = refusedField(error, fieldNames);
      if (problem?.field === 'template_hash_id' && (await this.#renewTemplate())) return undefined;
      if (problem) this.#form.refuse(problem);
      const isOwnCheck =
        error instanceof ApiError && error.code === 'invalid_request' && error.status === undefined;
      if (problem || isOwnCheck) return undefined;
      throw error;
    }
  }

  /** True when the template was edited since: the form has it as it is now, for the person to look at again. */
  async #renewTemplate(): Promise<boolean> {
    const { template: older } = this.#state;
    const template = older && (await this.#services.templates.ask({ templateId: older.id }).catch(ifUnknown));
    if (!template || template.hash_id === older.hash_id) return false;
    this.#goOn(this.#found, { ...this.#state, template });
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'The template {0} was edited meanwhile. Nothing was rented; the form shows it as it is now.',
        templateName(template),
      ),
    );
    return true;
  }

  /** The offer, or in its place one that the person picks from those like it when it is gone. */
  async #rentOne(request: CreateInstanceRequest, terms: RentTerms): Promise<number[] | undefined> {
    for (;;) {
      try {
        const instanceId = await rentAsAgreed(
          this.#services,
          this.#found,
          terms,
          (found) => this.#check(found),
          (before) => this.#create(request, before),
        );
        return instanceId === undefined ? undefined : [instanceId];
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'no_such_ask') throw error;
        const nearest = await pickNearest(this.#services, this.#found, terms.disk ?? defaultDisk);
        if (!nearest) return undefined;
        this.#goOn(nearest, this.#state);
        this.#check(nearest);
      }
    }
  }

  /** @throws ApiError 'invalid_request' that sends back to the form, which shows the problem at its field */
  #check(found: FoundOffer): void {
    const problems = problemsOf(found, this.#state);
    this.#goOn(found, this.#state);
    if (problems.length > 0) throw new ApiError('invalid_request', problemSentence(problems));
  }

  async #create(request: CreateInstanceRequest, before: () => Promise<void>): Promise<number> {
    const { offer } = this.#found;
    let isBegun = false;
    const begin = async (): Promise<void> => {
      await before();
      isBegun = true;
      await this.#note(1, true);
    };
    const rented = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Renting…') },
      async () => {
        try {
          return await this.#services.rentals.rent(offer.id, request, offer.machine_id, begin);
        } catch (error) {
          if (isBegun) await this.#note(1, isOutcomeUnknown(error));
          throw error;
        }
      },
    );
    if (rented.foundAfterwards) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'The service’s answer was lost, but the instance was created: {0}. Nothing was rented twice.',
          rented.instanceId,
        ),
      );
    }
    return rented.instanceId;
  }
}

/** Then the refusal itself says enough. */
const ifUnknown = (): undefined => undefined;

/** Only when something had been filled in: a form that was opened and closed again leaves nothing. */
async function offerToResume({ launches }: Services): Promise<void> {
  if (!launches.closedForm) return;
  const resume = vscode.l10n.t('Resume');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('The launch form was closed; what you filled in is kept.'),
    resume,
  );
  if (answer === resume) await vscode.commands.executeCommand('gpuRental.resumeLaunch');
}
