import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import type { Offer } from '../../../api/schemas/offers/offer';
import type { Volume } from '../../../api/schemas/volume';
import { formatPerHour } from '../../money/cost';
import { counted, formatList, formatNumber, formatSpan } from '../../format';
import { believable, trafficPrice } from '../../offers/plannedPrice';
import { stopsItself } from '../../stops/stopInOnstart';
import { splitEnv } from '../launchDraft';
import { readOnstart } from '../onstart';
import { volumeName } from '../../volumes/volume';
import { volumeRate, volumeSize } from '../../volumes/volumeCost';
import type { RentTerms } from './state';

/** The most names of one list in a question. */
const mostNames = 8;

/**
 * What is rented, one fact a line, so that a person who is asked sees what was typed or what a program sends. Variables
 * have only their names. Commands are said in words, and are shown whole elsewhere. For `modalText`: nothing here is safe
 * where VS Code draws icons.
 *
 * @param known finds a volume of the account
 */
export function rentLines(terms: RentTerms, known: (id: number) => Volume | undefined): string[] {
  const { variables, ports } = splitEnv(terms.env);
  return [
    ...templateLine(terms),
    ...listLine(l10n.t('Variables'), Object.keys(variables)),
    ...listLine(l10n.t('Port mappings'), ports),
    ...linkedVolumeLine(terms, known),
    ...ownStopLine(terms),
    ...scriptLine(terms),
  ];
}

/** Dollars per GB in each direction: what isn't told is unknown and not free. */
export function trafficText({ inet_down_cost, inet_up_cost }: Offer): string {
  const [down, up] = [believable(inet_down_cost), believable(inet_up_cost)];
  const words = (dollars: number | undefined): string => {
    if (dollars === undefined) return l10n.t('price unknown');
    return dollars === 0 ? trafficPrice(dollars) : `${trafficPrice(dollars)}/GB`;
  };
  return down === up ? words(down) : l10n.t('{0} down, {1} up', words(down), words(up));
}

/** What this offer's traffic costs. */
export const trafficLine = (offer: Offer): string => l10n.t('Traffic: {0}', trafficText(offer));

function templateLine({ template }: RentTerms): string[] {
  return template ? [l10n.t('Template: {0}', plainText(template.name || template.hash_id, 60))] : [];
}

function listLine(label: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length - mostNames;
  const shown = names.slice(0, mostNames).map((name) => plainText(name, 60));
  const list = more > 0 ? l10n.t('{0}, and {1} more', shown.join(', '), more) : formatList(shown);
  return [l10n.t('{0}: {1}', label, list)];
}

function linkedVolumeLine(
  { volume_info: info }: RentTerms,
  known: (id: number) => Volume | undefined,
): string[] {
  if (!info || info.create_new || info.volume_id === undefined) return [];
  const volume = known(info.volume_id);
  const size = volume && volumeSize(volume);
  const facts = [
    volume ? volumeName(volume) : String(info.volume_id),
    ...(size === undefined ? [] : [`${formatNumber(size)} GB`]),
    ...(info.mount_path === undefined ? [] : [plainText(info.mount_path, 60)]),
    priceWords(volume),
  ];
  return [l10n.t('Linked volume: {0}', facts.join(' · '))];
}

function priceWords(volume: Volume | undefined): string {
  const rate = volume && volumeRate(volume);
  return rate === undefined ? l10n.t('price unknown') : l10n.t('billed already, {0}', formatPerHour(rate));
}

function ownStopLine({ additions, onstart = '', ownScript = onstart }: RentTerms): string[] {
  const { stopAfterHours, stopWhenIdleMinutes, runHours = 0 } = additions ?? {};
  const isInScript = stopsItself(readOnstart(ownScript));
  const isAdded = stopAfterHours !== undefined || stopWhenIdleMinutes !== undefined || runHours > 0;
  if (!isAdded && !isInScript) return [];
  return [
    ...(isInScript ? [l10n.t('Stops itself as its startup commands say.')] : []),
    ...(stopAfterHours === undefined
      ? []
      : [l10n.t('Stops itself {0} after each start.', formatSpan(stopAfterHours, 'hour'))]),
    ...(stopWhenIdleMinutes === undefined
      ? []
      : [l10n.t('Stops itself when idle for {0}.', formatSpan(stopWhenIdleMinutes, 'minute'))]),
    ...(runHours === 0
      ? []
      : [l10n.t('Stops itself {0} after its start, unless its run goes on.', formatSpan(runHours, 'hour'))]),
    l10n.t(
      'Its own key, which can do nothing else in your account, stops it. Its disk is still billed then.',
    ),
  ];
}

function scriptLine({ onstart = '', ownScript, additions }: RentTerms): string[] {
  // The lines that stop the instance are named by `ownStopLine`.
  const { environmentInSessions = false, noAutoTmux = false } = additions ?? {};
  const hasOthers = ownScript?.trim() !== '' || environmentInSessions || noAutoTmux;
  return onstart.trim() === '' || !hasOthers ? [] : [scriptWords(onstart, ownScript)];
}

/**
 * "Startup commands: 17 lines. The first: pip install vllm"
 *
 * @param own what a person or a template wrote of it, whose first command tells more than one that is added
 */
export function scriptWords(script: string, own = ''): string {
  const first = commandOf(own) ?? commandOf(script) ?? '';
  return l10n.t(
    'Startup commands: {0}. The first: {1}',
    counted(script.trimEnd().split('\n').length, l10n.t('{0} line|{0} lines')),
    first.length > 80 ? `${first.slice(0, 79)}…` : first,
  );
}

/** The first line that isn't empty or a comment. */
const commandOf = (script: string): string | undefined =>
  script
    .split('\n')
    .find((line) => /^\s*[^#\s]/.test(line))
    ?.trim();
