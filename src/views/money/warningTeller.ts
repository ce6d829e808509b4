import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { fewNames, instanceName } from '../../ask/instanceName';
import { type Button, showInfo, showWarning, showWith } from '../../ask/notify';
import { showView } from '../../commandNames';
import { instanceKey } from '../../domain/money/ledger/rows';
import type { Finding, WarningFacts, WarningKind } from '../../domain/money/warnings/warning';
import { ignore, type Log } from '../../log/log';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAbout } from '../../ask/accountSentences';
import type { WarningFiles } from '../../stores/money/warnings/warningFiles';
import { inAccount } from '../inAccount';
import { showInstances } from '../instances/instanceButtons';
import { InstanceNode } from '../instances/instanceNodes';
import type { Node as InstanceRow } from '../instances/instancesView';
import type { WarningButton, WarningContext, WarningWords } from './warningRow';
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

interface WarningMessage {
  text: string;
  buttons: readonly WarningButton[];
}

/** The notification for warnings of one kind, with costs and the buttons that help. Undefined if there are none. */
function warningMessage<K extends WarningKind>(
  kind: K,
  all: readonly WarningFacts[K][],
  context: WarningContext,
): WarningMessage | undefined {
  const { one, several, name, buttons, view }: WarningWords<K> = warningWords[kind];
  const [first] = all;
  if (first === undefined) return undefined;
  if (all.length === 1) return { text: one(first, context.now), buttons: buttons(first, context) };
  const list = fewNames(all.map(name));
  return { text: several(all, list), buttons: [view === 'instances' ? showInstances() : showVolumes()] };
}

const showVolumes = (): Button => ({
  title: vscode.l10n.t('Show Volumes'),
  run: () => showView('volumes'),
});

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
