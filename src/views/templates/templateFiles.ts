import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Template } from '../../api/schemas/templates/template';
import { omitUndefined } from '../../domain/omitUndefined';
import { readDocument, withFields, withoutPassword } from '../../domain/templates/templateDocument';
import { contentOf, newTemplate, type TemplateContent } from '../../domain/templates/templateFields';
import { mergeTemplate } from '../../domain/templates/templateMerge';
import type { Clock } from '../../clock';
import type { TemplateDraft, TemplateDrafts } from '../../stores/templates/templateDrafts';
import { type LateFiles, schemes } from '../texts/lateFiles';
import { TextFiles } from '../texts/textFiles';
import {
  draftFile,
  EditedElsewhere,
  freshFile,
  newFile,
  type SendOptions,
  sendTemplate,
  unsentDraft,
  type UnsentTemplate,
} from './unsentTemplate';
import { isNew, passwordName, pathOf, readPath, templateUri } from './templatePath';

export interface TemplateFilesOptions extends SendOptions {
  drafts: TemplateDrafts;
  clock: Clock;
}

/** A failed save. The document stays unsaved and shows why. */
export interface FailedSave {
  uri: vscode.Uri;
  error: unknown;
  /** Set when the same fields were edited elsewhere. The document is kept as a draft then, and nothing was sent. */
  elsewhere?: EditedElsewhere;
}

/** A successful save. */
export interface SentDocument {
  uri: vscode.Uri;
  template: Template;
  /** Fields that were changed elsewhere only, and that the document has by now. */
  merged: readonly string[];
  /** The editor's save isn't finished yet. */
  saving: boolean;
}

/**
 * Templates as files. Saving by hand sends one request: a creation, or an edit with only the changed fields. An
 * automatic save keeps a draft on this computer and sends nothing.
 */
export class TemplateFiles extends TextFiles {
  readonly #options: TemplateFilesOptions;
  readonly #open = new Map<string, UnsentTemplate>();
  /** Passwords being written to the secret storage. A save waits for its own. */
  readonly #keeping = new Map<string, Promise<void>>();
  readonly #saved = new vscode.EventEmitter<SentDocument>();
  readonly #failed = new vscode.EventEmitter<FailedSave>();
  readonly #draftsChanged = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;

  readonly onDidSend = this.#saved.event;
  readonly onDidFail = this.#failed.event;
  readonly onDidChangeDrafts = this.#draftsChanged.event;

