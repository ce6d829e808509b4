import * as vscode from 'vscode';

/** The commands of this extension, by the last part of their id. Written by `npm run schemas` from what each folder says. */
export const commandNames = [
  // commands: written by npm run schemas
  'signIn',
  'signOut',
  'switchAccount',
  'openConsole',
  'createSubaccount',
  'cancelMaintenance',
  'listApiKeys',
  'createApiKey',
  'deleteApiKey',
  'resetApiKey',
  'replaceApiKey',
  'refreshAccount',
  'connect',
  'openTerminal',
  'copySshCommand',
  'diagnoseConnection',
  'removeSshIntegration',
  'openJupyter',
  'forwardPort',
  'stopForwarding',
  'openPort',
  'copyPort',
  'refreshInstances',
  'showLogs',
  'startInstance',
  'stopInstance',
  'destroyInstance',
  'rebootInstance',
  'recycleInstance',
  'renameInstance',
  'changeBid',
  'rentAnother',
  'replaceInstance',
  'rentSavedLaunch',
  'resumeLaunch',
  'finishEditing',
  'exportLaunch',
  'importLaunch',
  'showSpending',
  'showCharges',
  'exportCharges',
  'searchOffers',
  'browseOffers',
  'saveSearch',
  'openSavedSearch',
  'deleteSavedSearch',
  'rentOffer',
  'rentOffers',
  'listSshKeys',
  'registerSshKey',
  'removeSshKey',
  'listInstanceSshKeys',
  'addInstanceSshKey',
  'removeInstanceSshKey',
  'scheduleStop',
  'cancelScheduledStop',
  'copyDetail',
  'openWalkthrough',
  'showLog',
  'copyDiagnostics',
  'searchTemplates',
  'clearTemplateSearch',
  'refreshTemplates',
  'rentFromTemplate',
  'createTemplate',
  'duplicateTemplate',
  'editTemplate',
  'discardTemplateDraft',
  'keepMyTemplate',
  'discardMyTemplate',
  'deleteTemplate',
  'copyTemplateHash',
  'openTemplateLink',
  'stopThisInstance',
  'destroyThisInstance',
  'manageTwoFactor',
  'logInWithTwoFactor',
  'endTwoFactorSession',
  'refreshVolumes',
  'rentWithVolume',
  'deleteVolume',
  'watchOffers',
  'listWatches',
  'stopWatching',
  // commands: end
] as const;

export type CommandName = (typeof commandNames)[number];

export const commandId = <N extends CommandName>(name: N): `gpuRental.${N}` => `gpuRental.${name}`;

/** Runs one of our commands like a person would: errors are shown to them. @returns what the command resolves to */
export function callCommand<T = unknown>(name: CommandName, ...args: unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(commandId(name), ...args);
}

/** Shows a view of the side bar and gives it the focus. */
export const showView = (view: 'instances' | 'templates' | 'volumes' | 'account'): Thenable<unknown> =>
  vscode.commands.executeCommand(`gpuRental.${view}.focus`);
