import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox';
import { TestAccount } from '../api/support/account';

/** One sandbox for the tests of a file, and before each test a new account in it, handed to `take`. */
export function useAccount(take: (account: TestAccount) => void): void {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ sshd: false, offers: 50 });
  });
  afterAll(() => sandbox.close());
  beforeEach(() => take(new TestAccount(sandbox)));
}
