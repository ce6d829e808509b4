import * as vscode from 'vscode';
import type { PriceIncrease } from '../../api/schemas/instances/priceIncrease';
import { instanceName } from '../../ask/instanceName';
import { showWarning } from '../../ask/notify';
import { callCommand } from '../../commandNames';
import type { Stores } from '../../stores/backgroundStores';
import { sentenceAbout } from '../../ask/accountSentences';
import { PriceIncreases } from '../../stores/money/priceIncreases';
import { settings } from '../../stores/settings';
import { inAccount } from '../inAccount';
import { InstanceNode } from '../instances/instanceNodes';
import { increaseSentences } from './priceIncreaseWords';

type TellerStores = Pick<Stores, 'accounts' | 'instances' | 'files' | 'leases' | 'clock' | 'log'>;

/** Looks for prices that hosts want to raise, and tells of each once, in one window. Nothing is answered by itself. */
export function followPriceIncreases(
  { subscriptions }: Pick<vscode.ExtensionContext, 'subscriptions'>,
  stores: TellerStores,
): PriceIncreases {
  const increases = new PriceIncreases({ ...stores, lease: stores.leases.for('priceIncreases') });
  subscriptions.push(increases);
  increases.onDidFind((accountId, found) => {
    if (settings.warnings.limits.priceRise) for (const one of found) void tell(stores, accountId, one);
  });
  return increases;
}

async function tell(
  { accounts, instances }: TellerStores,
  accountId: string,
  increase: PriceIncrease,
): Promise<void> {
  const account = accounts.accounts.find(({ id }) => id === accountId);
  const instance = instances.get(increase.instanceId);
  if (!account || !instance) return;
  const [accept, decline] = [vscode.l10n.t('Accept…'), vscode.l10n.t('Decline…')];
  const text = sentenceAbout(accounts, account, increaseSentences(instance, increase));
  const pressed = await showWarning(text, accept, decline);
  if (pressed === undefined) return;
  const command = pressed === accept ? 'acceptPriceIncrease' : 'declinePriceIncrease';
  await inAccount(accounts, account, instanceName(instance), () =>
    callCommand(command, new InstanceNode(increase.instanceId)),
  );
}
