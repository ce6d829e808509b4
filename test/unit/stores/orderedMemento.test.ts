import { expect, it } from 'vitest';
import { OrderedMemento } from '../../../src/stores/orderedMemento';

/** Like VS Code's: one object is sent a turn later, and what was sent comes back as the new one. */
class EchoingMemento {
  stored: Record<string, unknown> = {};
  #value: Record<string, unknown> = {};

  keys = () => Object.keys(this.#value);
  get = <T>(key: string, usual?: T) => (this.#value[key] ?? usual) as T;
  update = async (key: string, value: unknown) => {
    this.#value[key] = value;
    await turn();
    const sent = { ...this.#value };
    await turn();
    this.stored = sent;
    this.#value = sent;
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('loses no change that is made while an earlier one is on its way', async () => {
  const lossy = new EchoingMemento();
  const first = lossy.update('search', 1);
  await turn();
  await Promise.all([first, lossy.update('layout', 2)]);
  // What VS Code does by itself.
  expect(lossy.stored).toEqual({ search: 1 });

  const memento = new EchoingMemento();
  const ordered = new OrderedMemento(memento);
  const one = ordered.update('search', 1);
  await turn();
  const two = ordered.update('layout', 2);
  const three = ordered.update('layout', { ...ordered.get<object>('layout'), more: 3 });
  expect([ordered.get('search'), ordered.get('layout'), ordered.keys()]).toEqual([
    1,
    { more: 3 },
    ['search', 'layout'],
  ]);
  await Promise.all([one, two, three]);
  expect(memento.stored).toEqual({ search: 1, layout: { more: 3 } });
});

it('goes on after a change that could not be stored, and reads what is stored then', async () => {
  const memento = new EchoingMemento();
  const { update } = memento;
  memento.update = () => Promise.reject(new Error('full'));
  const ordered = new OrderedMemento(memento);
  await expect(ordered.update('a', 1)).rejects.toThrow('full');
  memento.update = update;
  await ordered.update('b', 2);
  expect([ordered.get('a', 'usual'), memento.stored]).toEqual(['usual', { b: 2 }]);
  await ordered.update('b', undefined);
  expect(ordered.keys()).toEqual([]);
});
