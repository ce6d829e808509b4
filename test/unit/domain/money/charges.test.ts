import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import type { Charge } from '../../../../src/api/schemas/account/charge';
import { chargesIn, partsOf, spanOf, sumsOf } from '../../../../src/domain/money/charges';
import { decimalsFor, formatUnits, sumOf, toDollars, toUnits } from '../../../../src/domain/money/units';
import { chargesCsv } from '../../../../src/domain/money/csv';
import { chargesText } from '../../../../src/domain/money/chargesText';

const day = 86_400;
const noon = Date.UTC(2026, 10, 21, 12);

/** Amounts as the service writes them: decimals, some of which no binary number holds. */
const amount = fc.integer({ min: -5_000_000, max: 500_000_000 }).map((millionths) => millionths / 1_000_000);
const charge: fc.Arbitrary<Charge> = fc.record(
  {
    start: fc.integer({ min: 0, max: 40 }).map((days) => days * day + 7),
    type: fc.constantFrom('instance', 'volume'),
    source: fc.constantFrom('instance-1', 'instance-2', 'volume-3'),
    amount,
    items: fc.array(fc.record({ type: fc.constantFrom('gpu', 'storage', 'up', 'down', 'tax'), amount })),
  },
  { requiredKeys: ['amount'] },
);

/** Adds decimal texts without a floating point number. */
const addTexts = (texts: readonly string[]): bigint =>
  texts.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n);

describe('the sums of a bill', () => {
  it('add up exactly, by day, by instance, and as they are shown', () => {
    fc.assert(
      fc.property(fc.array(charge, { maxLength: 60 }), (charges) => {
        const { parts, unreadable } = partsOf(charges);
        const { units, byDay, bySource } = sumsOf(parts);
        const exact = charges.reduce(
          (sum, one) => sum + BigInt(Math.round((one.amount ?? 0) * 1e6)) * 100n,
          0n,
        );
        expect(unreadable).toBe(0);
        expect(BigInt(units)).toBe(exact);
        expect(sumOf(byDay)).toBe(units);
        expect(sumOf(bySource)).toBe(units);
        const decimals = decimalsFor(parts.map((part) => part.units));
        const shown = addTexts(parts.map((part) => formatUnits(part.units, decimals)));
        expect(shown).toBe(BigInt(formatUnits(units, decimals).replace('.', '')));
      }),
    );
  });

  it('do not drift as floating point numbers do', () => {
    const charges = Array.from({ length: 10 }, () => ({ amount: 0.1 }));
    expect(toDollars(sumsOf(partsOf(charges).parts).units)).toBe(1);
    expect(toUnits(0.285)).toBe(28_500_000);
    expect(toUnits(-0)).toBe(0);
    expect([toUnits(undefined), toUnits(NaN), toUnits(1e12)]).toEqual([undefined, undefined, undefined]);
  });

  it('have the items of an entry only where these are the whole of it', () => {
    const items = [
      { type: 'gpu', amount: 0.2 },
      { type: 'storage', amount: 0.1 },
    ];
    const kinds = (charges: Charge[]) => partsOf(charges).parts.map(({ type, units }) => [type, units]);
    expect(kinds([{ type: 'instance', amount: 0.3, items }])).toEqual([
      ['gpu', 20_000_000],
      ['storage', 10_000_000],
    ]);
    expect(kinds([{ type: 'instance', amount: 0.4, items }])).toEqual([['instance', 40_000_000]]);
    expect(kinds([{ type: 'instance', amount: 0.4, items: [] }])).toEqual([['instance', 40_000_000]]);
  });

  it('leave out and count what has no readable amount', () => {
    const { parts, unreadable } = partsOf([{ amount: 1 }, { source: 'x' }, { unreadable: true }]);
    expect([parts.length, unreadable]).toEqual([1, 2]);
  });
});

