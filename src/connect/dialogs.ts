import * as vscode from 'vscode';
import { showModal } from './notify';

/** A question about an action that costs money, destroys data or changes one of the person's files. */
export interface Question {
  message: string;
  detail?: string;
  /** The label of the Yes button: what it does. */
  yes: string;
  /** Shows a warning icon, only if data is destroyed or something is at risk. */
  warns?: boolean;
}

export interface Choice {
  message: string;
  detail?: string;
  /** The labels of the buttons: what they do. */
  options: readonly string[];
  /** As in {@link Question}. */
  warns?: boolean;
}

export interface Selection {
  title: string;
  placeholder: string;
  rows: readonly vscode.QuickPickItem[];
}

/** The ways to ask a person; tests pass their own. */
export interface Dialogs {
  /** A modal dialog; false unless it was closed with `yes`. */
  confirm(question: Question): Promise<boolean>;
  /** A modal dialog with several choices; undefined if it was closed. */
  choose(choice: Choice): Promise<string | undefined>;
  /** A list to choose from. Resolves to the index of the row; undefined if it was closed. */
  select(selection: Selection): Promise<number | undefined>;
}

const choose = ({ message, detail, options, warns = false }: Choice): Promise<string | undefined> =>
  showModal(message, detail, options, { warns });

export const dialogs: Dialogs = {
  choose,
  select: async ({ title, placeholder, rows }) => {
    const picked = await vscode.window.showQuickPick(rows, {
      title,
      placeHolder: placeholder,
      ignoreFocusOut: true,
    });
    return picked && rows.indexOf(picked);
  },
  confirm: async ({ yes, ...question }) => (await choose({ ...question, options: [yes] })) === yes,
};
