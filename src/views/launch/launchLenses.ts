import * as vscode from 'vscode';
import { commandId } from '../../commandNames';
import { schemes } from '../texts/lateFiles';

/** Above a text of the launch form, the way back to the form, which is closed meanwhile. */
export const launchLenses = (): vscode.Disposable =>
  vscode.languages.registerCodeLensProvider(
    { scheme: schemes.launch },
    {
      provideCodeLenses: () => [
        new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
          title: vscode.l10n.t('$(arrow-left) Save and Return to Launch Form'),
          command: commandId('finishEditing'),
        }),
      ],
    },
  );
