import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { whyNotRemoved } from '../../../../src/commands/sshKeys/knownSshKeys';
import { parsePublicKey } from '../../../../src/ssh/keys/publicKey';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const key = parsePublicKey(
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K',
)!;
const missing = new ApiError('not_found', 'There is no such key.', { status: 404 });

describe('a key that was not removed from an instance', () => {
  it('is one of the account, which the instance keeps', async () => {
    const why = await whyNotRemoved(missing, { id: 1, key }, () => Promise.resolve({ keys: [{ key }] }));
    expect(why).toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining('from your account') as string,
    });
  });

  it('is gone already, or the service says why', async () => {
    const none = () => Promise.resolve({ keys: [] });
    expect(await whyNotRemoved(missing, { id: 1, key }, none)).toBe(missing);
    const refusal = new ApiError('refused', 'No.', { status: 400 });
    expect(await whyNotRemoved(refusal, { id: 1, key }, () => Promise.resolve({ keys: [{ key }] }))).toBe(
      refusal,
    );
  });
});
