import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { callCommand } from '../../commandNames';
import { type Call, read, sameCall } from '../call';
import { targetInstance, wholeInstance, type Suits } from '../instances/targetInstance';
import { omitUndefined } from '../../domain/omitUndefined';
import { checkedRequest } from '../../domain/launch/launchRequest';
import { requestOf } from '../../domain/launch/launchDraft';
import type { RentedInstance } from '../../prompts/launch/launch';
import { revealSecrets } from '../../prompts/launch/launchQuestions';
import { launchLike, rentLike, savedLike } from '../../prompts/launch/launchLike';
import { askAndSave, nameOfLaunch } from '../../prompts/launch/savedLaunch';
import { rentAsGiven } from '../../prompts/rent/rentAsGiven';
import type { Services } from '../../prompts/services';
import { accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { requestFacts } from '../../stores/offers/offerStore';

/**
 * Rents another instance like one: `{instanceId, offerId, request, confirmed}`, where `request` overrides what the
 * instance has. Without an offer a search for the same GPU is shown, and the launch form filled in.
 */
export async function rentAnother(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const chosen = await chosenInstance(services, call, vscode.l10n.t('Rent Another Like This'));
  if (!chosen) return undefined;
  const { who, instance, like } = chosen;
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  if (offerId === undefined) return rentLike(services, instance, like);
  const found = await services.offers.get(offerId);
  const given = read(call.arguments, 'request', z._default(z.record(z.string(), z.unknown()), {}));
  const { draft, env, disk, bid } = like;
  const secrets = await revealSecrets(draft, services.launchSecrets);
  if (!secrets) return undefined;
  const same = { ...requestOf(draft, secrets), ...omitUndefined({ disk }), env };
  const price = found.isBid ? omitUndefined({ price: bid }) : {};
  const request = checkedRequest({ ...same, ...price, ...given }, requestFacts(found));
  return rentAsGiven(services, { who, found, request, confirmed: call.confirmed });
}

/** Saves an instance as a launch, under a name that the person types. Its volume and secrets aren't part of that. */
export async function saveInstanceAsLaunch(
  services: Services,
  call: Call,
): Promise<{ name: string } | undefined> {
  const chosen = await chosenInstance(services, call, vscode.l10n.t('Save Instance as Launch'));
  if (!chosen) return undefined;
  const { who, instance, like } = chosen;
  const proposed = nameOfLaunch({
    draft: { ...like.draft, ...omitUndefined({ label: instance.label ?? undefined }) },
  });
  const name = await askAndSave(services, proposed, () => savedLike(services, who, instance, like));
  return name === undefined ? undefined : { name };
}

/**
 * Destroys an instance that does not start, and searches for the same GPU on other machines, the launch form filled in
 * as it was. Searches leave its machine out for a day.
 */
export async function replaceInstance(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const title = vscode.l10n.t('Destroy and Try Another Offer');
  // While it still exists: afterwards its data is gone.
  const chosen = await chosenInstance(services, call, title, ({ hopeless }) => hopeless);
  if (!chosen) return undefined;
  const { who, instance, like } = chosen;
  const stop = (await services.scheduledStops.read(who.account.id)).get(instance.id);
  if (!(await callCommand('destroyInstance', sameCall(services, call, instance.id)))) return undefined;
  const { machine_id: machine } = instance;
  if (machine !== undefined) await services.badMachines.add(who.account.id, machine);
  mustBeInUse(services.accounts, who);
  return rentLike(services, instance, like, { leaves: true, stop });
}

/** An instance with what is needed to rent one like it; undefined if the person chose none, or stopped waiting. */
async function chosenInstance(services: Services, call: Call, title: string, suits?: Suits) {
  const who = accountInUse(services.accounts);
  const id = await targetInstance(services, call, title, suits);
  const instance = id === undefined ? undefined : await wholeInstance(services, who, id);
  return instance && { who, instance, like: launchLike(services, who, instance) };
}
