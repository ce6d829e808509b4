import * as vscode from 'vscode';
import type { ReadOnlyTexts } from '../views/texts/readOnlyTexts';
import { closeTabs } from '../views/texts/textFiles';
import { pick } from './steps';

interface Shows {
  texts: ReadOnlyTexts;
}

/** The button that shows commands, for a question about them; none without commands. */
export const showsScript = (services: Shows, script = '') =>
  script.trim() === ''
    ? undefined
    : { label: vscode.l10n.t('Show Commands'), show: () => showScript(services, script) };

/** Shows commands in an editor, where they can only be read, until the person goes on: a dialog would cover them. */
async function showScript({ texts }: Shows, script: string): Promise<undefined> {
  const uri = texts.put('onstart.sh', script);
  await vscode.window.showTextDocument(uri);
  await pick([{ label: vscode.l10n.t('$(arrow-left) Back to the Question') }], {
    title: vscode.l10n.t('Startup Commands'),
    placeholder: vscode.l10n.t('What runs at each start. You’re asked again before anything is rented'),
  });
  await closeTabs(uri);
  return undefined;
}
