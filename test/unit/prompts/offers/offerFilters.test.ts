import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gpuModels } from '../../../../src/domain/offers/gpuModels';
import type { OfferChoice } from '../../../../src/domain/offers/offerQuery';
import { GpuNames } from '../../../../src/domain/offers/search/vocabulary/gpuNames';
import { editFilters } from '../../../../src/prompts/offers/offerFilters';
import type { SeenGpus } from '../../../../src/stores/offers/seenGpus';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const choice: OfferChoice = {
  type: 'bid',
  filters: { gpu_ram: { gte: 24_000 }, verified: { eq: true } },
  disk: 20,
  order: 'price',
  limit: 64,
};
const gpus = { names: new GpuNames(gpuModels) } as SeenGpus;

function open() {
  const kept: OfferChoice[] = [];
  const search = editFilters(choice, gpus, {
    keep: (changed) => Promise.resolve(void kept.push(changed)),
  });
  const list = screen.picks[0]!;
  const rowOf = (label: string) => list.items.find((row) => row.label === label)!;
  return { search, list, kept, rowOf };
}

describe('the line of a search', () => {
  it('takes away a filter whose row is chosen, and goes on', async () => {
    const { search, list, kept, rowOf } = open();
    list.choose(rowOf('$(close) ≥ 24 GB VRAM'));
    list.choose(rowOf('$(close) interruptible'));
    expect(kept.at(-1)).toEqual({ ...choice, type: 'on-demand', filters: { verified: { eq: true } } });
    list.choose(rowOf('$(search) Search'));
    expect(await search).toEqual(kept.at(-1));
  });

  it('takes away all filters at once', () => {
    const { list, kept, rowOf } = open();
    list.choose(rowOf('$(clear-all) Clear All Filters'));
    expect(kept).toEqual([{ ...choice, filters: {} }]);
  });

  it('writes an example into its text, and searches with it', async () => {
    const { search, list, rowOf } = open();
    list.choose(rowOf('cuda>=12'));
    expect(list.value).toBe('cuda>=12 ');
    list.choose(rowOf('$(search) Search'));
    expect((await search)?.filters).toEqual({ ...choice.filters, cuda_max_good: { gte: 12 } });
  });

  it('searches for what is typed, also when Enter comes before its rows are drawn', async () => {
    const { search, list, rowOf } = open();
    const before = rowOf('$(search) Search');
    list.type('4090');
    list.choose(before);
    expect((await search)?.filters).toEqual({ ...choice.filters, gpu_name: { eq: 'RTX 4090' } });
  });

  it('completes the word that is being typed, and adds it to the words before', () => {
    const { list, rowOf } = open();
    list.type('eu reli');
    expect(list.activeItems).toEqual([rowOf('>=99%')]);
    list.choose(rowOf('>=99%'));
    expect(list.value).toBe('eu >=99% ');
    expect(list.activeItems).toEqual([rowOf('$(search) Search')]);
  });

  it('says why a word is no filter only where nothing completes it', () => {
    const { list } = open();
    list.type('zzyzx');
    expect(list.items.map(({ label }) => label).join()).toContain('“zzyzx” isn’t a filter');
    list.type('24');
    expect(list.items.map(({ label }) => label).join()).not.toContain('isn’t a filter');
  });
});
