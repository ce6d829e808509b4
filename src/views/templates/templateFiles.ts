import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import type { Template } from '../../api/schemas/template';
import { printDocument, withoutPassword } from '../../domain/templateDocument';
import { contentOf, type TemplateContent } from '../../domain/templateFields';
import type { TemplateDraft, TemplateDrafts } from '../../stores/templateDrafts';
import { TextFiles } from '../textFiles';
import { EditedElsewhere, type SendOptions, sendTemplate, type UnsentTemplate } from './sendTemplate';
import { isNew, passwordName, pathOf, readPath, templateScheme, templateUri } from './templatePath';

export interface TemplateFilesOptions extends SendOptions {
  drafts: TemplateDrafts;
}

interface OpenFile extends UnsentTemplate {
  /** The text that says the same as the service has; missing for a new template. */
  sent?: string;
}

/** A save that was not carried out; the document stays unsaved and shows why. */
export interface FailedSave {
  uri: vscode.Uri;
  error: unknown;
  /** Set when the template was edited elsewhere: as it is there now. */
  theirs?: Template;
}

/**
 * Templates as files. One save by hand is one request: a creation, or an edit with only the changed fields. An
 * automatic save keeps a draft on this machine and sends nothing.
 */
export class TemplateFiles extends TextFiles {
  readonly #options: TemplateFilesOptions;
  readonly #open = new Map<string, OpenFile>();
  readonly #saved = new vscode.EventEmitter<{ uri: vscode.Uri; template: Template }>();
  readonly #failed = new vscode.EventEmitter<FailedSave>();
  readonly #draftsChanged = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;

  readonly onDidSend = this.#saved.event;
  readonly onDidFail = this.#failed.event;
  readonly onDidChangeDrafts = this.#draftsChanged.event;

