import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { commandId } from '../../commandNames';
import { sureHours } from '../../domain/money/credit';
import { creditNow } from '../../domain/money/ledger/forecast';
import type { AccountStore } from '../../stores/account/accountStore';
import type { BillStore } from '../../stores/money/billStore';
import type { CreditStore } from '../../stores/money/creditStore';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import { settings } from '../../stores/settings';
import type { SpendingStore } from '../../stores/money/spendingStore';
import type { ScheduledStops } from '../../stores/stops/scheduledStops';
import type { StopKeeper } from '../../stores/stops/stopKeeper';
import type { VolumeStore } from '../../stores/volumes/volumeStore';
import { counted } from '../../domain/format';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { agreedTime } from '../../domain/stops/triggers';
import { scheduledText } from '../instances/instanceLine';
import { ignore } from '../../log/log';
import { costWords, type CreditLeft } from './statusBarText';
import { type AccountCost, type AllCosts, isBilled } from './allCosts';
import type { BudgetStores } from './budgetNotice';
import type * as costTables from './costTable';

export interface StatusBarStores {
  accounts: Pick<AccountStore, 'active'>;
  instances: Pick<InstanceStore, 'state'>;
  volumes: Pick<VolumeStore, 'state'>;
  spending: Pick<SpendingStore, 'ledgerOf' | 'onDidChange'>;
  bills: Pick<BillStore, 'of' | 'onDidChange'>;
  credit: Pick<CreditStore, 'credit' | 'onDidChange' | 'billedChanged'>;
  scheduledStops: Pick<ScheduledStops, 'onDidChange'>;
  stopKeeper: Pick<StopKeeper, 'of'>;
  clock: Clock;
}

/** Sums and what is left of the credit change over time. Milliseconds. */
const drawnFor = 60_000;

/**
 * What all instances and volumes of all signed-in accounts cost now, and for how long the credit lasts: always visible
 * while something is billed. The tooltip has what each of them has cost, and stops an instance.
 */
export class StatusBar implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #costs: AllCosts;
  readonly #stores: StatusBarStores;
  #stopTimer: () => void = () => undefined;
  /** What the tooltip is made with, once something was billed. */
  #tables: typeof costTables | undefined;
  #isLoading = false;

  constructor(costs: AllCosts, stores: StatusBarStores) {
    this.#costs = costs;
    this.#stores = stores;
    this.#item = vscode.window.createStatusBarItem('gpuRental.cost', vscode.StatusBarAlignment.Left, 0);
    this.#item.name = vscode.l10n.t('GPU Rental: cost');
    this.#subscriptions = [
      ...costs.onDidChange(() => {
        stores.credit.billedChanged();
        this.#draw();
      }),
      stores.spending.onDidChange(() => this.#draw()),
      stores.credit.onDidChange(() => this.#draw()),
      stores.bills.onDidChange(() => this.#draw()),
      stores.scheduledStops.onDidChange(() => this.#draw()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (['account', 'budget'].some((part) => event.affectsConfiguration(`gpuRental.${part}`)))
          this.#draw();
      }),
    ];
    stores.credit.billedChanged();
    this.#draw();
  }

  dispose(): void {
    this.#stopTimer();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#item.dispose();
  }

  #draw(): void {
    this.#stopTimer();
    const costs = [...this.#costs.all.values()];
    const own = costs.find(({ active }) => active);
    const left = this.#creditLeft(own);
    const words = costWords(costs, left, this.#nextStop());
    if (!words) {
      this.#item.hide();
      return;
    }
    this.#item.text = words.text;
    this.#item.tooltip = this.#tooltip(words.tooltip);
    this.#item.backgroundColor = left?.isLow
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.#item.accessibilityInformation = { label: words.spoken };
    this.#item.command = `${viewOf(own)}.focus`;
    this.#item.show();
    if (!this.#isLoading) void this.#loadTables();
    this.#stopTimer = this.#stores.clock.after(drawnFor, () => this.#draw());
  }

  /** "stops in 2 h 10 min": the first of those whose time is known. */
  #nextStop(): string | undefined {
    const { instances, stopKeeper, clock } = this.#stores;
    const now = clock.now();
    const timed = [...instances.state.instances.values()].flatMap((instance) => {
      const stop = stopKeeper.of(instance.id);
      const at = stop && (stop.due ?? agreedTime(stop.stop.when));
      const text = stop && scheduledText(lifecycleOf(instance), { stop, now });
      return at !== undefined && text ? { at, text } : [];
    });
    return timed.sort((one, other) => one.at - other.at)[0]?.text;
  }

  /** The credit reported last, less what was spent since. */
  #creditLeft(own: AccountCost | undefined): CreditLeft | undefined {
    const { credit: store, clock } = this.#stores;
    const told = store.credit;
    if (!told || !own?.rate) return undefined;
    const low = settings.account.lowCreditHours;
    const credit = creditNow(told, own.rate.dollars, clock.now());
    const hours = sureHours(credit, own.rate, low);
    return hours === undefined ? undefined : { credit, hours, isLow: hours < low };
  }

  async #loadTables(): Promise<void> {
    this.#isLoading = true;
    this.#tables = await import('./costTable');
    this.#draw();
  }

  #tooltip(words: string): vscode.MarkdownString | undefined {
    if (!this.#tables) return undefined;
    const { costTable, escaped, spendingLink } = this.#tables;
    const { accounts, instances, volumes, spending, bills, stopKeeper, clock } = this.#stores;
    const { active } = accounts;
    const lines = words.split('\n').map(escaped).join('\\\n');
    const table =
      active &&
      costTable({
        instances: [...instances.state.instances.values()],
        volumes: volumes.state.volumes,
        ledger: spending.ledgerOf(active.id),
        bill: bills.of(active.id).bill,
        stopOf: (id) => stopKeeper.of(id),
        perDay: settings.budget.perDay,
        now: clock.now(),
      });
    const paragraphs = [lines, ...(table ? [table] : []), ...(active ? [spendingLink()] : [])];
    const text = new vscode.MarkdownString(paragraphs.join('\n\n'));
    text.isTrusted = { enabledCommands: [commandId('stopInstance'), commandId('showSpending')] };
    return text;
  }
}

