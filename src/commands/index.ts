import * as vscode from 'vscode';
import { describeError } from '../api/describeError';
import { isAborted } from '../api/errors';
import { showError } from '../views/showError';
import { type Call, readCall } from './call';
import { connect } from './connect';
import { copySshCommand } from './copySshCommand';
import { forwardPort, stopForwarding } from './forwardPort';
import { copyPort, openPort } from './ports';
import { diagnoseConnection } from './diagnoseConnection';
import { destroyInstance } from './destroyInstance';
import { openJupyter } from './openJupyter';
import { openConsole } from './openConsole';
import { openTerminal } from './openTerminal';
import { refreshInstances } from './refreshInstances';
import { removeSshIntegration } from './removeSshIntegration';
import { renameInstance } from './renameInstance';
import { rentOffer } from './rentOffer';
import { searchOffers } from './searchOffers';
import { copyTemplateHash, openTemplateLink } from './copyTemplateHash';
import { createTemplate, duplicateTemplate } from './createTemplate';
import { deleteTemplate } from './deleteTemplate';
import { discardTemplateDraft, editTemplate } from './editTemplate';
import { finishEditing } from './finishEditing';
import { exportLaunch, importLaunch } from './launchFiles';
import { refreshTemplates } from './refreshTemplates';
import { rentFromTemplate } from './rentFromTemplate';
import { rentOffers } from './rentOffers';
import { rentSavedLaunch } from './rentSavedLaunch';
import { resumeLaunch } from './resumeLaunch';
import { clearTemplateSearch, searchTemplates } from './searchTemplates';
import { cancelMaintenance } from './cancelMaintenance';
import { createApiKey } from './createApiKey';
import { createSubaccount } from './createSubaccount';
import { deleteApiKey } from './deleteApiKey';
import { endTwoFactorSession } from './endTwoFactorSession';
import { listApiKeys } from './listApiKeys';
import { logInWithTwoFactor } from './logInWithTwoFactor';
import { manageTwoFactor } from './manageTwoFactor';
import { refreshAccount } from './refreshAccount';
import { replaceApiKey } from './replaceApiKey';
import { resetApiKey } from './resetApiKey';
import type { Services } from './services';
import { signIn } from './signIn';
import { signOut } from './signOut';
import { showLogs } from './showLogs';
import { startInstance } from './startInstance';
import { stopInstance } from './stopInstance';
import { switchAccount } from './switchAccount';

type Command = (services: Services, call: Call) => Promise<unknown>;

/** All commands; a test holds these names equal to those of package.json. */
export const commands: Readonly<Record<string, Command>> = {
  signIn,
  signOut,
  switchAccount,
  cancelMaintenance,
  createApiKey,
  createSubaccount,
  deleteApiKey,
  endTwoFactorSession,
  listApiKeys,
  logInWithTwoFactor,
  manageTwoFactor,
  refreshAccount,
  replaceApiKey,
  resetApiKey,
  searchOffers,
  rentOffer,
  refreshInstances,
  rentOffers,
  rentSavedLaunch,
  resumeLaunch,
  finishEditing,
  exportLaunch,
  importLaunch,
  searchTemplates,
  clearTemplateSearch,
  refreshTemplates,
  rentFromTemplate,
  createTemplate,
  duplicateTemplate,
  editTemplate,
  discardTemplateDraft,
  deleteTemplate,
  copyTemplateHash,
  openTemplateLink,
  connect,
  openTerminal,
  copySshCommand,
  showLogs,
  startInstance,
  stopInstance,
  destroyInstance,
  renameInstance,
  openConsole,
  diagnoseConnection,
  removeSshIntegration,
  openJupyter,
  forwardPort,
  stopForwarding,
  openPort,
  copyPort,
};

export function registerCommands(services: Services): vscode.Disposable {
  const registered = Object.entries(commands).map(([name, command]) => {
    const id = `gpuRental.${name}`;
    return vscode.commands.registerCommand(id, (argument: unknown, selection: unknown) =>
      run(services, id, command, argument, selection),
    );
  });
  return vscode.Disposable.from(...registered);
}

/** Commands that only look, or ask again before they change anything: done again by themselves after a login. */
const repeatable: ReadonlySet<string> = new Set([
  'searchOffers',
  'refreshInstances',
  'connect',
  'openTerminal',
  'copySshCommand',
  'diagnoseConnection',
  'openJupyter',
  'showLogs',
  'searchTemplates',
  'refreshTemplates',
  'refreshAccount',
  'listApiKeys',
  'manageTwoFactor',
]);

/** A program's call gets the error itself; a person's call shows it with the buttons that help. */
async function run(
  services: Services,
  id: string,
  command: Command,
  argument: unknown,
  selection: unknown,
): Promise<unknown> {
  let call: Call | undefined;
  try {
    call = readCall(argument, selection);
    await services.ready;
    return await command(services, call);
  } catch (error) {
    if (isAborted(error) && call?.interactive) return undefined;
    if (!call?.interactive) throw toPlainError(error);
    const again = () => vscode.commands.executeCommand(id, argument, selection);
    void showError(error, again, { repeatable: repeatable.has(id.replace('gpuRental.', '')) });
    return undefined;
  }
}

/** VS Code hands on an error's message; what it says is the sentence a person would read. */
function toPlainError(error: unknown): Error {
  const { message } = describeError(error);
  return error instanceof Error && error.message === message ? error : new Error(message, { cause: error });
}
