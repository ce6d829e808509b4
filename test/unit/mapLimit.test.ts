import { expect, it } from 'vitest';
import { mapLimit } from '../../src/mapLimit';

it('does no more than so much at a time, and keeps the order of the results', async () => {
  let [now, most] = [0, 0];
  const results = await mapLimit([5, 1, 4, 2, 3], 2, async (one) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, one));
    now--;
    return one * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
  expect(await mapLimit([], 2, () => Promise.resolve(1))).toEqual([]);
});

it('begins nothing more once one has failed', async () => {
  const begun: number[] = [];
  const work = async (one: number) => {
    begun.push(one);
    await Promise.resolve();
    if (one === 2) throw new Error('No.');
  };
  await expect(mapLimit([1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('No.');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(begun).not.toContain(5);
});
