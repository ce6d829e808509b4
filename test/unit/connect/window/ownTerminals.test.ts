import { beforeEach, expect, it, vi } from 'vitest';
import { closeTerminals } from '../../../../src/connect/window/ownTerminals';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

it('closes the terminals on one instance, and no other', () => {
  const closed: string[] = [];
  const open = (name: string, creationOptions: object) =>
    screen.terminals.push({ creationOptions, dispose: () => closed.push(name) });
  open('ours', { shellPath: 'ssh', shellArgs: ['gpu-7'] });
  open('with a file', { shellPath: 'ssh', shellArgs: ['-F', 'config', 'gpu-7'] });
  open('another instance', { shellPath: 'ssh', shellArgs: ['gpu-71'] });
  open('a shell', {});
  open('typed', { shellArgs: 'gpu-7' });
  open('drawn by an extension', { pty: {} });
  closeTerminals(7);
  expect(closed).toEqual(['ours', 'with a file']);
});
