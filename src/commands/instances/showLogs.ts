import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { LogSource } from '../../api/endpoints/instanceActions';
import { instanceName } from '../../ask/instanceName';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { aliasOf } from '../../ssh/alias';
import { confirmFor } from '../../ask/confirmFor';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { nameOf } from './eachInstance';
import { showAtItsEnd } from '../../views/texts/textFiles';
import { knownInstance, targetInstance } from './targetInstance';
import type { Services } from '../../prompts/services';

const usualLines = 1000;

/**
 * The last `lines` lines of an instance's log: as text for a program, in a tab for a person. `daemon`: the log of the
 * machine's daemon in place of the container's. Without a word, the person is asked where a start has failed, because
 * the container then has nothing to say.
 */
export async function showLogs(services: Services, call: Call): Promise<{ text: string } | undefined> {
  const who = accountInUse(services.accounts);
  const lines = read(call.arguments, 'lines', z.optional(z.int().check(z.positive()))) ?? usualLines;
  const id = await targetInstance(services, call, vscode.l10n.t('Show Logs'));
  if (id === undefined) return undefined;
  // For a missing instance, the answer would look like missing logs.
  const instance = await knownInstance(services, id);
  const daemon = read(call.arguments, 'daemon', z.optional(z.boolean()));
  const source =
    daemon === undefined && call.interactive ? await askSource(services, instance) : chosen(daemon);
  if (source === undefined) return undefined;
  const agreed = await confirmFor(services, who, {
    confirmed: call.interactive || call.confirmed,
    message: vscode.l10n.t('Allow reading the log of {0}?', nameOf(services, id)),
    detail: vscode.l10n.t('The log may contain passwords and tokens.'),
    yes: vscode.l10n.t('Allow'),
  });
  if (!agreed) return undefined;
  const { client } = who;
  const raw = await withCancellableProgress(
    vscode.l10n.t('Waiting for the log of {0}', nameOf(services, id)),
    ({ signal }) =>
      services.features.use('logs', () => client.instanceActions.readLog(id, lines, source, { signal })),
  );
  if (raw === undefined) return undefined;
  const text = stripVTControlCharacters(raw);
  if (!call.interactive) return { text };
  // Who called without arguments may be a program, which needs consent to read it.
  await showAtItsEnd(services, `${aliasOf(id)}${source === 'daemon' ? '.daemon' : ''}.log`, text);
  return undefined;
}

const chosen = (daemon = false): LogSource => (daemon ? 'daemon' : 'container');

/** Undefined if the person picked none. */
async function askSource(
  { dialogs }: Pick<Services, 'dialogs'>,
  instance: SharedInstance,
): Promise<LogSource | undefined> {
  if (lifecycleOf(instance).phase !== 'failed') return 'container';
  const sources = ['daemon', 'container'] as const;
  const picked = await dialogs.select({
    title: vscode.l10n.t('Show Logs'),
    placeholder: vscode.l10n.t('{0} didn’t start', instanceName(instance)),
    rows: [
      {
        label: vscode.l10n.t('Log of the Machine'),
        description: vscode.l10n.t('Why the container wasn’t created or started'),
      },
      {
        label: vscode.l10n.t('Log of the Container'),
        description: vscode.l10n.t('What ran in it, if it ever ran'),
      },
    ],
  });
  return picked === undefined ? undefined : sources[picked];
}
