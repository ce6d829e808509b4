import { expect, it, vi } from 'vitest';
import { writeEntry } from '../../../src/connect/prepareSsh';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

const instance = {
  id: 7,
  ssh_host: '203.0.113.7',
  ssh_port: 4022,
  image_runtype: 'ssh_proxy',
  actual_status: 'running',
};

/** Entries as far as `writeEntry` sees them, none of which is this instance's. */
function services(result: { skipped?: { instanceId: number; reason: string }[]; clashes?: number[] }) {
  return {
    sshEntries: { sync: () => Promise.resolve({ skipped: [], clashes: [], ...result }) },
    sshSetup: () => ({ config: { readEntries: () => Promise.resolve([]) } }),
  } as unknown as Parameters<typeof writeEntry>[0];
}

it('an instance without an entry blames another account only when it has the same number', async () => {
  await expect(writeEntry(services({ clashes: [7] }), instance)).rejects.toThrow(/another of your accounts/);
  await expect(
    writeEntry(services({ skipped: [{ instanceId: 7, reason: 'its user is odd' }] }), instance),
  ).rejects.toThrow(/its user is odd/);
  // The list could not be written down, so the entries do not know the instance.
  await expect(writeEntry(services({ clashes: [8] }), instance)).rejects.toThrow(/couldn’t be saved/);
});
