import * as l10n from '@vscode/l10n';

/** What a call does, as far as permissions distinguish it. */
export interface Ability {
  /** The endpoint's name in the client. */
  endpoint: string;
  write: boolean;
}

/** The sentence for what a key may not do; undefined if it needs no separate permission. */
export function refusedAbility({ endpoint, write }: Ability): string | undefined {
  switch (endpoint) {
    case 'users.current':
    case 'clouds.list':
      return l10n.t('Cannot read the account with this key');
    case 'users.create':
      return l10n.t('Cannot create subaccounts with this key');
    case 'offers.search':
      return l10n.t('Cannot search offers with this key');
    case 'instances.list':
    case 'instances.one':
    case 'instances.logs':
    case 'overlays':
      return write
        ? l10n.t('Cannot change instances with this key')
        : l10n.t('Cannot read instances with this key');
    case 'instances.create':
      return l10n.t('Cannot rent with this key');
    case 'instances.change':
    case 'instances.destroy':
    case 'instances.bid':
    case 'instances.copy':
      return l10n.t('Cannot change instances with this key');
    case 'templates':
      return write
        ? l10n.t('Cannot change templates with this key')
        : l10n.t('Cannot read templates with this key');
    case 'volumes.list':
    case 'volumes.search':
      return l10n.t('Cannot read volumes with this key');
    case 'volumes.create':
    case 'volumes.delete':
      return l10n.t('Cannot change volumes with this key');
    case 'sshKeys':
      return write
        ? l10n.t('Cannot register SSH keys with this key')
        : l10n.t('Cannot read SSH keys with this key');
    case 'apiKeys':
      return write
        ? l10n.t('Cannot change API keys with this key')
        : l10n.t('Cannot read API keys with this key');
    case 'charges':
      return l10n.t('Cannot read the bill with this key');
    case 'machines':
      return l10n.t('Cannot manage hosted machines with this key');
    case 'twoFactor':
      return write
        ? l10n.t('Cannot change two-factor authentication with this key')
        : l10n.t('Cannot read two-factor settings with this key');
    default:
      return undefined;
  }
}

/** A sentence for each missing permission. */
export const refusedSentences = (refused: readonly Ability[]): readonly string[] => [
  ...new Set(refused.map(refusedAbility).filter((sentence) => sentence !== undefined)),
];
