import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/clock';
import type { PanelQuery } from '../../../../src/domain/offers/filters/panelQuery';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import type { MarketMessage } from '../../../../src/webviews/offers/protocol';
import { RowSender } from '../../../../src/webviews/offers/rowSender';
import { eventually } from '../../support/eventually';

const query: PanelQuery = { type: 'on-demand', filters: { num_gpus: { eq: 2 } }, disk: 10, hours: 8 };

const offers = (count: number): FoundOffer[] =>
  Array.from({ length: count }, (_, id) => ({
    offer: { id, num_gpus: 1 + (id % 2), disk_space: 100 },
    isBid: false,
    query: { filters: {} },
  }));

let sent: MarketMessage[];
let sender: RowSender;
beforeEach(() => {
  sent = [];
  sender = new RowSender((message) => sent.push(message), systemClock);
});

const sizes = (): number[] => sent.map(({ rows }) => rows.length);
/** The lists as the browser side gets them. */
function lists(): number[][] {
  const all: number[][] = [];
  for (const { rows, adds } of sent) {
    const ids = rows.map(({ offer }) => offer.id);
    if (adds) all.at(-1)!.push(...ids);
    else all.push(ids);
  }
  return all;
}
const untilLast = (count: number): Promise<void> =>
  eventually(() => expect(sent.filter(({ more }) => !more)).toHaveLength(count));
const untilSent = (messages: number): Promise<void> =>
  eventually(() => expect(sent.length).toBeGreaterThanOrEqual(messages), 0);

describe('the rows of the offers panel', () => {
  it('that a person sees first go ahead of a large market', async () => {
    const market = offers(5000);
    sender.send(market, query);
    await untilLast(1);
    const [first, all] = lists();
    expect(first).toHaveLength(100);
    expect(first?.every((id) => id % 2 === 1)).toBe(true);
    expect(all).toEqual(market.map(({ offer }) => offer.id));
  });

  it('come a thousand in a message, with turns for all else between them', async () => {
    let turn = 0;
    const turns: number[] = [];
    const count = (): void => {
      turn += 1;
      if (sent.at(-1)?.more !== undefined || sent.length === 0) setImmediate(count);
    };
    setImmediate(count);
    sender = new RowSender((message) => {
      sent.push(message);
      turns.push(turn);
    }, systemClock);
    sender.send(offers(2500), query);
    await untilLast(1);
    expect(sizes()).toEqual([100, 1000, 1000, 500]);
    // Each in a turn of its own.
    expect(new Set(turns).size).toBe(4);
    expect(sent.map(({ adds = false, more = false }) => [adds, more])).toEqual([
      [false, true],
      [false, true],
      [true, true],
      [true, false],
    ]);
  });

  it('are sent once, and again when they have changed', async () => {
    const market = offers(5000);
    sender.send(market, query);
    await untilLast(1);
    sender.send(market, { ...query, disk: 20 });
    sender.send(offers(4000), query);
    await untilLast(2);
    expect(lists().map(({ length }) => length)).toEqual([100, 5000, 4000]);
  });

  it('tell what an interruptible offer costs on demand, also where that came with an earlier message', async () => {
    const market = offers(1200).map((one) => ({ ...one, offer: { ...one.offer, dph_base: 0.5 } }));
    sender.send([...market, { ...market[7]!, isBid: true }], query);
    await untilLast(1);
    expect(sent.at(-1)?.rows.at(-1)).toMatchObject({ key: '7b', isBid: true, onDemandBase: 0.5 });
  });

  it('are left off where others take their place before the last message', async () => {
    sender.send(offers(50_000), query);
    await untilSent(2);
    const before = sent.length - 1;
    sender.send(offers(3000), query);
    await untilLast(1);
    sender.send([], query);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(before).toBeLessThan(50);
    expect(lists().map(({ length }) => length)).toEqual([100, before * 1000, 3000, 0]);
  });

  it('come behind the first ones only once those had time to be painted', async () => {
    let resume: (() => void) | undefined;
    const clock = { after: (_: number, callback: () => void) => ((resume = callback), () => undefined) };
    sender = new RowSender((message) => sent.push(message), clock);
    sender.send(offers(2500), query);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sizes()).toEqual([100]);
    resume?.();
    await untilLast(1);
    expect(sizes()).toEqual([100, 1000, 1000, 500]);
  });

  it('are some at first and all of them later, once the first ones had time to be painted', async () => {
    const waits: (() => void)[] = [];
    const clock = { after: (_: number, callback: () => void) => (waits.push(callback), () => undefined) };
    sender = new RowSender((message) => sent.push(message), clock);
    sender.send(offers(120), query, true);
    expect(sizes()).toEqual([60]);
    sender.send(offers(700), query);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sizes()).toEqual([60]);
    for (const end of waits) end();
    await untilLast(1);
    expect(sizes()).toEqual([60, 700]);
    sender.send(offers(600), query);
    await untilLast(2);
    expect(waits).toHaveLength(1);
  });

  it.each([0, 150, 1000])('are sent in one message where there are %i, but for the first', async (count) => {
    sender.send(offers(count), query);
    await untilLast(1);
    expect(sizes().at(-1)).toBe(count);
    expect(Object.keys(sent.at(-1) ?? {})).toEqual(['kind', 'rows']);
  });

  it('are sent anew to a page that was loaded anew', async () => {
    const market = offers(3000);
    sender.send(market, query);
    sender.forget();
    sender.send(market, query);
    await untilLast(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lists().map(({ length }) => length)).toEqual([100, 3000]);
  });
});
