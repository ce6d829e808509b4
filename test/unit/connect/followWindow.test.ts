import { describe, expect, it, vi } from 'vitest';
import { instanceOfMachine } from '../../../src/connect/followWindow';

const env = vi.hoisted(() => ({ remoteName: undefined as string | undefined }));
vi.mock('vscode', () => ({ env, workspace: {} }));

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
    expect(instanceOfMachine(environment)).toBe(id);
  });
});
