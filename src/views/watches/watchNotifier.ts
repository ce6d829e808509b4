import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { callCommand } from '../../commandNames';
import { gpuTitle } from '../../ask/instanceName';
import { showInfo, showWarning } from '../../ask/notify';
import { PersonCall } from '../../ask/caller';
import { accountName } from '../../domain/account/accountName';
import { formatPerHour } from '../../domain/money/cost';
import type { OfferWatch } from '../../domain/offers/offerWatch';
import { omitUndefined } from '../../domain/omitUndefined';
import { ignore, type Log } from '../../log/log';
import type { Account } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAbout } from '../../ask/accountSentences';
import type { OfferStore } from '../../stores/offers/offerStore';
import type { WatchNews, WatchStore } from '../../stores/watches/watchStore';
import { showError } from '../showError';
import { counted, formatSentences } from '../../domain/format';

export interface WatchNotifierServices {
  watches: Pick<WatchStore, 'onDidFind' | 'onDidEnd' | 'stop' | 'renew'>;
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>;
  offers: Pick<OfferStore, 'remember'>;
  log: Log;
}

/**
 * Notifies of what watched searches find, and of their end, once in one window, for all signed-in accounts. Rent opens
 * the launch form, where the person is asked about the price as always.
 */
export class WatchNotifier implements vscode.Disposable {
  readonly #services: WatchNotifierServices;
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(services: WatchNotifierServices) {
    this.#services = services;
    const { watches, log } = services;
    const failed = ignore(log, 'the watch can be stopped or renewed in the list of watched searches');
    this.#subscriptions = [
      watches.onDidFind((news) => void this.#tellFinds(news).catch(failed)),
      watches.onDidEnd(({ account, watch }) => void this.#tellEnd(account, watch).catch(failed)),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #tellFinds(news: WatchNews): Promise<void> {
    const { account, watch, finds } = news;
    const { accounts, watches } = this.#services;
    const rent = vscode.l10n.t('Rent…');
    const stop = vscode.l10n.t('Stop Watching');
    const text = sentenceAbout(accounts, account, findSentence(news));
    const pressed = await showInfo(text, rent, stop);
    if (pressed === stop) await orTold(() => watches.stop(account.id, watch.id));
    const [first] = finds;
    if (pressed === rent && first) await orTold(() => this.#rent(account, watch, first.found));
  }

  /** As a person would from a search: with what the price was computed with. */
  async #rent(
    account: Account,
    watch: OfferWatch,
    found: WatchNews['finds'][number]['found'],
  ): Promise<void> {
    const { accounts, offers } = this.#services;
    if (!accounts.accounts.some(({ id }) => id === account.id)) {
      void showWarning(
        vscode.l10n.t('{0} is no longer signed in. Nothing was rented.', accountName(account)),
      );
      return;
    }
    // The message names the account, and may have stood there while another one was put to use.
    if (accounts.active?.id !== account.id) await accounts.switchTo(account.id);
    offers.remember(found);
    const { disk, hours, bid } = watch.query;
    const { id: offerId } = found.offer;
    await callCommand('rentOffer', new PersonCall({ offerId, disk, hours, ...omitUndefined({ bid }) }));
  }

  async #tellEnd(account: Account, watch: OfferWatch): Promise<void> {
    const { accounts, watches } = this.#services;
    const again = vscode.l10n.t('Watch Again');
    const text = sentenceAbout(accounts, account, endSentence(watch));
    if ((await showInfo(text, again)) === again) await orTold(() => watches.renew(account.id, watch.id));
  }
}

/** Shows a failure to the person who pressed the button. */
async function orTold(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await showError(error, () => orTold(work));
  }
}

function findSentence({ watch, finds }: WatchNews): string {
  const [first, ...others] = finds;
  if (!first) return '';
  const { found, price } = first;
  const gpu = gpuTitle(found.offer);
  const disk = watch.query.disk;
  const offer = found.isBid
    ? vscode.l10n.t(
        '{0}, interruptible, is offered for {1} with {2} GB disk.',
        gpu,
        formatPerHour(price),
        disk,
      )
    : vscode.l10n.t('{0} is offered for {1} with {2} GB disk.', gpu, formatPerHour(price), disk);
  const more =
    others.length === 0
      ? ''
      : counted(
          others.length,
          vscode.l10n.t('{0} more offer is cheap enough.|{0} more offers are cheap enough.'),
        );
  const why = vscode.l10n.t(
    'You’re watching {0} for at most {1}.',
    plainText(watch.name, 80),
    formatPerHour(watch.limit),
  );
  return formatSentences([offer, more, why]);
}

function endSentence({ name, limit, told }: OfferWatch): string {
  const shown = plainText(name, 80);
  const price = formatPerHour(limit);
  return told.length === 0
    ? vscode.l10n.t('No offer for {1} or less was found in a day. {0} is no longer watched.', shown, price)
    : vscode.l10n.t('A day has passed, so {0} is no longer watched.', shown);
}