describe('the time of a bill', () => {
  const names = (period: Parameters<typeof spanOf>[0], now = noon) => {
    const { start, end } = spanOf(period, now);
    return [new Date(start * 1000).toISOString(), new Date(end * 1000).toISOString()].map((text) =>
      text.slice(0, 16),
    );
  };

  it('is in whole days and months of UTC', () => {
    expect(names('last7Days')).toEqual(['2026-11-15T00:00', '2026-11-22T00:00']);
    expect(names('thisMonth')).toEqual(['2026-11-01T00:00', '2026-11-22T00:00']);
    expect(names('lastMonth')).toEqual(['2026-10-01T00:00', '2026-11-01T00:00']);
    expect(names('lastMonth', Date.UTC(2027, 0, 1))).toEqual(['2026-12-01T00:00', '2027-01-01T00:00']);
    expect(names('thisMonth', Date.UTC(2028, 1, 29, 23, 59))).toEqual([
      '2028-02-01T00:00',
      '2028-03-01T00:00',
    ]);
  });

  it('leaves out what lies outside, whether or not the service did', () => {
    const span = { start: 10 * day, end: 11 * day };
    const times = [10 * day - 1, 10 * day, 11 * day - 1, 11 * day];
    const kept = chargesIn(span, [
      ...times.map((start) => ({ start })),
      { amount: 1 },
      { day: 10 * day, start: 0 },
    ]);
    expect(kept.map(({ start }) => start)).toEqual([10 * day, 11 * day - 1, undefined, 0]);
  });
});

