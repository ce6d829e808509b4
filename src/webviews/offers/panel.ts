import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import type { Clock } from '../../clock';
import { showErrorMessage } from '../../ask/notify';
import { callCommand } from '../../commandNames';
import type { SavedSearch } from '../../domain/offers/savedSearch';
import type { Layout, PanelQuery } from '../../domain/offers/filters/panelQuery';
import { ignore, type Log } from '../../log/log';
import type { Account } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import type { BadMachines } from '../../stores/instances/badMachines';
import { MarketAtHand } from '../../stores/offers/marketAtHand';
import type { HiddenOffers } from '../../stores/offers/hiddenOffers';
import type { OfferStore } from '../../stores/offers/offerStore';
import type { PanelMemory } from '../../stores/offers/panelMemory';
import type { SavedSearches } from '../../stores/offers/savedSearches';
import { AccountFacts } from './accountFacts';
import { PanelHidden } from './panelHidden';
import { type Beginning, OnePanel } from '../shared/onePanel';
import { accountLine, callRemedy, type OpenPanel, openPanel } from '../shared/openPanel';
import { copyOffer, keepSearch, pickColumns, registerMenus, rentRow } from './menus';
import { type Action, actionSchema, type ColumnsMessage, keptSchema, type Remedy } from './protocol';
import { RowSender } from './rowSender';
import { type Shown, viewOf } from './view';

export interface PanelServices {
  extensionUri: vscode.Uri;
  accounts: AccountStore;
  offers: OfferStore;
  badMachines: BadMachines;
  hidden: HiddenOffers;
  memory: PanelMemory;
  searches: SavedSearches;
  clock: Clock;
  log: Log;
}

/** Milliseconds without a change after which the query is remembered. */
const keptAfter = 1000;

type Kept = z.infer<typeof keptSchema>;

/** The offers panel of a window. */
export class OffersPanels extends OnePanel<Partial<PanelQuery>, Kept> {
  constructor(services: PanelServices) {
    super(services.accounts, keptSchema, (beginning) => new OffersPanel(services, beginning));
  }
}

class OffersPanel {
  readonly #services: PanelServices;
  readonly #panel: OpenPanel;
  readonly #turns: vscode.Disposable;
  readonly #menus: vscode.Disposable;
  readonly #searches: AccountFacts<readonly SavedSearch[]>;
  #account: Account | undefined;
  #market: MarketAtHand;
  readonly #rows: RowSender;
  #turn = 0;
  #queryTurn = 0;
  #layout: Layout;
  readonly #badMachines: AccountFacts<number[]>;
  readonly #hidden: PanelHidden;
  #endKeeping: (() => void) | undefined;

  constructor(services: PanelServices, beginning: Beginning<Partial<PanelQuery>, Kept>) {
    const { extensionUri, accounts, clock, memory, log } = services;
    const { change, kept, restored, closed } = beginning;
    this.#services = services;
    this.#rows = new RowSender((message) => this.#panel.post(message), clock);
    this.#layout = memory.layout;
    this.#account = accounts.active;
    this.#market = this.#createMarket({ ...(kept?.query ?? memory.query), ...change });
    this.#searches = new AccountFacts(services.searches, [], () => this.#panel.draw(), log);
    this.#badMachines = new AccountFacts(services.badMachines, [], () => this.#draw(), log);
    this.#hidden = new PanelHidden(services.hidden, () => this.#draw(), log);
    this.#panel = openPanel({
      extensionUri,
      clock,
      name: 'offers',
      title: vscode.l10n.t('GPU Offers'),
      view: () => viewOf(this.#shown, this.#market.state, clock),
      actions: actionSchema,
      act: (action) => this.#act(action),
      ready: () => {
        this.#rows.forget();
        this.#sendRows();
      },
      keptWhileHidden: {
        seen: (isSeen) => {
          this.#market.setSeen(isSeen);
          // Another window may have changed them.
          if (isSeen) this.#readFacts();
        },
      },
      restored,
      closed: () => {
        this.#keep();
        for (const one of [this.#turns, this.#menus, this.#searches, this.#hidden, this.#badMachines])
          one.dispose();
        this.#market.close();
        closed();
      },
    });
    this.#menus = registerMenus((message) => this.#panel.post(message));
    this.#turns = accounts.onDidChange(() => this.#follow());
    this.#begin();
  }

  show(change: Partial<PanelQuery> = {}): void {
    if (Object.keys(change).length > 0) {
      this.#queryTurn += 1;
      this.#take({ ...this.#market.query, ...change });
    }
    this.#panel.reveal();
  }

  close(): void {
    this.#panel.close();
  }

  #createMarket(query: PanelQuery): MarketAtHand {
    const { offers, clock } = this.#services;
    return new MarketAtHand({ offers, clock, query, changed: () => this.#draw() });
  }

  #begin(): void {
    this.#readFacts();
    this.#market.open();
  }

  #readFacts(): void {
    for (const one of [this.#searches, this.#hidden, this.#badMachines]) void one.follow(this.#account?.id);
  }

  /** Another account sees another market; without one there is nothing to see. */
  #follow(): void {
    const { active } = this.#services.accounts;
    if (active?.id === this.#account?.id) return;
    if (!active) {
      this.#panel.close();
      return;
    }
    this.#account = active;
    this.#turn += 1;
    this.#market.close();
    this.#market = this.#createMarket(this.#market.query);
    this.#begin();
  }

  #draw(): void {
    this.#sendRows();
    this.#panel.draw();
  }

  #sendRows(): void {
    const { rows, isPart } = this.#market.state;
    this.#rows.send(this.#hidden.without(rows), this.#market.query, isPart);
  }

