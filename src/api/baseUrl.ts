import * as l10n from '@vscode/l10n';
import { ApiError } from './errors';

/** Where a service lives. */
export interface BaseUrl {
  /** Without a slash at the end. */
  url: string;
  /** Scheme, host and port: what a key is bound to. */
  origin: string;
}

/**
 * Reads a base URL as a person or a setting gives it. The key travels there, so it must be https, except on
 * the machine itself.
 *
 * @throws ApiError 'invalid_request'
 */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text.trim());
  if (!url) throw invalid(l10n.t('The service address is not a URL.'));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw invalid(l10n.t('The service address must begin with https://.'));
  }
  if (url.username || url.password) {
    throw invalid(l10n.t('The service address must not contain a user name or a password.'));
  }
  if (url.search || url.hash) {
    throw invalid(l10n.t('The service address must not contain “?” or “#”.'));
  }
  return { url: url.origin + url.pathname.replace(/\/+$/, ''), origin: url.origin };
}

/** The URL parser has already brought every spelling of an IPv4 address into the dotted form. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_request', message);
}
