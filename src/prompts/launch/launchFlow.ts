import * as vscode from 'vscode';
import { isOfferGone, isOutcomeUnknown } from '../../api/errors';
import type { CreateInstanceRequest } from '../../api/http/requests';
import { LocalError } from '../../api/localError';
import { sayLate, showInfo, withNotice } from '../../ask/notify';
import { showView } from '../../commandNames';
import { omitUndefined } from '../../domain/omitUndefined';
import { fields } from '../../domain/launch/form/fields';
import {
  fittingDraft,
  type FormState,
  problemsOf,
  type RentTerms,
  termsOf,
  viewOf,
} from '../../domain/launch/form/state';
import { requestOf, withAdditions } from '../../domain/launch/launchDraft';
import { hasOwnFields } from '../../domain/launch/launchPrecedence';
import { defaultDisk, problemSentence, refusedField } from '../../domain/launch/launchRequest';
import type { AgreedSpending } from '../../domain/money/budget';
import { formatPerHour } from '../../domain/money/cost';
import { templateName } from '../../domain/templates/templateName';
import { ignore } from '../../log/log';
import { withVolumeFacts } from './fields/editVolume';
import { withoutHeld } from './fields/field';
import { OfferWizard } from '../offers/chooseOffer';
import { pickNearest } from '../offers/pickNearest';
import { confirmAndRent } from '../rent/confirmAndRent';
import { confirmAndRentBulk } from '../rent/confirmAndRentBulk';
import { type RentedFor, searchingForInstance } from '../rent/confirmRent';
import { KeyBeforeRent } from '../rent/keyBeforeRent';
import type { Services } from '../services';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { LaunchForm } from './form';
import { agreeOnPreview, revealSecrets, offerToResume, notifyFound } from './launchQuestions';
import { LaunchMemory } from './launchMemory';
import { mayResume, reopenedState, showingTemplate } from './launchState';
import { saveLaunch, takeOver } from './savedLaunch';

const fieldNames = fields.map(({ key }) => key);

/** How a launch ended; with several instances if several were requested. */
export type Launched = { kind: 'rented'; instanceIds: number[] } | { kind: 'back' | 'cancelled' };

/** From a form to the instance. Refusals come back to the form; after other errors, the closed form can be resumed. */
export class LaunchFlow {
  readonly #services: Services;
  readonly #form: LaunchForm;
  /** The account in use when the form was opened. Nothing is rented for another one. */
  readonly #who: AccountInUse;
  readonly #keys: KeyBeforeRent;
  readonly #memory: LaunchMemory;

  readonly #purpose: RentedFor | undefined;

  constructor(services: Services, form: LaunchForm, who: AccountInUse, purpose?: RentedFor) {
    this.#purpose = purpose;
    this.#services = services;
    this.#form = form;
    this.#who = who;
    this.#keys = new KeyBeforeRent(services, who);
    this.#memory = new LaunchMemory(services, form, who);
  }

