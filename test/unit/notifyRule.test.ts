import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { complaints as complaintsOf } from './support/lint';

/** What is said about this code in a file of src. */
const complaints = (code: string, file = 'views/showError.ts'): string[] =>
  complaintsOf('no-restricted-syntax', code, `src/${file}`);

describe('the rule that every message passes through ask/notify.ts', () => {
  it.each([
    'vscode.window.showInformationMessage(name);',
    'vscode.window.showWarningMessage(name);',
    'window.showErrorMessage(name);',
    'vscode.window.withProgress({ title: name }, task);',
    'vscode.window.setStatusBarMessage(name);',
    "vscode.window['showErrorMessage'](name);",
    'const { showInformationMessage } = vscode.window;',
    'const { withProgress: run } = vscode.window;',
  ])('refuses %s', (code) => expect(complaints(code)).toHaveLength(1));

  it('allows the functions of ask/notify.ts', () => {
    expect(
      complaints('showInfo(name); showErrorMessage(name); withProgress({ title: name }, task);'),
    ).toEqual([]);
  });

  it('counts in the whole source but that one file', () => {
    const code = 'vscode.window.showErrorMessage(name);';
    for (const file of ['extension.ts', 'api/client.ts', 'ask/dialogs.ts', 'webviews/shared/html.ts'])
      expect(complaints(code, file), file).toHaveLength(1);
    expect(complaints(code, 'ask/notify.ts')).toEqual([]);
  });

  it('is switched off nowhere', () => {
    const src = join(import.meta.dirname, '..', '..', 'src');
    const sources = readdirSync(src, { recursive: true, encoding: 'utf8' });
    const switchedOff = sources.filter(
      (file) => file.endsWith('.ts') && readFileSync(join(src, file), 'utf8').includes('eslint-disable'),
    );
    expect(switchedOff).toEqual([]);
  });
});
