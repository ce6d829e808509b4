import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { remoteWindow } from '../../../../src/connect/window/remoteWindow';
import { silent } from '../../../../src/log/log';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => {
  const { fakeVscode } = await import('../../support/fakeVscode');
  const workspace = {
    getConfiguration: () => ({ ...fakeVscode.workspace.getConfiguration(), update: () => Promise.resolve() }),
  };
  const Uri = { from: (parts: object) => parts };
  return { ...fakeVscode, workspace, Uri, ConfigurationTarget: { Global: 1 } };
});

let folder: string;
beforeEach(async () => {
  clearScreen();
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  vi.stubEnv('HOME', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

it.each([
  [undefined, { forceNewWindow: true }, false],
  ['newWindow', { forceNewWindow: true }, false],
  ['sameWindow', { forceReuseWindow: true }, true],
])(
  'opens an instance in the window that the setting %s names',
  async (setting, folderOptions, reuseWindow) => {
    screen.settings['connect.window'] = setting;
    const window = remoteWindow({ fsPath: join(folder, 'User/globalStorage/gpu-rental') }, silent);
    await window.open('gpu-1', '/root');
    await window.open('gpu-1', undefined);
    expect(screen.commands).toEqual([
      ['vscode.openFolder', expect.objectContaining({ path: '/root' }), folderOptions],
      ['vscode.newWindow', { remoteAuthority: 'ssh-remote+gpu-1', reuseWindow }],
    ]);
  },
);
