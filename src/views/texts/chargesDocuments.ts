import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ReadOnlyTexts } from './readOnlyTexts';

/** The conditions of menus know a bill by it, since its name is in the person's language. */
const folder = 'charges';

/** Bills that are shown as documents, each with what is written when it is exported. */
export class ChargesDocuments {
  readonly #texts: ReadOnlyTexts;
  readonly #tables = new Map<string, string>();

  constructor(texts: ReadOnlyTexts) {
    this.#texts = texts;
  }

  /** @param name the title of its tab, which tells one time of one account from another */
  async show(name: string, text: string, csv: string): Promise<void> {
    const uri = this.#texts.put(`${folder}/${name}.txt`, text);
    this.#tables.set(uri.toString(), csv);
    await vscode.window.showTextDocument(uri);
  }

  /** What the document in the active editor is exported as; undefined when that one is no bill. */
  ofActiveEditor(): { name: string; csv: string } | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const csv = uri && this.#tables.get(uri.toString());
    return uri === undefined || csv === undefined
      ? undefined
      : { name: path.posix.basename(uri.path, '.txt'), csv };
  }
}
