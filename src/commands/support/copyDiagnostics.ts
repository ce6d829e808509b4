import { release } from 'node:os';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { showInfo } from '../../ask/notify';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { instead } from '../../log/log';
import { runProgram } from '../../ssh/run/runSsh';
import type { Services } from '../../prompts/services';
import type { Command } from '../call';

/** Copies information about a problem, without anything private. Resolves to the text. */
export const copyDiagnostics: Command = async (services, { interactive }) => {
  const text = await diagnostics(services);
  await vscode.env.clipboard.writeText(text);
  if (interactive) void showInfo(vscode.l10n.t('Diagnostics copied to the clipboard.'));
  return text;
};

async function diagnostics(services: Services): Promise<string> {
  const { accounts, log, extension } = services;
  const manifest = manifestSchema.parse(extension.packageJSON);
  const configuration = vscode.workspace.getConfiguration();
  return diagnosticsText({
    facts: {
      'VS Code': `${vscode.version} (${vscode.env.appName}, ${vscode.env.appHost})`,
      'GPU Rental': manifest.version,
      OpenSSH: await sshVersion(services),
      Node: process.version,
      Platform: `${process.platform} ${process.arch} ${release()}`,
      'Remote window': vscode.env.remoteName ?? 'no',
      'Extension for SSH windows': services.remoteWindow.provider() ?? 'none',
      Accounts: accounts.accounts.length,
    },
    phases: await phases(services),
    settings: settingsOf(manifest).map(([name, schema]) => ({
      name,
      schema,
      value: configuration.inspect(name)?.globalValue,
    })),
    lines: log.lines,
  });
}

const setting = z.object({ type: z.optional(z.string()), enum: z.optional(z.array(z.unknown())) });
type Setting = z.infer<typeof setting>;
const manifestSchema = z.object({
  version: z.string(),
  contributes: z.object({
    configuration: z.array(z.object({ properties: z.record(z.string(), setting) })),
  }),
});

const settingsOf = ({ contributes }: z.infer<typeof manifestSchema>) =>
  contributes.configuration.flatMap(({ properties }) => Object.entries(properties));

async function sshVersion({ sshSetup, log }: Pick<Services, 'log' | 'sshSetup'>): Promise<string> {
  const { program } = sshSetup();
  const asked = runProgram(['-V'], { program, timeoutMs: 5000 });
  const answer = await asked.catch(instead(log, 'the report says that ssh did not start', undefined));
  if (!answer || answer.missing) return 'not found';
  return /OpenSSH\S*/.exec(`${answer.stderr} ${answer.stdout}`)?.[0] ?? 'unknown';
}

/** The number of instances of all accounts in each phase, from the last lists. */
async function phases({
  accounts,
  snapshots,
  log,
}: Pick<Services, 'accounts' | 'log' | 'snapshots'>): Promise<ReadonlyMap<string, number>> {
  const count = new Map<string, number>();
  for (const { id } of accounts.accounts) {
    const read = snapshots.read(id);
    const list = await read.catch(instead(log, 'the report counts what it can read', undefined));
    if (!list) continue;
    for (const instance of list.instances) {
      const { phase } = lifecycleOf(instance);
      count.set(phase, (count.get(phase) ?? 0) + 1);
    }
  }
  return count;
}

interface Diagnostics {
  facts: Readonly<Record<string, string | number>>;
  phases: ReadonlyMap<string, number>;
  /** `value` is the user's value; undefined for the default. */
  settings: readonly { name: string; schema: Setting; value: unknown }[];
  /** The last lines of the log. */
  lines: readonly string[];
}

/** The text of a report, in Markdown for issue forms. */
export function diagnosticsText({ facts, phases, settings, lines }: Diagnostics): string {
  const instances = [...phases].map(([phase, count]) => `${count} ${phase}`).join(', ');
  return [
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
    `- Instances: ${instances || 'none'}`,
    '',
    '### Settings',
    ...settings.map(({ name, schema, value }) => `- ${name}: ${shownValue(schema, value)}`),
    '',
    '### Log',
    '```',
    ...lines,
    '```',
    '',
  ].join('\n');
}

/** Free text may be private: paths contain the person's name, images and addresses are about their work. */
function shownValue({ type, enum: choices }: Setting, value: unknown): string {
  if (value === undefined) return 'default';
  const isHarmless =
    (type === 'boolean' && typeof value === 'boolean') ||
    ((type === 'number' || type === 'integer') && typeof value === 'number') ||
    (typeof value === 'string' && choices?.includes(value));
  return isHarmless ? JSON.stringify(value) : 'set';
}
