import * as l10n from '@vscode/l10n';
import { isValidHost, isValidPort } from '../address';
import { aliasOf } from '../alias';

/** What our config file says about one running instance. */
export interface SshEntry {
  instanceId: number;
  host: string;
  port: number;
  user: string;
  /** Absolute path of a private key. Without it, ssh offers its usual keys. */
  identityFile?: string | undefined;
}

export interface SkippedEntry {
  instanceId: number;
  reason: string;
}

/** One line of a `Host` section. Quoted values are written in double quotes. */
export interface Directive {
  param: string;
  value: string;
  quoted?: boolean;
}

/** Why this entry must not be written; undefined if every value is safe in a config line. */
export function whyInvalid(entry: SshEntry): string | undefined {
  if (!Number.isSafeInteger(entry.instanceId) || entry.instanceId <= 0)
    return l10n.t('the instance ID isn’t a number');
  if (!isValidHost(entry.host)) return l10n.t('the host name contains characters that aren’t allowed');
  if (!isValidPort(entry.port)) return l10n.t('the port isn’t between 1 and 65535');
  if (!isValidUser(entry.user)) return l10n.t('the user name contains characters that aren’t allowed');
  if (entry.identityFile !== undefined && !isWritablePath(entry.identityFile)) {
    return l10n.t('the path of the identity file isn’t absolute or contains characters that ssh can’t read');
  }
  return undefined;
}

function isValidUser(user: string): boolean {
  return user.length <= 64 && /^[A-Za-z_][A-Za-z0-9_.-]*\$?$/.test(user);
}

/**
 * Whether an absolute path can be written as a quoted config value. A quote, a line break or an expression such as
 * `${HOME}` can't be written literally, and ssh reads a backslash as an escape (on Windows, paths use `/`).
 */
export function isWritablePath(path: string): boolean {
  const slashed = forwardSlashes(path);
  return /^(\/|[A-Za-z]:\/)/.test(slashed) && !/["\\\p{Cc}\u2028\u2029]|\$\{/u.test(slashed);
}

/** `C:\Users\me` as `C:/Users/me`, which ssh on Windows accepts; other paths unchanged. */
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
    // host:port pairs are reused by other renters, so host keys are kept per instance, never per address.
    { param: 'HostKeyAlias', value: alias },
    { param: 'UserKnownHostsFile', value: escapeTokens(knownHosts), quoted: true },
    { param: 'StrictHostKeyChecking', value: 'accept-new' },
    { param: 'ServerAliveInterval', value: '30' },
    { param: 'ServerAliveCountMax', value: '3' },
    { param: 'ConnectTimeout', value: '30' },
    // Other people own the machine.
    { param: 'ForwardAgent', value: 'no' },
    { param: 'ForwardX11', value: 'no' },
    // A person should never enter a password for another person's machine, whatever prompt it shows. Some readers
    // support only the first option.
    { param: 'PreferredAuthentications', value: 'publickey' },
    { param: 'PasswordAuthentication', value: 'no' },
    { param: 'KbdInteractiveAuthentication', value: 'no' },
    // A person's settings for all hosts would override the defaults. OpenSSH supports all of these since 7.6, the first
    // version with accept-new.
    { param: 'RemoteCommand', value: 'none' },
    { param: 'RequestTTY', value: 'auto' },
  ];
}

/** A path for a value with tokens: `%` is written `%%`. */
export function escapeTokens(path: string): string {
  return forwardSlashes(path).replaceAll('%', '%%');
}

/** The path written by {@link hostDirectives}. */
export function unescapeTokens(value: string): string {
  return value.replaceAll('%%', '%');
}
