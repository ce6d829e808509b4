import { beforeEach, expect, it, vi } from 'vitest';
import { createEarlyViews } from '../../../src/views/earlyViews';
import { schemes, type TextSource } from '../../../src/views/texts/lateFiles';
import { clearScreen, documentOpened, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const runKeeper = { draw: () => Promise.resolve() };

it('a template’s tab of an earlier window is read only when the accounts are known', async () => {
  const ready = Promise.withResolvers<undefined>();
  const early = createEarlyViews(() => Promise.resolve({ ready: ready.promise, runKeeper }), 'secret');
  const readFile = vi.fn(() => Promise.resolve(Buffer.from('text')));
  const source = { onDidChangeFile: () => ({ dispose: () => undefined }), readFile };
  early.templateFiles.attach(source as unknown as TextSource);
  const reading = screen.fileSystems[schemes.template]?.readFile(undefined as never);
  await new Promise(setImmediate);
  expect(readFile).not.toHaveBeenCalled();
  ready.resolve(undefined);
  expect(String(await reading)).toBe('text');
});

it('an unsaved template that is restored has what guards it, although its file isn’t read', () => {
  const load = vi.fn(() => Promise.resolve({ ready: Promise.resolve(), runKeeper }));
  const early = createEarlyViews(load, 'secret');
  documentOpened.fire({ uri: { scheme: 'file' } });
  expect(load).not.toHaveBeenCalled();
  documentOpened.fire({ uri: { scheme: schemes.template } });
  expect(load).toHaveBeenCalledOnce();
  early.all.dispose();
});

it('gives rows ids that hold a secret, since VS Code takes an id that a program writes for a click on the row', async () => {
  const early = createEarlyViews(() => Promise.resolve({ ready: Promise.resolve(), runKeeper }), 'secret');
  const item = { id: 'account/7' };
  for (const given of [item, Promise.resolve(item), item]) {
    early.instances.attach({ getTreeItem: () => given, getChildren: () => [] });
    expect(await early.instances.getTreeItem(undefined as never)).toEqual({ id: 'secret/account/7' });
  }
});
