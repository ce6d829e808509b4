import fc from '../../support/fastCheck';
import { describe, expect, it, vi } from 'vitest';
import { plainText } from '../../../../src/api/plainText';
import { offerSchema } from '../../../../src/api/schemas/offers/offer';
import { plainRows } from '../../../../src/webviews/offers/view';
import { hostileTexts } from '../../../hostileTexts';
import { anyOffer } from '../../domain/offers/support/anyRow';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const rowsOf = (offer: object) =>
  plainRows([{ offer: offerSchema.parse(offer), isBid: false, query: { filters: {} } }]);

describe('the rows that go to the panel', () => {
  it.each(Object.keys(offerSchema.shape).filter((name) => name !== 'id'))(
    'have %s as plain text, where it is text',
    (name) => {
      for (const text of hostileTexts) {
        const [row] = rowsOf({ id: 1, [name]: text });
        for (const value of Object.values(row?.offer ?? {}))
          if (typeof value === 'string') expect(value).toBe(plainText(text, 100));
      }
    },
  );

  it('are the offers otherwise, which stay as they were', () => {
    fc.assert(
      fc.property(anyOffer, (offer) => {
        const before = structuredClone(offer);
        const [row] = plainRows([{ offer, isBid: false, query: { filters: {} } }]);
        expect(offer).toEqual(before);
        for (const [field, value] of Object.entries(offer))
          expect(Object.entries(row?.offer ?? {}).find(([name]) => name === field)?.[1]).toEqual(
            typeof value === 'string' ? plainText(value, 100) : value,
          );
      }),
      { numRuns: 200 },
    );
  });
});
