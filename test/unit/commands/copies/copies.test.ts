import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { throwIfCancelled } from '../../../../src/api/cancelled';
import { ApiError } from '../../../../src/api/errors';
import type { Call } from '../../../../src/commands/call';
import { copyToOtherInstance } from '../../../../src/commands/copies/copyToOtherInstance';
import { copyFromCloud, copyToCloud } from '../../../../src/commands/copies/copyWithCloud';
import { commandServices } from '../../support/commandServices';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
// Looks follow each other at once, and five seconds of this clock go by with each.
vi.mock('../../../../src/ssh/login/probe', () => ({
  pause: async (_milliseconds: number, signal: AbortSignal) => {
    await new Promise((resolve) => setImmediate(resolve));
    throwIfCancelled(signal);
  },
}));
beforeEach(clearScreen);

const running = { actual_status: 'running', intended_status: 'running' };
const train = { ...running, id: 5, label: 'train', inet_up_cost: 0.01 };
const evaluation = { ...running, id: 6, label: 'eval', inet_down_cost: 0 };
const given = { from: '/data/', toInstanceId: 6, to: '/copied' };

const call = (changes: Partial<Call> = {}): Call => ({
  instanceIds: [5],
  confirmed: true,
  interactive: false,
  askedBy: 'program',
  arguments: given,
  ...changes,
});

/** @param said what the service says, look by look, of the instance that tells of the copy; the last of it stays */
function setUp(said: readonly string[], others: object[] = [evaluation]) {
  const all = commandServices(train, ...(others as (typeof train)[]));
  const requests: unknown[][] = [];
  const reply = {
    fails: undefined as Error | undefined,
    clouds: [{ id: 3, name: 'models', cloud_type: 's3' }],
  };
  let look = 0;
  let time = 0;
  const note =
    (what: string) =>
    (...sent: unknown[]) => {
      requests.push([what, ...sent]);
      return reply.fails && !what.startsWith('cancel') ? Promise.reject(reply.fails) : Promise.resolve();
    };
  const client = all.services.accounts.client!;
  Object.assign(client, {
    copies: {
      copy: note('copy'),
      cancel: note('cancel'),
      copyWithCloud: note('copyWithCloud'),
      cancelWithCloud: note('cancelWithCloud'),
      clouds: () => Promise.resolve(reply.clouds),
    },
  });
  Object.assign(client.instances, {
    get: async (id: number, { signal }: { signal?: AbortSignal } = {}) => {
      if (signal) throwIfCancelled(signal);
      const message = said[Math.min(look++, said.length - 1)]!;
      if (message === 'offline') throw new ApiError('offline', 'No connection.');
      return { id, status_msg: message };
    },
  });
  Object.assign(all.services.clock, { monotonic: () => (time += 5000) });
  return { ...all, requests, reply };
}

