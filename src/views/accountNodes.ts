import * as vscode from 'vscode';
import { describeError } from '../api/describeError';
import { ApiError } from '../api/errors';
import { plainText } from '../api/plainText';
import type { ApiKey } from '../api/schemas/apiKey';
import type { User } from '../api/schemas/user';
import { creditLasts, formatHours } from '../domain/credit';
import { formatPerHour } from '../domain/cost';
import type { Account } from '../stores/accountFiles';

/** A row of the account view that stands for a signed-in account. */
export class AccountNode {
  readonly accountId: string;

  constructor(accountId: string) {
    this.accountId = accountId;
  }
}

/** An API key that a person picked. */
export class ApiKeyNode {
  readonly key: ApiKey;

  constructor(key: ApiKey) {
    this.key = key;
  }
}

/** A row that tells one thing about the account in use. */
export interface FactNode {
  id: string;
  label: string;
  value?: string;
  icon: vscode.ThemeIcon;
  tooltip?: string;
  /** What the menus' conditions look for. */
  context?: string;
  /** The command that a click runs. */
  command?: string;
}

/** What the rows are made from. */
export interface Facts {
  user?: User | undefined;
  error?: unknown;
  /** Dollars per hour, now; undefined while no list of instances was ever had. */
  burn: number | undefined;
  hasSession: boolean;
  /** What the key was refused. */
  refused: readonly string[];
}

export function accountItem(account: Account, user: User | undefined, isActive: boolean): vscode.TreeItem {
  const { host } = new URL(account.baseUrl);
  const name = plainText(user?.email ?? account.email ?? String(account.userId), 80);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  const state = isActive ? vscode.l10n.t('in use') : vscode.l10n.t('signed in');
  item.id = `account/${account.id}`;
  item.description = `${host} · ${state}`;
  item.iconPath = new vscode.ThemeIcon(isActive ? 'account' : 'person');
  item.contextValue = isActive ? ';account;' : ';otherAccount;';
  item.tooltip = [
    name,
    plainText(user?.full_name ?? '', 80),
    host,
    vscode.l10n.t('Account {0}', account.userId),
  ]
    .filter(Boolean)
    .join('\n');
  item.accessibilityInformation = { label: vscode.l10n.t('Account {0} at {1}, {2}', name, host, state) };
  return item;
}

export function factNodes(facts: Facts): FactNode[] {
  return [
    ...trouble(facts.error),
    ...credit(facts),
    ...twoFactor(facts),
    ...facts.refused.map((sentence) => ({
      id: sentence,
      label: sentence,
      icon: new vscode.ThemeIcon('lock'),
      tooltip: vscode.l10n.t(
        'The service refused a call for want of a permission. A key with more of them can do it.',
      ),
      context: ';refused;',
    })),
    {
      id: 'console',
      label: vscode.l10n.t('Open web console'),
      icon: new vscode.ThemeIcon('link-external'),
      tooltip: vscode.l10n.t('For what only it can do: payments, email verification, support.'),
      command: 'gpuRental.openConsole',
    },
  ];
}

function trouble(error: unknown): FactNode[] {
  if (error === undefined) return [];
  const needsLogin = error instanceof ApiError && error.code === 'two_factor_required';
  return [
    {
      id: 'trouble',
      label: needsLogin ? vscode.l10n.t('Second factor needed') : vscode.l10n.t('Not known right now'),
      value: needsLogin ? vscode.l10n.t('click to enter it') : describeError(error).message,
      icon: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
      tooltip: describeError(error).message,
      ...(needsLogin ? { command: 'gpuRental.logInWithTwoFactor' } : {}),
    },
  ];
}

/** Below this many hours of credit, everything that runs is about to be stopped. */
const fewHours = 24;

function credit({ user, burn }: Facts): FactNode[] {
  if (user?.credit === undefined) return [];
  const dollars = `$${user.credit.toFixed(2)}`;
  const hours = burn === undefined ? undefined : creditLasts(user.credit, burn);
  const lasts = lastsWords(hours, burn);
  const isLow = hours !== undefined && hours < fewHours;
  return [
    {
      id: 'credit',
      label: vscode.l10n.t('Credit'),
      value: `${dollars} · ${lasts}`,
      icon: isLow
        ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
        : new vscode.ThemeIcon('credit-card'),
      tooltip: isLow
        ? vscode.l10n.t(
            'When the credit is used up, the service stops what is running. {0}: {1}',
            dollars,
            lasts,
          )
        : `${dollars}\n${lasts}`,
      context: ';credit;',
    },
  ];
}

/** That nothing is billed is said only when it is known: silence about money must not be taken for thrift. */
function lastsWords(hours: number | undefined, burn: number | undefined): string {
  if (burn === undefined) return vscode.l10n.t('what is being billed is not known');
  return hours === undefined
    ? vscode.l10n.t('nothing is being billed')
    : vscode.l10n.t('lasts {0} at {1}', formatHours(hours), formatPerHour(burn));
}

function twoFactor({ user, hasSession }: Facts): FactNode[] {
  const state = user?.tfa_status ?? (user?.tfa_enabled === undefined ? undefined : onOff(user.tfa_enabled));
  const session: FactNode[] = hasSession
    ? [
        {
          id: 'session',
          label: vscode.l10n.t('Session with second factor'),
          value: vscode.l10n.t('in use'),
          icon: new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
          tooltip: vscode.l10n.t(
            'Calls are made as someone who entered a second factor. When the service ends the session, the API key is used again.',
          ),
          context: ';session;',
        },
      ]
    : [];
  return [
    {
      id: 'twoFactor',
      label: vscode.l10n.t('Two-factor authentication'),
      value: stateWords(state),
      icon: new vscode.ThemeIcon(state === 'enabled' ? 'shield' : 'workspace-unknown'),
      tooltip: vscode.l10n.t('Click to manage it.'),
      context: ';twoFactor;',
      command: 'gpuRental.manageTwoFactor',
    },
    ...session,
  ];
}

function onOff(enabled: boolean): 'enabled' | 'disabled' {
  return enabled ? 'enabled' : 'disabled';
}

function stateWords(state: User['tfa_status']): string {
  switch (state) {
    case 'enabled':
      return vscode.l10n.t('on');
    case 'disabled':
      return vscode.l10n.t('off');
    case 'legacy':
      return vscode.l10n.t('older form: renew its backup codes');
    case undefined:
      return vscode.l10n.t('not known');
  }
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
