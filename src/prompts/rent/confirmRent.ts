import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { confirmSpending, type SpendingQuestion } from '../../ask/confirmSpending';
import { gpuTitle } from '../../ask/instanceName';
import { placeName } from '../../domain/offers/valueTexts';
import { formatFacts, formatLines, formatNumber, formatParagraphs } from '../../domain/format';
import { rentLines, trafficLine } from '../../domain/launch/form/rentLines';
import type { RentTerms } from '../../domain/launch/form/state';
import { defaultDisk } from '../../domain/launch/launchRequest';
import type { AgreedSpending } from '../../domain/money/budget';
import { formatPerHour, formatPerMonth, isRise, offerCost } from '../../domain/money/cost';
import type { HourlyCost } from '../../domain/money/rate';
import { bidParts } from '../../domain/offers/plannedPrice';
import type { Services } from '../services';
import { pick } from '../steps';
import type { AccountInUse } from '../../stores/account/accountInUse';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { closeTabs } from '../../views/texts/textFiles';

/** What begins on what is rented, and is agreed to with it. */
export interface RentedFor {
  /** @param rate dollars an hour of all that is rented */
  question: (count: number, rate: number | undefined) => { message: string; detail: string; yes: string };
  /** Lets the person change its terms. */
  change: () => Promise<void>;
}

/** The question about renting, which is also the one for what begins then. */
export function askedFor(
  purpose: RentedFor | undefined,
  { count, rate }: { count: number; rate: number | undefined },
  question: SpendingQuestion,
): SpendingQuestion {
  if (!purpose) return question;
  const words = () => {
    const own = purpose.question(count, rate);
    return { ...own, detail: formatParagraphs(own.detail, question.detail) };
  };
  const show = async () => {
    await purpose.change();
    return words();
  };
  return { ...question, ...words(), more: { label: vscode.l10n.t('Change…'), show } };
}

/** What a person agrees to. It is fixed before they are asked and done exactly like this or not at all. */
export interface RentAgreement {
  who: AccountInUse;
  found: FoundOffer;
  terms: RentTerms;
  /** Dollars per hour. */
  cost: HourlyCost;
  purpose?: RentedFor | undefined;
}

/**
 * Shows what will be rented and what it costs; undefined when the person does not agree. `shownBefore` is what they saw
 * last: a rise is pointed out. @throws AccountChanged when another account is in use by then
 */
export async function confirmRent(
  services: Services,
  { who, found, terms, cost, purpose }: RentAgreement,
  shownBefore: HourlyCost,
): Promise<AgreedSpending | undefined> {
  const { running, stopped } = cost;
  const rate = plannedRate(cost, terms);
  const question: SpendingQuestion = {
    planned: [{ rate }],
    message: vscode.l10n.t('Rent {0} for {1}?', gpuTitle(found.offer), formatPerHour(running)),
    detail: formatLines(
      ...riseLines(shownBefore, cost),
      running === undefined
        ? undefined
        : vscode.l10n.t('{0} while running ({1}).', formatPerHour(running), formatPerMonth(running)),
      vscode.l10n.t('{0} for the disk while stopped, until you destroy it.', formatPerHour(stopped)),
      terms.price === undefined
        ? undefined
        : vscode.l10n.t(
            'Interruptible ({0}): stops when someone bids more.',
            bidParts(terms.price, offerCost(found.offer, terms.disk ?? defaultDisk)),
          ),
      volumeLine(terms),
      trafficLine(found.offer),
      ...rentLines(terms, (id) => services.volumes.get(id)),
      facts(found, terms),
    ),
    yes: vscode.l10n.t('Rent for {0}', formatPerHour(running)),
    budget: terms.budget,
    yesUntil: (time) => vscode.l10n.t('Rent and Stop at {0}', time),
    more: showsScript(services, terms.onstart),
  };
  return confirmSpending(services, who, askedFor(purpose, { count: 1, rate }, question));
}

/** Dollars per hour while it runs; unknown if a new volume's price is. */
export const plannedRate = (
  { running }: HourlyCost,
  { createsVolume, volumeRate }: RentTerms,
): number | undefined => (createsVolume && volumeRate === undefined ? undefined : running);

/** The parts of the price that rose since it was seen, each as a sentence. */
export function riseLines(before: HourlyCost, now: HourlyCost): string[] {
  const rose = (state: 'running' | 'stopped', sentence: (was: string, is: string) => string): string[] => {
    const [was, is] = [before[state], now[state]];
    if (!isRise(was, is)) return [];
    if (is === undefined) return [vscode.l10n.t('The full price is no longer known.')];
    return [sentence(formatPerHour(was), formatPerHour(is))];
  };
  const lines = [
    ...rose('running', (was, is) =>
      vscode.l10n.t('The price has risen from {0} to {1} since you saw it.', was, is),
    ),
    ...rose('stopped', (was, is) =>
      vscode.l10n.t('The price while stopped has risen from {0} to {1} since you saw it.', was, is),
    ),
  ];
  return [...new Set(lines)];
}

export function volumeLine({ volumeRate, createsVolume }: RentTerms): string | undefined {
  if (!createsVolume) return undefined;
  return volumeRate === undefined
    ? vscode.l10n.t('The new volume costs extra until you delete it. Its price is unknown.')
    : vscode.l10n.t(
        'Includes {0} for the new volume, until you delete the volume.',
        formatPerHour(volumeRate),
      );
}

function facts({ offer }: FoundOffer, request: RentTerms): string {
  return formatFacts(
    plainText(request.image ?? '', 80),
    `${formatNumber(request.disk ?? defaultDisk)} GB`,
    placeName(plainText(offer.geolocation ?? '', 40)),
    plainText(request.label ?? '', 60),
  );
}

/** What a progress says from the moment at which the answer to a rental was lost. */
export const searchingForInstance = (): string =>
  vscode.l10n.t('No response yet. Looking for the new instance in your list for up to a minute…');

/** The button that shows commands, for a question about them; none without commands. */
export const showsScript = (services: Pick<Services, 'texts'>, script = '') =>
  script.trim() === ''
    ? undefined
    : { label: vscode.l10n.t('Show Commands'), show: () => showScript(services, script) };

/** Shows commands in an editor, where they can only be read, until the person goes on: a dialog would cover them. */
async function showScript({ texts }: Pick<Services, 'texts'>, script: string): Promise<undefined> {
  const uri = texts.put('onstart.sh', script);
  await vscode.window.showTextDocument(uri);
  await pick([{ label: vscode.l10n.t('$(arrow-left) Back to the Question') }], {
    title: vscode.l10n.t('Startup Commands'),
    placeholder: vscode.l10n.t('What runs at each start. You’re asked again before anything is done'),
  });
  await closeTabs(uri);
  return undefined;
}
