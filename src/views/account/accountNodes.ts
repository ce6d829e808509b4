import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { ApiKey } from '../../api/schemas/account/apiKey';
import type { User } from '../../api/schemas/account/user';
import type { Account } from '../../stores/account/accountFiles';
import { costOfAccount } from '../money/statusBarText';
import type { AccountCost } from '../money/allCosts';
import { PersonCall } from '../../ask/caller';
import { commandId } from '../../commandNames';
import type { FactNode } from './accountFacts';
import { formatFacts, formatLines } from '../../domain/format';

/** A row of the account view for a signed-in account. */
export class AccountNode {
  readonly accountId: string;

  constructor(accountId: string) {
    this.accountId = accountId;
  }
}

/** A row of the account in use. It is the same object as long as the row is there, whatever the row says. */
export class FactRow {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

/** An API key that a person picked from a list. */
export class ApiKeyNode {
  readonly key: Omit<ApiKey, 'hint'> & { inUse?: boolean | undefined };

  constructor(key: ApiKeyNode['key']) {
    this.key = key;
  }
}

/** An SSH key that a person picked from a list. */
export class SshKeyNode {
  readonly id: number | undefined;
  readonly text: string | undefined;

  constructor(id: number | undefined, text: string | undefined) {
    this.id = id;
    this.text = text;
  }
}

export function accountItem(
  account: Account,
  user: User | undefined,
  isActive: boolean,
  cost: AccountCost | undefined,
): vscode.TreeItem {
  const { host } = new URL(account.baseUrl);
  const name = plainText(user?.email ?? account.email ?? String(account.userId), 80);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  const state = isActive ? vscode.l10n.t('in use') : vscode.l10n.t('signed in');
  item.id = `account/${account.id}`;
  const costs = cost ? costOfAccount(cost) : '';
  // Costs come first, because the end is cut off in a narrow view.
  item.description = formatFacts(costs, state, host);
  item.iconPath = new vscode.ThemeIcon(isActive ? 'account' : 'person');
  item.contextValue = isActive ? ';account;' : ';otherAccount;';
  if (!isActive) {
    item.command = {
      command: commandId('switchAccount'),
      title: vscode.l10n.t('Switch to This Account'),
      arguments: [new PersonCall({ accountId: account.id })],
    };
  }
  item.tooltip = formatLines(
    name,
    plainText(user?.full_name ?? '', 80),
    costs,
    host,
    vscode.l10n.t('Account {0}', account.userId),
  );
  item.accessibilityInformation = {
    label: [vscode.l10n.t('Account {0} at {1}, {2}', name, host, state), costs].filter(Boolean).join(', '),
  };
  return item;
}

export function factItem(node: FactNode, accountId: string): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.None);
  item.id = `${accountId}/${node.id}`;
  if (node.value) item.description = plainText(node.value, 120);
  item.iconPath = node.icon;
  if (node.tooltip) item.tooltip = node.tooltip;
  item.contextValue = node.context ?? ';fact;';
  if (node.command) item.command = { command: node.command, title: node.label };
  item.accessibilityInformation = { label: node.value ? `${node.label}: ${node.value}` : node.label };
  return item;
}
