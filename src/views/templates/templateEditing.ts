import * as vscode from 'vscode';
import { commandId } from '../../commandNames';
import { PersonCall } from '../../ask/caller';
import { plainText } from '../../api/plainText';
import { showInfo, showStatus } from '../../ask/notify';
import { type FieldProblem, refusedField } from '../../domain/launch/launchRequest';
import { ignoredFlags, placeInDocument, readDocument } from '../../domain/templates/templateDocument';
import { templateFieldNames } from '../../domain/templates/templateFields';
import { schemes } from '../texts/lateFiles';
import { closeTabs } from '../texts/textFiles';
import type { TemplateConflicts } from './templateConflicts';
import type { FailedSave, SentDocument, TemplateFiles } from './templateFiles';
import { isNew, pathOf, readPath, templateUri } from './templatePath';
import { formatList } from '../../domain/format';

/** What an editor of a template shows: errors at their fields, and fields that somebody else changed, too. */
export class TemplateEditing implements vscode.Disposable {
  readonly #files: TemplateFiles;
  readonly #conflicts: TemplateConflicts;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('gpu-template');
  /** Fields that the service refused, by document, until the document is changed. */
  readonly #refused = new Map<string, FieldProblem>();
  /** Sent documents that wait for their save to finish. */
  readonly #sent = new Map<string, SentDocument>();
  readonly #subscriptions: vscode.Disposable;

  constructor(files: TemplateFiles, conflicts: TemplateConflicts) {
    this.#files = files;
    this.#conflicts = conflicts;
    this.#subscriptions = vscode.Disposable.from(
      this.#diagnostics,
      vscode.workspace.onDidOpenTextDocument((document) => this.#check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#refused.delete(document.uri.toString());
        this.#check(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.delete(uri)),
      vscode.workspace.onDidSaveTextDocument((document) => void this.#afterSave(document)),
      files.onDidSend((sent) => {
        if (sent.saving) this.#sent.set(sent.uri.toString(), sent);
        else void this.#finish(sent);
      }),
      files.onDidFail((failed) => this.#explain(failed)),
      conflicts.onDidChange((uri) => {
        const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
        if (document) this.#check(document);
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #check(document: vscode.TextDocument): void {
    if (document.uri.scheme !== schemes.template) return;
    const isUntouched = isNew(readPath(document.uri)) && !this.#files.draftOf(document.uri);
    if (isUntouched && !document.isDirty) return;
    const text = document.getText();
    const refused = this.#refused.get(document.uri.toString());
    const found = [
      ...readDocument(text, this.#files.baseOf(document.uri)).problems,
      ...(refused ? [{ ...refused, ...placeInDocument(text, refused.field) }] : []),
    ].map(({ field, message, offset, length }) => {
      const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
      return diagnostic(range, field ? `${field}: ${message}` : message, vscode.DiagnosticSeverity.Error);
    });
    this.#diagnostics.set(document.uri, [
      ...found,
      ...this.#ignoredNotes(document),
      ...this.#conflictNotes(document),
    ]);
  }

  #ignoredNotes(document: vscode.TextDocument): vscode.Diagnostic[] {
    const text = document.getText();
    const ignored = ignoredFlags(text);
    if (ignored.length === 0) return [];
    const { offset, length } = placeInDocument(text, 'env');
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    const message = vscode.l10n.t('The service ignores: {0}', plainText(formatList(ignored), 200));
    return [diagnostic(range, `env: ${message}`, vscode.DiagnosticSeverity.Information)];
  }

  #conflictNotes(document: vscode.TextDocument): vscode.Diagnostic[] {
    const text = document.getText();
    return (this.#conflicts.get(document.uri)?.fields ?? []).map((field) => {
      const { offset, length } = placeInDocument(text, field);
      const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
      const message = vscode.l10n.t('{0}: also changed elsewhere', field);
      return diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
    });
  }

  async #afterSave(document: vscode.TextDocument): Promise<void> {
    if (document.uri.scheme !== schemes.template) return;
    this.#check(document);
    const sent = this.#sent.get(document.uri.toString());
    this.#sent.delete(document.uri.toString());
    if (sent) await this.#finish(sent);
  }

  async #finish({ uri, template, merged }: SentDocument): Promise<void> {
    const name = plainText(template.name ?? '', 60);
    showStatus(
      'check',
      vscode.l10n.t('Template {0} saved as {1}', name, template.hash_id.slice(0, 12)),
      8000,
    );
    if (merged.length > 0) {
      this.#files.announce(uri);
      void showInfo(
        vscode.l10n.t('{0} was also edited elsewhere. Those changes are kept: {1}', name, formatList(merged)),
      );
    }
    if (!isNew(readPath(uri))) return;
    // The template now has an id, so it becomes another document.
    const column = vscode.window.activeTextEditor?.viewColumn ?? vscode.ViewColumn.Active;
    await closeTabs(uri);
    const saved = templateUri(pathOf(readPath(uri).accountId, template), template.name ?? '');
    await vscode.window.showTextDocument(saved, { viewColumn: column, preview: false });
  }

  #explain({ uri, error, elsewhere }: FailedSave): void {
    const problem = refusedField(error, templateFieldNames);
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    if (!document) return;
    if (problem) this.#refused.set(uri.toString(), problem);
    if (elsewhere) void this.#conflicts.show(uri, elsewhere);
    this.#check(document);
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

/** Above a template's text: that it is a draft or was edited elsewhere, and what can be done about it. */
export class TemplateLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #files: TemplateFiles;
  readonly #conflicts: TemplateConflicts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;

  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(files: TemplateFiles, conflicts: TemplateConflicts) {
    this.#files = files;
    this.#conflicts = conflicts;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      files.onDidChangeDrafts(() => this.#changed.fire()),
      conflicts.onDidChange(() => this.#changed.fire()),
      vscode.languages.registerCodeLensProvider({ scheme: schemes.template }, this),
    );
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const elsewhere = this.#conflicts.get(uri);
    if (elsewhere) {
      return [
        lens(vscode.l10n.t('$(warning) Also edited elsewhere: {0}', formatList(elsewhere.fields))),
        lens(
          vscode.l10n.t('Keep Mine'),
          commandId('keepMyTemplate'),
          new PersonCall({ document: uri.toString() }),
        ),
        lens(
          vscode.l10n.t('Discard Mine'),
          commandId('discardMyTemplate'),
          new PersonCall({ document: uri.toString() }),
        ),
      ];
    }
    if (!this.#files.draftOf(uri)) return [];
    return [
      lens(vscode.l10n.t('$(edit) Draft on this computer, not sent yet')),
      lens(vscode.l10n.t('Save to Send'), 'workbench.action.files.save'),
      lens(
        vscode.l10n.t('Discard Draft…'),
        commandId('discardTemplateDraft'),
        new PersonCall({ draft: uri.toString() }),
      ),
    ];
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

function lens(title: string, command = '', ...values: unknown[]): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: values });
}
