import { describe, expect, it } from 'vitest';
import { registeredKeys } from '../../../../src/ssh/keys/publicKey';

const first = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K';
const second = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K';

describe('the registered keys of an account', () => {
  it('are those of the list and those that the account itself names, each once', () => {
    const keys = registeredKeys(
      [{ id: 5, key: `${first} robin`, created_at: 9 }],
      `${first}\n${second} old\n`,
    );
    expect(keys).toMatchObject([
      { id: 5, createdAt: 9, key: { text: first, comment: 'robin' } },
      { key: { text: second, comment: 'old' } },
    ]);
    expect(keys).toHaveLength(2);
  });

  it('have those whose text cannot be read, so that they can be removed', () => {
    const keys = registeredKeys([
      { id: 1, key: 'junk' },
      { id: 2, key: undefined },
      { unreadable: true, id: 3 } as never,
    ]);
    expect(keys.map(({ id, key }) => [id, key])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
    ]);
  });
});
