import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askedBy, dialogs } from '../../../src/ask/dialogs';
import { showModal } from '../../../src/ask/modal';
import { clearScreen, fakeVscode, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

describe('a modal question', () => {
  beforeEach(clearScreen);

  it('has a warning sign only where it warns', async () => {
    await dialogs.confirm({ message: 'Rent it?', yes: 'Rent' });
    await dialogs.confirm({ message: 'Destroy it?', yes: 'Destroy', warns: true });
    await dialogs.choose({ message: 'Which one?', options: ['This', 'That'] });
    expect(screen.shown.map(({ message, kind }) => [message, kind])).toEqual([
      ['Rent it?', 'info'],
      ['Destroy it?', 'warning'],
      ['Which one?', 'info'],
    ]);
  });

  it('is answered by its button alone', async () => {
    expect(await dialogs.confirm({ message: 'Rent it?', yes: 'Rent' })).toBe(false);
    screen.press = 'Rent';
    expect(await dialogs.confirm({ message: 'Rent it?', yes: 'Rent' })).toBe(true);
  });
});

describe('a question that the person may not have begun', () => {
  beforeEach(clearScreen);
  const question = { message: 'Rent it?', detail: 'For $2.', yes: 'Rent' };

  it.each([
    ['model', 'A language model asks for this.'],
    ['task', 'A task asks for this.'],
    ['link', 'A link asks for this.'],
    ['program', 'Another extension, a link or a key binding asks for this.'],
    ['unknown', 'If you didn’t ask for this, another extension or a link did.'],
  ] as const)('says who asks (%s), and its first button changes nothing', async (asker, words) => {
    const { dialogs: asked } = askedBy({ dialogs }, asker);
    screen.press = 'Not Now';
    expect(await asked.confirm(question)).toBe(false);
    expect(await asked.choose({ ...question, options: ['This', 'That'] })).toBeUndefined();
    expect(screen.shown.map(({ buttons }) => buttons)).toEqual([
      ['Not Now', 'Rent'],
      ['Not Now', 'This', 'That'],
    ]);
    expect(screen.shown[0]?.detail).toBe(`${words}\n\nFor $2.`);
  });

  it('is the usual one for the person', async () => {
    await askedBy({ dialogs }, undefined).dialogs.confirm(question);
    expect(screen.shown).toMatchObject([{ detail: 'For $2.', buttons: ['Rent'] }]);
  });
});

describe('an answer that comes too soon', () => {
  let window: SlowWindow;
  const again = 'Asked again, because the answer came before this could be read.';
  const ask = (options = {}) => showModal('Rent it?', 'For $2.', ['Rent'], { clock: window, ...options });

  beforeEach(() => {
    window = new SlowWindow();
  });
  afterEach(() => void vi.restoreAllMocks());

  it('is not taken, however often a held key repeats it, and says why it is asked again', async () => {
    const answer = ask();
    for (const wait of [30, 690, 30, 800]) {
      await window.pass(wait);
      await window.press('Rent');
    }
    expect(await answer).toBe('Rent');
    const asked = `${again}\n\nFor $2.`;
    expect(window.details).toEqual(['For $2.', asked, asked, asked]);
  });

  it('is to commands that are shown as they are sent', async () => {
    const answer = showModal('Rent it?', 'echo $(nvidia-smi)', ['Rent'], { clock: window });
    await window.pass(800);
    await window.press('Rent');
    await answer;
    expect(window.details).toEqual(['echo $(nvidia-smi)']);
  });

  it('is not taken in the first second where the person did not begin it', async () => {
    const answer = ask({ patience: 1000 });
    await window.pass(990);
    await window.press('Rent');
    await window.pass(1100);
    await window.press('Rent');
    expect(await answer).toBe('Rent');
    expect(window.details).toHaveLength(2);
  });

  it('is not taken while the window is too busy to have drawn it', async () => {
    window.standStill();
    const answer = ask();
    await window.pass(9000);
    await window.press('Rent');
    await window.goOn();
    expect(window.details).toHaveLength(2);
    await window.pass(800);
    await window.press('Rent');
    expect(await answer).toBe('Rent');
  });

  it.each([
    ['right after it has drawn it', 10],
    ['shortly before it could be read', 690],
  ])('is not taken from a window that stood still %s and kept the key', async (_when, drawnFor) => {
    const answer = ask();
    await window.pass(drawnFor);
    window.standStill();
    await window.press('Rent');
    await window.pass(5000);
    await window.goOn();
    expect(window.details).toHaveLength(2);
    await window.pass(800);
    await window.press('Rent');
    expect(await answer).toBe('Rent');
  });

  it('is taken from a window that stands still after it could be read', async () => {
    const answer = ask();
    await window.pass(800);
    window.standStill();
    await window.press('Rent');
    await window.goOn();
    expect(await answer).toBe('Rent');
    expect(window.details).toHaveLength(1);
  });

  it('is taken soon after a window that stood still goes on', async () => {
    const answer = ask();
    await window.pass(10);
    window.standStill();
    await window.pass(5000);
    await window.goOn();
    await window.pass(50);
    await window.press('Rent');
    expect(await answer).toBe('Rent');
    expect(window.details).toHaveLength(1);
  });

  it('is taken from a window that refuses what tells that it was drawn', async () => {
    const refused = () => Promise.reject(new Error('Gone.'));
    vi.spyOn(fakeVscode.commands, 'executeCommand').mockImplementation(refused);
    const answer = ask();
    await window.pass(800);
    await window.press('Rent');
    expect(await answer).toBe('Rent');
    expect(window.details).toHaveLength(1);
  });

  it('is taken if it closes the dialog, and the window is asked no more', async () => {
    const answer = ask();
    await window.pass(30);
    await window.press(undefined);
    expect(await answer).toBeUndefined();
    const { signs } = window;
    await window.pass(2000);
    expect(window.signs).toBe(signs);
  });

  it('is counted from when the dialog is shown, which is after the one before it', async () => {
    const answers = [ask(), ask()];
    await window.pass(5000);
    expect(window.details).toHaveLength(1);
    await window.press('Rent');
    await window.press('Rent');
    await window.pass(800);
    await window.press('Rent');
    expect(await Promise.all(answers)).toEqual(['Rent', 'Rent']);
    expect(window.details).toHaveLength(3);
  });
});

/** A window of VS Code and its clock. It answers in the order in which it was asked, and keys come first. */
class SlowWindow {
  /** What each dialog said. */
  readonly details: (string | undefined)[] = [];
  /** How often it was asked for a sign of life. */
  signs = 0;
  #now = 0;
  #isStill = false;
  #timers: { at: number; callback: () => void }[] = [];
  #kept: (() => void)[] = [];
  #asked: (() => void)[] = [];
  #close: (pressed: string | undefined) => void = () => undefined;

  constructor() {
    vi.spyOn(fakeVscode.commands, 'executeCommand').mockImplementation(() => {
      this.signs += 1;
      return new Promise((resolve) => this.#asked.push(() => resolve(undefined)));
    });
    vi.spyOn(fakeVscode.window, 'showInformationMessage').mockImplementation((_message, ...rest) => {
      this.details.push(rest.find((one) => typeof one === 'object')?.detail);
      return new Promise((resolve) => (this.#close = resolve));
    });
  }

  readonly monotonic = (): number => this.#now;

  readonly after = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
  };

  async pass(milliseconds: number): Promise<void> {
    for (const end = this.#now + milliseconds; this.#now < end; this.#now += 5) await this.#turn();
    await this.#turn();
  }

  /** Presses a button of the dialog that is shown, or closes it. */
  async press(button: string | undefined): Promise<void> {
    this.#kept.push(() => this.#close(button));
    await this.#turn();
  }

  standStill(): void {
    this.#isStill = true;
  }

  async goOn(): Promise<void> {
    this.#isStill = false;
    await this.#turn();
  }

  async #turn(): Promise<void> {
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { callback } of due) callback();
    await new Promise(setImmediate);
    if (this.#isStill) return;
    for (const todo of [...this.#kept.splice(0), ...this.#asked.splice(0)]) {
      todo();
      await new Promise(setImmediate);
    }
  }
}