  constructor(files: LateFiles, options: TemplateFilesOptions) {
    super(files, schemes.template, options.clock);
    this.#options = options;
    // Before the text is written to a disk, so that not even a backup of the editor contains the password.
    this.#subscription = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.scheme === schemes.template) event.waitUntil(this.#hidePassword(event.document));
    });
  }

  /** The document of a template, or its draft if there is one. */
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

  /** A document for a template that doesn't exist yet. `password` is one that is already stored. */
  async createUri(content: TemplateContent, password?: string): Promise<vscode.Uri> {
    const path = { accountId: this.#accountId(), key: `new-${randomUUID().slice(0, 8)}` };
    const uri = templateUri(path, content.name ?? '');
    if (password !== undefined) await this.#options.secrets.set(passwordName(path), password);
    const file = newFile(content, password !== undefined);
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

  /** Documents of this account with unsent changes. */
  drafts(): vscode.Uri[] {
    const accountId = this.#options.accounts.active?.id;
    return [...this.#options.drafts.all.keys()]
      .map((path) => vscode.Uri.from({ scheme: schemes.template, path }))
      .filter((uri) => readPath(uri).accountId === accountId);
  }

  async discardDraft(uri: vscode.Uri): Promise<void> {
    if (isNew(readPath(uri))) await this.#options.secrets.delete(passwordName(readPath(uri)));
    this.#open.delete(uri.toString());
    await this.#keepDraft(uri, undefined);
    this.announce(uri);
  }

  /** Whether the document has a password: the service has one, or one was entered but not sent yet. */
  hasPassword(uri: vscode.Uri): boolean {
    const file = this.#open.get(uri.toString());
    return file?.newPassword === true || Boolean(file?.base?.docker_login_user);
  }

  /** Stores a password outside of the document, for the next save by hand. */
  keepPassword(uri: vscode.Uri, password: string): Promise<void> {
    const keep = async () => {
      await this.#options.secrets.set(passwordName(readPath(uri)), password);
      const file = { ...(await this.#fileOf(uri)), newPassword: true };
      this.#open.set(uri.toString(), file);
      await this.#keepDraft(uri, file);
    };
    const keeping = keep();
    this.#keeping.set(uri.toString(), keeping);
    return keeping;
  }

  /**
   * From now on the document is compared with this version of its template, which the person has seen. Resolves to the
   * text with what was changed elsewhere only.
   */
  async rebase(uri: vscode.Uri, theirs: Template, text: string): Promise<string> {
    const { base, baseUnknown, ...file } = await this.#fileOf(uri);
    const content = readDocument(text, base && contentOf(base)).content ?? {};
    const before = base && !baseUnknown ? contentOf(base) : undefined;
    this.#open.set(uri.toString(), { ...file, base: theirs });
    return withFields(text, mergeTemplate(before, content, contentOf(theirs)).theirs);
  }

  /** Sends what was saved last. */
  async send(uri: vscode.Uri): Promise<void> {
    await this.#send(uri, await this.#fileOf(uri), false);
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
    await this.#keeping.get(uri.toString());
    const before = await this.#fileOf(uri);
    const { text, password } = withoutPassword(written);
    if (password !== undefined) await this.#options.secrets.set(passwordName(readPath(uri)), password);
    const file = { ...before, text, newPassword: before.newPassword || password !== undefined };
    this.#open.set(uri.toString(), file);
    await this.#keepDraft(uri, file);
    if (manual) await this.#send(uri, file, true);
  }

  async #send(uri: vscode.Uri, file: UnsentTemplate, saving: boolean): Promise<void> {
    try {
      const { template, merged } = await sendTemplate(this.#options, readPath(uri), file);
      const text = withFields(file.text, merged);
      this.#open.set(uri.toString(), { text, base: template, newPassword: false });
      await this.#keepDraft(uri, undefined);
      this.#saved.fire({ uri, template, merged: Object.keys(merged), saving });
    } catch (error) {
      const elsewhere = error instanceof EditedElsewhere ? error : undefined;
      this.#failed.fire({ uri, error, ...omitUndefined({ elsewhere }) });
      // The editor asks which version to keep; the draft waits for the answer.
      if (!elsewhere) throw error instanceof Error ? new Error(error.message) : error;
    }
  }

  /** The open document, else the draft of an earlier window, else the service's template. */
  async #fileOf(uri: vscode.Uri): Promise<UnsentTemplate> {
    const open = this.#open.get(uri.toString());
    if (open) return open;
    const path = readPath(uri);
    const draft = this.draftOf(uri);
    if (isNew(path)) {
      const file = draft ? { text: draft.text, newPassword: draft.newPassword } : newFile(newTemplate, false);
      this.#open.set(uri.toString(), file);
      return file;
    }
    const template = await this.#options.templates.find({ templateId: Number(path.key) });
    const file = draft ? draftFile(draft, template) : freshFile(template);
    this.#open.set(uri.toString(), file);
    return file;
  }

  async #keepDraft(uri: vscode.Uri, file: UnsentTemplate | undefined): Promise<void> {
    await this.#options.drafts.set(uri.path, file && unsentDraft(file));
    this.#draftsChanged.fire();
  }

  async #hidePassword(document: vscode.TextDocument): Promise<vscode.TextEdit[]> {
    const before = document.getText();
    const { text, password } = withoutPassword(before);
    // A text that can't be read stays unchanged on the screen, but its stored copy contains no password.
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
    if (id === undefined) throw new LocalError('not_signed_in', vscode.l10n.t('You’re not signed in.'));
    return id;
  }
}
