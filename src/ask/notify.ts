import * as vscode from 'vscode';
import { plainText, sentenceLimit } from '../api/plainText';

type Show = 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage';

/**
 * Notifications. VS Code turns `[text](command:…)` in them into links, and a click runs the command, so every message
 * is made plain here. Each function resolves to the pressed button.
 */
export const showInfo = (message: string, ...buttons: string[]): Promise<string | undefined> =>
  notify('showInformationMessage', message, buttons);

export const showWarning = (message: string, ...buttons: string[]): Promise<string | undefined> =>
  notify('showWarningMessage', message, buttons);

export const showErrorMessage = (message: string, ...buttons: string[]): Promise<string | undefined> =>
  notify('showErrorMessage', message, buttons);

/** A button of a notification, and what it does. */
export interface Button {
  title: string;
  run: () => Thenable<unknown>;
}

/** Shows a notification in one of these ways, and does what the pressed button stands for. */
export async function showWith(
  show: typeof showInfo,
  message: string,
  buttons: readonly Button[],
): Promise<void> {
  const pressed = await show(message, ...buttons.map(({ title }) => title));
  await buttons.find(({ title }) => title === pressed)?.run();
}

async function notify(show: Show, message: string, buttons: readonly string[]): Promise<string | undefined> {
  const titles = buttons.map(buttonTitle);
  const pressed = await vscode.window[show](plainText(message, sentenceLimit), ...titles);
  return pressed === undefined ? undefined : buttons[titles.indexOf(pressed)];
}

/** Shows a message with an icon in the status bar for a moment, or until it is disposed. */
export function showStatus(icon: string, text: string, milliseconds?: number): vscode.Disposable {
  const line = `$(${icon}) ${plainText(text, sentenceLimit)}`;
  return milliseconds === undefined
    ? vscode.window.setStatusBarMessage(line)
    : vscode.window.setStatusBarMessage(line, milliseconds);
}

/** Runs a task and shows its progress with a title and what the task reports. */
export function withProgress<T>(
  options: vscode.ProgressOptions,
  task: (report: (message: string) => void, token: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> {
  const { title } = options;
  return vscode.window.withProgress(
    { ...options, ...(title === undefined ? {} : { title: plainText(title) }) },
    (progress, token) => task((message) => progress.report({ message: plainText(message) }), token),
  );
}

/** The same in a notification, for what nothing else shows. */
export const withNotice = <T>(
  title: string,
  task: (report: (message: string) => void) => Thenable<T>,
): Thenable<T> => withProgress({ location: vscode.ProgressLocation.Notification, title }, task);

/** The same in the line on top of a view. Without one, as for a program, nothing is shown. */
export const inView = <T>(
  view: 'instances' | 'templates' | 'volumes' | false,
  task: () => Thenable<T>,
): Thenable<T> => (view ? withProgress({ location: { viewId: `gpuRental.${view}` } }, task) : task());

/** Says what is waited for, unless it is there at once. Without a title, nothing is shown. */
export async function sayLate<T>(title: string | false, awaited: Promise<T>): Promise<T> {
  if (title === false) return awaited;
  const first = await Promise.race([awaited, new Promise((resolve) => setTimeout(resolve, 150, pending))]);
  return first === pending ? withNotice(title, () => awaited) : awaited;
}

const pending = Symbol('pending');

export const buttonTitle = (title: string): string => plainText(title, 100);
