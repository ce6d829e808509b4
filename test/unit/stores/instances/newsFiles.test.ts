import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from '../../support/fastCheck';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { developmentOf, type Standing } from '../../../../src/domain/instances/instanceNews';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { nodeDisk } from '../../../../src/files/disk';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { systemClock } from '../../../../src/clock';
import { NewsFiles, seenIn } from '../../../../src/stores/instances/newsFiles';
import { timesOf } from '../../../../src/stores/windows/lease';

let folder: string;
let now: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  now = 1_000_000;
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

/** One of several windows, which share the folder. */
const window = (disk = nodeDisk) =>
  new NewsFiles(new AccountFiles(folder, disk, timesOf(systemClock)), { ...systemClock, now: () => now });

const running: SharedInstance = { id: 7, actual_status: 'running', intended_status: 'running' };
const outbid: SharedInstance = { ...running, actual_status: 'exited', cur_state: 'stopped', is_bid: true };
const exited: SharedInstance = { id: 7, actual_status: 'exited' };
const nobody = new Set<number>();

const kinds = async (files: NewsFiles, instances: SharedInstance[], at = (now += 10)): Promise<string[]> =>
  (await files.take('a', { at, instances }, nobody)).map(({ kind, instance }) => `${kind} ${instance.id}`);

describe('news of instances', () => {
  it('are told by one of several windows', async () => {
    const windows = [window(), window(), window()];
    await Promise.all(windows.map((one) => kinds(one, [running])));
    const at = (now += 10);
    const told = await Promise.all(windows.map((one) => kinds(one, [outbid], at)));
    expect(told.flat()).toEqual(['outbid 7']);
    const later = await Promise.all(windows.map((one) => kinds(one, [running], at + 10)));
    expect(later.flat()).toEqual(['runningAgain 7']);
  });

  it('are told after a restart when they are new since the last window', async () => {
    expect(await kinds(window(), [running])).toEqual([]);
    expect(await kinds(window(), [outbid])).toEqual(['outbid 7']);
    expect(await kinds(window(), [outbid])).toEqual([]);
  });

  it('are none at the first sight, of another account, or of an instance without an id', async () => {
    expect(await kinds(window(), [outbid])).toEqual([]);
    await window().take('b', { at: 1, instances: [running] }, nobody);
    expect(await kinds(window(), [{ ...running, id: -1 }])).toEqual([]);
    expect(await kinds(window(), [{ ...outbid, id: -1 }])).toEqual([]);
  });

  it('are not taken from a list that is older than what another window saw', async () => {
    await kinds(window(), [running], 100);
    expect(await kinds(window(), [outbid], 300)).toEqual(['outbid 7']);
    expect(await kinds(window(), [running], 200)).toEqual([]);
    expect(await kinds(window(), [running], 400)).toEqual(['runningAgain 7']);
  });

  it('are taken again after the clock was set back', async () => {
    await kinds(window(), [running], now + 1_000_000);
    expect(await kinds(window(), [outbid], now)).toEqual(['outbid 7']);
  });

  it('are none of one that the person ends, and none are written for one that nobody knows', async () => {
    await kinds(window(), [running]);
    await window().expectEnd('a', 7);
    expect(await kinds(window(), [running])).toEqual([]);
    expect(await kinds(window(), [exited])).toEqual([]);
    const before = await content();
    await window().expectEnd('a', 99);
    expect(await content()).toBe(before);
  });

  it('forget what is destroyed, and keep nothing but ids and words', async () => {
    const secret = { ...running, label: 'my label', public_ipaddr: '10.1.2.3' };
    await kinds(window(), [secret, { ...secret, id: 8 }]);
    await kinds(window(), [secret]);
    expect(JSON.parse(await content())).toEqual({ at: now, standings: { 7: 'up' } });
    expect(await readdir(join(folder, 'a'))).toEqual(['news.json']);
  });

  it('write nothing while nothing changes', async () => {
    await kinds(window(), [running]);
    const before = await content();
    await kinds(window(), [{ ...running, status_msg: 'other words' }]);
    expect(await content()).toBe(before);
  });

  it('survive a broken file: what was seen is not known then', async () => {
    await kinds(window(), [running]);
    await writeFile(join(folder, 'a/news.json'), '{"at":');
    expect(await kinds(window(), [outbid])).toEqual([]);
    expect(await kinds(window(), [running])).toEqual(['runningAgain 7']);
  });

  it('are told once each, whichever windows look, together or late', async () => {
    const states = {
      running,
      outbid,
      exited: { ...running, actual_status: 'exited' },
      frozen: { ...running, actual_status: 'frozen' },
      stopped: { ...running, actual_status: 'exited', intended_status: 'stopped' },
    };
    const names = Object.keys(states) as (keyof typeof states)[];
    /** One state after the other, and which windows see it at once; the others see it late, beside the next one. */
    const history = fc.array(
      fc.record({ state: fc.constantFrom(...names), lookers: fc.subarray([0, 1, 2], { minLength: 1 }) }),
      { minLength: 1, maxLength: 8 },
    );
    let account = 0;
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const accountId = `b${++account}`;
        const windows = [window(), window(), window()];
        const told: string[] = [];
        const expected: string[] = [];
        let standing: Standing | undefined;
        let late: (() => Promise<unknown>)[] = [];
        for (const { state, lookers } of steps) {
          const at = (now += 10);
          const instance = states[state];
          const look = async (one: NewsFiles): Promise<void> => {
            const news = await one.take(accountId, { at, instances: [instance] }, nobody);
            told.push(...news.map(({ kind }) => kind));
          };
          await Promise.all(lookers.map((index) => look(windows[index]!)));
          await Promise.all(late.map((one) => one()));
          late = windows.filter((_, index) => !lookers.includes(index)).map((one) => () => look(one));
          const development = developmentOf(standing, instance, false);
          ({ standing } = development);
          if (development.news) expected.push(development.news);
        }
        expect(told).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('are told once by a window that can write nothing', async () => {
    const full = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    const one = window({ ...nodeDisk, createExclusive: full, makeFolder: full, link: full });
    expect(await kinds(one, [running])).toEqual([]);
    expect(await kinds(one, [outbid])).toEqual(['outbid 7']);
    expect(await kinds(one, [outbid])).toEqual([]);
  });
});

const content = (): Promise<string> => readFile(join(folder, 'a/news.json'), 'utf8');

it('takes a file that is far too long for one that is damaged', () => {
  const content = (count: number): Buffer => {
    const standings = Object.fromEntries(Array.from({ length: count }, (_, id) => [String(id), 'up']));
    return Buffer.from(JSON.stringify({ at: 5, standings }));
  };
  expect(Object.keys(seenIn(content(20_000)).standings)).toHaveLength(20_000);
  expect(seenIn(content(60_000))).toEqual({ at: 0, standings: {} });
});
