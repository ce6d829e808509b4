import * as vscode from 'vscode';
import { showModal } from './modal';
import type { Asker } from './caller';
import { formatParagraphs } from '../domain/format';

/** A question about an action that costs money, destroys data or changes one of the person's files. */
export interface Question {
  message: string;
  detail?: string;
  /** The label of the Yes button: what it does. */
  yes: string;
  /** Shows a warning icon, only if data is destroyed or something is at risk. */
  warns?: boolean;
  /** Who began it, if that isn't known to be the person. The dialog says so, and Enter changes nothing. */
  askedBy?: Asker;
}

export interface Choice extends Omit<Question, 'yes'> {
  /** The labels of the buttons: what they do. */
  options: readonly string[];
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

/** Milliseconds in which a dialog that the person didn't ask for takes no answer: they may be typing in an editor. */
const patienceWithOthers = 1000;

async function choose({
  message,
  detail,
  options,
  warns = false,
  askedBy,
}: Choice): Promise<string | undefined> {
  if (askedBy === undefined) return showModal(message, detail, options, { warns });
  // VS Code gives the first button the focus.
  const notNow = vscode.l10n.t('Not Now');
  const told = formatParagraphs(whoAsks(askedBy), detail);
  const answer = await showModal(message, told, [notNow, ...options], {
    warns,
    patience: patienceWithOthers,
  });
  return answer === notNow ? undefined : answer;
}

function whoAsks(askedBy: Asker): string {
  switch (askedBy) {
    case 'model':
      return vscode.l10n.t('A language model asks for this.');
    case 'task':
      return vscode.l10n.t('A task asks for this.');
    case 'link':
      return vscode.l10n.t('A link asks for this.');
    case 'program':
      return vscode.l10n.t('Another extension, a link or a key binding asks for this.');
    case 'unknown':
      return vscode.l10n.t('If you didn’t ask for this, another extension or a link did.');
  }
}

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

/** The same, whose questions say who asks. Without anyone, the person began it. */
export function askedBy<T extends { dialogs: Dialogs }>(services: T, asker: Asker | undefined): T {
  if (asker === undefined) return services;
  const { dialogs: asking } = services;
  const asked: Dialogs = {
    confirm: (question) => asking.confirm({ ...question, askedBy: asker }),
    choose: (choice) => asking.choose({ ...choice, askedBy: asker }),
    select: (selection) => asking.select(selection),
  };
  return { ...services, dialogs: asked };
}
