import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { accountKeys, isRegistered } from '../../../../src/stores/account/accountKeys';

const first = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K';
const second = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K';

const missing = new ApiError('not_found', 'Not found.', { status: 404 });
const offline = new ApiError('offline', 'No connection.');

const clientWith = (list: { id: number; key: string }[] | Error, sshKey: string | Error) => ({
  sshKeys: { list: () => (list instanceof Error ? Promise.reject(list) : Promise.resolve(list)) },
  users: {
    current: () =>
      sshKey instanceof Error ? Promise.reject(sshKey) : Promise.resolve({ id: 1, ssh_key: sshKey }),
  },
});

describe('the keys of an account', () => {
  it('are those of the list and the one that the account names', async () => {
    const { keys, refusal } = await accountKeys(clientWith([{ id: 7, key: first }], second));
    expect(keys).toMatchObject([{ id: 7 }, { key: { text: second } }]);
    expect(refusal).toBeUndefined();
    expect(isRegistered(keys, second)).toBe(true);
    expect(isRegistered(keys, 'ssh-ed25519 other')).toBe(false);
  });

  it('are what the account names where the service has no list, and may be more', async () => {
    const answer = await accountKeys(clientWith(missing, second));
    expect(answer).toMatchObject({ keys: [{ key: { text: second } }], refusal: missing });
  });

  it('are the listed ones where the account itself cannot be read', async () => {
    const answer = await accountKeys(clientWith([{ id: 7, key: first }], missing));
    expect(answer).toMatchObject({ keys: [{ id: 7 }] });
    expect(answer.refusal).toBeUndefined();
  });

  it('are unknown, not none, while the service cannot be reached', async () => {
    await expect(accountKeys(clientWith(offline, offline))).rejects.toBe(offline);
  });
});
