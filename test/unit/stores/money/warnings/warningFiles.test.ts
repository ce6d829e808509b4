import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../../src/clock';
import type { Finding } from '../../../../../src/domain/money/warnings/warning';
import { type Disk, nodeDisk } from '../../../../../src/files/disk';
import { AccountFiles } from '../../../../../src/stores/account/accountFiles';
import { warningStateIn, WarningFiles } from '../../../../../src/stores/money/warnings/warningFiles';

const account = 'abc-1';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const full = (): Promise<never> => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
const window = (disk: Disk = nodeDisk): WarningFiles =>
  new WarningFiles(new AccountFiles(folder, disk), systemClock);
const idle = (key: string): Finding => ({ kind: 'idleGpu', key, verdict: { warn: {} } }) as never;

describe('a warning that was turned off', () => {
  it('stays off where that could not be written, also after another window has written', async () => {
    let isFull = true;
    const disk: Disk = {
      ...nodeDisk,
      createExclusive: (path, mode) => (isFull ? full() : nodeDisk.createExclusive(path, mode)),
    };
    const [here, there] = [window(disk), window()];
    await there.take(account, [idle('instance-1')]);
    await here.mute(account, 'idleGpu', 'instance-7');
    expect((await there.read(account)).muted).toEqual([]);
    await there.mute(account, 'idleGpu', 'instance-8');
    expect((await here.read(account)).muted).toEqual(['idleGpu instance-8', 'idleGpu instance-7']);
    expect(await here.take(account, [idle('instance-7')])).toEqual([]);
    isFull = false;
    await here.take(account, [idle('instance-9')]);
    expect((await there.read(account)).muted).toEqual(['idleGpu instance-8', 'idleGpu instance-7']);
  });
});

describe('a price that the person has accepted', () => {
  it('is known to all windows until it is taken back, also where it could not be written', async () => {
    let isFull = false;
    const disk: Disk = {
      ...nodeDisk,
      createExclusive: (path, mode) => (isFull ? full() : nodeDisk.createExclusive(path, mode)),
    };
    const [here, there] = [window(disk), window()];
    expect(await here.agree(account, 'instance-7', 0.4)).toBeUndefined();
    expect((await there.read(account)).agreed).toEqual({ 'instance-7': 0.4 });
    expect(await there.agree(account, 'instance-7', undefined)).toBe(0.4);
    expect((await here.read(account)).agreed).toEqual({});
    await here.agree(account, 'instance-6', 0.3);
    isFull = true;
    await here.agree(account, 'instance-8', 0.5);
    await here.agree(account, 'instance-6', undefined);
    await there.mute(account, 'idleGpu', 'instance-9');
    expect(await here.read(account)).toEqual({
      told: {},
      begun: {},
      agreed: { 'instance-8': 0.5 },
      muted: ['idleGpu instance-9'],
    });
  });

  it('is none in a file from before there were any', async () => {
    expect(warningStateIn(Buffer.from('{"told":{},"begun":{},"muted":[]}'))).toMatchObject({ agreed: {} });
  });
});
