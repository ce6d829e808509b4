import * as vscode from 'vscode';
import type { ReadOnlyTexts } from './readOnlyTexts';

/** Bills that are shown as documents, each with what is written when it is exported. */
export class ChargesDocuments {
  readonly #texts: ReadOnlyTexts;
  readonly #tables = new Map<string, string>();

  constructor(texts: ReadOnlyTexts) {
    this.#texts = texts;
  }

  /** The menus' conditions look for this beginning of a document's name. */
  static readonly beginning = 'Charges ';

  /** @param name tells one time of one account from another */
  async show(name: string, text: string, csv: string): Promise<void> {
    const uri = this.#texts.put(`${ChargesDocuments.beginning}${name}.txt`, text);
    this.#tables.set(uri.toString(), csv);
    await vscode.window.showTextDocument(uri);
  }

  /** What the document in the active editor is exported as; undefined when that one is no bill. */
  ofActiveEditor(): { name: string; csv: string } | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const csv = uri && this.#tables.get(uri.toString());
    return uri === undefined || csv === undefined
      ? undefined
      : { name: uri.path.slice(1).replace(/\.txt$/, ''), csv };
  }
}