  async play(): Promise<Launched> {
    await this.#reopen(this.#form.state);
    for (;;) {
      const end = await this.#form.ask();
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
          await saveLaunch(this.#services, this.#who.account.id, this.#form);
          break;
        case 'takeOver':
          await this.#reopen(await takeOver(this.#services, this.#form));
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

  /** Continues with values that were filled in elsewhere or earlier. */
  async #reopen(state: FormState): Promise<void> {
    const { baseUrl: service } = this.#who.account;
    const whole = withVolumeFacts(this.#services, { ...state, service });
    this.#form.replace(this.#form.found, await sayLate(vscode.l10n.t('Loading volume…'), whole));
  }

  /** Looks for an offer on the volume's machine. Without one, the form keeps showing the problem. */
  async #moveTo(machineId: number): Promise<void> {
    const { volumeName } = this.#form.state;
    const wizard = new OfferWizard(this.#services, { machineId, volumeName });
    const chosen = await wizard.choose();
    if (chosen) this.#form.replace(chosen.found, this.#form.state);
  }

  /** Undefined when it goes back to the form. */
  async #rent(withPreview: boolean): Promise<number[] | undefined> {
    mustBeInUse(this.#services.accounts, this.#who);
    const { template } = this.#form.state;
    const { baseUrl } = this.#who.account;
    const fitting = fittingDraft(this.#form.found, this.#form.state);
    const draft = withAdditions(fitting, template?.onstart, baseUrl);
    const { resolved, cost } = viewOf(this.#form.found, this.#form.state);
    if (template && (withPreview || hasOwnFields(draft))) {
      const goOn = vscode.l10n.t('Rent for {0}', formatPerHour(cost.running));
      if (!(await agreeOnPreview(this.#services.texts, draft, template, goOn))) return undefined;
    }
    if (problemsOf(this.#form.found, this.#form.state).length > 0) return undefined;
    if (!(await this.#keys.mayRent(resolved.values))) return undefined;
    const secrets = await revealSecrets(draft, this.#services.launchSecrets);
    if (!secrets) return undefined;
    const request = {
      ...requestOf(draft, secrets),
      ...omitUndefined({ template_hash_id: template?.hash_id }),
    };
    await this.#memory.note(this.#form.state.count, { begins: true });
    const instanceIds = await this.#send(request, termsOf(resolved, this.#form.state));
    if (!instanceIds) return undefined;
    if (instanceIds.length === this.#form.state.count)
      await withoutHeld(this.#form.state, this.#services.launchSecrets).catch(
        ignore(this.#services.log, 'it is rented; the secrets stay in the keyring'),
      );
    if (draft.image !== undefined) await this.#services.launches.rememberImage(draft.image);
    await this.#memory.remember(instanceIds);
    await showView('instances');
    return instanceIds;
  }

  async #send(request: CreateInstanceRequest, terms: RentTerms): Promise<number[] | undefined> {
    const { count } = this.#form.state;
    try {
      if (count === 1) {
        const instanceIds = await this.#rentOne(request, terms);
        if (instanceIds) await this.#memory.note(0, {});
        return instanceIds;
      }
      const check = (found: FoundOffer): boolean => problemsOf(found, this.#form.state).length === 0;
      const note = (left: number, sent: boolean): Promise<void> => this.#memory.note(left, { sent });
      const purpose = this.#purpose;
      const wanted = { who: this.#who, first: this.#form.found, count, request, terms, check, note, purpose };
      return await confirmAndRentBulk(this.#services, wanted);
    } catch (error) {
      if (await this.#keys.helpsWith(error)) return undefined;
      const problem = refusedField(error, fieldNames);
      if (problem?.field === 'template_hash_id' && (await this.#renewTemplate())) return undefined;
      if (problem) this.#form.refuse(problem);
      if (problem || error instanceof FormProblems) return undefined;
      throw error;
    }
  }

  /** True when the template was edited since: the form has it as it is now, for the person to look at again. */
  async #renewTemplate(): Promise<boolean> {
    const { template: older } = this.#form.state;
    const why = 'the refusal itself is shown';
    const asking = older && showingTemplate(this.#services.templates.ask({ templateId: older.id }));
    const template = await asking?.catch(ignore(this.#services.log, why));
    if (!template || template.hash_id === older?.hash_id) return false;
    this.#form.replace(this.#form.found, { ...this.#form.state, template });
    void showInfo(
      vscode.l10n.t(
        'Template {0} was changed while you edited the form. Nothing was rented. The form now shows the latest version.',
        templateName(template),
      ),
    );
    return true;
  }

  /** The offer, or in its place one that the person picks from those like it when it is gone. */
  async #rentOne(request: CreateInstanceRequest, terms: RentTerms): Promise<number[] | undefined> {
    for (;;) {
      try {
        const instanceId = await confirmAndRent(
          this.#services,
          { who: this.#who, found: this.#form.found, terms, purpose: this.#purpose },
          (found) => this.#check(found),
          (before, agreed) => this.#create(request, before, { agreed, disk: terms.disk }),
        );
        return instanceId === undefined ? undefined : [instanceId];
      } catch (error) {
        if (!isOfferGone(error)) throw error;
        const nearest = await pickNearest(this.#services, this.#form.found, terms.disk ?? defaultDisk);
        if (!nearest) return undefined;
        this.#form.replace(nearest, this.#form.state);
        this.#check(nearest);
      }
    }
  }

  /** @throws FormProblems that sends back to the form, which shows the problem at its field */
  #check(found: FoundOffer): void {
    const problems = problemsOf(found, this.#form.state);
    this.#form.replace(found, this.#form.state);
    if (problems.length > 0) throw new FormProblems('invalid_input', problemSentence(problems));
  }

  async #create(
    request: CreateInstanceRequest,
    before: () => Promise<void>,
    options: { agreed: AgreedSpending; disk: number | undefined },
  ): Promise<number> {
    const { offer } = this.#form.found;
    let isBegun = false;
    const begin = async (): Promise<void> => {
      await before();
      isBegun = true;
      await this.#memory.note(1, { sent: true });
    };
    const rented = await withNotice(vscode.l10n.t('Renting…'), async (report) => {
      try {
        return await this.#services.rentQueue.rent(offer.id, request, offer.machine_id, begin, {
          who: this.#who,
          ...options,
          onLost: () => report(searchingForInstance()),
        });
      } catch (error) {
        if (isBegun) await this.#memory.note(1, { sent: isOutcomeUnknown(error) });
        throw error;
      }
    });
    if (rented.foundAfterwards) notifyFound(this.#services, this.#who, rented.instanceId);
    return rented.instanceId;
  }
}

/** What is filled in does not fit the offer; the form shows it at its fields. */
class FormProblems extends LocalError {}
