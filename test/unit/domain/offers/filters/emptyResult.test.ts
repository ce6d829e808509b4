import { describe, expect, it } from 'vitest';
import { emptyReason } from '../../../../../src/domain/offers/filters/emptyResult';
import { marketRows } from '../../../support/marketRows';
import { matchingRows, type PanelQuery } from '../../../../../src/domain/offers/filters/panelQuery';
import { plainMarket } from '../support/anyRow';

const onDemand = marketRows(plainMarket(300), []);
const rows = marketRows(plainMarket(300), plainMarket(300, true));
const query: PanelQuery = { type: 'on-demand', filters: {}, disk: 10, hours: 8 };

describe('a search without a result', () => {
  it('names the filter that no offer matches, and does without it', () => {
    const empty: PanelQuery = { ...query, filters: { gpu_ram: { gte: 1e9 }, verified: { eq: true } } };
    const { sentence, remedies } = emptyReason(onDemand, empty, false);
    expect(sentence).toBe('No offers match ≥ 1000000 GB VRAM');
    const [first] = remedies;
    expect(first?.words).toBe('Drop ≥ 1000000 GB VRAM');
    expect(first?.query.filters).toEqual({ verified: { eq: true } });
    expect(first?.effect).toBe(`then ${matchingRows(onDemand, first!.query).length} offers`);
  });

  it('only proposes what finds something, the most first', () => {
    const empty: PanelQuery = { ...query, filters: { gpu_ram: { gte: 1e9 }, verified: { eq: true } } };
    const found = emptyReason(onDemand, empty, false).remedies.map(
      (remedy) => matchingRows(onDemand, remedy.query).length,
    );
    expect(found).toEqual([...found].filter((count) => count > 0).sort((a, b) => b - a));
  });

  it('proposes the largest disk that there is', () => {
    const { remedies } = emptyReason(onDemand, { ...query, disk: 999_999 }, false);
    const largest = Math.max(...onDemand.map(({ offer }) => offer.disk_space ?? 0));
    expect(remedies[0]?.words).toBe(`Reduce Disk to ${Math.floor(largest)} GB`);
    expect(matchingRows(onDemand, remedies[0]!.query).length).toBeGreaterThan(0);
  });

  it('proposes the other rental type where it has offers', () => {
    const cheap = Math.min(...rows.filter(({ isBid }) => !isBid).map(({ offer }) => offer.dph_total ?? 0));
    const { remedies } = emptyReason(rows, { ...query, filters: { dph_total: { lt: cheap } } }, true);
    expect(remedies.map(({ words }) => words)).toContain('Show Interruptible Offers Too');
    expect(remedies[0]?.effect).toMatch(/^then at least \d+ offers?$/);
  });

  it('says when there is nothing at all', () => {
    expect(emptyReason([], query, false)).toEqual({
      sentence: 'The service has no on-demand offers right now',
      remedies: [],
    });
    expect(emptyReason([], { ...query, type: 'both' }, false).sentence).toBe(
      'The service has no offers right now',
    );
  });

  it('proposes each filter where it takes more than one', () => {
    const filters = { gpu_ram: { gte: 1e9 }, cuda_max_good: { gte: 99 } };
    const { remedies } = emptyReason(onDemand, { ...query, filters }, false);
    expect(remedies.map(({ effect }) => effect)).toEqual(['no offer has it', 'no offer has it']);
  });
});
