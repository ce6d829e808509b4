import * as l10n from '@vscode/l10n';
import type { ApiErrorCode } from '../errors';
import { speaksOfPermission } from './missingPermission';
import { isTwoFactorCode } from './twoFactorCodes';
import { twoFactorSentence } from './twoFactorSentences';

/** The facts that a sentence may contain. */
export interface Facts {
  /** The host that was called. */
  host: string;
  status?: number | undefined;
  /** The service's own message, already cleaned. */
  said?: string | undefined;
  /** The call was to a two-factor endpoint. */
  twoFactor?: boolean;
  /** Unix time in seconds. */
  lockedUntil?: number | undefined;
  /** For invalid_response: the place that has another shape. */
  path?: string | undefined;
}

export function sentenceFor(code: ApiErrorCode, facts: Facts): string {
  if (facts.twoFactor && isTwoFactorCode(code)) return twoFactorSentence(code, facts);
  return general(code, facts);
}

function general(code: ApiErrorCode, { host, status, said, path }: Facts): string {
  switch (code) {
    case 'offline':
      return l10n.t('Can’t reach {0}. Check your network connection.', host);
    case 'untrusted_certificate':
      return l10n.t('The connection to {0} isn’t trusted: its certificate couldn’t be verified.', host);
    case 'timeout':
      return l10n.t('{0} didn’t respond in time.', host);
    case 'redirected':
      return l10n.t(
        '{0} redirects to another address. The request was stopped so that your key isn’t sent there.',
        host,
      );
    case 'invalid_response':
      if (path === undefined && status === 404)
        return l10n.t(
          '{0} answered “not found” (HTTP 404), but not as the service does. Check the service address and the proxy, or try again.',
          host,
        );
      return path === undefined
        ? l10n.t(
            'The response from {0} isn’t from the service. Check the service address, the proxy or the network’s sign-in page.',
            host,
          )
        : path === 'size'
          ? l10n.t('The response from {0} is too large.', host)
          : l10n.t('The response from {0} has an unexpected format (at {1}).', host, path);
    case 'unauthorized':
    case 'auth_error':
      return l10n.t('{0} doesn’t accept this API key. It may be mistyped, reset or deleted.', host);
    case 'two_factor_required':
      return l10n.t('{0} asks for two-factor authentication before it does this.', host);
    case 'forbidden':
      return said === undefined || speaksOfPermission(said)
        ? quoting(l10n.t('This API key lacks the permission for this.'), said)
        : l10n.t('{0} doesn’t allow this: {1}', host, said);
    case 'not_found':
      return quoting(l10n.t('Not found. It may have been deleted.'), said);
    case 'method_not_allowed':
      return l10n.t('This service doesn’t support this.');
    case 'gone':
      return l10n.t('The service no longer supports this.');
    case 'rate_limited':
      return l10n.t('Too many requests from this account to {0}. Wait a few seconds.', host);
    case 'server_error':
    case 'service_unavailable':
      return l10n.t('{0} returned an error (HTTP {1}). Try again later.', host, status ?? 500);
    case 'resources_unavailable':
      return quoting(l10n.t('The GPU is in use by someone else now.'), said);
    case 'no_such_ask':
      return l10n.t('This offer is no longer available.');
    case 'invalid_price':
      return quoting(l10n.t('The service doesn’t accept this price.'), said);
    case 'missing_billing':
      return l10n.t('The account has no payment method or no credit. Add one in the web console.');
    case 'spend_rate_limit':
      return l10n.t('The account’s spending limit doesn’t allow this rental.');
    case 'no_ssh_key_for_vm':
      return l10n.t('Add an SSH key to the account before you rent a virtual machine.');
    case 'team_ssh_keys_not_supported':
      return l10n.t(
        'Team accounts can’t register SSH keys here. Use a personal account, or add the key in the web console.',
      );
    case 'invalid_email':
      return quoting(l10n.t('The service doesn’t accept this email address.'), said);
    case 'user_exists':
      return l10n.t('An account with this email address or user name already exists.');
    default:
      return refusal(status, said);
  }
}

function refusal(status: number | undefined, said: string | undefined): string {
  if (said !== undefined) return l10n.t('The service refused the request: {0}', said);
  return status === undefined
    ? l10n.t('The service refused the request.')
    : l10n.t('The service refused the request (HTTP {0}).', status);
}

function quoting(sentence: string, said: string | undefined): string {
  return said === undefined ? sentence : l10n.t('{0} (The service says: {1})', sentence, said);
}
