import { expect, it } from 'vitest';
import { Listeners } from '../../../src/stores/listeners';

it('tells whoever listened before, in their order, until they are disposed', () => {
  const heard: string[] = [];
  const listeners = new Listeners<[news: string]>();
  const first = listeners.add((news) => heard.push(`first ${news}`));
  listeners.add((news) => heard.push(`second ${news}`));
  listeners.tell('one');
  first.dispose();
  listeners.tell('two');
  listeners.clear();
  listeners.tell('three');
  expect(heard).toEqual(['first one', 'second one', 'second two']);
});

it('tells nobody twice who listens anew when told, and nobody who was disposed meanwhile', () => {
  const heard: string[] = [];
  const listeners = new Listeners();
  const again = () => {
    heard.push('first');
    first.dispose();
    second.dispose();
    first = listeners.add(again);
  };
  let first = listeners.add(again);
  const second = listeners.add(() => heard.push('second'));
  listeners.tell();
  expect(heard).toEqual(['first']);
});
