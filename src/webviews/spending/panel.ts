import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { callCommand } from '../../commandNames';
import { showErrorMessage } from '../../ask/notify';
import { saveTable } from '../../ask/saveTable';
import { nextDay, type Period } from '../../domain/money/ledger/calendar';
import { reportCsv } from '../../domain/money/csv';
import { nameOfSource } from '../../domain/money/ledger/report';
import { ignore, type Log } from '../../log/log';
import type { Account } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import type { BillStore } from '../../stores/money/billStore';
import type { CreditStore } from '../../stores/money/creditStore';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import { billedSince, type FigureStores, figuresOf } from '../../stores/money/spendingFigures';
import type { SpendingStore } from '../../stores/money/spendingStore';
import type { VolumeStore } from '../../stores/volumes/volumeStore';
import { type Beginning, OnePanel } from '../shared/onePanel';
import { accountLine, type OpenPanel, openPanel } from '../shared/openPanel';
import { type Action, actionSchema, type Kept, keptSchema, type View } from './protocol';
import { Redrawing } from './redrawing';
import { pageOf } from './view';

export interface PanelServices extends FigureStores {
  extensionUri: vscode.Uri;
  accounts: AccountStore;
  instances: InstanceStore;
  volumes: VolumeStore;
  spending: SpendingStore;
  bills: BillStore;
  credit: CreditStore;
  log: Log;
}

/** Milliseconds after which the sums of what is billed are other ones. */
const sumsLast = 10_000;
/** The longest wait, as a timer stands still while the computer sleeps. Milliseconds. */
const longest = 15 * 60_000;

export class SpendingPanels extends OnePanel<never, Kept> {
  constructor(services: PanelServices) {
    super(services.accounts, keptSchema, (beginning) => new SpendingPanel(services, beginning));
  }
}

class SpendingPanel {
  readonly #services: PanelServices;
  readonly #panel: OpenPanel;
  readonly #redrawing: Redrawing;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #account: Account | undefined;
  /** The account whose record has been read. */
  #loaded: string | undefined;
  #period: Period;
  #turn = 0;
  #isSeen = true;
  #view: View;

