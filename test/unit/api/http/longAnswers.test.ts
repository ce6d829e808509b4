import { Readable } from 'node:stream';
import { Response } from 'node-fetch';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../../../../src/api/http/call';
import { decode } from '../../support/decode';
import { Offers } from '../../../../src/api/endpoints/offers';
import { Instances } from '../../../../src/api/endpoints/instances';
import { instanceSchema } from '../../../../src/api/schemas/instances/instance';
import { offerSchema } from '../../../../src/api/schemas/offers/offer';
import { readingRows, rowsOfPart, someRows } from '../../../../src/api/schemas/rows';
import { Transport } from '../../../../src/api/http/transport';

let read = 0;
const row = z.object({
  id: z.pipe(
    z.unknown(),
    z.transform((value) => {
      read += 1;
      return value;
    }),
  ),
  name: z.optional(z.string()),
});
const list = z.object({ rows: someRows(row, 'rows') });
const count = 3 * rowsOfPart + 7;
const answer = (): { rows: unknown[] } => ({ rows: Array.from({ length: count }, (_, id) => ({ id })) });
const call = {
  endpoint: 'offers.search',
  method: 'POST',
  path: 'bundles/',
  rows: { name: 'rows', row },
} as const;

function transportTo(body: string): Transport {
  const bytes = Buffer.from(body);
  // As they come from a socket.
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  );
  const headers = { 'content-type': 'application/json' };
  const fetch = (() => Promise.resolve(new Response(Readable.from(chunks), { headers }))) as never;
  return new Transport({ baseUrl: 'https://example.com', apiKey: 'key', fetch, spacingScale: 0 });
}

describe('an answer with thousands of rows', () => {
  it('is read in parts, and each row once', () => {
    read = 0;
    const long = answer();
    const parts: number[] = [];
    for (const reading = readingRows(long, { name: 'rows', row }, () => undefined); ;) {
      const before = read;
      const { done } = reading.next();
      parts.push(read - before);
      if (done) break;
    }
    expect(parts).toEqual([rowsOfPart, rowsOfPart, rowsOfPart, 7]);
    expect(decode(list, long, '')).toEqual(answer());
    expect(read).toBe(count);
  });

  it('is what it is when it is read at once, with each place that cannot be read', () => {
    const long = answer();
    long.rows[3] = { id: 3, name: 4 };
    long.rows[count - 1] = 'no row';
    const [places, placesAtOnce]: string[][] = [[], []];
    const atOnce = decode(list, structuredClone(long), '', (place) => placesAtOnce?.push(place));
    const parts = [...readingRows(long, { name: 'rows', row }, (place) => places?.push(place))];
    expect(parts).toHaveLength(3);
    expect(decode(list, long, '', (place) => places?.push(place))).toEqual(atOnce);
    expect(places).toEqual(placesAtOnce);
    expect(places).toEqual(['rows[3].name', `rows[${count - 1}]`]);
  });

  it('lets others have a turn between its parts', async () => {
    read = 0;
    const body = JSON.stringify(answer());
    const transport = transportTo(body);
    const between: number[] = [];
    let [before, isReading] = [0, true];
    const takeTurn = (): void => {
      between.push(read - before);
      before = read;
      if (isReading) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    expect(await transport.call(call, list)).toEqual(answer());
    isReading = false;
    expect(read).toBe(count);
    expect(Math.max(...between)).toBe(rowsOfPart);
  });

  it('is told part by part to who wants to begin, without what cannot be read', async () => {
    const ids = Array.from({ length: 3 * rowsOfPart + 7 }, (_, n) => n + 1);
    const offers = ids.map((id) => (id === 5 ? { id: 'none' } : { id, gpu_name: 'H100' }));
    const parts: number[][] = [];
    const search = new Offers(transportTo(JSON.stringify({ success: true, offers }))).search(
      { filters: {} },
      {},
      (some) => parts.push(some.map(({ id }) => id)),
    );
    const found = (await search).map(({ id }) => id);
    expect(found).toEqual(ids.filter((id) => id !== 5));
    expect(parts.map(({ length }) => length)).toEqual([rowsOfPart - 1, rowsOfPart, rowsOfPart]);
    expect(parts.flat()).toEqual(found.slice(0, 3 * rowsOfPart - 1));
  });

  it.each([0, 1, 2])('is decoded in parts, with characters of more than a byte: %i', async (before) => {
    const long = { rows: [{ id: 1, name: 'x'.repeat(before) + '€'.repeat(1_000_000) }] };
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    expect(await transportTo(JSON.stringify(long)).call(call, list)).toEqual(long);
    expect(decode.mock.calls.length).toBeGreaterThan(2);
    decode.mockRestore();
  });

  it('is parsed in parts', async () => {
    const long = { rows: Array.from({ length: 1000 }, (_, id) => ({ id, name: 'x'.repeat(1000) })) };
    const body = JSON.stringify(long);
    const parse = vi.spyOn(JSON, 'parse');
    expect(await transportTo(body).call(call, list)).toEqual(long);
    const lengths = parse.mock.calls.map(([text]) => text.length);
    parse.mockRestore();
    expect(lengths.length).toBeGreaterThan(2);
    expect(Math.max(...lengths)).toBeLessThan(body.length / 2);
  });

  it.each([
    ['a search for offers', (to: never) => new Offers(to).search({ filters: {} }), 'offers', offerSchema],
    ['the list of instances', (to: never) => new Instances(to).list(), 'instances', instanceSchema],
  ] as const)('is that of %s', async (_, ask, name, row) => {
    let asked: Call | undefined;
    const call = (one: Call) => {
      asked = one;
      return Promise.resolve({ [name]: [] });
    };
    await ask({ call } as never);
    expect(asked?.rows).toEqual({ name, row });
  });

  it.each([undefined, null, 'text', [], {}, { rows: 'none' }, { rows: {} }])('may also be %o', (other) => {
    expect([...readingRows(other, { name: 'rows', row }, () => undefined)]).toEqual([]);
  });
});
