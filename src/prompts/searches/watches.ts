import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { showStatus } from '../../ask/notify';
import { counted, formatFacts, formatSentences } from '../../domain/format';
import { formatPerHour } from '../../domain/money/cost';
import { formatHours } from '../../domain/money/credit';
import type { PanelQuery } from '../../domain/offers/filters/panelQuery';
import { longestName, searchWords } from '../../domain/offers/savedSearch';
import { positiveNumber } from '../../domain/typedNumber';
import type { Services } from '../services';
import { type Action, askText, pick, pickAction } from '../steps';
import { accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { accountWhereSeveral } from '../../ask/accountSentences';
import type { ListedWatch, WatchStore } from '../../stores/watches/watchStore';
import { ageWords } from '../../ask/timeWords';

export interface SearchToWatch {
  query: PanelQuery;
  /** The filters of the search in words if missing. */
  name?: string | undefined;
  /** What the cheapest offer costs now, in dollars per hour. */
  cheapest?: number | undefined;
}

/** The name of a watch whose search has none. */
export const watchName = (query: PanelQuery): string => plainText(searchWords(query), longestName);

/** Asks for a price, and watches a search. Resolves to the watch's id. @throws LocalError 'not_possible' if there are too many */
export async function watchSearch(
  { watches, accounts }: Pick<Services, 'accounts' | 'watches'>,
  { query, name = watchName(query), cheapest }: SearchToWatch,
): Promise<string | undefined> {
  const who = accountInUse(accounts);
  const typed = await askText({
    title: vscode.l10n.t('Watch Offers'),
    prompt: formatSentences([
      `${plainText(name, longestName)}.`,
      cheapest === undefined ? '' : vscode.l10n.t('The cheapest now: {0}.', formatPerHour(cheapest)),
      vscode.l10n.t(
        'For a day, you’re notified when an offer costs at most this much per hour with {0} GB disk. Nothing is rented.',
        query.disk,
      ),
    ]),
    placeholder: vscode.l10n.t('Dollars per hour, such as 0.25'),
    validate: (text) => positiveNumber(text).problem,
  });
  const limit = positiveNumber(typed ?? '').value;
  if (limit === undefined) return undefined;
  mustBeInUse(accounts, who);
  const { id } = await (await watches.load()).begin(who.account.id, { name, query, limit });
  const text = vscode.l10n.t('Watching {0} for at most {1}', plainText(name, 60), formatPerHour(limit));
  showStatus('eye', text, 5000);
  return id;
}

type Row = vscode.QuickPickItem & { listed: ListedWatch };

const renewButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('refresh'),
  tooltip: vscode.l10n.t('Watch for Another Day'),
});
const stopButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('close'),
  tooltip: vscode.l10n.t('Stop Watching'),
});

/**
 * The watched searches of all signed-in accounts, to be looked at, renewed and stopped. @param open opens a search
 * @throws LocalError 'nothing_yet' if there is none
 */
export async function showWatches(
  services: Pick<Services, 'accounts' | 'clock' | 'watches'>,
  open: (listed: ListedWatch) => Promise<unknown>,
): Promise<void> {
  const store = await services.watches.load();
  const [renew, stop] = [renewButton(), stopButton()];
  for (let isFirst = true; ; isFirst = false) {
    const listed = await store.list();
    if (listed.length === 0) {
      if (isFirst) throw new LocalError('nothing_yet', vscode.l10n.t('You’re not watching any offers.'));
      return;
    }
    const rows = listed.map((one) => ({ ...rowOf(services, one), buttons: [renew, stop] }));
    const step = await pick<Row>(rows, {
      title: vscode.l10n.t('Watched Searches'),
      placeholder: vscode.l10n.t('You’re notified when an offer is cheap enough. Nothing is rented'),
    });
    if (step.kind !== 'done' || !step.value.item) return;
    const { item, pressed } = step.value;
    const { account, watch } = item.listed;
    if (pressed === stop) await store.stop(account.id, watch.id);
    else if (pressed === renew) await store.renew(account.id, watch.id);
    else if ((await pickAction(plainText(watch.name, 60), actionsOf(store, item.listed, open))) === 'done')
      return;
  }
}

function actionsOf(
  store: WatchStore,
  listed: ListedWatch,
  open: (listed: ListedWatch) => Promise<unknown>,
): Action[] {
  const { account, watch } = listed;
  const again = watch.ended ? vscode.l10n.t('Watch Again') : vscode.l10n.t('Watch for Another Day');
  return [
    { label: `$(search) ${vscode.l10n.t('Open Search')}`, run: () => open(listed) },
    ...(watch.ended
      ? []
      : [{ label: `$(eye) ${vscode.l10n.t('Search Now')}`, run: () => store.lookNow(watch.id) }]),
    { label: `$(refresh) ${again}`, run: () => store.renew(account.id, watch.id) },
    { label: `$(close) ${vscode.l10n.t('Stop Watching')}`, run: () => store.stop(account.id, watch.id) },
  ];
}

function rowOf({ accounts, clock }: Pick<Services, 'accounts' | 'clock'>, listed: ListedWatch): Row {
  const { account, watch, left } = listed;
  const { name, limit, looked, failures, ended, told, query } = watch;
  const icon = ended ? 'circle-slash' : failures === undefined ? 'eye' : 'warning';
  const ends = ended
    ? vscode.l10n.t('ended')
    : vscode.l10n.t('{0} left', formatHours(Math.ceil(left / 3_600_000)));
  const words = searchWords(query);
  return {
    listed,
    label: `$(${icon}) ${plainText(name, 60)}`,
    description: [vscode.l10n.t('at most {0}', formatPerHour(limit)), ends].join(' · '),
    detail: formatFacts(
      failures === undefined ? '' : vscode.l10n.t('the last search failed'),
      looked === undefined
        ? vscode.l10n.t('not searched yet')
        : vscode.l10n.t('searched {0}', ageWords(clock.now() - looked)),
      looked === undefined ? '' : foundWords(told.length),
      words === name ? '' : plainText(words),
      accountWhereSeveral(accounts, account) ?? '',
    ),
  };
}

function foundWords(count: number): string {
  if (count === 0) return vscode.l10n.t('no offer cheap enough yet');
  return counted(count, vscode.l10n.t('{0} offer found|{0} offers found'));
}
