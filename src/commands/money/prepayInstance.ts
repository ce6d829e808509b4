import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { lostAs } from '../../api/errors';
import { LocalError } from '../../api/localError';
import type { Prepaid } from '../../api/endpoints/instanceActions';
import { confirmFor } from '../../ask/confirmFor';
import { instanceName } from '../../ask/instanceName';
import { sayLate, showInfo, withProgress } from '../../ask/notify';
import { dateOnly } from '../../ask/timeWords';
import { omitUndefined } from '../../domain/omitUndefined';
import {
  formatDollars,
  formatList,
  formatNumber,
  formatParagraphs,
  formatPercent,
  formatSentences,
} from '../../domain/format';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatPerHour } from '../../domain/money/cost';
import { hourlyCost, hoursPerMonth } from '../../domain/money/rate';
import { isOver, lacksResults } from '../../domain/runs/run';
import { positiveNumber } from '../../domain/typedNumber';
import { ignore } from '../../log/log';
import type { Services } from '../../prompts/services';
import { askText } from '../../prompts/steps';
import { type AccountInUse, accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { whenWords } from '../../views/stops/stopMessages';
import { type Call, read } from '../call';
import { knownInstance, orGone, targetInstance } from '../instances/targetInstance';

/**
 * Pays ahead for an on-demand instance, which the service then bills at a discount: `{instanceId, amount, confirmed}`,
 * `amount` in dollars. Resolves to what the service granted, as far as it told. Sent once.
 *
 * @throws LocalError for an amount that can't be paid, and where there is no discount; ApiError 'outcome_unknown' when
 * the answer was lost
 */
export async function prepayInstance(
  services: Services,
  call: Call,
): Promise<{ instanceId: number; amount: number; months?: number; discount?: number } | undefined> {
  const who = accountInUse(services.accounts);
  const given = read(call.arguments, 'amount', call.interactive ? z.optional(z.number()) : z.number());
  const title = vscode.l10n.t('Prepay for a Discount');
  const id = await targetInstance(services, call, title, (_, { is_bid }) => !is_bid);
  if (id === undefined) return undefined;
  const instance = await knownInstance(services, id);
  const name = instanceName(instance);
  if (instance.is_bid)
    throw new LocalError(
      'not_possible',
      vscode.l10n.t('{0} is interruptible, and only on-demand instances have this discount.', name),
    );
  const why = 'the question says that the credit is unknown';
  const asking = who.client.users.current().catch(ignore(services.log, why));
  const asked = await sayLate(call.interactive && vscode.l10n.t('Loading account…'), asking);
  const credit = asked?.credit;
  const amount = given ?? (await askAmount(`${title}: ${name}`, instance, credit));
  if (amount === undefined) return undefined;
  const problem = amountProblem(String(amount), credit);
  if (problem !== undefined) throw new LocalError('invalid_input', problem);
  const dollars = exactDollars(amount);
  const question = {
    message: vscode.l10n.t('Prepay {0} for {1}?', dollars, name),
    detail: detailOf(instance, dollars, credit, await destructionOf(services, who, id)),
    yes: vscode.l10n.t('Prepay {0}', dollars),
    warns: true,
    confirmed: call.confirmed,
  };
  if (!(await confirmFor(services, who, question))) return undefined;
  const { timescale: months, discount_rate: discount } = await send(services, who, instance, amount);
  if (call.interactive)
    void showInfo(
      formatSentences([
        discount === undefined
          ? vscode.l10n.t('The service didn’t tell the discount: check the price.')
          : vscode.l10n.t('Discount: {0}.', formatPercent(discount, 1)),
        months === undefined
          ? vscode.l10n.t('The service didn’t tell how long it lasts.')
          : vscode.l10n.t('Months: {0}.', formatNumber(months, 3)),
        vscode.l10n.t('{0} prepaid for {1}.', dollars, name),
      ]),
    );
  return { instanceId: id, amount, ...omitUndefined({ months, discount }) };
}

/** With all its digits: what is shown is what is sent. */
const exactDollars = (amount: number): string => formatDollars(amount, 2, 20);

function amountProblem(text: string, credit: number | undefined): string | undefined {
  const { value, problem } = positiveNumber(text);
  if (value === undefined || credit === undefined || value <= credit) return problem;
  return vscode.l10n.t('Your credit is only {0}.', formatDollars(credit));
}

async function askAmount(
  title: string,
  instance: SharedInstance,
  credit: number | undefined,
): Promise<number | undefined> {
  const { running } = hourlyCost(instance);
  const month =
    running !== undefined && running > 0 ? Math.ceil(running * hoursPerMonth * 100) / 100 : undefined;
  const isCovered = month !== undefined && (credit === undefined || month <= credit);
  const text = await askText({
    title,
    prompt: formatSentences([
      vscode.l10n.t('Dollars to prepay.'),
      month === undefined
        ? ''
        : vscode.l10n.t('A month at {0} costs {1}.', formatPerHour(running), formatDollars(month)),
      credit === undefined ? '' : vscode.l10n.t('Credit: {0}.', formatDollars(credit)),
    ]),
    value: isCovered ? month.toFixed(2) : '',
    validate: (text) => amountProblem(text, credit),
  });
  return text === undefined ? undefined : positiveNumber(text).value;
}

/** What is to destroy the instance, and the money with it; empty if nothing is known of that. */
async function destructionOf(
  { scheduledStops, runs, clock }: Services,
  { account }: AccountInUse,
  id: number,
): Promise<string> {
  const stop = scheduledStops.known(account.id).get(id);
  const names = (await runs.read(account.id))
    .filter(({ instanceId, then, recreatedAt }) => instanceId === id && then === 'destroy' && !recreatedAt)
    .filter((run) => !isOver(run) || lacksResults(run))
    .map(({ name }) => name);
  return formatSentences([
    stop?.action === 'destroy'
      ? vscode.l10n.t('It is scheduled to be destroyed {0}.', whenWords(stop, clock.now()))
      : '',
    names.length === 0 ? '' : vscode.l10n.t('It is to be destroyed after its run: {0}.', formatList(names)),
  ]);
}

const detailOf = (
  { end_date: end }: SharedInstance,
  dollars: string,
  credit: number | undefined,
  destruction: string,
): string =>
  formatParagraphs(
    credit === undefined
      ? vscode.l10n.t('{0} is taken from your credit now. How much you have is unknown.', dollars)
      : vscode.l10n.t('{0} is taken from your credit of {1} now.', dollars, formatDollars(credit)),
    vscode.l10n.t(
      'The money is bound to this instance. The service doesn’t say whether any of it comes back if the instance is destroyed earlier: expect that none does.',
    ),
    destruction,
    vscode.l10n.t('The service tells the discount and how long it lasts only afterward.'),
    end === undefined || end <= 0
      ? ''
      : vscode.l10n.t('The rental ends on {0} at the latest.', dateOnly(end)),
  );

/** Only once. Price and credit are asked for again, whatever came of it. */
async function send(
  services: Services,
  who: AccountInUse,
  instance: SharedInstance,
  amount: number,
): Promise<Prepaid> {
  const { accounts, features, instances, log, users } = services;
  const { client } = who;
  mustBeInUse(accounts, who);
  const pay = (): Promise<Prepaid> =>
    orGone(client, instance.id, () => client.instanceActions.prepay(instance.id, amount));
  try {
    const prepaid = await withProgress({ location: { viewId: 'gpuRental.instances' } }, () =>
      features.use('prepaying', pay),
    );
    log.info(`Prepaid for instance ${instance.id}.`);
    return prepaid;
  } catch (error) {
    throw lostAs(
      error,
      vscode.l10n.t(
        'The service’s response was lost. Check the price of {0} and the account’s charges before you prepay again.',
        instanceName(instance),
      ),
    );
  } finally {
    instances.burst();
    const why = 'the views show this error';
    await Promise.all([instances.refresh().catch(ignore(log, why)), users.refresh().catch(ignore(log, why))]);
  }
}
