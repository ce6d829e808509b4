import { beforeEach, expect, it, vi } from 'vitest';
import { ask } from '../../../src/prompts/steps';
import { clearScreen, screen } from '../support/fakeVscode';
import { eventually } from '../support/eventually';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

it.each([
  { text: '0.105', what: 'typed before the later value was seen is shown again', isShownAgain: true },
  { text: '0', what: 'typed over all before the later value was seen is shown again', isShownAgain: true },
  { text: '0.255', what: 'typed behind the later value is left alone', isShownAgain: false },
  { text: '0.2', what: 'left of the later value by Backspace is left alone', isShownAgain: false },
])('a text $what', async ({ text, isShownAgain }) => {
  const later = Promise.resolve({ prompt: 'Lowest bid: $0.25/h.', value: '0.25' });
  const step = ask({ title: 'Change Bid', prompt: 'Looking…', value: '0.10', later });
  const input = screen.inputs[0]!;
  await eventually(() => expect(input.value).toBe('0.25'));
  // What the extension sets is shown; what VS Code tells was shown when it was typed.
  const set = vi.fn();
  let typed = input.value;
  Object.defineProperty(input, 'value', {
    get: () => typed,
    set: (value: string) => void set((typed = value)),
  });
  input.type(text);
  // The fake VS Code sets it once itself.
  expect(set.mock.calls).toEqual(isShownAgain ? [[text], [text]] : [[text]]);
  input.accept();
  expect(await step).toEqual({ kind: 'done', value: text });
});
