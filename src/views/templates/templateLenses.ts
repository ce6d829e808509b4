import * as vscode from 'vscode';
import { commandId } from '../../commandNames';
import { PersonCall } from '../../ask/personCall';
import { schemes } from '../texts/lateFiles';
import type { TemplateConflicts } from './templateConflicts';
import type { TemplateFiles } from './templateFiles';
import { formatList } from '../../domain/format';

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
