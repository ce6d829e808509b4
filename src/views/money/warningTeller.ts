import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { showWarning } from '../../ask/notify';
import { instanceKey } from '../../domain/money/ledger/rows';
import {
  type Finding,
  type WarningFacts,
  type WarningKind,
  warningKinds,
} from '../../domain/money/warnings/warning';
import { ignore, type Log } from '../../log/log';
import type { Account } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAbout } from '../../stores/account/namedAccount';
import type { WarningFiles } from '../../stores/money/warningFiles';
import type { WarningStore } from '../../stores/money/warningStore';
import { inAccount } from '../inAccount';
import type { Node as InstanceRow } from '../instances/instancesView';
import type { WarningMessage } from './warningMessages';

export interface WarningTellerStores {
  found: Pick<WarningStore, 'onDidFind'>;
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>;
  warnings: Pick<WarningFiles, 'mute'>;
  /** The view of the instances of the account in use. */
  view: Pick<vscode.TreeView<InstanceRow>, 'reveal'>;
  clock: Clock;
  log: Log;
}

/** Shows what the person is warned about: one notification for all of a kind that were found at once. */
export class WarningTeller implements vscode.Disposable {
  readonly #stores: WarningTellerStores;
  readonly #subscription: { dispose(): unknown };

  constructor(stores: WarningTellerStores) {
    this.#stores = stores;
    const why = 'the view still shows what it costs';
    this.#subscription = stores.found.onDidFind((accountId, findings) => {
      for (const kind of warningKinds)
        void this.#tell(accountId, kind, factsOf(kind, findings)).catch(ignore(stores.log, why));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #tell<K extends WarningKind>(
    accountId: string,
    kind: K,
    all: readonly WarningFacts[K][],
  ): Promise<void> {
    const { accounts, warnings, view, clock } = this.#stores;
    const account = accounts.accounts.find(({ id }) => id === accountId);
    if (all.length === 0 || !account) return;
    const { warningMessage } = await import('./warningMessages');
    const message = warningMessage(kind, all, {
      now: clock.now(),
      addCredit: () => vscode.env.openExternal(vscode.Uri.parse(creditPage(account.baseUrl))),
      showDetails: async ({ id }) => {
        const { InstanceNode } = await import('../instances/instanceNodes');
        return view.reveal(new InstanceNode(id), { select: true, focus: true, expand: true });
      },
      mute: ({ id }) => warnings.mute(accountId, kind, instanceKey(id)),
    });
    if (message) await this.#show(account, message);
  }

  async #show(account: Account, { text, buttons }: WarningMessage): Promise<void> {
    const { accounts } = this.#stores;
    const titles = buttons.map(({ title }) => title);
    const pressed = await showWarning(sentenceAbout(accounts, account, text), ...titles);
    const button = buttons.find(({ title }) => title === pressed);
    if (!button) return;
    if (button.forAnyAccount) await button.run();
    else await inAccount(accounts, account, vscode.l10n.t('This warning'), button.run);
  }
}

function factsOf<K extends WarningKind>(kind: K, findings: readonly Finding[]): WarningFacts[K][] {
  const isOfKind = (finding: Finding): finding is Finding<K> => finding.kind === kind;
  return findings
    .filter(isOfKind)
    .flatMap(({ verdict }) => (typeof verdict === 'object' && 'warn' in verdict ? [verdict.warn] : []));
}

/** Where credit is bought, for the service whose pages are known; else its console. */
function creditPage(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return hostname.endsWith('.vast.ai') ? new URL('/billing/', baseUrl).href : baseUrl;
}
