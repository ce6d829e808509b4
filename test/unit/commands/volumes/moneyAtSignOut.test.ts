import { describe, expect, it, vi } from 'vitest';
import { signOut } from '../../../../src/commands/account/signOut';
import type { Services } from '../../../../src/commands/services';
import type { Volume } from '../../../../src/api/schemas/volume';
import type { Question } from '../../../../src/connect/dialogs';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

async function asked(volumes: readonly Volume[] | undefined, scheduled = 0): Promise<Question[]> {
  const questions: Question[] = [];
  const account = { id: 'a-1', baseUrl: 'https://gpu.example', userId: 1, email: 'me@gpu.example' };
  const services = {
    accounts: { accounts: [account], active: account, remove: () => Promise.resolve() },
    snapshots: { read: () => Promise.resolve({ at: 1, instances: [] }) },
    volumeLists: { read: () => Promise.resolve(volumes && { at: 1, volumes }) },
    scheduledStops: {
      read: () => Promise.resolve(new Map(Array.from({ length: scheduled }, (_, id) => [id, {}]))),
    },
    dialogs: {
      confirm: (question: Question) => {
        questions.push(question);
        return Promise.resolve(false);
      },
    },
    sshEntries: { sync: () => Promise.resolve() },
  } as unknown as Services;
  await signOut(services, { instanceIds: [], confirmed: false, interactive: true, arguments: {} });
  return questions;
}

describe('signing out of an account that has only volumes', () => {
  it('asks with what they go on costing', async () => {
    const [question] = await asked([{ id: 7, storage_total_cost: 0.01 }]);
    expect(question?.message).toBe('Sign out of me@gpu.example while $0.010/h is being billed?');
    expect(question?.detail).toContain('The rentals of me@gpu.example are kept');
  });

  it('asks also where their price is not known, and not where there are none', async () => {
    expect((await asked([{ id: 7, size: 5 }]))[0]?.message).toContain('while $?/h is being billed');
    expect(await asked([])).toEqual([]);
    expect(await asked(undefined)).toEqual([]);
  });
});

describe('signing out of an account with scheduled stops', () => {
  it('says that nothing will be stopped any more', async () => {
    const note = 'Scheduled stops are canceled, so those instances keep running.';
    expect((await asked([{ id: 7, storage_total_cost: 0.01 }], 1))[0]?.detail).toContain(note);
    expect((await asked([{ id: 7, storage_total_cost: 0.01 }]))[0]?.detail).not.toContain(note);
  });
});
