import { expect, it } from 'vitest';
import { limitsOfStop } from '../../../../src/domain/stops/limitsOfStop';
import type { StopWhen } from '../../../../src/domain/stops/stopSchema';

const hour = 3_600_000;
const limits = (
  conditions: readonly [StopWhen, ...StopWhen[]],
  runtype: 'ssh_direct' | 'args' = 'ssh_direct',
) => {
  const [when, ...others] = conditions;
  return limitsOfStop({ action: 'stop', when, others }, runtype);
};

it('has nothing to limit where nothing is scheduled', () => {
  expect(limitsOfStop(undefined, 'ssh_direct')).toEqual({ isWhole: true });
});

it('keeps hours and idle time for the instance itself, and dollars as its budget', () => {
  const conditions = [
    { kind: 'at', at: 9, span: 2 * hour },
    { kind: 'idle', minutes: 30 },
    { kind: 'spent', dollars: 5, rate: 1 },
  ] as const;
  expect(limits(conditions)).toEqual({
    isWhole: true,
    additions: { stopAfterHours: 2, stopWhenIdleMinutes: 30 },
    budget: 5,
  });
});

it('says that a time of day, runs and windows don’t belong to a launch', () => {
  expect(limits([{ kind: 'at', at: 9 }])).toEqual({ isWhole: false });
  expect(limits([{ kind: 'runs' }, { kind: 'spent', dollars: 5 }])).toEqual({ isWhole: false, budget: 5 });
  expect(limits([{ kind: 'closed' }])).toEqual({ isWhole: false });
});

it('promises no stop of an image that runs no script', () => {
  expect(limits([{ kind: 'idle', minutes: 30 }], 'args')).toEqual({ isWhole: false });
});

it('never makes a launch destroy anything', () => {
  const stop = { action: 'destroy', when: { kind: 'spent', dollars: 5 } } as const;
  expect(limitsOfStop(stop, 'ssh_direct')).toEqual({ isWhole: false });
});
