import * as vscode from 'vscode';
import { isOutcomeUnknown, lostAs } from '../../api/errors';
import { LocalError } from '../../api/localError';
import type { PriceIncrease } from '../../api/schemas/instances/priceIncrease';
import { confirmFor } from '../../ask/confirmFor';
import { confirmSpending, sendAgreed } from '../../ask/confirmSpending';
import { sayLate, showStatus } from '../../ask/notify';
import { instanceName } from '../../ask/instanceName';
import { raisedPrice } from '../../domain/money/priceIncrease';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatPerHour } from '../../domain/money/cost';
import { instanceKey } from '../../domain/money/ledger/rows';
import { ignore } from '../../log/log';
import type { Services } from '../../prompts/services';
import { type AccountInUse, accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { increaseInRow, increaseSentences, trafficLines } from '../../views/money/priceIncreaseWords';
import type { Call } from '../call';
import { knownInstance, targetInstance } from '../instances/targetInstance';

interface Pending {
  who: AccountInUse;
  instance: SharedInstance;
  increase: PriceIncrease;
}

/**
 * Accepts the price that a host wants to raise: `{instanceId, confirmed}`. Sent once.
 *
 * @throws LocalError 'nothing_suits' if none is pending; ApiError 'outcome_unknown' when the answer was lost
 */
export async function acceptPriceIncrease(
  services: Services,
  call: Call,
): Promise<{ instanceId: number } | undefined> {
  const pending = await pendingOf(services, call, vscode.l10n.t('Accept New Price'));
  if (!pending) return undefined;
  const { who, instance, increase } = pending;
  const { after } = raisedPrice(instance, increase);
  if (after === undefined)
    throw new LocalError(
      'not_possible',
      vscode.l10n.t(
        'The service doesn’t tell the new price, so it can’t be accepted here. Use the web console.',
      ),
    );
  const price = formatPerHour(after);
  const agreed = await confirmSpending(services, who, {
    message: vscode.l10n.t('Accept {1} for {0}?', instanceName(instance), price),
    detail: [
      increaseSentences(instance, increase),
      ...trafficLines(increase),
      vscode.l10n.t('Once accepted, the new price may be billed at once.'),
    ].join('\n'),
    yes: vscode.l10n.t('Accept {0}', price),
    yesUntil: (time) => vscode.l10n.t('Accept {0} and Stop at {1}', price, time),
    confirmed: call.confirmed,
    planned: [{ id: instance.id, rate: after }],
  });
  if (!agreed) return undefined;
  const accepting = sendAgreed(services, who.account.id, instance.id, agreed, () =>
    accept(services, pending, after),
  );
  await tell(call, accepting, vscode.l10n.t('Accepted {1} for {0}', instanceName(instance), price));
  return { instanceId: instance.id };
}

/** Declines it: `{instanceId, confirmed}`. Sent once. @throws as `acceptPriceIncrease` */
export async function declinePriceIncrease(
  services: Services,
  call: Call,
): Promise<{ instanceId: number } | undefined> {
  const pending = await pendingOf(services, call, vscode.l10n.t('Decline New Price'));
  if (!pending) return undefined;
  const { who, instance, increase } = pending;
  const question = {
    message: vscode.l10n.t('Decline the new price of {0}?', instanceName(instance)),
    detail: [
      increaseSentences(instance, increase),
      ...trafficLines(increase),
      vscode.l10n.t(
        'The host may end the rental when the agreed price ends. Copy what you need before then.',
      ),
    ].join('\n'),
    yes: vscode.l10n.t('Decline'),
    warns: true,
    confirmed: call.confirmed,
  };
  if (!(await confirmFor(services, who, question))) return undefined;
  const words = vscode.l10n.t('Declined the new price of {0}', instanceName(instance));
  await tell(call, send(services, pending, 'reject'), words);
  return { instanceId: instance.id };
}

/** What is pending now, and the price of now, to which the rise is added: neither may be what was shown. */
async function pendingOf(services: Services, call: Call, title: string): Promise<Pending | undefined> {
  const who = accountInUse(services.accounts);
  const looking = async () => {
    const increases = await services.priceIncreases();
    await Promise.all([increases.refresh(), services.instances.refresh()]);
    return increases;
  };
  const increases = await sayLate(call.interactive && vscode.l10n.t('Checking the price…'), looking());
  const words = (one: SharedInstance): string => {
    const increase = increases.of(one.id);
    return increase ? increaseInRow(one, increase) : '';
  };
  const isPending = (_: unknown, one: SharedInstance): boolean => increases.of(one.id) !== undefined;
  const id = await targetInstance(services, call, title, isPending, words);
  if (id === undefined) return undefined;
  const instance = await knownInstance(services, id);
  mustBeInUse(services.accounts, who);
  const increase = increases.of(id);
  if (increase) return { who, instance, increase };
  const text = vscode.l10n.t('No new price is pending for {0}.', instanceName(instance));
  throw new LocalError('nothing_suits', text);
}

async function tell({ interactive }: Call, sending: Promise<void>, done: string): Promise<void> {
  await sayLate(interactive && vscode.l10n.t('Sending your answer…'), sending);
  if (interactive) showStatus('check', done, 5000);
}

/** No window warns of the rise that follows. */
async function accept(services: Services, pending: Pending, price: number): Promise<void> {
  const { who, instance } = pending;
  const agree = (dollars: number | undefined): Promise<number | undefined> =>
    services.warnings.agree(who.account.id, instanceKey(instance.id), dollars);
  const before = await agree(price);
  try {
    await send(services, pending, 'accept');
  } catch (error) {
    if (!isOutcomeUnknown(error)) await agree(before);
    throw error;
  }
}

/** Only once. What is pending afterward is asked for, whatever came of it. */
async function send(
  services: Services,
  { who, instance, increase }: Pending,
  answer: 'accept' | 'reject',
): Promise<void> {
  mustBeInUse(services.accounts, who);
  try {
    await who.client.instanceActions.answerPriceIncrease(increase.id, answer);
    services.log.info(`Price increase of instance ${instance.id}: ${answer}.`);
  } catch (error) {
    const name = instanceName(instance);
    throw lostAs(
      error,
      vscode.l10n.t('The service’s response was lost. Check the price of {0} before you answer again.', name),
    );
  } finally {
    services.instances.burst();
    const increases = await services.priceIncreases();
    await increases.refresh().catch(ignore(services.log, 'the next look shows what is pending'));
  }
}
