import * as vscode from 'vscode';

/** A question whose answer costs money, destroys data or changes a file of the person's. */
export interface Question {
  message: string;
  detail?: string;
  /** The button that says yes, in the words of what it does. */
  yes: string;
}

/** The ways to ask a person; tests hand over their own. */
export interface Dialogs {
  /** A modal dialog; false when it was closed in any other way than by `yes`. */
  confirm(question: Question): Promise<boolean>;
}

export const dialogs: Dialogs = {
  confirm: async ({ message, detail, yes }) =>
    (await vscode.window.showWarningMessage(message, { modal: true, ...(detail ? { detail } : {}) }, yes)) ===
    yes,
};