  constructor(options: TemplateFilesOptions) {
    super(templateScheme);
    this.#options = options;
    // Before the text reaches any disk, so that not even a backup of the editor has the password.
    this.#subscription = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.scheme === templateScheme) event.waitUntil(this.#hidePassword(event.document));
    });
  }

  /** The document of a template; a draft of it is gone on with. */
  uriOf(template: Template): vscode.Uri {
    const path = pathOf(this.#accountId(), template);
    const uri = templateUri(path, template.name ?? '');
    const known = [...this.#open.keys()]
      .map((text) => vscode.Uri.parse(text))
      .find((one) => readPath(one).accountId === path.accountId && readPath(one).key === path.key);
    const chosen = known ?? uri;
    const isShown = vscode.workspace.textDocuments.some(
      (document) => document.uri.toString() === chosen.toString(),
    );
    // What is open or a draft was compared with an older version, and has to stay so until it is sent.
    if (!isShown && !this.draftOf(chosen)) this.#open.set(chosen.toString(), freshFile(template));
    return chosen;
  }

  /** A document for a template that does not exist yet; `password` is one that is kept already. */
  async createUri(content: TemplateContent, password?: string): Promise<vscode.Uri> {
    const path = { accountId: this.#accountId(), key: `new-${randomUUID().slice(0, 8)}` };
    const uri = templateUri(path, content.name ?? '');
    if (password !== undefined) await this.#options.secrets.set(passwordName(path), password);
    const comment = vscode.l10n.t('New template: Ctrl+S creates it, until then it is a draft here.');
    const file = { text: printDocument(content, comment), newPassword: password !== undefined };
    this.#open.set(uri.toString(), file);
    await this.#keepDraft(uri, file);
    return uri;
  }

  /** What the document began with; undefined for a new template. */
  baseOf(uri: vscode.Uri): Readonly<Record<string, unknown>> | undefined {
    if (isNew(readPath(uri))) return undefined;
    const base = this.#open.get(uri.toString())?.base;
    return base ? { ...contentOf(base) } : {};
  }

  draftOf(uri: vscode.Uri): TemplateDraft | undefined {
    return this.#options.drafts.all.get(uri.path);
  }

  /** Documents of this account that hold something not sent yet. */
  drafts(): vscode.Uri[] {
    const accountId = this.#options.accounts.active?.id;
    return [...this.#options.drafts.all.keys()]
      .map((path) => vscode.Uri.from({ scheme: templateScheme, path }))
      .filter((uri) => readPath(uri).accountId === accountId);
  }

  async discardDraft(uri: vscode.Uri): Promise<void> {
    if (isNew(readPath(uri))) await this.#options.secrets.delete(passwordName(readPath(uri)));
    this.#open.delete(uri.toString());
    await this.#keepDraft(uri, undefined);
    this.announce(uri);
  }

  /** From now on the document is compared with this version of its template, which the person has seen. */
  rebase(uri: vscode.Uri, theirs: Template): void {
    const file = this.#open.get(uri.toString());
    if (file) this.#open.set(uri.toString(), { ...file, base: theirs });
  }

  /** Throws the person's text away for this version of the template. */
  async replace(uri: vscode.Uri, theirs: Template): Promise<void> {
    this.#open.set(uri.toString(), freshFile(theirs));
    await this.#keepDraft(uri, undefined);
    this.announce(uri);
  }

  override dispose(): void {
    super.dispose();
    this.#subscription.dispose();
    for (const emitter of [this.#saved, this.#failed, this.#draftsChanged]) emitter.dispose();
  }

  protected async textOf(uri: vscode.Uri): Promise<string> {
    return (await this.#fileOf(uri)).text;
  }

  protected async takeText(uri: vscode.Uri, written: string, manual: boolean): Promise<void> {
    const before = await this.#fileOf(uri);
    const { text, password } = withoutPassword(written);
    if (password !== undefined) await this.#options.secrets.set(passwordName(readPath(uri)), password);
    const file = { ...before, text, newPassword: before.newPassword || password !== undefined };
    this.#open.set(uri.toString(), file);
    await this.#keepDraft(uri, file);
    if (!manual) return;
    try {
      const template = await sendTemplate(this.#options, readPath(uri), file);
      this.#open.set(uri.toString(), { text, sent: text, base: template, newPassword: false });
      await this.#keepDraft(uri, undefined);
      this.#saved.fire({ uri, template });
    } catch (error) {
      this.#failed.fire({
        uri,
        error,
        ...(error instanceof EditedElsewhere ? { theirs: error.theirs } : {}),
      });
      throw error instanceof Error ? new Error(error.message) : error;
    }
  }

  /** What is open, else the draft of an earlier window, else the template as the service has it. */
  async #fileOf(uri: vscode.Uri): Promise<OpenFile> {
    const open = this.#open.get(uri.toString());
    if (open) return open;
    const path = readPath(uri);
    const draft = this.draftOf(uri);
    if (isNew(path)) {
      if (!draft) throw vscode.FileSystemError.FileNotFound(uri);
      const file = { text: draft.text, newPassword: draft.newPassword };
      this.#open.set(uri.toString(), file);
      return file;
    }
    const template = await this.#options.templates.find({ templateId: Number(path.key) });
    // A draft that began with an older version must not pass for an edit of this one.
    const base = draft ? { ...template, hash_id: draft.hashId ?? template.hash_id } : template;
    const file = draft ? { text: draft.text, base, newPassword: draft.newPassword } : freshFile(template);
    this.#open.set(uri.toString(), file);
    return file;
  }

  async #keepDraft(uri: vscode.Uri, file: OpenFile | undefined): Promise<void> {
    const isAsSent = file?.base && file.text === freshFile(file.base).text && !file.newPassword;
    const draft =
      file && !isAsSent
        ? { text: file.text, hashId: file.base?.hash_id, newPassword: file.newPassword }
        : undefined;
    await this.#options.drafts.set(uri.path, draft);
    this.#draftsChanged.fire();
  }

  async #hidePassword(document: vscode.TextDocument): Promise<vscode.TextEdit[]> {
    const before = document.getText();
    const { text, password } = withoutPassword(before);
    // A text that cannot be read stays as it is on the screen; what is kept of it is cleaned all the same.
    if (password === undefined) return [];
    await this.#options.secrets.set(passwordName(readPath(document.uri)), password);
    const file = await this.#fileOf(document.uri);
    this.#open.set(document.uri.toString(), { ...file, newPassword: true });
    return [
      vscode.TextEdit.replace(
        new vscode.Range(document.positionAt(0), document.positionAt(before.length)),
        text,
      ),
    ];
  }

  #accountId(): string {
    const id = this.#options.accounts.active?.id;
    if (id === undefined) throw new ApiError('unauthorized', vscode.l10n.t('You are not signed in.'));
    return id;
  }
}

function freshFile(template: Template): OpenFile {
  return {
    text: printDocument(contentOf(template), commentOf(template)),
    base: template,
    newPassword: false,
  };
}

export function commentOf({ id }: Template): string {
  return vscode.l10n.t('Template {0}: Ctrl+S sends what you changed, auto-save keeps a draft.', id);
}
