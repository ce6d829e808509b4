import { expect, it } from 'vitest';
import { agreedThen } from '../../../../src/domain/runs/agreedThen';

const run = {
  ...({ id: 'a', instanceId: 7, then: 'destroy', createdAt: 10, phase: 'ended', endedAt: 100 } as const),
  recreatedAt: undefined,
};
const later = { ...run, id: 'b', createdAt: 20, endedAt: 200 };

it.each([
  ['no other run', [], 'destroy'],
  ['a later one that keeps it', [{ ...later, then: 'keep' }], 'keep'],
  ['a later one that stops it', [{ ...later, then: 'stop' }], 'stop'],
  ['a later one that goes on', [{ ...later, then: 'keep', phase: 'running', endedAt: undefined }], 'keep'],
  ['a later one that ended sooner', [{ ...later, then: 'keep', endedAt: 50 }], 'destroy'],
  ['a later one that ended nobody knows when', [{ ...later, then: 'keep', endedAt: undefined }], 'keep'],
  ['an earlier one', [{ ...later, then: 'keep', createdAt: 5 }], 'destroy'],
  ['one on another instance', [{ ...later, then: 'keep', instanceId: 8 }], 'destroy'],
  ['a later one that is lost', [{ ...later, then: 'keep', phase: 'lost' }], 'destroy'],
  [
    'a later one of a machine before it was recreated',
    [{ ...later, then: 'keep', recreatedAt: 150 }],
    'destroy',
  ],
  [
    'two later ones',
    [
      { ...later, then: 'stop' },
      { ...later, id: 'c', then: 'keep' },
    ],
    'keep',
  ],
] as const)('what becomes of an instance with %s', (_, others, then) => {
  expect(agreedThen(run, [run, ...others])).toBe(then);
});
