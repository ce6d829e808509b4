import { expect, it } from 'vitest';
import { UnderWay } from '../../../../src/stores/instances/underWay';

it('says of each instance what was asked for, until it ends or a minute is over', () => {
  let time = 0;
  const drawn: number[] = [];
  const clock = { now: () => time, monotonic: () => time, after: () => () => undefined };
  const underWay = new UnderWay(clock, (id) => drawn.push(id));
  underWay.begin([1, 2], 'destroying');
  expect([1, 2, 3].map((id) => underWay.of(id))).toEqual(['destroying', 'destroying', undefined]);
  underWay.end(1);
  underWay.end(1);
  expect(underWay.of(1)).toBeUndefined();
  expect(drawn).toEqual([1, 2, 1]);
  time = 60_001;
  expect(underWay.of(2)).toBeUndefined();
});
