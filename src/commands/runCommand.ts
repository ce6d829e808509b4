import * as vscode from 'vscode';
import { describeError } from '../api/describeError';
import { CancelledError } from '../api/cancelled';
import { askedBy } from '../ask/dialogs';
import { errorWords } from '../log/log';
import { showError } from '../views/showError';
import { type Call, readCall, type Command } from './call';
import type { Services } from '../prompts/services';

/** Returns errors to a program; shows them to a person, with the buttons that help. */
export async function runCommand(
  services: Services,
  id: string,
  {
    load,
    repeatable,
    form,
  }: { load: () => Promise<Command>; repeatable?: true | undefined; form?: true | undefined },
  argument: unknown,
  selection: unknown,
): Promise<unknown> {
  let call: Call | undefined;
  try {
    call = readCall(argument, selection, services.consent);
    const command = await load();
    await services.ready;
    const asker = form && call.askedBy === 'unknown' ? undefined : call.askedBy;
    return await command(askedBy(services, asker), call);
  } catch (error) {
    if (error instanceof CancelledError && call?.interactive) return undefined;
    services.log.warn(`${id} failed: ${errorWords(error)}`);
    if (!call?.interactive) throw toPlainError(error);
    const again = () => vscode.commands.executeCommand(id, argument, selection);
    void showError(error, again, { repeatable: repeatable === true });
    return undefined;
  }
}

/** VS Code passes on an error's message, so it must be the sentence a person would read. */
function toPlainError(error: unknown): Error {
  const { message } = describeError(error);
  return error instanceof Error && error.message === message ? error : new Error(message, { cause: error });
}
