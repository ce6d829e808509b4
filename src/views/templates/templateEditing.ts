import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/template';
import type { FieldProblem } from '../../domain/launchRequest';
import { refusedField } from '../../domain/refusedField';
import { placeInDocument, printDocument, readDocument } from '../../domain/templateDocument';
import { contentOf, templateFieldNames } from '../../domain/templateFields';
import type { ReadOnlyTexts } from '../readOnlyTexts';
import { closeComparisons, closeTabs } from '../textFiles';
import { commentOf, type FailedSave, type TemplateFiles } from './templateFiles';
import { isNew, pathOf, readPath, templateScheme, templateUri } from './templatePath';

/** What an editor of a template shows: errors at their fields, drafts as such, and what somebody else changed. */
export class TemplateEditing implements vscode.Disposable {
  readonly #files: TemplateFiles;
  readonly #texts: ReadOnlyTexts;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('gpu-template');
  /** What the service refused, by document, until the document is changed. */
  readonly #refused = new Map<string, FieldProblem>();
  /** What was sent and waits for the end of its save. */
  readonly #sent = new Map<string, Template>();
  readonly #subscriptions: vscode.Disposable;

  constructor(files: TemplateFiles, texts: ReadOnlyTexts) {
    this.#files = files;
    this.#texts = texts;
    this.#subscriptions = vscode.Disposable.from(
      this.#diagnostics,
      vscode.workspace.onDidOpenTextDocument((document) => this.#check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#refused.delete(document.uri.toString());
        this.#check(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.delete(uri)),
      vscode.workspace.onDidSaveTextDocument((document) => void this.#afterSave(document)),
      files.onDidSend(({ uri, template }) => this.#sent.set(uri.toString(), template)),
      files.onDidFail((failed) => void this.#explain(failed)),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #check(document: vscode.TextDocument): void {
    if (document.uri.scheme !== templateScheme) return;
    const text = document.getText();
    const refused = this.#refused.get(document.uri.toString());
    const found = [
      ...readDocument(text, this.#files.baseOf(document.uri)).problems,
      ...(refused ? [{ ...refused, ...placeInDocument(text, refused.field) }] : []),
    ].map(({ field, message, offset, length }) => {
      const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
      return diagnostic(range, field ? `${field}: ${message}` : message, vscode.DiagnosticSeverity.Error);
    });
    this.#diagnostics.set(document.uri, [...found, ...this.#draftNote(document)]);
  }

  #draftNote(document: vscode.TextDocument): vscode.Diagnostic[] {
    if (document.isDirty || !this.#files.draftOf(document.uri)) return [];
    const message = vscode.l10n.t(
      'A draft on this machine: the service has not got it yet. Save by hand to send it.',
    );
    return [diagnostic(document.lineAt(0).range, message, vscode.DiagnosticSeverity.Information)];
  }

  async #afterSave(document: vscode.TextDocument): Promise<void> {
    if (document.uri.scheme !== templateScheme) return;
    const { uri } = document;
    this.#check(document);
    const template = this.#sent.get(uri.toString());
    this.#sent.delete(uri.toString());
    if (!template) return;
    const name = plainText(template.name ?? '', 60);
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('$(check) Template {0} is saved, as {1}', name, template.hash_id.slice(0, 12)),
      8000,
    );
    if (!isNew(readPath(uri))) return;
    // It has an id now, so it is another document.
    const column = vscode.window.activeTextEditor?.viewColumn ?? vscode.ViewColumn.Active;
    await closeTabs(uri);
    const saved = templateUri(pathOf(readPath(uri).accountId, template), template.name ?? '');
    await vscode.window.showTextDocument(saved, { viewColumn: column, preview: false });
  }

  async #explain({ uri, error, theirs }: FailedSave): Promise<void> {
    const problem = refusedField(error, templateFieldNames);
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    if (!document) return;
    if (problem) this.#refused.set(uri.toString(), problem);
    this.#check(document);
    if (theirs) await this.#compare(document, theirs);
  }

  /** Nothing is overwritten before the person has seen both. */
  async #compare(document: vscode.TextDocument, theirs: Template): Promise<void> {
    const { uri } = document;
    const name = plainText(theirs.name ?? '', 60);
    const text = printDocument(contentOf(theirs), commentOf(theirs));
    const left = this.#texts.put(`template-${theirs.id}.jsonc`, text);
    await vscode.commands.executeCommand(
      'vscode.diff',
      left,
      uri,
      vscode.l10n.t('{0}: the service’s ↔ yours', name),
    );
    const mine = vscode.l10n.t('Save Mine');
    const take = vscode.l10n.t('Take Theirs');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('{0} was edited elsewhere since you opened it. Nothing was overwritten.', name),
      mine,
      take,
    );
    if (answer === mine) {
      this.#files.rebase(uri, theirs);
      if (await document.save()) await closeComparisons(uri);
    } else if (answer === take) {
      await this.#files.replace(uri, theirs);
      await closeComparisons(uri);
      await vscode.window.showTextDocument(document, { preview: false });
      if (document.isDirty) await vscode.commands.executeCommand('workbench.action.files.revert');
    }
  }
}

function diagnostic(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const found = new vscode.Diagnostic(range, message, severity);
  found.source = 'GPU Rental';
  return found;
}
