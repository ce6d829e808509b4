import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isOutcomeUnknown, outcomeUnknown } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { bidOf, formatBid, isSameBid } from '../../domain/instances/bid';
import { sendAgreed } from '../../ask/confirmSpending';
import { instanceName } from '../../ask/instanceName';
import { inView } from '../../ask/notify';
import { ignore } from '../../log/log';
import { agreeOnBid, type BidAgreement } from '../../prompts/rent/agreeOnBid';
import { accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { listAgain, nameOf } from '../instances/eachInstance';
import { knownInstance, targetInstance } from '../instances/targetInstance';

/**
 * Changes the bid for an interruptible instance. `price` is in dollars per hour, without the disk.
 *
 * @throws LocalError for a price that cannot be bid, and where there is no bid; ApiError 'outcome_unknown' when the
 * answer was lost and the list does not show the new bid
 */
export async function changeBid(
  services: Services,
  call: Call,
): Promise<{ instanceId: number; price: number } | undefined> {
  const who = accountInUse(services.accounts);
  const given = read(call.arguments, 'price', z.optional(z.number()));
  const id = await targetInstance(
    services,
    call,
    vscode.l10n.t('Change Bid'),
    (_, { is_bid }) => is_bid === true,
  );
  if (id === undefined) return undefined;
  const instance = await knownInstance(services, id);
  if (instance.is_bid === false)
    throw new LocalError(
      'not_possible',
      vscode.l10n.t('{0} isn’t interruptible, so it has no bid.', instanceName(instance)),
    );
  const { confirmed } = call;
  const agreement = await agreeOnBid(services, { who, instance, price: given, confirmed });
  if (!agreement) return undefined;
  await inView(call.interactive && 'instances', async () => {
    await sendAgreed(services, who.account.id, id, agreement.agreed, () => send(services, agreement));
    services.instances.burst();
    await listAgain(services);
  });
  return { instanceId: id, price: agreement.price };
}

/** Only once: if the answer is lost, check the list instead of sending it again. */
async function send(
  services: Pick<Services, 'accounts' | 'features' | 'instances' | 'log'>,
  agreement: BidAgreement,
): Promise<void> {
  const { who, instanceId, price } = agreement;
  mustBeInUse(services.accounts, who);
  try {
    await services.features.use('bids', () => who.client.instanceActions.changeBid(instanceId, price));
    services.log.info(`Changed the bid of instance ${instanceId}.`);
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    await mustBeListed(services, agreement, error);
  }
}

/** @throws ApiError 'outcome_unknown' unless the list shows the bid */
async function mustBeListed(
  { instances, log, accounts }: Pick<Services, 'accounts' | 'instances' | 'log'>,
  { who, instanceId, price }: BidAgreement,
  cause: unknown,
): Promise<void> {
  const refreshing = instances.refresh().then(() => true);
  const isListed = await refreshing.catch(ignore(log, 'the outcome of the bid is reported as unknown'));
  const isSame = accounts.active?.id === who.account.id;
  const instance = isListed && isSame ? instances.get(instanceId) : undefined;
  const bid = instance && bidOf(instance);
  if (bid !== undefined && isSameBid(bid, price)) return;
  const message =
    instance === undefined || bid === undefined
      ? vscode.l10n.t(
          'The service’s response was lost. Check the bid of {0} before you change it again.',
          nameOf({ instances }, instanceId),
        )
      : vscode.l10n.t(
          'The service’s response was lost. {0} is still listed with a bid of {1}. Check it before you change it again.',
          instanceName(instance),
          formatBid(bid),
        );
  throw outcomeUnknown(message, cause);
}
