import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { describeError } from '../../api/describeError';
import { isOutcomeUnknown } from '../../api/errors';
import type { CreateInstanceRequest } from '../../api/http/requests';
import { confirmSpending, type SpendingQuestion } from '../../ask/confirmSpending';
import { gpuTitle } from '../../ask/instanceName';
import { showInfo, showWarning, withProgress } from '../../ask/notify';
import { allLeftOut, butFor, notHidden, withoutHidden } from '../../domain/offers/hidden';
import { withFixed } from '../../domain/offers/offerQuery';
import { placeName } from '../../domain/offers/valueTexts';
import type { AgreedSpending } from '../../domain/money/budget';
import { bestOffers, type BulkResult } from '../../domain/launch/bulkRent';
import { formatPerHour, formatPerMonth, isDearer, offerCost } from '../../domain/money/cost';
import type { HourlyCost } from '../../domain/money/rate';
import { rentLines, trafficText } from '../../domain/launch/form/rentLines';
import { rentCost, type RentTerms } from '../../domain/launch/form/state';
import { defaultDisk } from '../../domain/launch/launchRequest';
import { escapeMarkdown } from '../../domain/markdown';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { sentenceAbout } from '../../ask/accountSentences';
import { leftOutOf } from '../../stores/offers/hiddenOffers';
import type { FoundOffer } from '../../stores/offers/offerStore';
import {
  askedFor,
  plannedRate,
  type RentedFor,
  riseLines,
  volumeLine,
  searchingForInstance,
  showsScript,
} from './confirmRent';
import { askAndLook, showingPrice } from '../askAndLook';
import { termsNow } from '../launch/fields/editVolume';
import { bidParts } from '../../domain/offers/plannedPrice';
import { bulkCost, type BulkPlan, planBulkRent, runBulkPlan } from './runBulkPlan';
import type { Services } from '../services';
import { formatFacts, formatSentences } from '../../domain/format';

export interface BulkRent {
  /** The account that was in use when the person began. */
  who: AccountInUse;
  /** The first offer; the others are the next best of its search, without what searches leave out. */
  first: FoundOffer;
  count: number;
  request: CreateInstanceRequest;
  terms: RentTerms;
  /** Whether the request fits an offer. */
  check: (found: FoundOffer) => boolean;
  /** Stores how many are still to be rented, and whether one more may have been rented although its answer was lost. */
  note: (left: number, sent: boolean) => Promise<void>;
  purpose?: RentedFor | undefined;
}

/**
 * Rents several for a person: one confirmation with the sum, then a report of every result. Undefined if nothing was
 * rented because they said no or stopped.
 *
 * @throws the first error, if none was rented
 */
export async function confirmAndRentBulk(services: Services, given: BulkRent): Promise<number[] | undefined> {
  const { count, note } = given;
  const agreed = await agreeOnPlan(services, given);
  if (!agreed) return undefined;
  const { plan, terms } = agreed;
  const wanted = { ...given, terms };
  const results = await withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Renting'), cancellable: true },
    (report, token) =>
      runBulkPlan(services, plan, wanted, {
        isStopped: () => token.isCancellationRequested,
        trying: (index, rented) => {
          report(vscode.l10n.t('{0} of {1}…', index + 1, count));
          return note(count - rented, true);
        },
        onLost: () => report(searchingForInstance()),
      }),
  );
  const instanceIds = results.flatMap((result) => ('instanceId' in result ? [result.instanceId] : []));
  const isUnclear = results.some((result) => 'error' in result && isOutcomeUnknown(result.error));
  await note(count - instanceIds.length, isUnclear);
  if (instanceIds.length === 0) {
    const failed = results.find((result) => 'error' in result);
    if (failed) throw failed.error;
    return undefined;
  }
  void notifyResults(services, results, wanted);
  return instanceIds;
}

/** What is rented, with the price that a new volume has at the same moment. */
interface PricedPlan {
  plan: BulkPlan;
  terms: RentTerms;
}

/** Asks until the person agrees to a sum that is still current when they agree, or stops. */
async function agreeOnPlan(services: Services, wanted: BulkRent): Promise<PricedPlan | undefined> {
  const { offers } = services;
  const { who, first, count, check } = wanted;
  const disk = wanted.terms.disk ?? defaultDisk;
  const leftOut = butFor(allLeftOut(await leftOutOf(services, who.account.id)), first.offer);
  // Its search needn't have left them out.
  const filters = withFixed(first.query.filters, withoutHidden(leftOut));
  const query = { ...first.query, filters, limit: Math.max(64, count * 2) };
  const planOf = (found: readonly FoundOffer[]): BulkPlan => {
    const current = found.find(({ offer }) => offer.id === first.offer.id);
    return planBulkRent(who, current ?? first, notHidden(found, leftOut), count, check);
  };
  const look = async (signal?: AbortSignal): Promise<PricedPlan> => {
    const searching = offers.search(query, { signal });
    const [{ found }, terms] = await Promise.all([searching, termsNow(services, wanted.terms)]);
    return { plan: planOf(found), terms };
  };
  const seen = offers.recent(first.query, disk) ?? [];
  const isEnough = bestOffers(first, notHidden(seen, leftOut).filter(check), count).chosen.length === count;
  let { plan, terms } = isEnough ? { plan: planOf(seen), terms: wanted.terms } : await showingPrice(look);
  for (let shown = bulkCost(plan.chosen, wanted.terms); ;) {
    const { chosen } = plan;
    let agreed: AgreedSpending | undefined;
    const latest = await askAndLook(
      async () =>
        (agreed = await confirmBulkRent(services, plan, terms, shown, wanted.purpose)) !== undefined,
      look,
      (one) => offers.isFresh(one.plan.chosen[0] ?? first, disk),
    );
    if (!latest) return undefined;
    const found = [...latest.plan.chosen, ...latest.plan.spare];
    const now = asFoundIn(chosen, found);
    const cost = bulkCost(chosen, terms);
    ({ terms } = latest);
    if (!isDearer(cost, bulkCost(now, terms))) {
      const spare = found.filter((one) => !now.includes(one));
      return { plan: { who, agreed, chosen: now, spare }, terms };
    }
    shown = cost;
    ({ plan } = latest);
  }
}

