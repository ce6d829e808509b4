import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { ApiError } from '../../api/errors';
import { plainText } from '../../api/plainText';
import type { User } from '../../api/schemas/account/user';
import { formatHours, sureHours } from '../../domain/money/credit';
import { exactRate, formatRate } from '../../domain/money/cost';
import type { Rate } from '../../domain/money/rate';
import {
  missingAbilities,
  permissionCategories,
  recommendedPermissions,
} from '../../domain/account/keyPermissions';
import { commandId } from '../../commandNames';
import { counted, formatDollars, formatList } from '../../domain/format';

/** A row with one fact about the account in use. */
export interface FactNode {
  id: string;
  label: string;
  value?: string;
  icon: vscode.ThemeIcon;
  tooltip?: string;
  /** The context value for the conditions of menus. */
  context?: string;
  /** The command for a click. */
  command?: string;
}

/** The data for the rows. */
export interface Facts {
  user?: User | undefined;
  error?: unknown;
  /** The current dollars per hour; undefined before the first list of instances. */
  burn: Rate | undefined;
  /** Whether no other account is signed in. */
  alone: boolean;
  hasSession: boolean;
  /** Permission categories of the key in use; left out where the service does not tell them. */
  permissions?: readonly string[] | undefined;
  /** The permissions that the key lacks. */
  refused: readonly string[];
  /** Credit is shown as low below this many hours; 0 for never. */
  lowCreditHours: number;
  /** Watched searches of all signed-in accounts that run, and whether one of them can't search now. */
  watches?: { running: number; failing: boolean };
}

export function factNodes(facts: Facts): FactNode[] {
  return [
    ...trouble(facts.error),
    ...credit(facts),
    ...twoFactor(facts),
    ...apiKey(facts),
    ...watched(facts),
    ...facts.refused.map((sentence) => ({
      id: sentence,
      label: sentence,
      icon: new vscode.ThemeIcon('lock'),
      tooltip: vscode.l10n.t('This key lacks a permission. Use a key with more permissions.'),
      context: ';refused;',
    })),
    {
      id: 'console',
      label: vscode.l10n.t('Open Web Console'),
      icon: new vscode.ThemeIcon('link-external'),
      tooltip: vscode.l10n.t('Manage payments, email verification and support.'),
      command: commandId('openConsole'),
    },
  ];
}

function trouble(error: unknown): FactNode[] {
  if (error === undefined) return [];
  const needsLogin = error instanceof ApiError && error.code === 'two_factor_required';
  return [
    {
      id: 'trouble',
      label: needsLogin ? vscode.l10n.t('Second factor needed') : vscode.l10n.t('Unknown right now'),
      value: needsLogin ? vscode.l10n.t('click to enter it') : describeError(error).message,
      icon: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
      tooltip: describeError(error).message,
      ...(needsLogin ? { command: commandId('logInWithTwoFactor') } : {}),
    },
  ];
}

function credit({ user, burn, alone, lowCreditHours }: Facts): FactNode[] {
  if (user?.credit === undefined) return [];
  const dollars = formatDollars(user.credit);
  const hours = burn && sureHours(user.credit, burn, lowCreditHours);
  const lasts = lastsWords(hours, burn, alone);
  const isLow = hours !== undefined && hours < lowCreditHours;
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
            'When the credit runs out, the service stops running instances. {0}: {1}',
            dollars,
            lasts,
          )
        : `${dollars}\n${lasts}`,
      context: ';credit;',
    },
  ];
}

/** Says that nothing is billed only if that is known. Unknown costs must not look like no costs. */
function lastsWords(hours: number | undefined, burn: Rate | undefined, alone: boolean): string {
  if (!burn || (hours === undefined && exactRate(burn) === 'unknown'))
    return vscode.l10n.t('current costs unknown');
  const nothing = alone
    ? vscode.l10n.t('nothing is being billed')
    : vscode.l10n.t('nothing is being billed in this account');
  return hours === undefined
    ? nothing
    : vscode.l10n.t('lasts {0} at {1}', formatHours(hours), formatRate(burn));
}

function twoFactor({ user, hasSession }: Facts): FactNode[] {
  const state = user?.tfa_status ?? (user?.tfa_enabled === undefined ? undefined : onOff(user.tfa_enabled));
  const session: FactNode[] = hasSession
    ? [
        {
          id: 'session',
          label: vscode.l10n.t('Session with second factor'),
          value: vscode.l10n.t('in use'),
          icon: new vscode.ThemeIcon('pass', new vscode.ThemeColor('gpuRental.runningIcon')),
          tooltip: vscode.l10n.t(
            'Requests are made with your second factor. When the session ends, the API key is used again.',
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
      command: commandId('manageTwoFactor'),
    },
    ...session,
  ];
}

/** What the key lacks comes first, by the service's names. */
function apiKey({ permissions }: Facts): FactNode[] {
  if (!permissions) return [];
  const lacking = recommendedPermissions.filter((category) => !permissions.includes(category));
  const cannot = missingAbilities(permissions);
  const names = plainText(formatList(permissions)) || vscode.l10n.t('none');
  return [
    {
      id: 'apiKey',
      label: vscode.l10n.t('API key'),
      value:
        lacking.length > 0
          ? vscode.l10n.t('lacks {0}', formatList(lacking))
          : permissionCategories.every((category) => permissions.includes(category))
            ? vscode.l10n.t('all permissions')
            : vscode.l10n.t('all permissions for renting'),
      icon: new vscode.ThemeIcon('key'),
      tooltip: [
        vscode.l10n.t('Permissions: {0}', names),
        ...(cannot.length > 0 ? [vscode.l10n.t('This key can’t {0}.', cannot.join('; '))] : []),
      ].join('\n'),
      context: ';apiKey;',
      command: commandId('listApiKeys'),
    },
  ];
}

/** Searches are made in the background as long as this row is there. */
function watched({ watches }: Facts): FactNode[] {
  if (!watches || watches.running === 0) return [];
  const { running, failing } = watches;
  const count = counted(running, vscode.l10n.t('{0} search|{0} searches'));
  return [
    {
      id: 'watches',
      label: vscode.l10n.t('Watched offers'),
      value: failing ? vscode.l10n.t('{0}, the last one failed', count) : count,
      icon: new vscode.ThemeIcon(failing ? 'warning' : 'eye'),
      tooltip: vscode.l10n.t('Click to open, renew or stop watched searches.'),
      command: commandId('listWatches'),
    },
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
      return vscode.l10n.t('older version: create new backup codes');
    case undefined:
      return vscode.l10n.t('unknown');
  }
}