describe('a bill as text', () => {
  const parts = [
    { day: '2026-11-20', source: 'instance-7', type: 'gpu', description: '', units: 123_456_000 },
    { day: '2026-11-20', source: 'instance-7', type: 'storage', description: '', units: 1_000_000 },
    { day: '2026-11-21', source: 'instance-7', type: 'gpu', description: '', units: 1_000_000_000 },
    { day: '2026-11-21', source: 'volume-3', type: 'storage', description: '', units: 5_000_000 },
  ];
  const report = {
    account: 'robin@example.com',
    span: spanOf('thisMonth', noon),
    parts,
    unreadable: 0,
    missing: 0,
    nameOf: (source: string) => (source === 'instance-7' ? 'instance-7 trainer' : source),
  };

  it('has a sum for each day and instance, in columns that line up', () => {
    expect(chargesText(report)).toBe(`Charges of robin@example.com
2026-11-01 to 2026-11-21, days in UTC

Total: $11.29456

All days                   Total         GPU    Storage
  instance-7 trainer   $11.24456   $11.23456   $0.01000
  volume-3              $0.05000               $0.05000
  Total                $11.29456   $11.23456   $0.06000

2026-11-21                 Total         GPU    Storage
  instance-7 trainer   $10.00000   $10.00000           
  volume-3              $0.05000               $0.05000
  Total                $10.05000   $10.00000   $0.05000

2026-11-20                 Total         GPU    Storage
  instance-7 trainer    $1.24456    $1.23456   $0.01000
  Total                 $1.24456    $1.23456   $0.01000
`);
  });

  it('lines up where a name has characters of twice the width', () => {
    const text = chargesText({
      ...report,
      nameOf: (source) => (source === 'volume-3' ? '数据 data' : source),
    });
    const row = text.split('\n').find((line) => line.includes('数据'));
    const total = text.split('\n').find((line) => line.startsWith('  Total'));
    expect(row?.length).toBe((total?.length ?? 0) - 2);
  });

  it('says how far what was counted here is from it', () => {
    const line = (units: number, charged: number, isLeast = false): string =>
      chargesText({
        ...report,
        comparison: { counted: { units, least: units, most: units, isLeast }, charged },
      })
        .split('\n')
        .filter((one) => /^(GPU Rental|Part of)/.test(one))
        .join('\n');
    expect(line(412_000_000, 412_500_000)).toBe('GPU Rental counted the same for what it saw: $4.12');
    expect(line(400_000_000, 412_000_000)).toMatch(/counted \$4\.00 .*, \$0\.12 less than was charged/);
    expect(line(420_000_000, 412_000_000, true)).toMatch(
      /\$0\.08 more than was charged\.\nPart of this is an estimate\.$/,
    );
    expect(chargesText(report)).not.toContain('GPU Rental');
  });

  it('says what it lacks, and that there is nothing', () => {
    const text = chargesText({ ...report, parts: [], unreadable: 2, missing: 3 });
    expect(text).toContain('2 entries whose amount can’t be read');
    expect(text).toContain('the service has 3 more entries');
    expect(text).toContain('Nothing was charged in this period.');
  });

  it('lines up whatever the names are', () => {
    const name = fc.string({ maxLength: 30, unit: 'binary' });
    const part = fc.record({
      day: fc.constantFrom('2026-11-20', '2026-11-21', ''),
      source: name,
      type: fc.constantFrom('gpu', 'storage', 'up', 'down', 'tax', 'refund'),
      description: name,
      units: fc.integer({ min: -1e12, max: 1e12 }),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (some) => {
        const lines = chargesText({ ...report, parts: some, nameOf: (source) => source }).split('\n');
        const table = lines.slice(lines.findIndex((line) => line.startsWith('All days')));
        const wide = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60]/gu;
        const width = (line: string) => Array.from(line.replaceAll(wide, '00')).length;
        const ends = new Set(table.filter((line) => line !== '').map(width));
        expect(ends.size).toBe(1);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a bill as CSV', () => {
  const part = {
    day: '2026-11-20',
    source: 'instance-7',
    type: 'gpu',
    description: 'Instance 7',
    units: 30_000_000,
  };

  it('has a line for each part, and a number that a spreadsheet takes for one', () => {
    expect(chargesCsv([part, { ...part, units: -123_450_000 }])).toBe(
      'day,source,type,description,dollars\r\n' +
        '2026-11-20,instance-7,gpu,Instance 7,0.30\r\n' +
        '2026-11-20,instance-7,gpu,Instance 7,-1.2345\r\n',
    );
  });

  it('quotes what separates cells, and quotes themselves', () => {
    const [, line] = chargesCsv([{ ...part, description: 'a "b", c\nd' }]).split('\r\n');
    expect(line).toBe('2026-11-20,instance-7,gpu,"a ""b"", c\nd",0.30');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '|x', '%x', '\u200b=1'])(
    'makes no formula of %j',
    (description) => {
      const csv = chargesCsv([{ ...part, description }]);
      expect(csv).toMatch(/,"?'/);
    },
  );

  it.each([';', '\t', ',', '|'])('makes no formula where a list is separated by %j', (separator) => {
    const hostile = ["x;=cmd|'/c calc'!A0", 'x;\t"=1', 'x\t=1', 'x,@SUM(A1)', 'x;""+1', 'x\n;=1', 'x\r\n=1'];
    for (const description of [...hostile, 'x|=1', '"=1', '"x";-1', ...hostile.map((text) => `"${text}`)]) {
      const csv = chargesCsv([{ ...part, description, units: 30_000_000 }]);
      // As a spreadsheet reads it for which the quotes in the middle of a line are characters.
      const cells = csv.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator));
      for (const cell of cells) expect(cell, description).not.toMatch(/^[\s\p{C}"]*[=+\-@|%]/u);
    }
  });

  it('gives back every text but for marks before a formula, read as RFC 4180 says', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }), (texts) => {
        const csv = chargesCsv(texts.map((description) => ({ ...part, description })));
        const read = parseCsv(csv)
          .slice(1)
          .map((cells) => cells[3]);
        const unmarked = (text = ''): string => text.replaceAll("'", '');
        expect(read.map(unmarked)).toEqual(texts.map(unmarked));
      }),
    );
  });
});

function parseCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n)/gy;
  for (let found = cell.exec(csv); found; found = cell.exec(csv)) {
    const [, text = '', end] = found;
    cells.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end === ',') continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}
