import { expect, it } from 'vitest';
import { isRemote, mayHoldKeys } from '../../../../src/connect/window/remoteKind';

it('takes the host of a page in a browser for no remote machine', () => {
  for (const own of [
    undefined,
    '127.0.0.1:8080',
    'localhost:3000',
    'localhost',
    'code.example.com',
    '[::1]:80',
  ])
    expect(isRemote(own)).toBe(false);
  for (const remote of ['ssh-remote', 'wsl', 'dev-container', 'tunnel', 'codespaces'])
    expect(isRemote(remote)).toBe(true);
});

it('lets API keys be read on the person’s computer and on the server of their page, and on no remote machine', () => {
  const onRemote = { isOnRemote: true, isInBrowser: false };
  expect(mayHoldKeys({ ...onRemote, remoteName: 'ssh-remote', isOnRemote: false })).toBe(true);
  for (const remoteName of ['ssh-remote', 'wsl', 'tunnel', 'dev-container'])
    expect(mayHoldKeys({ ...onRemote, remoteName })).toBe(false);
  const inBrowser = { isOnRemote: true, isInBrowser: true };
  // VS Code's server in a browser, and a window that a server with the ssh config shows on an instance.
  for (const remoteName of [undefined, '127.0.0.1:8080', 'ssh-remote'])
    expect(mayHoldKeys({ ...inBrowser, remoteName })).toBe(true);
  for (const remoteName of ['tunnel', 'codespaces'])
    expect(mayHoldKeys({ ...inBrowser, remoteName })).toBe(false);
});
