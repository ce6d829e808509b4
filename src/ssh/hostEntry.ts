import * as l10n from '@vscode/l10n';
import { isValidHost, isValidPort } from './address';
import { aliasOf } from './alias';

/** What our config file says about one running instance. */
export interface SshEntry {
  instanceId: number;
  host: string;
  port: number;
  user: string;
  /** Absolute path of a private key; without it ssh offers the keys it would offer anyway. */
  identityFile?: string | undefined;
}

export interface SkippedEntry {
  instanceId: number;
  reason: string;
}

/** One line of a `Host` section; quoted values are written between double quotes. */
export interface Directive {
  param: string;
  value: string;
  quoted?: boolean;
}

/** Why this entry must not be written, or undefined when every value is harmless in a config line. */
export function whyInvalid(entry: SshEntry): string | undefined {
  if (!Number.isSafeInteger(entry.instanceId) || entry.instanceId <= 0)
    return l10n.t('the instance id is not a number');
  if (!isValidHost(entry.host)) return l10n.t('the host name contains characters that are not allowed');
  if (!isValidPort(entry.port)) return l10n.t('the port is not between 1 and 65535');
  if (!isValidUser(entry.user)) return l10n.t('the user name contains characters that are not allowed');
  if (entry.identityFile !== undefined && !isWritablePath(entry.identityFile)) {
    return l10n.t(
      'the path of the identity file is not absolute or contains characters that ssh cannot read',
    );
  }
  return undefined;
}

export function isValidUser(user: string): boolean {
  return user.length <= 64 && /^[A-Za-z_][A-Za-z0-9_.-]*\$?$/.test(user);
}

/**
 * Whether an absolute path survives a quoted config value: there is no way to write a quote, a line break or an
 * expression such as `${HOME}` literally, and ssh reads a backslash as an escape (on Windows paths take `/`).
 */
export function isWritablePath(path: string): boolean {
  const slashed = forwardSlashes(path);
  return /^(\/|[A-Za-z]:\/)/.test(slashed) && !/["\\\p{Cc}\u2028\u2029]|\$\{/u.test(slashed);
}

/** `C:\Users\me` as `C:/Users/me`, which ssh on Windows reads; other paths unchanged. */
export function forwardSlashes(path: string): string {
  return /^([A-Za-z]:\\|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}

/** The section of one valid entry, in the order it is written. `knownHosts` is the absolute path of our own file. */
export function hostDirectives(entry: SshEntry, knownHosts: string): Directive[] {
  const alias = aliasOf(entry.instanceId);
  return [
    { param: 'HostName', value: entry.host },
    { param: 'Port', value: String(entry.port) },
    { param: 'User', value: entry.user },
    ...(entry.identityFile === undefined
      ? []
      : [
          { param: 'IdentityFile', value: escapeTokens(entry.identityFile), quoted: true },
          { param: 'IdentitiesOnly', value: 'yes' },
        ]),
    // host:port pairs are reused by other renters, so trust is kept per instance and never per address.
    { param: 'HostKeyAlias', value: alias },
    { param: 'UserKnownHostsFile', value: escapeTokens(knownHosts), quoted: true },
    { param: 'StrictHostKeyChecking', value: 'accept-new' },
    { param: 'ServerAliveInterval', value: '30' },
    { param: 'ServerAliveCountMax', value: '3' },
    { param: 'ConnectTimeout', value: '30' },
    // The machine belongs to a stranger.
    { param: 'ForwardAgent', value: 'no' },
    { param: 'ForwardX11', value: 'no' },
    { param: 'PasswordAuthentication', value: 'no' },
  ];
}

/** A path as ssh reads it in a value with tokens: `%` is written `%%`. */
function escapeTokens(path: string): string {
  return forwardSlashes(path).replaceAll('%', '%%');
}

/** The path that {@link hostDirectives} wrote. */
export function unescapeTokens(value: string): string {
  return value.replaceAll('%%', '%');
}
