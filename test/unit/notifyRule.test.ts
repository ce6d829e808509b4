import { describe, it } from 'vitest';
import { allows, refuses } from './support/lint';

describe('the rule that every message passes through ask/notify.ts or ask/modal.ts', () => {
  it.each([
    'vscode.window.showInformationMessage(name);',
    'vscode.window.showWarningMessage(name);',
    'window.showErrorMessage(name);',
    'vscode.window.withProgress({ title: name }, task);',
    'vscode.window.setStatusBarMessage(name);',
    "vscode.window['showErrorMessage'](name);",
    'const { showInformationMessage } = vscode.window;',
    'const { withProgress: run } = vscode.window;',
  ])('refuses %s', (code) => refuses('notify', code, 'src/views/showError.ts'));

  it('allows the functions of ask/notify.ts', () => {
    const code = 'showInfo(name); showErrorMessage(name); withProgress({ title: name }, task);';
    allows('notify', code, 'src/views/showError.ts');
  });

  it('counts in the whole source but those two files', () => {
    const code = 'vscode.window.showErrorMessage(name);';
    for (const file of ['extension.ts', 'api/client.ts', 'ask/dialogs.ts', 'webviews/shared/html.ts'])
      refuses('notify', code, `src/${file}`);
    for (const file of ['notify', 'modal']) allows('notify', code, `src/ask/${file}.ts`);
  });
});
