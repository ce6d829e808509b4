import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askSecret, valuesOf } from '../../../../src/prompts/runs/secretValues';
import { eventually } from '../../support/eventually';
import { fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const { window } = fakeVscode;
const { createInputBox } = window;
let kept: Map<string, string>;
let asked: { prompt: string; password?: boolean }[];
let typed: (string | undefined)[];
const runSecrets = {
  read: (key: string) => Promise.resolve(kept.get(key)),
  store: (key: string, value: string) => Promise.resolve(void kept.set(key, value)),
};
const services = { runSecrets } as unknown as Parameters<typeof valuesOf>[0];
const valuesIn = (folder: string, interactive = true) =>
  valuesOf(services, { folder, names: ['TOKEN'], title: 'Run on GPU' }, { interactive });

beforeEach(() => {
  kept = new Map();
  asked = [];
  typed = [];
  window.createInputBox = () => {
    const input = createInputBox();
    const show = () => {
      asked.push(input);
      const text = typed.shift();
      if (text === undefined) {
        input.hide();
        return;
      }
      input.type(text);
      input.accept();
    };
    return Object.assign(input, { show });
  };
});
afterEach(() => {
  window.createInputBox = createInputBox;
});

it('asks for a secret once in a folder, unseen, and another folder doesn’t get it', async () => {
  typed = ['one', 'two'];
  expect(await valuesIn('/a/project')).toEqual({ TOKEN: 'one' });
  expect(await valuesIn('/a/project')).toEqual({ TOKEN: 'one' });
  expect(await valuesIn('/b/project')).toEqual({ TOKEN: 'two' });
  expect(asked.map(({ password }) => password)).toEqual([true, true]);
  expect(asked[0]?.prompt).toMatch(/^Value of TOKEN for project\./);
});

it('keeps nothing where the question is closed, and asks nobody for a program', async () => {
  expect(await valuesIn('/a')).toBeUndefined();
  await expect(valuesIn('/a', false)).rejects.toThrow('The secret TOKEN isn’t known on this computer.');
  expect([kept.size, asked.length]).toEqual([0, 1]);
});

it('takes a new value in the place of the one before', async () => {
  typed = ['old', 'new', undefined];
  await valuesIn('/a');
  await askSecret(services, '/a', 'TOKEN', 'Run Sweep on GPUs');
  await askSecret(services, '/a', 'TOKEN', 'Run Sweep on GPUs');
  expect(await valuesIn('/a', false)).toEqual({ TOKEN: 'new' });
  // No name of a key has a value or a path in it.
  expect([...kept.keys()]).toEqual([expect.stringMatching(/^gpuRental\.runSecret\.[0-9a-f]{12}\.TOKEN$/)]);
});

it('takes no empty value, and asks again for one that was kept', async () => {
  typed = [''];
  const refused = valuesIn('/a');
  await eventually(() => expect(asked[0]).toMatchObject({ validationMessage: 'Enter a value.' }));
  expect(kept.size).toBe(0);
  screen.inputs.at(-1)!.hide();
  expect(await refused).toBeUndefined();
  await runSecrets.store(await keyOfToken(), '');
  typed = ['one'];
  expect(await valuesIn('/a')).toEqual({ TOKEN: 'one' });
});

/** Where the secret of `/a` is kept. */
async function keyOfToken(): Promise<string> {
  typed = ['any'];
  await valuesIn('/a');
  const [key = ''] = kept.keys();
  kept.clear();
  return key;
}
