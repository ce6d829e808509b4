import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { showWarning, withNotice } from '../../ask/notify';
import { printDocument } from '../../domain/templates/templateDocument';
import { contentOf } from '../../domain/templates/templateFields';
import type { ReadOnlyTexts } from '../texts/readOnlyTexts';
import { closeComparisons } from '../texts/textFiles';
import { commentOf, type EditedElsewhere } from './unsentTemplate';
import type { TemplateFiles } from './templateFiles';
import { formatList } from '../../domain/format';

/** Documents whose fields somebody else changed, too, until the person has chosen which version to keep. */
export class TemplateConflicts implements vscode.Disposable {
  readonly #files: TemplateFiles;
  readonly #texts: ReadOnlyTexts;
  readonly #open = new Map<string, EditedElsewhere>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(files: TemplateFiles, texts: ReadOnlyTexts) {
    this.#files = files;
    this.#texts = texts;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      files.onDidSend(({ uri }) => this.#set(uri, undefined)),
      files.onDidChangeDrafts(() => {
        for (const uri of [...this.#open.keys()].map((text) => vscode.Uri.parse(text)))
          if (!files.draftOf(uri)) this.#set(uri, undefined);
      }),
    );
  }

  get(uri: vscode.Uri): EditedElsewhere | undefined {
    return this.#open.get(uri.toString());
  }

  /** Shows both versions and asks which one to keep. The editor's title asks as long as nothing was chosen. */
  async show(uri: vscode.Uri, elsewhere: EditedElsewhere): Promise<void> {
    this.#set(uri, elsewhere);
    const { theirs, fields } = elsewhere;
    const name = plainText(theirs.name ?? '', 60);
    const left = this.#texts.put(
      `template-${theirs.id}.jsonc`,
      printDocument(contentOf(theirs), commentOf(theirs)),
    );
    const title = vscode.l10n.t('{0}: service ↔ yours', name);
    await vscode.commands.executeCommand('vscode.diff', left, uri, title);
    const keep = vscode.l10n.t('Keep Mine');
    const discard = vscode.l10n.t('Discard Mine');
    const message = vscode.l10n.t(
      '{0} was edited elsewhere since you opened it, in the same fields: {1}. Nothing was sent.',
      name,
      formatList(fields),
    );
    const answer = await showWarning(message, keep, discard);
    if (answer === keep) await this.keepMine(uri);
    if (answer === discard) await this.discardMine(uri);
  }

  /** Sends what the person changed. What was changed elsewhere in other fields stays. */
  async keepMine(uri: vscode.Uri): Promise<void> {
    const elsewhere = this.get(uri);
    if (!elsewhere) return;
    const document = await vscode.workspace.openTextDocument(uri);
    const before = document.getText();
    const text = await this.#files.rebase(uri, elsewhere.theirs, before);
    if (text !== before) {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(uri, new vscode.Range(document.positionAt(0), document.positionAt(before.length)), text);
      await vscode.workspace.applyEdit(edit);
    }
    if (document.isDirty) await document.save();
    else
      await withNotice(
        vscode.l10n.t('Sending template {0}…', plainText(elsewhere.theirs.name ?? '', 60)),
        () => this.#files.send(uri),
      );
    if (!this.get(uri)) await closeComparisons(uri);
  }

  /** Shows the service's version in place of what the person wrote. */
  async discardMine(uri: vscode.Uri): Promise<void> {
    const elsewhere = this.get(uri);
    if (!elsewhere) return;
    await this.#files.replace(uri, elsewhere.theirs);
    this.#set(uri, undefined);
    await closeComparisons(uri);
    const { document } = await vscode.window.showTextDocument(uri, { preview: false });
    if (document.isDirty) await vscode.commands.executeCommand('workbench.action.files.revert');
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #set(uri: vscode.Uri, elsewhere: EditedElsewhere | undefined): void {
    if (elsewhere) this.#open.set(uri.toString(), elsewhere);
    else if (!this.#open.delete(uri.toString())) return;
    void vscode.commands.executeCommand('setContext', 'gpuRental.templateConflicts', [...this.#open.keys()]);
    this.#changed.fire(uri);
  }
}
