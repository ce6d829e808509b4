import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import {
  type Entry,
  emptyLedger,
  type Ledger,
  sightingsOfPart,
} from '../../../../src/domain/money/ledger/ledger';
import { merged } from '../../../../src/domain/money/ledger/merge';
import { reportOf } from '../../../../src/domain/money/ledger/report';
import type { Sighting } from '../../../../src/domain/money/ledger/sightings';
import { stretchesOf } from '../../../../src/domain/money/ledger/stretches';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { inChunks } from '../../../../src/inChunks';
import { LedgerFiles } from '../../../../src/stores/money/ledgerFiles';
import { ledgerIn, ledgerText } from '../../../../src/stores/money/ledgerText';
import { timesOf } from '../../../../src/stores/windows/lease';

vi.mock(import('../../../../src/domain/money/ledger/stretches'), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, stretchesOf: vi.fn(original.stretchesOf) };
});

const account = 'abc-1';
const now = Date.UTC(2026, 10, 20);
const hour = 3_600_000;
const rentals = 40;
const prices = 300;
/** Rentals that are counted or read in one piece. */
const atOnce = Math.ceil(sightingsOfPart / prices);

function rental(index: number): Entry {
  const begin = now - 30 * 24 * hour + index * hour;
  const sightings = Array.from({ length: prices - 1 }, (_, change): Sighting => {
    const from = begin + change * hour;
    return { from, to: from + hour - 60_000, state: 'compute', running: 1000 + change, stopped: 10 };
  });
  const end = begin + prices * hour;
  return {
    title: `rental ${index}`,
    created: begin,
    sightings: [...sightings, { from: end, to: end, state: 'gone' }],
  };
}

const record = (): Ledger => ({
  ...emptyLedger,
  entries: Object.fromEntries(
    Array.from({ length: rentals }, (_, index) => [`instance-${index}`, rental(index)]),
  ),
});

const contentOf = (ledger: Ledger): Buffer => Buffer.from(JSON.stringify({ version: 1, ...ledger }));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  await mkdir(join(folder, account));
  await writeFile(join(folder, account, 'ledger.json'), contentOf(record()));
  vi.mocked(stretchesOf).mockClear();
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const counted = (): number => vi.mocked(stretchesOf).mock.calls.length;

