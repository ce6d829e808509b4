import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { ApiError } from '../../api/errors';
import { formatCountdown, lockEnd } from '../../domain/lockTime';
import type { Step } from './steps';

export interface CodeInputOptions<T> {
  title: string;
  prompt: string;
  placeholder: string;
  /** Uses the code. What it rejects with stands below the input. */
  submit: (text: string) => Promise<T>;
  /** Sends a code anew. */
  resend?: { send: () => Promise<void>; at: () => number };
  now: () => number;
}

const paste: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('clippy'),
  tooltip: vscode.l10n.t('Paste the code'),
};
const resend: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('refresh'),
  tooltip: vscode.l10n.t('Send the code again'),
};

/** Asks for a code until one is accepted, with the locks and pauses running down before the person's eyes. */
export async function askCode<T>(options: CodeInputOptions<T>): Promise<Step<T>> {
  const input = vscode.window.createInputBox();
  let problem: Problem | undefined;
  const draw = () => {
    const pause = options.resend ? options.resend.at() - options.now() : 0;
    input.prompt = [
      options.prompt,
      pause > 0 ? vscode.l10n.t('It can be sent again in {0}.', formatCountdown(pause)) : '',
    ]
      .filter(Boolean)
      .join(' ');
    input.validationMessage = problem && worded(problem, options.now());
  };
  const run = async (task: () => Promise<void>) => {
    if (input.busy) return;
    input.busy = true;
    problem = undefined;
    try {
      await task();
    } catch (error) {
      problem = problemOf(error, options.now());
    }
    input.busy = false;
    draw();
  };
  input.title = options.title;
  input.placeholder = options.placeholder;
  input.ignoreFocusOut = true;
  input.buttons = [vscode.QuickInputButtons.Back, ...(options.resend ? [resend] : []), paste];
  const ticking = setInterval(draw, 1000);
  let submitting = Promise.resolve();
  return new Promise<Step<T>>((resolve) => {
    // What was sent may be carried out: whoever leaves before the answer still has what it brings.
    const leave = (step: Step<T>) => void submitting.then(() => resolve(step));
    input.onDidHide(() => leave({ kind: 'cancelled' }));
    input.onDidChangeValue(() => {
      if (problem?.until === undefined) problem = undefined;
      draw();
    });
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) leave({ kind: 'back' });
      else if (button === paste)
        void vscode.env.clipboard.readText().then((text) => (input.value = text.trim()));
      else if (options.resend && options.resend.at() <= options.now()) void run(options.resend.send);
    });
    input.onDidAccept(() => {
      if (problem?.until !== undefined && problem.until > options.now()) return;
      if (input.busy) return;
      submitting = run(async () => resolve({ kind: 'done', value: await options.submit(input.value) }));
    });
    draw();
    input.show();
  }).finally(() => {
    clearInterval(ticking);
    input.dispose();
  });
}

interface Problem {
  message: string;
  /** Milliseconds since the epoch until which no code helps. */
  until?: number | undefined;
}

function problemOf(error: unknown, now: number): Problem {
  const { message } = describeError(error);
  const until = error instanceof ApiError ? lockEnd(error.lockedUntil, now) : undefined;
  return until === undefined
    ? { message }
    : { message: vscode.l10n.t('Too many wrong codes: this method is locked.'), until };
}

function worded({ message, until }: Problem, now: number): string {
  const left = until === undefined ? 0 : until - now;
  return left > 0 ? vscode.l10n.t('{0} Time left: {1}', message, formatCountdown(left)) : message;
}
