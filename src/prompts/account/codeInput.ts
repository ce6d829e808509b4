import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { ApiError } from '../../api/errors';
import { plainText } from '../../api/plainText';
import { formatCountdown, lockEnd } from '../../domain/lockTime';
import type { Step } from '../steps';
import { formatSentences } from '../../domain/format';

export interface CodeInputOptions<T> {
  title: string;
  prompt: string;
  placeholder: string;
  /** Uses the code. Its error is shown below the input. */
  submit: (text: string) => Promise<T>;
  /** Sends a new code. */
  resend?: { send: () => Promise<void>; at: () => number };
  now: () => number;
}

const paste: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('clippy'),
  tooltip: vscode.l10n.t('Paste the code'),
};
const resend: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('refresh'),
  tooltip: vscode.l10n.t('Resend Code'),
};

/** Asks for a code until one is accepted, and shows countdowns for locks and pauses. */
export async function askCode<T>(options: CodeInputOptions<T>): Promise<Step<T>> {
  const input = vscode.window.createInputBox();
  let problem: Problem | undefined;
  const draw = () => {
    const pause = options.resend ? options.resend.at() - options.now() : 0;
    input.prompt = formatSentences([
      plainText(options.prompt),
      pause > 0 ? vscode.l10n.t('Resend available in {0}.', formatCountdown(pause)) : '',
    ]);
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
  input.title = plainText(options.title);
  input.placeholder = options.placeholder;
  input.ignoreFocusOut = true;
  input.buttons = [vscode.QuickInputButtons.Back, ...(options.resend ? [resend] : []), paste];
  const ticking = setInterval(draw, 1000);
  let submitting = Promise.resolve();
  return new Promise<Step<T>>((resolve) => {
    // A sent code may be accepted, so wait for the answer even if the person leaves.
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
  /** No code helps until then, in milliseconds since the epoch. */
  until?: number | undefined;
}

function problemOf(error: unknown, now: number): Problem {
  const { message } = describeError(error);
  const until = error instanceof ApiError ? lockEnd(error.lockedUntil, now) : undefined;
  return until === undefined
    ? { message }
    : { message: vscode.l10n.t('Too many wrong codes. This method is locked.'), until };
}

function worded({ message, until }: Problem, now: number): string {
  const left = until === undefined ? 0 : until - now;
  return left > 0 ? vscode.l10n.t('{0} Time left: {1}', message, formatCountdown(left)) : message;
}
