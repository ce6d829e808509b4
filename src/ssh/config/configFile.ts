import * as l10n from '@vscode/l10n';
import SSHConfig, { LineType, type Directive as ParsedDirective, type Section } from 'ssh-config';
import { omitUndefined } from '../../domain/omitUndefined';
import { aliasOf, idOfAlias } from '../alias';
import { unwritablePath } from '../errors';
import {
  hostDirectives,
  isWritablePath,
  unescapeTokens,
  whyInvalid,
  type Directive,
  type SkippedEntry,
  type SshEntry,
} from './hostEntry';

const header =
  '# Written by the GPU Rental extension from the lists of your instances. Changes here are overwritten.';

/** The text of our own config file, and what was left out and why. */
export interface BuiltConfig {
  text: string;
  skipped: SkippedEntry[];
}

/**
 * Builds our whole config file. The same entries always give the same text, whatever their order, so that all windows
 * write the same file. If two entries have the same id, the first one is used.
 *
 * @throws SshConfigError 'unwritable_path' if the path of our own file can't be written in an ssh config line
 */
export function buildConfig(entries: readonly SshEntry[], knownHosts: string): BuiltConfig {
  if (entries.length > 0 && !isWritablePath(knownHosts)) throw unwritablePath(knownHosts);
  const config = new SSHConfig();
  config.push({ type: LineType.COMMENT, before: '', content: header, after: '\n' });
  const { valid, skipped } = separate(entries);
  for (const entry of valid) config.push(section(entry, knownHosts));
  return { text: SSHConfig.stringify(config), skipped };
}

const directive = /^[ \t]*(Host|Match|HostName|Port|User|IdentityFile)[ \t=]+([^\r\n]*)/gim;

/**
 * Reads our config file; skips sections that aren't ours or are incomplete. Reads only what we write: a parser of all
 * that ssh accepts takes 600 ms for a file of 1 MB.
 */
export function readConfig(text: string): SshEntry[] {
  const entries: SshEntry[] = [];
  let section = new Map<string, string>();
  const end = (): void => {
    const entry = section.has('hostname') ? entryOf(section) : undefined;
    if (entry) entries.push(entry);
    section = new Map();
  };
  for (const [, param = '', value = ''] of text.matchAll(directive)) {
    const name = param.toLowerCase();
    if (name === 'host' || name === 'match') end();
    const plain = unquoted(value);
    // As in ssh, the first value counts.
    if (plain !== undefined && !section.has(name)) section.set(name, plain);
  }
  end();
  return entries;
}

/** One value, with or without quotes; undefined for several. */
function unquoted(value: string): string | undefined {
  const [, quoted, plain] = /^(?:"([^"]*)"|([^\s"]+))[ \t]*$/.exec(value) ?? [];
  return quoted ?? plain;
}

/** The valid entries, sorted by id, and the others with the reason. */
export function separate<T extends SshEntry>(entries: readonly T[]): { valid: T[]; skipped: SkippedEntry[] } {
  const valid = new Map<number, T>();
  const skipped: SkippedEntry[] = [];
  for (const entry of entries) {
    const reason = valid.has(entry.instanceId)
      ? l10n.t('another instance with the same ID already has one')
      : whyInvalid(entry);
    if (reason === undefined) valid.set(entry.instanceId, entry);
    else skipped.push({ instanceId: entry.instanceId, reason });
  }
  return { valid: [...valid.values()].sort((a, b) => a.instanceId - b.instanceId), skipped };
}

function section(entry: SshEntry, knownHosts: string): Section {
  const config = new SSHConfig();
  config.push(...hostDirectives(entry, knownHosts).map((directive) => line(directive, '  ')));
  return { ...line({ param: 'Host', value: aliasOf(entry.instanceId) }, '\n'), config };
}

function line({ param, value, quoted }: Directive, before: string): ParsedDirective {
  return {
    type: LineType.DIRECTIVE,
    param,
    separator: ' ',
    value,
    before,
    after: '\n',
    ...omitUndefined({ quoted }),
  };
}

function entryOf(section: ReadonlyMap<string, string>): SshEntry | undefined {
  const instanceId = idOfAlias(section.get('host') ?? '');
  const host = section.get('hostname');
  const user = section.get('user');
  if (instanceId === undefined || host === undefined || user === undefined) return undefined;
  const identityFile = section.get('identityfile');
  const entry: SshEntry = {
    instanceId,
    host,
    port: Number(section.get('port')),
    user,
    ...(identityFile === undefined ? {} : { identityFile: unescapeTokens(identityFile) }),
  };
  return whyInvalid(entry) === undefined ? entry : undefined;
}
