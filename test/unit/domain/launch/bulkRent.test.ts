import { describe, expect, it } from 'vitest';
import { bestOffers, numberedLabel } from '../../../../src/domain/launch/bulkRent';

const offer = (id: number, machine_id?: number) => ({ offer: { id, machine_id } });
const ids = (offers: { offer: { id: number } }[]) => offers.map((one) => one.offer.id);

describe('renting several', () => {
  it('takes the first, then the best of other machines, then more of the same', () => {
    const found = [offer(1, 7), offer(2, 7), offer(3, 8), offer(4, 8), offer(5, 9)];
    const { chosen, spare } = bestOffers(offer(1, 7), found, 3);
    expect(ids(chosen)).toEqual([1, 3, 5]);
    expect(ids(spare)).toEqual([2, 4]);
    expect(ids(bestOffers(offer(1, 7), found, 4).chosen)).toEqual([1, 3, 5, 2]);
  });

  it('never takes one twice, and no more than there are', () => {
    const { chosen } = bestOffers(offer(1, 7), [offer(1, 7), offer(2)], 9);
    expect(ids(chosen)).toEqual([1, 2]);
  });

  it('numbers the labels only when there are several', () => {
    expect(numberedLabel('train', 0, 1)).toBe('train');
    expect(numberedLabel('train', 1, 3)).toBe('train-2');
    expect(numberedLabel(undefined, 1, 3)).toBeUndefined();
  });
});