describe('a copy by the service from one instance to another', () => {
  it('is sent once and waited for, also while the service can’t be reached', async () => {
    const { services, requests, asked } = setUp(['', 'Copying …', 'offline', 'Copying …', 'Copy finished.']);
    expect(await copyToOtherInstance(services, call())).toEqual({
      outcome: 'done',
      message: 'Copy finished.',
    });
    const [from, to] = [
      { instanceId: 5, path: '/data/' },
      { instanceId: 6, path: '/copied' },
    ];
    expect(requests).toEqual([['copy', from, to]]);
    expect(asked).toEqual([]);
  });

  it('isn’t taken as ended by what was said of an earlier one', async () => {
    const { services } = setUp(['Copy finished.', 'Copy finished.', 'Copying …', 'Copy failed: no space.']);
    await expect(copyToOtherInstance(services, call())).rejects.toThrow('Copy failed: no space.');
  });

  it('has an end that isn’t known where the service says nothing of it', async () => {
    const { services } = setUp(['success, running debian', 'success, running debian']);
    const copied = await copyToOtherInstance(services, call());
    expect(copied).toEqual({ outcome: 'unknown', message: 'success, running debian' });
  });

  describe('of which the service says nothing for ten minutes', () => {
    const asPerson = call({ interactive: true, confirmed: false });
    const silent = Array.from({ length: 130 }, () => 'Copying …');

    it('may still be going on, and a person can look again', async () => {
      const { services, requests } = setUp(['', ...silent, 'Copy finished.']);
      screen.presses = ['Look Again'];
      expect(await copyToOtherInstance(services, asPerson)).toMatchObject({ outcome: 'done' });
      expect(screen.shown.map(({ message, buttons }) => [message, ...buttons])).toEqual([
        [
          'The service doesn’t tell how the copy of /data/ of train (5) ended. It may still be going on.',
          'Look Again',
          'Cancel Copy',
        ],
        ['The service says that /data/ of train (5) was copied to /copied of eval (6).'],
      ]);
      expect(requests).toHaveLength(1);
    });

    it('can be ended by them, or left', async () => {
      const { services, requests } = setUp(['', ...silent]);
      screen.presses = ['Cancel Copy'];
      expect(await copyToOtherInstance(services, asPerson)).toBeUndefined();
      expect(requests.at(-1)).toEqual(['cancel', 6]);
      const left = setUp(['', ...silent]);
      expect(await copyToOtherInstance(left.services, asPerson)).toMatchObject({ outcome: 'unknown' });
      expect(left.requests).toHaveLength(1);
    });
  });

  it('that is cancelled elsewhere isn’t told as done', async () => {
    const { services } = setUp(['', 'Copying …', 'Copy cancelled.']);
    await expect(copyToOtherInstance(services, call())).rejects.toThrow('was canceled');
  });

  it('says before what is replaced and what traffic costs, and sends nothing after a no', async () => {
    const { services, requests, asked, answer } = setUp(['']);
    answer.agrees = false;
    expect(await copyToOtherInstance(services, call({ confirmed: false }))).toBeUndefined();
    expect(asked[0]?.message).toBe('Have the service copy /data/ of train (5) to /copied of eval (6)?');
    expect(asked[0]?.detail).toContain('same name there are replaced');
    expect(asked[0]?.detail).toContain('Traffic of train (5): ↑ $0.01/GB');
    expect(asked[0]?.detail).toContain('Traffic of eval (6): ↓ free');
    expect(asked[0]?.detail).toContain('Canceling it ends all copies to eval (6), not only this one.');
    expect(requests).toEqual([]);
  });

  it('says of a lost answer that the copy may have begun', async () => {
    const { services, requests, reply } = setUp(['']);
    reply.fails = new ApiError('timeout', 'Too late.', { sent: true });
    await expect(copyToOtherInstance(services, call())).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(requests).toHaveLength(1);
  });

  it.each([
    [{ ...given, to: '/' }, 'to'],
    [{ ...given, to: '/root/' }, 'to'],
    [{ ...given, to: '//root' }, 'to'],
    [{ ...given, to: '/root/.' }, 'to'],
    [{ ...given, to: '/root/../root' }, 'to'],
    [{ ...given, to: '//data/../../' }, 'to'],
    [{ ...given, to: '/root/.ssh' }, 'to'],
    [{ ...given, to: '/root/x/../.ssh/authorized_keys' }, 'to'],
    [{ ...given, from: 'data' }, 'from'],
    [{ ...given, from: '/a\nb' }, 'from'],
    [{ ...given, toInstanceId: '6' }, 'toInstanceId'],
    [{ ...given, toInstanceId: 5 }, 'another instance'],
  ])('is refused for %#, and nothing is sent', async (argumentsGiven, words) => {
    const { services, requests } = setUp(['']);
    await expect(copyToOtherInstance(services, call({ arguments: argumentsGiven }))).rejects.toThrow(words);
    expect(requests).toEqual([]);
  });

  it('says to a person who has no other instance that there is none', async () => {
    const { services } = setUp([''], []);
    const { toInstanceId: _, ...ofPerson } = given;
    const asked = call({ interactive: true, confirmed: false, arguments: ofPerson });
    await expect(copyToOtherInstance(services, asked)).rejects.toThrow('no other instance');
  });

  it('needs disks that are there', async () => {
    const { services, requests } = setUp([''], [{ ...evaluation, actual_status: 'loading' }]);
    await expect(copyToOtherInstance(services, call())).rejects.toThrow('only while eval (6) is running');
    expect(requests).toEqual([]);
  });

  it('is ended by the person who cancels it', async () => {
    const { services, requests } = setUp(['', 'Copying …']);
    let cancel = (): void => undefined;
    const onCancellationRequested = (listener: () => void) => {
      cancel = listener;
      return { dispose: () => undefined };
    };
    const progress = vi.spyOn(fakeVscode.window, 'withProgress');
    progress.mockImplementation((_, task) =>
      Promise.resolve(task({ report: () => cancel() }, { onCancellationRequested })),
    );
    onTestFinished(() => progress.mockRestore());
    const copying = copyToOtherInstance(services, call({ interactive: true, confirmed: false }));
    expect(await copying).toBeUndefined();
    expect(requests.at(-1)).toEqual(['cancel', 6]);
  });

  it('is neither sent nor ended where the person cancels it before', async () => {
    const { services, requests } = setUp(['']);
    const onCancellationRequested = (listener: () => void) => {
      listener();
      return { dispose: () => undefined };
    };
    const progress = vi.spyOn(fakeVscode.window, 'withProgress');
    progress.mockImplementation((_, task) =>
      Promise.resolve(task({ report: () => undefined }, { onCancellationRequested })),
    );
    onTestFinished(() => progress.mockRestore());
    const copying = copyToOtherInstance(services, call({ interactive: true, confirmed: false }));
    expect(await copying).toBeUndefined();
    expect(requests).toEqual([]);
  });
});

