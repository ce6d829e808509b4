import { expect, it } from 'vitest';
import type { Run } from '../../../../src/domain/runs/run';
import { unfetchedIn, workdirFor } from '../../../../src/domain/runs/runFolders';

const run = (folder: string, workdir: string, more: Partial<Run> = {}): Run => ({
  ...{ id: '2026-11-27-1', name: folder, instanceId: 7, instanceName: 'train', run: 'true', setup: '' },
  ...{ folder, workdir, fetch: ['out/'], results: '/r', then: 'stop', limitHours: 1, createdAt: 0 },
  ...{ phase: 'ended', ...more },
});
const plain = '~/gpu-rental/app';
const own = workdirFor('/client2/app', [run('/client1/app', plain)], [7]);

it('gives a folder its name, and another of that name on the same instance a place of its own', () => {
  expect(workdirFor('/client1/app', [], [7])).toBe(plain);
  expect(workdirFor('/client1/app', [run('/client1/app', plain)], [7])).toBe(plain);
  expect(workdirFor('/client1/a (b)', [], [])).toBe('~/gpu-rental/a-b-');
  expect(own).toMatch(/^~\/gpu-rental\/app-[0-9a-f]{4}$/);
  expect(workdirFor('/client2/app', [run('/client1/app', plain)], [8, 7])).toBe(own);
  expect(workdirFor('/client2/app', [run('/client1/app', plain)], [8])).toBe(plain);
  expect(workdirFor('/client3/app', [run('/client1/app', plain)], [7])).not.toBe(own);
});

it('keeps a folder where it was, also when the other run is no longer known', () => {
  expect(workdirFor('/client2/app', [run('/client2/app', own)], [7])).toBe(own);
  expect(workdirFor('/client1/app', [run('/client2/app', own), run('/client1/app', plain)], [7])).toBe(plain);
});

it('names runs whose results are only in the same folder of the same instances', () => {
  const sweep = { names: [], rows: [], jobs: [] };
  const runs = [
    run('/a', plain, { name: 'first' }),
    run('/a', plain, { name: 'first', id: '2026-11-27-2' }),
    run('/b', plain, { name: 'second', instanceId: 8 }),
    run('/c', plain, { name: 'here', fetchedAt: 1 }),
    run('/d', plain, { name: 'nothing', fetch: [] }),
    run('/e', own, { name: 'elsewhere' }),
    run('/f', plain, { name: 'another instance', instanceId: 9 }),
    run('/g', plain, { name: 'sweep', sweep }),
  ];
  expect(unfetchedIn(runs, [7, 8], plain)).toEqual(['first', 'second']);
});
