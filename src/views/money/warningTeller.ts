import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { instanceName } from '../../ask/instanceName';
import { showInfo, showWarning, showWith } from '../../ask/notify';
import { instanceKey } from '../../domain/money/ledger/rows';
import type { Finding, WarningFacts, WarningKind } from '../../domain/money/warnings/warning';
import { ignore, type Log } from '../../log/log';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAbout } from '../../ask/accountSentences';
import type { WarningFiles } from '../../stores/money/warnings/warningFiles';
import { inAccount } from '../inAccount';
import { InstanceNode } from '../instances/instanceNodes';
import type { Node as InstanceRow } from '../instances/instancesView';
import { warningMessage } from './warningMessages';
import type { WarningContext } from './warningRow';
import { warningWords } from './warningWords';

export interface WarningTellerStores {
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>;
  warnings: Pick<WarningFiles, 'mute' | 'unmute'>;
  /** The view of the instances of the account in use. */
  view: Pick<vscode.TreeView<InstanceRow>, 'reveal'>;
  clock: Clock;
  log: Log;
}

/** Shows what the person is warned about: one notification for all of a kind that were found at once. */
export function tellWarnings(
  stores: WarningTellerStores,
  accountId: string,
  findings: readonly Finding[],
): void {
  const why = 'the view still shows what it costs';
  for (const kind of Object.keys(warningWords) as WarningKind[])
    void tell(stores, accountId, kind, factsOf(kind, findings)).catch(ignore(stores.log, why));
}

async function tell<K extends WarningKind>(
  { accounts, warnings, view, clock }: WarningTellerStores,
  accountId: string,
  kind: K,
  all: readonly WarningFacts[K][],
): Promise<void> {
  const account = accounts.accounts.find(({ id }) => id === accountId);
  if (all.length === 0 || !account) return;
  const context: WarningContext = {
    now: clock.now(),
    addCredit: () => vscode.env.openExternal(vscode.Uri.parse(creditPage(account.baseUrl))),
    showDetails: ({ id }) => view.reveal(new InstanceNode(id), { select: true, focus: true, expand: true }),
    mute: async (instance) => {
      await warnings.mute(accountId, kind, instanceKey(instance.id));
      const undo = vscode.l10n.t('Undo');
      const told = vscode.l10n.t('No more warnings when the GPU of {0} is idle.', instanceName(instance));
      if ((await showInfo(told, undo)) === undo)
        await warnings.unmute(accountId, kind, instanceKey(instance.id));
    },
  };
  const message = warningMessage(kind, all, context);
  if (!message) return;
  const buttons = message.buttons.map(({ title, run, forAnyAccount }) => ({
    title,
    run: forAnyAccount ? run : () => inAccount(accounts, account, vscode.l10n.t('This warning'), run),
  }));
  await showWith(showWarning, sentenceAbout(accounts, account, message.text), buttons);
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
