import * as vscode from 'vscode';
import { plainText } from '../api/plainText';
import { describeError } from '../api/describeError';
import { ApiError, isOutcomeUnknown } from '../api/errors';
import type { CreateInstanceRequest } from '../api/requests';
import { gpuTitle } from '../connect/instanceName';
import { bestOffers, type BulkResult } from '../domain/bulkRent';
import { formatPerHour, formatPerMonth } from '../domain/cost';
import { escapeMarkdown } from '../ssh/diagnosis/markdown';
import type { FoundOffer } from '../stores/offerStore';
import { isRise, rentCost, type RentTerms, volumeLine } from '../views/confirmRent';
import { priceHolds } from './agreeOnPrice';
import { type RentalPlan, rentPlanned } from './rentPlanned';
import type { Services } from './services';

export interface SeveralRentals {
  /** The offer that comes first; the others are the next best of its search. */
  first: FoundOffer;
  count: number;
  request: CreateInstanceRequest;
  terms: RentTerms;
  /** Whether the request fits an offer. */
  check: (found: FoundOffer) => boolean;
  /** Remembers how many are still to be rented, and whether one more may have been without its answer being heard. */
  note: (left: number, sent: boolean) => Promise<void>;
}

/**
 * Rents several for a person: one confirmation with the sum, and every result told. Undefined when nothing was rented
 * because they said no or stopped it.
 *
 * @throws what the first one met, when none was rented
 */
export async function rentSeveral(services: Services, wanted: SeveralRentals): Promise<number[] | undefined> {
  const { count, note } = wanted;
  const plan = await agreeOnPlan(services, wanted);
  if (!plan) return undefined;
  const results = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Renting'), cancellable: true },
    (progress, token) =>
      rentPlanned(services, plan, wanted, {
        isStopped: () => token.isCancellationRequested,
        trying: (index, rented) => {
          progress.report({ message: vscode.l10n.t('{0} of {1}…', index + 1, count) });
          return note(count - rented, true);
        },
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
  void tellResults(services, results, wanted);
  return instanceIds;
}

/** Asks until the person agrees to a sum that still holds when they have agreed, or stops. */
async function agreeOnPlan(
  services: Services,
  { first, count, check, terms }: SeveralRentals,
): Promise<RentalPlan | undefined> {
  const lookUp = async (): Promise<RentalPlan> => {
    const { found } = await services.offers.search({ ...first.query, limit: Math.max(64, count * 2) });
    const current = found.find(({ offer }) => offer.id === first.offer.id);
    return planRentals(current ?? first, found, count, check);
  };
  let plan = await lookUp();
  for (let risenFrom: number | undefined; ;) {
    if (!(await confirmSeveral(services, plan.chosen, terms, risenFrom))) return undefined;
    if (Date.now() - plan.lookedUp < priceHolds) return plan;
    risenFrom = runningSum(plan.chosen, terms);
    plan = await lookUp();
    if (!isRise(risenFrom, runningSum(plan.chosen, terms))) return plan;
  }
}

const runningSum = (chosen: readonly FoundOffer[], terms: RentTerms): number =>
  chosen.reduce((sum, found) => sum + (rentCost(found, terms).running ?? 0), 0);

/** Of what was found just now. @throws ApiError 'no_such_ask' when fewer offers match than are wanted */
export function planRentals(
  first: FoundOffer,
  found: readonly FoundOffer[],
  count: number,
  check: (found: FoundOffer) => boolean,
): RentalPlan {
  const plan = bestOffers(first, found.filter(check), count);
  if (plan.chosen.length === count) return { ...plan, lookedUp: Date.now() };
  throw new ApiError(
    'no_such_ask',
    plan.chosen.length === 1
      ? vscode.l10n.t('Only one offer matches this search and this launch; {0} are wanted.', count)
      : vscode.l10n.t(
          'Only {0} offers match this search and this launch; {1} are wanted.',
          plan.chosen.length,
          count,
        ),
  );
}

/** One question with the sum of all. `risenFrom`: the sum, in dollars per hour, that they agreed to before it rose. */
export function confirmSeveral(
  { dialogs }: Services,
  chosen: readonly FoundOffer[],
  terms: RentTerms,
  risenFrom?: number,
): Promise<boolean> {
  const costs = chosen.map((found) => rentCost(found, terms));
  const running = runningSum(chosen, terms);
  const stopped = costs.reduce((sum, cost) => sum + (cost.stopped ?? 0), 0);
  const { volumeRate: rate } = terms;
  const volume = volumeLine({
    ...terms,
    ...(rate === undefined ? {} : { volumeRate: rate * chosen.length }),
  });
  return dialogs.confirm({
    message: vscode.l10n.t('Rent {0} instances for {1} together?', chosen.length, formatPerHour(running)),
    detail: [
      ...(risenFrom === undefined
        ? []
        : [
            vscode.l10n.t(
              'The price rose from {0} to {1} since you saw it.',
              formatPerHour(risenFrom),
              formatPerHour(running),
            ),
            '',
          ]),
      vscode.l10n.t('{0} while they run ({1}).', formatPerHour(running), formatPerMonth(running)),
      vscode.l10n.t(
        '{0} for the disks while they are stopped, until you destroy them.',
        formatPerHour(stopped),
      ),
      ...(volume === undefined ? [] : [volume]),
      '',
      ...chosen.map((found, index) =>
        [
          gpuTitle(found.offer),
          formatPerHour(costs[index]?.running),
          plainText(found.offer.geolocation ?? '', 40),
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    ].join('\n'),
    yes: vscode.l10n.t('Rent {0} for {1}', chosen.length, formatPerHour(running)),
  });
}

async function tellResults(
  { texts }: Services,
  results: readonly BulkResult<FoundOffer>[],
  { count, terms }: SeveralRentals,
): Promise<void> {
  const rented = results.filter((result) => 'instanceId' in result);
  const sum = rented.reduce((total, { offer }) => total + (rentCost(offer, terms).running ?? 0), 0);
  const failed = results.find((result) => 'error' in result);
  if (rented.length === count && !failed) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} instances were rented, for {1} together.', count, formatPerHour(sum)),
    );
    return;
  }
  const details = vscode.l10n.t('Show Each');
  const answer = await vscode.window.showWarningMessage(
    [
      vscode.l10n.t(
        '{0} of {1} instances were rented, for {2} together.',
        rented.length,
        count,
        formatPerHour(sum),
      ),
      failed ? describeError(failed.error).message : '',
    ]
      .filter(Boolean)
      .join(' '),
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
