import * as vscode from 'vscode';

/** A question whose answer costs money, destroys data or changes a file of the person's. */
export interface Question {
  message: string;
  detail?: string;
  /** The button that says yes, in the words of what it does. */
  yes: string;
}

export interface Choice {
  message: string;
  detail?: string;
  /** The buttons, in the words of what they do. */
  options: readonly string[];
}

/** The ways to ask a person; tests hand over their own. */
export interface Dialogs {
  /** A modal dialog; false when it was closed in any other way than by `yes`. */
  confirm(question: Question): Promise<boolean>;
  /** A modal dialog with several ways to go on; undefined when it was closed. */
  choose(choice: Choice): Promise<string | undefined>;
}

const choose = async ({ message, detail, options }: Choice): Promise<string | undefined> =>
  vscode.window.showWarningMessage(message, { modal: true, ...(detail ? { detail } : {}) }, ...options);

export const dialogs: Dialogs = {
  choose,
  confirm: async ({ yes, ...question }) => (await choose({ ...question, options: [yes] })) === yes,
};
