import * as l10n from '@vscode/l10n';
import SSHConfig, { LineType, type Directive as ParsedDirective, type Line, type Section } from 'ssh-config';
import { aliasOf, idOfAlias } from './alias';
import {
  hostDirectives,
  unescapeTokens,
  whyInvalid,
  type Directive,
  type SkippedEntry,
  type SshEntry,
} from './hostEntry';

const header =
  '# Written by the GPU Rental extension from the list of your instances. Changes here are overwritten.';

/** The text of our own config file and what was left out of it, with the reason. */
export interface BuiltConfig {
  text: string;
  skipped: SkippedEntry[];
}

/**
 * Builds our config file whole. The same entries give the same text whatever their order, so that windows that
 * know the same write the same. Of two entries with one id the first is kept.
 */
export function buildConfig(entries: readonly SshEntry[], knownHosts: string): BuiltConfig {
  const config = new SSHConfig();
  config.push({ type: LineType.COMMENT, before: '', content: header, after: '\n' });
  const { valid, skipped } = separate(entries);
  for (const entry of valid) config.push(section(entry, knownHosts));
  return { text: SSHConfig.stringify(config), skipped };
}

/** Reads our config file back; sections that are not ours, or not complete, are left out. */
export function readConfig(text: string): SshEntry[] {
  return parse(text).flatMap((line) => (isSection(line) ? (readSection(line) ?? []) : []));
}

function separate(entries: readonly SshEntry[]): { valid: SshEntry[]; skipped: SkippedEntry[] } {
  const valid = new Map<number, SshEntry>();
  const skipped: SkippedEntry[] = [];
  for (const entry of entries) {
    const reason = valid.has(entry.instanceId)
      ? l10n.t('another instance with the same id is already there')
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
    ...(quoted === undefined ? {} : { quoted }),
  };
}

function parse(text: string): Line[] {
  try {
    return SSHConfig.parse(text);
  } catch {
    // The library throws on what it cannot parse; such a file is not one that we wrote.
    return [];
  }
}

function isSection(line: Line): line is Section {
  return line.type === LineType.DIRECTIVE && 'config' in line && line.param === 'Host';
}

function readSection(section: Section): SshEntry | undefined {
  const value = (param: string): string | undefined => {
    const found = section.config.find((line) => line.type === LineType.DIRECTIVE && line.param === param);
    return found?.type === LineType.DIRECTIVE && typeof found.value === 'string' ? found.value : undefined;
  };
  const instanceId = typeof section.value === 'string' ? idOfAlias(section.value) : undefined;
  const host = value('HostName');
  const user = value('User');
  if (instanceId === undefined || host === undefined || user === undefined) return undefined;
  const identityFile = value('IdentityFile');
  const entry: SshEntry = {
    instanceId,
    host,
    port: Number(value('Port')),
    user,
    ...(identityFile === undefined ? {} : { identityFile: unescapeTokens(identityFile) }),
  };
  return whyInvalid(entry) === undefined ? entry : undefined;
}
