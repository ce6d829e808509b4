import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { type SpendingQuestion, confirmSpending } from '../../ask/confirmSpending';
import { instanceName } from '../../ask/instanceName';
import {
  bidAbove,
  bidOf,
  bidProblem,
  formatBid,
  proposedBid,
  runningCostAt,
} from '../../domain/instances/bid';
import type { AgreedSpending } from '../../domain/money/budget';
import { exactRate, formatPerHour, isRise } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { AccountInUse } from '../../stores/account/accountInUse';
import type { BidTerms } from '../../stores/instances/bidLookup';
import { askAndLook, showingPrice } from '../askAndLook';
import type { Services } from '../services';
import { bidParts } from '../../domain/offers/plannedPrice';
import { bidNumber } from '../../domain/typedNumber';
import { askText } from '../steps';

/** What a person agrees to. It is done exactly like this or not at all. */
export interface BidAgreement {
  readonly who: AccountInUse;
  readonly instanceId: number;
  /** Dollars per hour, without the disk. */
  readonly price: number;
  readonly agreed: AgreedSpending;
}

export interface BidToMake {
  who: AccountInUse;
  instance: SharedInstance;
  /** Dollars per hour; asked for if missing. */
  price: number | undefined;
  /** Whether the caller already agreed. */
  confirmed: boolean;
}

/**
 * Leads to a bid that the person agrees to, with its prices before they do. Undefined when they did not.
 *
 * @throws LocalError 'invalid_input' for a given price that cannot be bid; AccountChanged when another account is in use by then;
 * ApiError where the instance cannot be read
 */
export async function agreeOnBid(
  services: Services,
  { who, instance, price: given, confirmed }: BidToMake,
): Promise<BidAgreement | undefined> {
  let looking = services.bids.look(who.client, instance.id);
  let earlier: EarlierBid | undefined;
  for (;;) {
    const price = given ?? (await askBid(instance, looking, earlier));
    if (price === undefined) return undefined;
    const terms = await showingPrice(() => looking);
    const bid = { who, instanceId: instance.id, price };
    const needsNoQuestion = confirmed || bidProblem(price, terms) !== undefined;
    const answer = needsNoQuestion ? { latest: terms, agreed: {} } : await confirmBid(services, bid, terms);
    if (!answer) return undefined;
    const { latest, agreed } = answer;
    const problem = bidProblem(price, latest);
    if (problem === undefined) return { ...bid, agreed };
    if (given !== undefined) throw new LocalError('invalid_input', problem);
    earlier = { price, problem };
    looking = Promise.resolve(latest);
  }
}

/**
 * Asks about a bid with what it changes, and looks again behind the question. Resolves to the bids as they are after
 * the person's yes; a running price that rose meanwhile is asked about again. Undefined when they said no.
 */
async function confirmBid(
  services: Services,
  { who, instanceId, price }: Omit<BidAgreement, 'agreed'>,
  seen: BidTerms,
): Promise<{ latest: BidTerms; agreed: AgreedSpending } | undefined> {
  const { bids } = services;
  const costIn = ({ instance }: BidTerms) => runningCostAt(price, instance);
  let shown = seen;
  for (;;) {
    let agreed: AgreedSpending | undefined;
    const latest = await askAndLook(
      async () => (agreed = await confirmSpending(services, who, question(price, shown))) !== undefined,
      (signal) => bids.look(who.client, instanceId, signal),
      (one) => bids.isFresh(one),
    );
    if (!latest || !agreed) return undefined;
    if (!isRise(costIn(shown), costIn(latest))) return { latest, agreed };
    shown = latest;
  }
}

function question(price: number, { instance, bid, lowest }: BidTerms): SpendingQuestion {
  const rate = runningCostAt(price, instance);
  const now = exactRate(hourlyCost(instance).now);
  const [name, to] = [instanceName(instance), formatBid(price)];
  return {
    planned: isRise(now === 'unknown' ? undefined : now, rate) ? [{ id: instance.id, rate }] : [],
    message:
      bid === undefined
        ? vscode.l10n.t('Bid {1} for {0}?', name, to)
        : price > bid
          ? vscode.l10n.t('Raise the bid for {0} from {1} to {2}?', name, formatBid(bid), to)
          : vscode.l10n.t('Lower the bid for {0} from {1} to {2}?', name, formatBid(bid), to),
    detail: [
      costLine(price, instance),
      lowest === undefined
        ? vscode.l10n.t('The lowest bid isn’t known, so this bid may be too low.')
        : vscode.l10n.t('Lowest possible bid now: {0}.', formatBid(bidAbove(lowest))),
      lifecycleOf(instance).phase === 'outbid'
        ? vscode.l10n.t('It runs again when no one bids more.')
        : vscode.l10n.t('It stops when someone bids more.'),
    ].join('\n'),
    yes: vscode.l10n.t('Bid {0}', to),
    yesUntil: (time) => vscode.l10n.t('Bid {0} and Stop at {1}', to, time),
  };
}

/** What it costs while it runs, with its parts, and what it costs so before. */
function costLine(price: number, instance: BidTerms['instance']): string {
  const cost = hourlyCost(instance);
  const [before, after] = [formatPerHour(cost.running), formatPerHour(runningCostAt(price, instance))];
  return vscode.l10n.t('{0} while running ({1}), instead of {2}.', after, bidParts(price, cost), before);
}

/** The text typed before, and why it was refused. */
interface EarlierBid {
  price: number;
  problem: string;
}

/**
 * Asks for a bid in dollars per hour, rounded up to what is shown; undefined when the person typed none. The input is
 * there at once; what `looking` tells appears in it.
 */
async function askBid(
  instance: SharedInstance,
  looking: Promise<BidTerms>,
  earlier: EarlierBid | undefined,
): Promise<number | undefined> {
  let terms: BidTerms | undefined;
  const bid = bidOf(instance);
  const later = looking.then((found) => {
    terms = found;
    const proposed = proposedBid(found);
    return { prompt: promptOf(found), ...(proposed === undefined ? {} : { value: inputOf(proposed) }) };
  });
  const text = await askText({
    title: vscode.l10n.t('Change Bid for {0}', instanceName(instance)),
    prompt: vscode.l10n.t('Dollars per hour, without the disk. Looking up the lowest bid…'),
    value: inputOf(earlier?.price ?? bid),
    problem: earlier?.problem,
    later,
    validate: (text) => {
      const { value, problem } = bidNumber(text);
      return value === undefined || !terms ? problem : bidProblem(value, terms);
    },
  });
  return text === undefined ? undefined : bidNumber(text).value;
}

function promptOf({ bid, lowest }: BidTerms): string {
  return lowest === undefined
    ? vscode.l10n.t(
        'Dollars per hour, without the disk. Your bid: {0}. The lowest bid isn’t known.',
        formatBid(bid),
      )
    : vscode.l10n.t(
        'Dollars per hour, without the disk. Your bid: {0}. Lowest possible bid now: {1}.',
        formatBid(bid),
        formatBid(bidAbove(lowest)),
      );
}

/** As it is typed, the same in all languages. */
const inputOf = (price: number | undefined): string => String(price ?? '');