  constructor(services: PanelServices, { restored, kept, closed }: Beginning<never, Kept>) {
    const { extensionUri, accounts, instances, volumes, spending, bills, credit, clock } = services;
    this.#services = services;
    this.#account = accounts.active;
    this.#period = kept?.period ?? 'last30Days';
    this.#view = this.#currentView();
    this.#redrawing = new Redrawing({ clock, draw: () => this.#draw(), lasts: () => this.#lasts() });
    this.#panel = openPanel({
      extensionUri,
      clock,
      name: 'spending',
      title: vscode.l10n.t('GPU Spending'),
      view: () => this.#view,
      actions: actionSchema,
      act: (action) => void this.#act(action),
      keptWhileHidden: { seen: (isSeen) => this.#setSeen(isSeen) },
      restored,
      closed: () => {
        this.#redrawing.dispose();
        for (const subscription of this.#subscriptions) subscription.dispose();
        closed();
      },
    });
    const changed = () => this.#redrawing.changed();
    // The first list ends the wait.
    const listed = () => (this.#view.page.kind === 'loading' ? this.#redrawing.now() : changed());
    this.#subscriptions = [
      accounts.onDidChange(() => this.#follow()),
      instances.onDidChange(listed),
      volumes.onDidChange(changed),
      spending.onDidChange(changed),
      credit.onDidChange(changed),
      // Only what a person asked for changes it.
      bills.onDidChange(() => this.#redrawing.now()),
    ];
    this.#begin({ again: true });
  }

  show(): void {
    this.#panel.reveal();
  }

  close(): void {
    this.#panel.close();
  }

  /** Reads the record of the account, and asks for its charges. */
  #begin({ again }: { again: boolean }): void {
    const { spending, log } = this.#services;
    const id = this.#account?.id;
    this.#redrawing.now();
    if (id === undefined || (id === this.#loaded && !again)) return;
    this.#askBill(again);
    void spending
      .load(id)
      .catch(ignore(log, 'the next look at the instances reads it'))
      .then(() => {
        if (this.#account?.id !== id) return;
        this.#loaded = id;
        this.#redrawing.now();
      });
  }

  #askBill(again: boolean): void {
    const { bills, clock, log } = this.#services;
    const why = 'what was counted is shown';
    void bills.load(billedSince(this.#period, clock.now()), { again }).catch(ignore(log, why));
  }

  #follow(): void {
    const { active } = this.#services.accounts;
    if (active?.id === this.#account?.id) return;
    this.#account = active;
    this.#loaded = undefined;
    this.#turn += 1;
    if (this.#isSeen) this.#begin({ again: false });
  }

  #setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#redrawing.setSeen(isSeen);
    if (isSeen && this.#loaded !== this.#account?.id) this.#begin({ again: false });
  }

  /** Sends what has changed. */
  #draw(): void {
    // The lists may forget the account before this panel hears that another one is in use.
    if (this.#services.accounts.active?.id !== this.#account?.id) return;
    const view = this.#currentView();
    if (JSON.stringify(view) === JSON.stringify(this.#view)) return;
    this.#view = view;
    this.#panel.draw();
  }

  /** Sums of what is billed grow; those of nothing change with the day. */
  #lasts(): number {
    const { instances, volumes, clock } = this.#services;
    if (instances.state.instances.size > 0 || volumes.state.volumes.length > 0) return sumsLast;
    const now = clock.now();
    return Math.min(longest, nextDay(now) - now + 1);
  }

  #currentView(): View {
    const account = this.#account;
    const shared = { turn: this.#turn, account: account ? accountLine(account) : '' };
    if (!account) return { ...shared, busy: false, page: { kind: 'signedOut' } };
    const { instances } = this.#services;
    const figures = figuresOf(this.#services, account.id, this.#period);
    const { fetchedAt, accountId, error } = instances.state;
    const isListed = accountId === account.id && fetchedAt !== undefined;
    const isKnown = this.#loaded === account.id && (isListed || figures.report.since !== undefined);
    const isAsking = figures.bill.isLoading;
    const problem = error === undefined ? {} : { problem: { message: describeError(error).message } };
    if (isKnown) return { ...shared, busy: isAsking, page: pageOf(figures), ...problem };
    return { ...shared, busy: error === undefined, page: { kind: 'loading' }, ...problem };
  }

  async #act(action: Action): Promise<void> {
    switch (action.kind) {
      case 'period':
        this.#period = action.period;
        this.#redrawing.now();
        this.#askBill(false);
        break;
      case 'refresh':
        this.#begin({ again: true });
        void this.#services.instances
          .refresh()
          .catch(ignore(this.#services.log, 'its view shows why'))
          .then(() => this.#redrawing.now());
        break;
      case 'export':
        await this.#export();
        break;
      case 'signIn':
      case 'browseOffers':
        await callCommand(action.kind);
        break;
      case 'showDamaged':
        await this.#showDamaged();
    }
  }

  async #export(): Promise<void> {
    const account = this.#account;
    if (!account) return;
    const { ledger, report } = figuresOf(this.#services, account.id, this.#period);
    const [first, last] = [report.days[0]?.day ?? '', report.days.at(-1)?.day ?? ''];
    const csv = reportCsv(report, (source) => nameOfSource(ledger, source));
    try {
      const name = vscode.l10n.t('Spending {0} to {1}', first, last);
      await saveTable(vscode.l10n.t('Export Spending'), name, csv);
    } catch (error) {
      await showErrorMessage(describeError(error).message);
    }
  }

  async #showDamaged(): Promise<void> {
    const { spending } = this.#services;
    if (!this.#account) return;
    const file = vscode.Uri.file(spending.damagedFile(this.#account.id));
    await vscode.commands.executeCommand('revealFileInOS', file);
  }
}
