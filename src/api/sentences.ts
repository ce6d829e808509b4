import * as l10n from '@vscode/l10n';
import type { ApiErrorCode } from './errors';
import { isTwoFactorCode } from './twoFactorCodes';
import { twoFactorSentence } from './twoFactorSentences';

/** What a sentence may speak of. */
export interface Facts {
  /** The host the call went to. */
  host: string;
  status?: number | undefined;
  /** The service's own words, already cleaned. */
  said?: string | undefined;
  /** The call was one of the two-factor endpoints. */
  twoFactor?: boolean;
  /** Unix time in seconds. */
  lockedUntil?: number | undefined;
  /** For invalid_response: where the answer has another shape. */
  path?: string | undefined;
}

/** The sentence a person sees for a code. */
export function sentenceFor(code: ApiErrorCode, facts: Facts): string {
  if (facts.twoFactor && isTwoFactorCode(code)) return twoFactorSentence(code, facts);
  return general(code, facts);
}

function general(code: ApiErrorCode, { host, status, said, path }: Facts): string {
  switch (code) {
    case 'offline':
      return l10n.t('{0} cannot be reached. Check the network connection.', host);
    case 'untrusted_certificate':
      return l10n.t('The connection to {0} is not trusted: its certificate could not be verified.', host);
    case 'timeout':
      return l10n.t('{0} did not answer in time.', host);
    case 'aborted':
      return l10n.t('Cancelled.');
    case 'redirected':
      return l10n.t(
        '{0} points to another address. The key is sent nowhere else, so the call was stopped.',
        host,
      );
    case 'invalid_response':
      return path === undefined
        ? l10n.t(
            '{0} sent an answer that is not the service’s. Check the service address, the proxy or the network’s login page.',
            host,
          )
        : l10n.t('{0} sent an answer of an unexpected form (at {1}).', host, path);
    case 'unauthorized':
    case 'auth_error':
      return l10n.t('The service does not accept this API key. It may be mistyped, reset or deleted.');
    case 'two_factor_required':
      return l10n.t('The service asks for two-factor authentication before it does this.');
    case 'forbidden':
      return quoting(l10n.t('This API key does not have the permission for that.'), said);
    case 'not_found':
      return quoting(l10n.t('The service does not know what was asked for.'), said);
    case 'method_not_allowed':
      return l10n.t('This service does not offer that.');
    case 'gone':
      return l10n.t('The service no longer offers that.');
    case 'rate_limited':
      return l10n.t('The service receives too many requests from this account. Wait a few seconds.');
    case 'server_error':
    case 'service_unavailable':
      return l10n.t('The service has a problem of its own (status {0}). Try again later.', status ?? 500);
    case 'no_such_ask':
      return l10n.t('This offer is no longer available.');
    case 'invalid_price':
      return quoting(l10n.t('The service does not accept this price.'), said);
    case 'missing_billing':
      return l10n.t('The account has no payment method or no credit. Add one in the service’s console.');
    case 'spend_rate_limit':
      return l10n.t('The account’s spending limit does not allow this rental.');
    case 'no_ssh_key_for_vm':
      return l10n.t('A virtual machine needs an SSH key in the account before it is rented.');
    case 'team_ssh_keys_not_supported':
      return l10n.t(
        'A team account cannot register SSH keys here. Use a personal account or add the key in the service’s console.',
      );
    case 'invalid_email':
      return quoting(l10n.t('The service does not accept this email address.'), said);
    case 'user_exists':
      return l10n.t('An account with this email address or user name exists already.');
    default:
      return refusal(status, said);
  }
}

function refusal(status: number | undefined, said: string | undefined): string {
  if (said !== undefined) return l10n.t('The service refused the request: {0}', said);
  return status === undefined
    ? l10n.t('The service refused the request.')
    : l10n.t('The service refused the request (status {0}).', status);
}

function quoting(sentence: string, said: string | undefined): string {
  return said === undefined ? sentence : l10n.t('{0} (The service says: {1})', sentence, said);
}
