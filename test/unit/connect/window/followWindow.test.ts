import { describe, expect, it, vi } from 'vitest';
import { instanceOfMachine } from '../../../../src/connect/window/followWindow';

const { env, own } = vi.hoisted(() => ({
  env: { remoteName: undefined as string | undefined },
  own: { extensionKind: 2 },
}));
vi.mock('vscode', () => ({
  env,
  workspace: {},
  extensions: { getExtension: () => own },
  ExtensionKind: { UI: 1, Workspace: 2 },
}));

describe('the instance of a window whose extensions run on it', () => {
  it.each([
    ['ssh-remote', { CONTAINER_ID: '7' }, 7],
    ['ssh-remote', { VAST_CONTAINERLABEL: 'C.7' }, 7],
    ['ssh-remote', { CONTAINER_ID: 'x; y' }, undefined],
    ['ssh-remote', {}, undefined],
    ['127.0.0.1:8000', { CONTAINER_ID: '7' }, undefined],
    [undefined, { CONTAINER_ID: '7' }, undefined],
  ])('on %s with %o is %s', (remoteName, environment, id) => {
    env.remoteName = remoteName;
    own.extensionKind = 2;
    expect(instanceOfMachine(environment)).toBe(id);
  });

  it('is none where they run on the person’s computer', () => {
    env.remoteName = 'ssh-remote';
    own.extensionKind = 1;
    expect(instanceOfMachine({ CONTAINER_ID: '7' })).toBeUndefined();
  });
});
