import { modify } from 'jsonc-parser';
import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { showErrorMessage, showWarning } from '../../ask/notify';
import { passwordPlaceholder } from '../../domain/templates/templateFields';
import { type PasswordPlace, passwordPlaces } from '../../domain/templates/templatePassword';
import { schemes } from '../../views/texts/lateFiles';
import { askText } from '../steps';
import type { TemplateFiles } from '../../views/templates/templateFiles';

/** Not in the palette: it is about one document. */
const enterCommand = 'gpuRental.template.enterPassword';

/**
 * Keeps a registry password out of a template's document, because VS Code would write it to its backup of unsaved
 * files: a link above the field asks for it, and a password typed into the text is removed at once.
 */
export class TemplatePasswords implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #files: TemplateFiles;
  readonly #subscriptions: vscode.Disposable;
  /** Documents whose password is being asked for. Text typed meanwhile isn't the password. */
  readonly #asking = new Set<string>();
  readonly #explained = new Set<string>();

  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(files: TemplateFiles) {
    this.#files = files;
    this.onDidChangeCodeLenses = files.onDidChangeDrafts;
    this.#subscriptions = vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider({ scheme: schemes.template }, this),
      vscode.commands.registerCommand(enterCommand, async (uri: unknown) => {
        if (typeof uri === 'string') await this.#enter(vscode.Uri.parse(uri));
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.#guard(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#guard(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#explained.delete(uri.toString())),
    );
    for (const document of vscode.workspace.textDocuments) this.#guard(document);
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const title = this.#files.hasPassword(document.uri)
      ? vscode.l10n.t('$(key) Change Registry Password…')
      : vscode.l10n.t('$(key) Enter Registry Password…');
    const command = { title, command: enterCommand, arguments: [document.uri.toString()] };
    return passwordPlaces(document.getText()).map(
      (place) => new vscode.CodeLens(rangeOf(document, place), command),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #guard(document: vscode.TextDocument): void {
    if (document.uri.scheme !== schemes.template) return;
    const places = passwordPlaces(document.getText()).filter(({ clear }) => clear);
    const last = places.at(-1);
    if (!last) return;
    const key = document.uri.toString();
    // A single letter is the start of a typed password; a whole one was pasted or restored by undo.
    const isWhole = !this.#asking.has(key) && last.value.length > 1 && !last.value.includes('•');
    const text = isWhole || this.#files.hasPassword(document.uri) ? passwordPlaceholder : '';
    void replace(document, places, text);
    if (isWhole) void this.#keepWritten(document.uri, last.value);
    else if (!this.#asking.has(key)) void this.#enter(document.uri);
  }

  async #keepWritten(uri: vscode.Uri, password: string): Promise<void> {
    const isFirst = !this.#explained.has(uri.toString());
    this.#explained.add(uri.toString());
    try {
      await this.#files.keepPassword(uri, password);
    } catch (error) {
      await showErrorMessage(
        vscode.l10n.t('The registry password couldn’t be saved: {0}', describeError(error).message),
      );
      return;
    }
    if (!isFirst) return;
    const change = vscode.l10n.t('Edit…');
    const pressed = await showWarning(
      vscode.l10n.t(
        'The registry password was removed from the text and is kept in this system’s secret storage until you save. Undo may still contain it until you close the tab.',
      ),
      change,
    );
    if (pressed === change) await this.#enter(uri);
  }

  async #enter(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    if (this.#asking.has(key)) return;
    this.#asking.add(key);
    try {
      const password = await askText({
        title: vscode.l10n.t('Registry Password'),
        prompt: vscode.l10n.t(
          'Password or access token. Kept in this system’s secret storage, not in the text. Leave empty for none',
        ),
        password: true,
      });
      if (password === undefined) return;
      if (password !== '') await this.#files.keepPassword(uri, password);
      await write(uri, password === '' ? '' : passwordPlaceholder);
    } catch (error) {
      await showErrorMessage(
        vscode.l10n.t('The registry password couldn’t be saved: {0}', describeError(error).message),
      );
    } finally {
      this.#asking.delete(key);
    }
  }
}

/** Writes the placeholder for the password into the field, which may be missing. */
async function write(uri: vscode.Uri, value: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const text = document.getText();
  const places = passwordPlaces(text);
  if (places.length > 0) {
    const others = places.filter((place) => place.value !== value);
    if (others.length > 0) await replace(document, others, value);
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  for (const { offset, length, content } of modify(text, ['docker_login_pass'], value, {}))
    edit.replace(uri, rangeOf(document, { offset, length }), content);
  await vscode.workspace.applyEdit(edit);
}

/** If the text has changed meanwhile, that change triggers another check. */
async function replace(
  document: vscode.TextDocument,
  places: readonly PasswordPlace[],
  value: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const place of places) edit.replace(document.uri, rangeOf(document, place), JSON.stringify(value));
  await vscode.workspace.applyEdit(edit);
}

function rangeOf(
  document: vscode.TextDocument,
  { offset, length }: Pick<PasswordPlace, 'offset' | 'length'>,
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
