import * as vscode from 'vscode';

/** An open text document, as far as the extension uses one. */
export class TextDocument {
  readonly uri: vscode.Uri;
  readonly languageId = 'jsonc';
  version = 1;
  isDirty = false;
  isClosed = false;
  text: string;
  /** The file's time when it was read or written last. */
  mtime: number;
  /** Saves it by hand. */
  readonly save: () => Promise<boolean>;

  constructor(
    uri: vscode.Uri,
    text: string,
    mtime: number,
    save: (document: TextDocument) => Promise<boolean>,
  ) {
    this.uri = uri;
    this.text = text;
    this.mtime = mtime;
    this.save = () => save(this);
  }

  get lineCount(): number {
    return this.text.split('\n').length;
  }

  getText = (range?: vscode.Range): string =>
    range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;

  positionAt = (offset: number): vscode.Position => {
    const lines = this.text.slice(0, offset).split('\n');
    return new vscode.Position(lines.length - 1, lines.at(-1)!.length);
  };

  offsetAt = ({ line, character }: vscode.Position): number => {
    const before = this.text.split('\n').slice(0, line);
    return Math.min(this.text.length, before.join('\n').length + (line > 0 ? 1 : 0) + character);
  };
}
