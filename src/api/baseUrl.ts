import * as l10n from '@vscode/l10n';
import { LocalError } from './localError';

/** The address of a service. */
export interface BaseUrl {
  /** Without a trailing slash. */
  url: string;
  /** Scheme, host and port. A key is bound to it. */
  origin: string;
}

/**
 * Reads a base URL from a person or a setting. The key is sent there, so it must be https, except on this computer.
 *
 * @throws LocalError 'invalid_input'
 */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text.trim());
  if (!url) throw invalid(l10n.t('The service address isn’t a URL.'));
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

/** The URL parser has already converted every spelling of an IPv4 address to the dotted form. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function invalid(message: string): LocalError {
  return new LocalError('invalid_input', message);
}
