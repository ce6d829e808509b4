import * as vscode from 'vscode';
import { modalText, plainLines, sentenceLimit } from '../api/plainText';
import { type Clock, systemClock } from '../clock';
import { buttonTitle } from './notify';
import { formatParagraphs } from '../domain/format';

const detailLimit = 10_000;

/**
 * Milliseconds in which a dialog takes no answer: the Enter key may still be held down from what came before, and
 * begins to repeat after 500 to 660 of them, as systems are set up.
 */
const usualPatience = 700;

interface ModalOptions {
  /** Shows a warning icon. */
  warns?: boolean;
  /** Milliseconds in which no answer is taken. */
  patience?: number;
  clock?: ReadingClock;
}

type ReadingClock = Pick<Clock, 'monotonic' | 'after'>;

let lastModal: Promise<unknown> = Promise.resolve();

/**
 * A modal dialog. Resolves to the pressed button; undefined if it was closed. What is pressed too soon was meant for
 * something else, so it is asked again. One dialog waits for the other: VS Code would show it later than it is asked
 * to, and the time to read it would be over.
 */
export async function showModal(
  message: string,
  detail: string | undefined,
  buttons: readonly string[],
  options: ModalOptions = {},
): Promise<string | undefined> {
  const shown = lastModal.then(() => askUntilRead(message, detail, buttons, options));
  // Whoever asked gets the error; the next dialog doesn't.
  lastModal = shown.catch(() => undefined);
  return shown;
}

async function askUntilRead(
  message: string,
  detail: string | undefined,
  buttons: readonly string[],
  { warns = false, patience = usualPatience, clock = systemClock }: ModalOptions,
): Promise<string | undefined> {
  const titles = buttons.map(buttonTitle);
  for (let told = detail; ; told = formatParagraphs(tooSoon(), detail)) {
    const pressing = vscode.window[warns ? 'showWarningMessage' : 'showInformationMessage'](
      modalText(message, sentenceLimit),
      { modal: true, ...(told ? { detail: plainLines(told, detailLimit, modalText) } : {}) },
      ...titles,
    );
    const reading = startReading(patience, clock);
    const pressed = await Promise.resolve(pressing).finally(reading.end);
    if (pressed === undefined) return undefined;
    if (reading.isOver()) return buttons[titles.indexOf(pressed)];
  }
}

/** Milliseconds between two signs of life of the window. */
const signInterval = 25;

/**
 * Whether a dialog that was just asked for has been there for `patience` milliseconds. A window that is busy draws it
 * late, or stands still after that and then works off the keys it kept; but it answers in the order in which it was
 * asked. So it is asked for signs of life, and the time is over with the answer to one that was asked for after it.
 */
function startReading(patience: number, clock: ReadingClock) {
  let drawnAt: number | undefined;
  let isOver = false;
  let hasEnded = false;
  let cancel: () => void = () => undefined;
  const ask = (): void => {
    const askedAt = clock.monotonic();
    const answered = (): void => {
      drawnAt ??= clock.monotonic();
      isOver = askedAt - drawnAt >= patience;
      if (!isOver && !hasEnded) cancel = clock.after(signInterval, ask);
    };
    // A window that refuses this has still been asked in turn.
    void vscode.commands.executeCommand('setContext', 'gpuRental.asked').then(answered, answered);
  };
  ask();
  const end = (): void => {
    hasEnded = true;
    cancel();
  };
  return { isOver: () => isOver, end };
}

const tooSoon = (): string =>
  vscode.l10n.t('Asked again, because the answer came before this could be read.');
