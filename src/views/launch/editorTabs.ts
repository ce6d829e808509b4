import * as vscode from 'vscode';
import type { OnstartAdditions } from '../../domain/onstart';
import type { LaunchSecrets } from '../../stores/launchSecrets';
import type { LaunchStore } from '../../stores/launchStore';
import { closeTabs, isShown, shows, TextFiles } from '../textFiles';
import { keepable, problemsIn, type TextFile } from './texts';

export const editorScheme = 'gpu-launch';

/** A text of the launch form that is edited in a tab. */
export interface EditedText {
  file: TextFile;
  text: string;
  additions?: OnstartAdditions;
  /** Hears each save, also automatic ones, without what is secret. */
  onSave: (kept: string) => Promise<void>;
}

interface Session {
  edited: EditedText;
  /** As the editor saved it last. */
  saved: string;
  /** The person saved: it ends as soon as the save has. */
  isFinished: boolean;
  end: (text: string) => void;
}

/**
 * Long texts of the launch form in real editor tabs. Saving by hand, the button in the tab's title and closing the
 * tab all go back to the form; automatic saves only keep the text. A tab that a reload brought back shows what the
 * closed form kept.
 */
export class EditorTabs extends TextFiles {
  readonly #launches: LaunchStore;
  readonly #secrets: LaunchSecrets;
  readonly #sessions = new Map<string, Session>();
  /** Texts of a form that a reload closed, which the person saved just now. */
  readonly #restored = new Set<string>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('gpu-launch');
  readonly #subscriptions: vscode.Disposable;

  constructor(launches: LaunchStore, secrets: LaunchSecrets) {
    super(editorScheme);
    this.#launches = launches;
    this.#secrets = secrets;
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const [path, session] of this.#sessions) {
          const uri = uriOf(path);
          // A tab that moves to another group is closed and opened at once.
          if (closed.some((tab) => shows(tab, uri)) && !isShown(uri)) session.end(session.saved);
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#check(document)),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#afterSave(uri)),
    );
  }

  /** Resolves to the text, without what is secret, when the person goes back to the form. */
  async edit(edited: EditedText): Promise<string> {
    const path = `/${edited.file}`;
    const uri = uriOf(path);
    // A form that was left with its tab open keeps what stands there.
    const earlier = this.#sessions.get(path);
    earlier?.end(earlier.saved);
    let session: Session | undefined;
    const ended = new Promise<string>((end) => {
      session = { edited, saved: edited.text, isFinished: false, end };
      this.#sessions.set(path, session);
    });
    // So that a window that is loaded anew finds it where the form is kept.
    await edited.onSave(await this.#keepable(edited.file, edited.text));
    this.announce(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    this.#check(document);
    const message = vscode.window.setStatusBarMessage(
      vscode.l10n.t('$(arrow-left) Save or close the tab to go back to the launch form'),
    );
    const text = await this.#keepable(edited.file, await ended);
    message.dispose();
    // By now another form may have opened its own text there.
    if (this.#sessions.get(path) !== session) return text;
    this.#sessions.delete(path);
    this.#diagnostics.delete(uri);
    await closeTabs(uri);
    return text;
  }

  /** Goes back to the form from the tab in front. */
  async finish(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.uri.scheme !== editorScheme) return;
    const session = this.#sessions.get(document.uri.path);
    if (!(await document.save())) return;
    if (session) session.end(session.saved);
    else await this.#resume(document.uri);
  }

  override dispose(): void {
    super.dispose();
    this.#subscriptions.dispose();
    this.#diagnostics.dispose();
  }

  protected textOf(uri: vscode.Uri): Promise<string> {
    const text = this.#sessions.get(uri.path)?.saved ?? this.#launches.closedForm?.typed[uri.path];
    return text === undefined
      ? Promise.reject(vscode.FileSystemError.FileNotFound(uri))
      : Promise.resolve(text);
  }

  protected async takeText(uri: vscode.Uri, text: string, manual: boolean): Promise<void> {
    const session = this.#sessions.get(uri.path);
    if (!session) return this.#keepForLater(uri, text, manual);
    const { file, additions, onSave } = session.edited;
    session.saved = text;
    await onSave(await this.#keepable(file, text));
    if (!manual) return;
    const [problem] = problemsIn(file, text, additions).filter(isError);
    if (problem) {
      throw new Error(vscode.l10n.t('Line {0}: {1}', problem.range.start.line + 1, problem.message));
    }
    session.isFinished = true;
  }

  /** The tab is closed now and not before, because closing an unsaved one would ask. */
  #afterSave(uri: vscode.Uri): void {
    if (uri.scheme !== editorScheme) return;
    const session = this.#sessions.get(uri.path);
    if (session?.isFinished) session.end(session.saved);
    if (!session && this.#restored.delete(uri.path)) void this.#resume(uri);
  }

  /** The window was loaded anew, so the form is closed; what it had is where the text belongs. */
  async #keepForLater(uri: vscode.Uri, text: string, manual: boolean): Promise<void> {
    const form = this.#launches.closedForm;
    if (!form) throw vscode.FileSystemError.FileNotFound(uri);
    const kept = await this.#keepable(fileOf(uri), text);
    await this.#launches.keepForm({ ...form, typed: { ...form.typed, [uri.path]: kept } });
    if (manual) this.#restored.add(uri.path);
  }

  async #resume(uri: vscode.Uri): Promise<void> {
    await closeTabs(uri);
    await vscode.commands.executeCommand('gpuRental.resumeLaunch');
  }

  #keepable(file: TextFile, text: string): Promise<string> {
    const env = this.#launches.closedForm?.draft.env ?? {};
    return keepable(file, text, this.#secrets, (name) => typeof env[name] === 'object');
  }

  #check(document: vscode.TextDocument): void {
    if (document.uri.scheme !== editorScheme) return;
    const additions = this.#sessions.get(document.uri.path)?.edited.additions;
    this.#diagnostics.set(document.uri, problemsIn(fileOf(document.uri), document.getText(), additions));
  }
}

const uriOf = (path: string): vscode.Uri => vscode.Uri.from({ scheme: editorScheme, path });

const fileOf = (uri: vscode.Uri): TextFile => (uri.path === '/onstart.sh' ? 'onstart.sh' : 'variables.env');

const isError = ({ severity }: vscode.Diagnostic): boolean => severity === vscode.DiagnosticSeverity.Error;
