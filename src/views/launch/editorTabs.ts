import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { showStatus } from '../../ask/notify';
import type { OnstartAdditions } from '../../domain/launch/onstart';
import type { LaunchSecrets } from '../../stores/launch/launchSecrets';
import type { LaunchStore } from '../../stores/launch/launchStore';
import { type LateFiles, schemes } from '../texts/lateFiles';
import { closeTabs, isShown, shows, TextFiles } from '../texts/textFiles';
import { keepable, problemsIn, type TextFile } from './texts';
import { callCommand } from '../../commandNames';

/** A text of the launch form that is edited in a tab. */
export interface EditedText {
  file: TextFile;
  text: string;
  additions?: OnstartAdditions;
  /** Called on each save, including automatic ones, without secrets. */
  onSave: (kept: string) => Promise<void>;
}

interface Session {
  edited: EditedText;
  /** The text that the editor saved last. */
  saved: string;
  /** The person saved: editing ends when the save is done. */
  isFinished: boolean;
  end: (text: string) => void;
}

/**
 * Long texts of the launch form in editor tabs. Saving by hand, the button in the tab's title and closing the tab all
 * go back to the form; automatic saves only keep the text. A tab that VS Code restores after a reload shows what the
 * closed form kept.
 */
export class EditorTabs extends TextFiles {
  readonly #launches: LaunchStore;
  readonly #secrets: LaunchSecrets;
  readonly #sessions = new Map<string, Session>();
  /** Texts that the person has just saved, of a form closed by a reload. */
  readonly #restored = new Set<string>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('gpu-launch');
  readonly #subscriptions: vscode.Disposable;

  constructor(files: LateFiles, launches: LaunchStore, secrets: LaunchSecrets, clock: Clock) {
    super(files, schemes.launch, clock);
    this.#launches = launches;
    this.#secrets = secrets;
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const [path, session] of this.#sessions) {
          const uri = uriOf(path);
          // Moving a tab to another group closes and opens it.
          if (closed.some((tab) => shows(tab, uri)) && !isShown(uri)) session.end(session.saved);
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#check(document)),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#afterSave(uri)),
    );
  }

  /** Resolves to the text, without secrets, when the person goes back to the form. */
  async edit(edited: EditedText): Promise<string> {
    const path = `/${edited.file}`;
    const uri = uriOf(path);
    // If a form is left while its tab is open, it keeps the tab's text.
    const earlier = this.#sessions.get(path);
    earlier?.end(earlier.saved);
    let session: Session | undefined;
    const ended = new Promise<string>((end) => {
      session = { edited, saved: edited.text, isFinished: false, end };
      this.#sessions.set(path, session);
    });
    // So that it is found with the form after the window is reloaded.
    await edited.onSave(await this.#keepable(edited.file, edited.text));
    this.announce(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    this.#check(document);
    const message = showStatus('arrow-left', vscode.l10n.t('Save or close the tab to return to the form'));
    const text = await this.#keepable(edited.file, await ended);
    message.dispose();
    // Another form may now have opened its own text there.
    if (this.#sessions.get(path) !== session) return text;
    this.#sessions.delete(path);
    this.#diagnostics.delete(uri);
    await closeTabs(uri);
    return text;
  }

  /** Goes back to the form from the active tab. */
  async finish(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.uri.scheme !== schemes.launch) return;
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

  /** Closes the tab only now, because closing an unsaved one would ask. */
  #afterSave(uri: vscode.Uri): void {
    if (uri.scheme !== schemes.launch) return;
    const session = this.#sessions.get(uri.path);
    if (session?.isFinished) session.end(session.saved);
    if (!session && this.#restored.delete(uri.path)) void this.#resume(uri);
  }

  /** The window was reloaded, so the form is closed. Its stored data is where the text belongs. */
  async #keepForLater(uri: vscode.Uri, text: string, manual: boolean): Promise<void> {
    const form = this.#launches.closedForm;
    if (!form) throw vscode.FileSystemError.FileNotFound(uri);
    const kept = await this.#keepable(fileOf(uri), text);
    await this.#launches.keepForm({ ...form, typed: { ...form.typed, [uri.path]: kept } });
    if (manual) this.#restored.add(uri.path);
  }

  async #resume(uri: vscode.Uri): Promise<void> {
    await closeTabs(uri);
    await callCommand('resumeLaunch');
  }

  #keepable(file: TextFile, text: string): Promise<string> {
    const env = this.#launches.closedForm?.draft.env ?? {};
    return keepable(file, text, this.#secrets, (name) => typeof env[name] === 'object');
  }

  #check(document: vscode.TextDocument): void {
    if (document.uri.scheme !== schemes.launch) return;
    const additions = this.#sessions.get(document.uri.path)?.edited.additions;
    this.#diagnostics.set(document.uri, problemsIn(fileOf(document.uri), document.getText(), additions));
  }
}

const uriOf = (path: string): vscode.Uri => vscode.Uri.from({ scheme: schemes.launch, path });

const fileOf = (uri: vscode.Uri): TextFile => (uri.path === '/onstart.sh' ? 'onstart.sh' : 'variables.env');

const isError = ({ severity }: vscode.Diagnostic): boolean => severity === vscode.DiagnosticSeverity.Error;