/** How many rentals were counted between two turns that others had, while a record was loaded. */
async function countedBetweenTurns(load: () => Promise<unknown>): Promise<number[]> {
  const between: number[] = [];
  let [before, isLoading] = [counted(), true];
  const takeTurn = (): void => {
    between.push(counted() - before);
    before = counted();
    if (isLoading) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await load();
  isLoading = false;
  return [...between, counted() - before];
}

describe('a long record of costs', () => {
  it('is counted in parts while it is loaded, so that reports have nothing left to count', async () => {
    const files = new LedgerFiles(new AccountFiles(folder, undefined, timesOf(systemClock)), {
      ...systemClock,
      now: () => now,
    });
    const between = await countedBetweenTurns(() => files.note(account, []));
    expect(between.reduce((sum, count) => sum + count, 0)).toBe(rentals);
    expect(Math.max(...between)).toBe(atOnce);
    const report = reportOf(files.known(account), undefined, 'last90Days', now);
    expect(report.rows).toHaveLength(rentals);
    expect(counted()).toBe(rentals);
  });

  it('is not counted again when another window has written it', async () => {
    const files = new LedgerFiles(new AccountFiles(folder, undefined, timesOf(systemClock)), {
      ...systemClock,
      now: () => now,
    });
    await files.note(account, []);
    const known = record();
    const { 'instance-7': seven } = known.entries;
    const other = { ...known, entries: { ...known.entries, 'instance-7': { ...seven!, title: 'renamed' } } };
    await writeFile(join(folder, account, 'ledger.json'), contentOf(other));
    await files.note(account, []);
    reportOf(files.known(account), undefined, 'last90Days', now);
    expect(files.known(account).entries['instance-7']?.title).toBe('renamed');
    expect(counted()).toBe(rentals + 1);
  });

  it('is read in parts, and as a whole or not at all', () => {
    const reading = ledgerIn(contentOf(record()));
    let parts = 1;
    let part = reading.next();
    for (; !part.done; part = reading.next()) parts += 1;
    expect(parts).toBe(Math.ceil(rentals / atOnce));
    expect(part.value).toEqual(record());
    const entries = { ...record().entries, last: { title: 'without a sighting', sightings: [] } };
    const damaged = [...ledgerIn(contentOf({ ...record(), entries }))];
    expect(damaged).toHaveLength(parts - 1);
  });

  it('is written in parts, as JSON that older versions read, and parsed in parts', async () => {
    const many = { ...record(), folded: ['instance-1000'], rebuilt: now };
    const text = await inChunks(ledgerText(many));
    expect([...ledgerText(many)]).toHaveLength(Math.floor(rentals / atOnce));
    expect(JSON.parse(text)).toEqual({ version: 1, ...many });
    const parse = vi.spyOn(JSON, 'parse');
    expect(await inChunks(ledgerIn(Buffer.from(text)))).toEqual(many);
    const lengths = parse.mock.calls.map(([part]) => part.length);
    parse.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(text.length / 2);
  });

  it.each([
    ['is cut', (text: string) => text.slice(0, -1), undefined],
    ['lacks a line', (text: string) => text.replace(/\n"instance-20".*/, ''), rentals - 1],
    ['lacks a comma', (text: string) => text.replace(',\n"instance-20"', '\n"instance-20"'), undefined],
    ['has other blanks', (text: string) => text.replaceAll(',\n', ',\r\n '), rentals],
    ['says its entries twice', (text: string) => text.replace(/\}$/, ',"entries":{}}'), 0],
    [
      'has a number in place of its entries',
      (text: string) => text.replace(/\}$/, ',"entries":1}'),
      undefined,
    ],
    ['is another value', () => '[1]', undefined],
  ])('is what JSON.parse makes of it where it %s', async (_, change, count) => {
    const text = change(await inChunks(ledgerText(record())));
    const read = await inChunks(ledgerIn(Buffer.from(text)));
    expect(read && Object.keys(read.entries)).toEqual(
      count === undefined ? undefined : expect.objectContaining({ length: count }),
    );
  });

  it('that is empty is read again', async () => {
    expect(await inChunks(ledgerIn(Buffer.from(await inChunks(ledgerText(emptyLedger)))))).toEqual(
      emptyLedger,
    );
  });
});

describe('what two windows noted', () => {
  const one = rental(1);
  const last = one.sightings.length - 1;
  const changed = (sighting: Partial<Sighting>): Entry => ({
    ...one,
    sightings: one.sightings.with(last, { ...one.sightings[last]!, ...sighting }),
  });
  const together = (other: Entry): Entry | undefined =>
    merged({ ...emptyLedger, entries: { one } }, { ...emptyLedger, entries: { one: other } }).entries.one;

  it('alike is what it was', () => {
    expect(together(structuredClone(one))).toBe(one);
  });

  it.each([
    ['its name', { ...one, title: 'another' }],
    ['its beginning', { ...one, created: 1 }],
    ['its end', { ...one, ends: 1 }],
    ['that it is a bid', { ...one, isBid: true }],
    ['one time less', { ...one, sightings: one.sightings.slice(1) }],
    ['from when', changed({ from: now })],
    ['until when', changed({ to: now })],
    ['what it did', changed({ state: 'disk' })],
    ['its price', changed({ running: 7 })],
    ['its price while stopped', changed({ stopped: 7 })],
    ['since when it runs', changed({ since: 7 })],
  ])('is put together where they differ in %s', (_, other) => {
    expect(together(other)).not.toBe(one);
  });
});

describe('work in parts', () => {
  it('lets others have a turn after each part', async () => {
    const done: string[] = [];
    function* work(): Generator<undefined, string> {
      for (const part of ['first', 'second', 'third']) {
        done.push(part);
        setImmediate(() => done.push('another'));
        yield;
      }
      return 'result';
    }
    expect(await inChunks(work())).toBe('result');
    expect(done).toEqual(['first', 'another', 'second', 'another', 'third', 'another']);
  });
});
