import { beforeEach, describe, expect, it } from 'vitest';
import type { PanelQuery } from '../../../../src/domain/offers/panelQuery';
import type { FoundOffer } from '../../../../src/stores/offerStore';
import type { MarketMessage } from '../../../../src/webviews/offers/protocol';
import { RowSender } from '../../../../src/webviews/offers/rowSender';

const query: PanelQuery = { type: 'on-demand', filters: { num_gpus: { eq: 2 } }, disk: 10, hours: 8 };

const offers = (count: number): FoundOffer[] =>
  Array.from({ length: count }, (_, id) => ({
    offer: { id, num_gpus: 1 + (id % 2), disk_space: 100 },
    isBid: false,
    query: { filters: {} },
  }));

let sent: number[][];
let sender: RowSender;
beforeEach(() => {
  sent = [];
  sender = new RowSender(({ rows }: MarketMessage) => sent.push(rows.map(({ offer }) => offer.id)));
});

describe('the rows of the offers panel', () => {
  it('that a person sees first go ahead of a large market', () => {
    const market = offers(5000);
    sender.send(market, query);
    expect(sent.map(({ length }) => length)).toEqual([100, 5000]);
    expect(sent[0]?.every((id) => id % 2 === 1)).toBe(true);
  });

  it('are sent once, and again when they have changed', () => {
    const market = offers(5000);
    sender.send(market, query);
    sender.send(market, { ...query, disk: 20 });
    sender.send(offers(4000), query);
    expect(sent.map(({ length }) => length)).toEqual([100, 5000, 4000]);
  });

  it('are sent in one message where there are few', () => {
    sender.send(offers(150), query);
    expect(sent.map(({ length }) => length)).toEqual([150]);
  });

  it('are sent anew to a page that was loaded anew', () => {
    const market = offers(300);
    sender.send(market, query);
    sender.forget();
    sender.send(market, query);
    expect(sent.map(({ length }) => length)).toEqual([100, 300, 100, 300]);
  });
});
