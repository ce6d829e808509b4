import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askedBy, dialogs } from '../../../src/ask/dialogs';
import { showModal } from '../../../src/ask/notify';
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
  const clock = { now: 0, monotonic: () => clock.now };
  /** Presses the button of each dialog after so many milliseconds; the last one is the answer. */
  const pressing = (...after: readonly number[]) => {
    const left = [...after];
    const details: (string | undefined)[] = [];
    const show = vi.spyOn(fakeVscode.window, 'showInformationMessage');
    show.mockImplementation(async (_message, ...rest) => {
      details.push(rest.find((one) => typeof one === 'object')?.detail);
      await new Promise(setImmediate);
      clock.now += left.shift() ?? 0;
      return rest.find((one) => typeof one === 'string');
    });
    return { left, details };
  };
  afterEach(() => void vi.restoreAllMocks());

  it('is not taken, however often a held key repeats it, and says why it is asked again', async () => {
    const { left, details } = pressing(30, 699, 30, 700);
    expect(await showModal('Rent it?', 'For $2.', ['Rent'], { clock })).toBe('Rent');
    const again = 'Asked again, because the answer came before this could be read.\n\nFor $2.';
    expect([left, details]).toEqual([[], ['For $2.', again, again, again]]);
  });

  it('is to commands that are shown as they are sent', async () => {
    const { details } = pressing(700);
    await showModal('Rent it?', 'echo $(nvidia-smi)', ['Rent'], { clock });
    expect(details).toEqual(['echo $(nvidia-smi)']);
  });

  it('is not taken in the first second where the person did not begin it', async () => {
    const { left } = pressing(999, 1000);
    expect(await showModal('Rent it?', undefined, ['Not Now'], { clock, patience: 1000 })).toBe('Not Now');
    expect(left).toEqual([]);
  });

  it('is not taken while the window is too busy to have drawn it', async () => {
    const { left } = pressing(9000, 700);
    const asked = Promise.withResolvers<undefined>();
    vi.spyOn(fakeVscode.commands, 'executeCommand').mockReturnValueOnce(asked.promise);
    expect(await showModal('Rent it?', undefined, ['Rent'], { clock })).toBe('Rent');
    expect(left).toEqual([]);
  });

  it('is taken after the window has refused what tells that it was drawn', async () => {
    const { left } = pressing(700);
    vi.spyOn(fakeVscode.commands, 'executeCommand').mockRejectedValueOnce(new Error('Gone.'));
    expect(await showModal('Rent it?', undefined, ['Rent'], { clock })).toBe('Rent');
    expect(left).toEqual([]);
  });

  it('is taken if it closes the dialog', async () => {
    vi.spyOn(fakeVscode.window, 'showInformationMessage').mockResolvedValue(undefined);
    expect(await showModal('Rent it?', undefined, ['Rent'], { clock })).toBeUndefined();
  });

  it('is counted from when the dialog is shown, which is after the one before it', async () => {
    const first = Promise.withResolvers<string | undefined>();
    const show = vi.spyOn(fakeVscode.window, 'showInformationMessage');
    show.mockReturnValueOnce(first.promise);
    const answers = [
      showModal('One?', undefined, ['Yes'], { clock }),
      showModal('Two?', undefined, ['Yes'], { clock }),
    ];
    await new Promise(setImmediate);
    expect(show).toHaveBeenCalledTimes(1);
    clock.now += 5000;
    show
      .mockImplementationOnce(() => Promise.resolve('Yes'))
      .mockImplementation(async () => {
        await new Promise(setImmediate);
        clock.now += 5000;
        return 'Yes';
      });
    first.resolve('Yes');
    expect(await Promise.all(answers)).toEqual(['Yes', 'Yes']);
    expect(show).toHaveBeenCalledTimes(3);
  });
});
