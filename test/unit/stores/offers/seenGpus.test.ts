import { expect, it } from 'vitest';
import type { Memento } from 'vscode';
import { gpuModels } from '../../../../src/domain/offers/gpuModels';
import { silent } from '../../../../src/log/log';
import { SeenGpus } from '../../../../src/stores/offers/seenGpus';

function storing(stored: unknown): { state: Memento; writes: unknown[] } {
  const writes: unknown[] = [];
  const state = {
    get: () => stored,
    update: async (_: string, value: unknown) => void writes.push(value),
  };
  return { state: state as unknown as Memento, writes };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `Quantum ${index}`);

it('takes in 300 names of what is stored, and no more of what a service invents', () => {
  const { state, writes } = storing(names(70_000));
  const gpus = new SeenGpus(state, silent);
  expect(gpus.names.all).toHaveLength(gpuModels.length + 300);
  gpus.add([{ id: 1, gpu_name: 'One More' }]);
  expect(writes).toEqual([]);
  expect(gpus.names.find('one more')).toEqual([]);
});

it('keeps 300 when one search finds more', () => {
  const { state, writes } = storing(undefined);
  new SeenGpus(state, silent).add(names(1000).map((gpu_name, id) => ({ id, gpu_name })));
  expect(writes).toEqual([names(300)]);
});

it.each([[7], ['Quantum 1'], [[1, 2]], [{ a: 'Quantum 1' }], [null]])('reads nothing from %j', (stored) => {
  expect(new SeenGpus(storing(stored).state, silent).names.all).toEqual([...new Set(gpuModels)]);
});