describe('a copy with a cloud storage', () => {
  const cloud = { cloudId: 3, from: '/workspace/out', to: '/models' };

  it('goes there and tells its end', async () => {
    const { services, requests } = setUp([
      '',
      'Cloud Copy Operation Started',
      'Cloud Copy Operation Finished.',
    ]);
    const copied = await copyToCloud(services, call({ arguments: cloud }));
    expect(copied?.outcome).toBe('done');
    const place = { instanceId: 5, path: '/workspace/out' };
    expect(requests).toEqual([['copyWithCloud', 'toCloud', place, { id: 3, path: '/models' }]]);
  });

  it('comes from there', async () => {
    const { services, requests, asked } = setUp(['', 'Cloud Copy Operation Finished.']);
    const given = { cloudId: 3, from: '/models', to: '/workspace/in' };
    await copyFromCloud(services, call({ confirmed: false, arguments: given }));
    expect(asked[0]?.message).toBe('Have the service copy /models of models to /workspace/in of train (5)?');
    expect(asked[0]?.detail).toContain('ends all copies between train (5) and cloud storage');
    const place = { instanceId: 5, path: '/workspace/in' };
    expect(requests).toEqual([['copyWithCloud', 'fromCloud', place, { id: 3, path: '/models' }]]);
  });

  it('never writes over the login of a machine', async () => {
    const { services, requests } = setUp(['']);
    const over = { cloudId: 3, from: '/models', to: '/root' };
    await expect(copyFromCloud(services, call({ arguments: over }))).rejects.toThrow('to');
    expect(requests).toEqual([]);
  });

  it('needs a storage that the account has', async () => {
    const { services, reply } = setUp(['']);
    const other = call({ arguments: { ...cloud, cloudId: 4 } });
    await expect(copyToCloud(services, other)).rejects.toThrow('Cloud storage 4 not found.');
    reply.clouds = [];
    await expect(copyToCloud(services, call({ arguments: cloud }))).rejects.toThrow('has no cloud storage');
  });
});
