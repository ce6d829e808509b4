import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isUnsupported } from '../../../../src/api/errors';
import { readCharges } from '../../../../src/stores/money/readCharges';
import { failureOf } from '../../api/support/failures';
import { clientOf, json, type ScriptedServer, startScriptedServer } from '../../api/support/scriptedServer';

const day = 86_400;
const span = { start: 10 * day, end: 12 * day };

describe('reading a bill', () => {
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.close());

  const row = (start: number) => ({ start, source: 'instance-1', amount: 0.1 });

  it('takes all its pages, and leaves out what lies outside its time', async () => {
    server.answer(
      json({ results: [row(11 * day), row(9 * day)], total: 3, next_token: 'b' }),
      json({ results: [row(10 * day)], total: 3, next_token: null }),
    );
    const { charges, missing } = await readCharges(clientOf(server), span);
    expect(charges.map(({ start }) => start)).toEqual([11 * day, 10 * day]);
    expect(missing).toBe(0);
    expect(
      server.requests.map(({ url }) => new URL(url, server.url).searchParams.get('after_token')),
    ).toEqual([null, 'b']);
    expect(decodeURIComponent(server.requests[0]?.url ?? '')).toContain(
      `{"day":{"gte":${span.start},"lt":${span.end}}}`,
    );
  });

  it('ends where a service sends the same page again and again, or stops early, and says what is missing', async () => {
    server.answer(json({ results: [row(10 * day)], total: 9, next_token: 'same' }));
    expect(await readCharges(clientOf(server), span)).toMatchObject({
      charges: [{}],
      missing: 8,
    });
    expect(server.requests).toHaveLength(2);
    // Even where it doesn't say how many there are.
    server.answer(json({ results: [row(10 * day)], next_token: 'same' }));
    expect(await readCharges(clientOf(server), span)).toMatchObject({ charges: [{}], missing: 1 });
    server.answer(json({ results: [row(10 * day)], total: 5 }));
    expect(await readCharges(clientOf(server), span)).toMatchObject({ missing: 4 });
  });

  it('goes on where only the number of this page is told, and ends at an empty token', async () => {
    server.answer(
      json({ results: [row(11 * day)], count: 1, total: null, next_token: 'b' }),
      json({ results: [row(10 * day)], count: 1, next_token: '' }),
    );
    expect(await readCharges(clientOf(server), span)).toMatchObject({ charges: [{}, {}], missing: 0 });
    expect(server.requests).toHaveLength(2);
  });

  it('is none at all when one of its pages fails', async () => {
    server.answer(
      json({ results: [row(10 * day)], next_token: 'b' }),
      json({ success: false, error: 'not_found', msg: 'x' }, 404),
    );
    expect(isUnsupported(await failureOf(readCharges(clientOf(server), span)))).toBe(true);
  });
});