  get #shown(): Shown {
    return {
      turn: this.#turn,
      account: this.#account ? accountLine(this.#account) : '',
      query: this.#market.query,
      queryTurn: this.#queryTurn,
      layout: this.#layout,
      badMachines: this.#badMachines.value,
      hasSavedSearches: this.#searches.value.length > 0,
      hidden: this.#hidden.count,
    };
  }

  #act(action: Action): void {
    const { memory, log } = this.#services;
    switch (action.kind) {
      case 'query':
        this.#take(action.query);
        break;
      case 'refresh':
        this.#market.refresh();
        break;
      case 'search':
        if (action.does === 'open') void callCommand('openSavedSearch');
        else if (action.does === 'listHidden') void callCommand('hiddenOffers');
        else
          keepSearch(
            action.does,
            this.#hidden.watched(this.#market.state.rows, this.#badMachines.value),
            this.#market.query,
          );
        break;
      case 'layout':
        this.#layout = action.layout;
        void memory.keepLayout(action.layout).catch(ignore(log, 'the next panel has the usual columns'));
        break;
      case 'chooseColumns':
        void this.#chooseColumns();
        break;
      case 'rent':
      case 'hide':
      case 'copy':
        void this.#onOffer(action);
        break;
      case 'remedy':
        void this.#remedy(action.remedy);
    }
  }

  #take(query: PanelQuery): void {
    const { clock } = this.#services;
    this.#market.change(query);
    // Not with each key that is pressed.
    this.#endKeeping?.();
    this.#endKeeping = clock.after(keptAfter, () => this.#keep());
  }

  #keep(): void {
    const { memory, log } = this.#services;
    if (!this.#endKeeping) return;
    this.#endKeeping();
    this.#endKeeping = undefined;
    const why = 'the next search starts from an older one';
    void memory.keepQuery(this.#market.query).catch(ignore(log, why));
  }

  async #chooseColumns(): Promise<void> {
    const columns = await pickColumns(this.#layout.columns, this.#market.query);
    if (columns) this.#panel.post({ kind: 'columns', columns } satisfies ColumnsMessage);
  }

  async #onOffer(action: Extract<Action, { kind: 'rent' | 'hide' | 'copy' }>): Promise<void> {
    const { query } = this.#market;
    const found = this.#market.take(action.key);
    // It may have gone while its menu was open.
    if (!found) await showErrorMessage(vscode.l10n.t('This offer is no longer available.'));
    else if (action.kind === 'hide') this.#hidden.hide(found, action.what);
    else if (action.kind === 'copy') await copyOffer(found, query, action.as);
    else await rentRow(found, query);
  }

  async #remedy(remedy: Remedy): Promise<void> {
    if (remedy === 'openSettings')
      await vscode.commands.executeCommand('workbench.action.openSettings', 'gpuRental.baseUrl');
    else await callRemedy(remedy);
    this.#market.refresh();
  }
}