/** The view that has what is billed: where the account in use has no instances, theirs would be the wrong one. */
function viewOf(own: AccountCost | undefined): string {
  if (own && own.instances > 0) return 'gpuRental.instances';
  return own && isBilled(own) ? 'gpuRental.volumes' : 'gpuRental.account';
}

/** The number on the icon in the activity bar: how many instances and volumes are billed, in all signed-in accounts. */
export class BilledBadge implements vscode.Disposable {
  readonly #view: Pick<vscode.TreeView<unknown>, 'badge'>;
  readonly #costs: AllCosts;
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(view: Pick<vscode.TreeView<unknown>, 'badge'>, costs: AllCosts) {
    this.#view = view;
    this.#costs = costs;
    this.#subscriptions = costs.onDidChange(() => this.#draw());
    this.#draw();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #draw(): void {
    const billed = [...this.#costs.all.values()].filter(isBilled);
    const count = billed.reduce((sum, { instances, volumes }) => sum + instances + (volumes?.count ?? 0), 0);
    if ((this.#view.badge?.value ?? 0) === count) return;
    const tooltip = counted(
      count,
      vscode.l10n.t('{0} instance or volume is billed|{0} instances and volumes are billed'),
    );
    this.#view.badge = count > 0 ? { value: count, tooltip } : undefined;
  }
}

/** Milliseconds after the last change, while a number may still be typed. */
const typedFor = 2000;

/** Says what a budget means that is set while something is billed. */
export function followBudget(stores: BudgetStores): vscode.Disposable {
  let endWaiting: () => void = () => undefined;
  const tell = () => {
    const { perDay, perInstance } = settings.budget;
    const why = 'the next question about money says what becomes of the budget';
    import('./budgetNotice')
      .then(({ tellBudget }) => tellBudget(stores, { perDay, perInstance }))
      .catch(ignore(stores.log, why));
  };
  const subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration('gpuRental.budget')) return;
    endWaiting();
    endWaiting = stores.clock.after(typedFor, tell);
  });
  return vscode.Disposable.from(subscription, { dispose: () => endWaiting() });
}
