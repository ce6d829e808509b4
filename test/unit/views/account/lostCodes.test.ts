import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { silent } from '../../../../src/log/log';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import type { UnstoredCodes } from '../../../../src/stores/account/unstoredCodes';
import type { InstanceStore } from '../../../../src/stores/instances/instanceStore';
import { followLostCodes } from '../../../../src/views/account/accountNotices';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

it('tells in a window that was open all the time of codes that were lost with another one', async () => {
  let isLost = false;
  let asked = 0;
  const lists = new fakeVscode.EventEmitter<{ listed: boolean }>();
  const unstored = {
    takeTelling: () => {
      asked += 1;
      return Promise.resolve(isLost);
    },
    areAwaited: () => Promise.resolve(false),
  } as unknown as UnstoredCodes;
  const account = { id: 'aa-1', baseUrl: 'https://example.com', userId: 1, email: 'me@example.com' };
  const accounts = { active: account, onDidChange: () => ({ dispose: () => undefined }) };
  const folder = await mkdtemp(join(tmpdir(), 'lost-codes-'));
  const told = followLostCodes(
    {
      accounts: accounts as unknown as AccountStore,
      unstored,
      lists: { onDidChange: lists.event } as unknown as InstanceStore,
      log: silent,
    },
    folder,
    () => Promise.resolve(),
  );
  // Until its first look is over, that may still find what comes into the folder now.
  await expect.poll(() => process.getActiveResourcesInfo()).not.toContain('FSReqPromise');
  expect(asked).toBe(0);
  await writeFile(join(folder, 'aa-1.json'), '');
  lists.fire({ listed: true });
  await expect.poll(() => asked).toBe(1);
  expect(screen.shown).toEqual([]);
  // The other window was closed.
  isLost = true;
  lists.fire({ listed: true });
  await expect.poll(() => JSON.stringify(screen.shown)).toContain('backup codes of me@example.com');
  told.dispose();
  await rm(folder, { recursive: true });
});
