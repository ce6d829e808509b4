import { expect, it } from 'vitest';
import { play } from '../fuzz/play';
import { readers } from '../fuzz/readers';

it('reads or refuses whatever comes from outside', () => {
  const { counts, findings } = play(4000);
  expect(findings).toEqual([]);
  for (const [reader, { read, refused }] of Object.entries(counts))
    // What the service refuses is never read, whatever is broken in the answer.
    expect(reader === 'answer: a failure' ? refused : read, reader).toBeGreaterThan(0);
});

it('finds a reader that fails in another way, and the input that does it', () => {
  const broken = {
    ...readers['docker flags']!,
    trials: readers['docker flags']!.trials.map(({ input }) => ({
      input,
      read: () => {
        if (String(input).includes('-p')) throw new TypeError('of undefined');
      },
    })),
  };
  const { findings } = play(100, undefined, { broken });
  expect(findings).toMatchObject([{ reader: 'broken', error: { message: 'of undefined' } }]);
  expect(findings[0]!.input).toContain('-p');
});
