import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { confirmFor } from '../../ask/confirmFor';
import { prepareSsh } from '../../connect/prepareSsh';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { askText } from '../../prompts/steps';
import { aliasOf } from '../../ssh/alias';
import { readCommand } from '../../ssh/run/readCommand';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { lacksSsh } from '../../views/instances/instanceNodes';
import { showAtItsEnd } from '../../views/texts/textFiles';
import { type Call, read } from '../call';
import { nameOf } from './eachInstance';
import { knownInstance, targetInstance } from './targetInstance';

/** What a command printed, both streams as one; the exit code where it ran over SSH. */
export interface CommandOutput {
  output: string;
  exitCode?: number;
}

/** Characters that the service takes at most. */
const longestCommand = 512;

/**
 * Runs one command on an instance: `{instanceId, command, confirmed}`. Over SSH while it runs; while it is stopped the
 * service does, which takes few commands then. A person sees the output in a read-only document.
 */
export async function runCommand(services: Services, call: Call): Promise<CommandOutput | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Run Command');
  const given = read(call.arguments, 'command', z.optional(z.string().check(z.minLength(1))));
  const id = await targetInstance(
    services,
    call,
    title,
    ({ phase }) => phase === 'running' || phase === 'stopped',
  );
  if (id === undefined) return undefined;
  const instance = await knownInstance(services, id);
  const { phase } = lifecycleOf(instance);
  if (phase !== 'running' && phase !== 'stopped')
    throw new LocalError(
      'not_possible',
      vscode.l10n.t('A command can run only while {0} is running or stopped.', nameOf(services, id)),
    );
  const overSsh = phase === 'running' && !lacksSsh(instance);
  if (given === undefined && !call.interactive) read(call.arguments, 'command', z.string());
  const command = given ?? (await askCommand(title, nameOf(services, id), overSsh));
  if (command === undefined) return undefined;
  if (!overSsh && command.length > longestCommand)
    throw new LocalError(
      'invalid_input',
      vscode.l10n.t('The service takes at most {0} characters.', longestCommand),
    );
  const agreed = await confirmFor(services, who, {
    message: vscode.l10n.t('Run this command on {0}?', nameOf(services, id)),
    detail: plainText(command, 500),
    yes: vscode.l10n.t('Run'),
    warns: true,
    // Who typed it wants it.
    confirmed: call.confirmed || given === undefined,
  });
  if (!agreed) return undefined;
  const done = overSsh
    ? await runOverSsh(services, call, id, command)
    : await runByService(services, who, id, command);
  if (!done) return undefined;
  const output = stripVTControlCharacters(done.output);
  if (!call.interactive) return { ...done, output };
  const end =
    done.exitCode === undefined || done.exitCode === 0 ? '' : vscode.l10n.t('[exit code {0}]', done.exitCode);
  await showAtItsEnd(services, `${aliasOf(id)}.output.log`, `$ ${command}\n${output}${end}`);
  return undefined;
}

async function askCommand(title: string, name: string, overSsh: boolean): Promise<string | undefined> {
  const text = await askText({
    title,
    prompt: overSsh
      ? vscode.l10n.t('Command to run on {0}, such as nvidia-smi', name)
      : vscode.l10n.t('Command to run on the disk of {0}. The service may take only ls, du and rm now', name),
    validate: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a command.') : undefined),
  });
  return text?.trim();
}

async function runOverSsh(
  services: Services,
  { confirmed, interactive }: Call,
  id: number,
  command: string,
): Promise<CommandOutput | undefined> {
  return withCancellableProgress(
    vscode.l10n.t('Running a command on {0}', nameOf(services, id)),
    async (progress) => {
      const prepared = await prepareSsh(services, id, { ...progress, confirmed, interactive });
      return prepared && readCommand(prepared.remote, command, progress.signal);
    },
  );
}

async function runByService(
  services: Services,
  { client }: AccountInUse,
  id: number,
  command: string,
): Promise<CommandOutput | undefined> {
  const title = vscode.l10n.t('Running a command on {0}', nameOf(services, id));
  const output = await withCancellableProgress(title, ({ signal }) =>
    services.features.use('commands', () => client.instanceActions.runCommand(id, command, { signal })),
  );
  return output === undefined ? undefined : { output };
}