/** The agreed offers, with their current data. Offers that are gone stay unchanged and fail when their turn comes. */
function asFoundIn(agreed: readonly FoundOffer[], found: readonly FoundOffer[]): FoundOffer[] {
  return agreed.map((one) => found.find(({ offer }) => offer.id === one.offer.id) ?? one);
}

/** One question with the total. `shownBefore` is the total that they last saw: a rise is pointed out. */
export function confirmBulkRent(
  services: Services,
  { who, chosen }: BulkPlan,
  terms: RentTerms,
  shownBefore: HourlyCost,
  purpose?: RentedFor,
): Promise<AgreedSpending | undefined> {
  const sum = bulkCost(chosen, terms);
  const { running, stopped } = sum;
  const rises = riseLines(shownBefore, sum);
  const { volumeRate: rate } = terms;
  const volume = volumeLine({
    ...terms,
    ...(rate === undefined ? {} : { volumeRate: rate * chosen.length }),
  });
  const question: SpendingQuestion = {
    planned: chosen.map((found) => ({ rate: plannedRate(rentCost(found, terms), terms) })),
    message: vscode.l10n.t('Rent {0} instances for {1} in total?', chosen.length, formatPerHour(running)),
    detail: [
      ...rises,
      ...(rises.length > 0 ? [''] : []),
      running === undefined
        ? vscode.l10n.t('{0} while running.', formatPerHour(running))
        : vscode.l10n.t('{0} while running ({1}).', formatPerHour(running), formatPerMonth(running)),
      vscode.l10n.t('{0} for the disks while stopped, until you destroy them.', formatPerHour(stopped)),
      ...(terms.price === undefined
        ? []
        : [vscode.l10n.t('Interruptible: each stops when someone bids more.')]),
      ...(volume === undefined ? [] : [volume]),
      ...rentLines(terms, (id) => services.volumes.get(id)),
      '',
      ...chosen.map((found) => offerLine(found, terms)),
    ].join('\n'),
    yes: vscode.l10n.t('Rent {0} for {1}', chosen.length, formatPerHour(running)),
    budget: terms.budget,
    yesUntil: (time) => vscode.l10n.t('Rent {0} and Stop at {1}', chosen.length, time),
    more: showsScript(services, terms.onstart),
  };
  return confirmSpending(
    services,
    who,
    askedFor(purpose, { count: chosen.length, rate: plannedRate(sum, terms) }, question),
  );
}

/** One of several: its GPUs, its price with the parts that a bid has, and where it is. */
function offerLine(found: FoundOffer, terms: RentTerms): string {
  const { offer } = found;
  const price = formatPerHour(rentCost(found, terms).running);
  const parts =
    terms.price === undefined
      ? undefined
      : bidParts(terms.price, offerCost(offer, terms.disk ?? defaultDisk));
  return formatFacts(
    gpuTitle(offer),
    parts === undefined ? price : `${price} (${parts})`,
    placeName(plainText(offer.geolocation ?? '', 40)),
    vscode.l10n.t('traffic {0}', trafficText(offer)),
  );
}

async function notifyResults(
  { texts, accounts }: Pick<Services, 'accounts' | 'texts'>,
  results: readonly BulkResult<FoundOffer>[],
  { who, count, terms }: BulkRent,
): Promise<void> {
  const rented = results.flatMap((result) => ('instanceId' in result ? [result.offer] : []));
  const sum = bulkCost(rented, terms).running;
  const about = (text: string): string => sentenceAbout(accounts, who.account, text);
  const failed = results.find((result) => 'error' in result);
  if (rented.length === count && !failed) {
    void showInfo(about(vscode.l10n.t('Rented {0} instances for {1} in total.', count, formatPerHour(sum))));
    return;
  }
  const details = vscode.l10n.t('Show Each');
  const answer = await showWarning(
    about(
      formatSentences([
        vscode.l10n.t(
          'Rented {0} of {1} instances for {2} in total.',
          rented.length,
          count,
          formatPerHour(sum),
        ),
        failed ? describeError(failed.error).message : '',
      ]),
    ),
    details,
  );
  if (answer === details) await texts.showReport(vscode.l10n.t('Rentals'), reportOf(results));
}

/** Every result as a line of Markdown. */
function reportOf(results: readonly BulkResult<FoundOffer>[]): string {
  const lines = results.map((result) => {
    const { offer } = result.offer;
    const name = vscode.l10n.t('offer {0}, {1}', offer.id, gpuTitle(offer));
    if ('instanceId' in result)
      return `- ✅ ${escapeMarkdown(vscode.l10n.t('{0}: instance {1}', name, result.instanceId))}`;
    if ('error' in result) return `- ❌ ${escapeMarkdown(`${name}: ${describeError(result.error).message}`)}`;
    return `- ➖ ${escapeMarkdown(vscode.l10n.t('{0}: not tried', name))}`;
  });
  return [`# ${vscode.l10n.t('Rentals')}`, '', ...lines, ''].join('\n');
}
