import { describe, expect, it } from 'vitest';
import { limitHoursOf } from '../../../../src/domain/tasks/projectRun';

describe('the limit of a run', () => {
  const others = { task: undefined, setting: 4 };

  it.each([
    ['the setting, where nothing else is said', {}, 0.5, others, 4],
    ['the task file before the setting', {}, 0.5, { ...others, task: 9 }, 9],
    ['the first of hours and the task file', { hours: 1 }, 0.5, { ...others, task: 9 }, 1],
    ['that of the task file, where hours come later', { hours: 4 }, 0.5, { ...others, task: 1 }, 1],
    ['dollars in place of the setting', { dollars: 5 }, 0.5, others, 10],
    ['the first of dollars and hours', { dollars: 5, hours: 3 }, 0.5, others, 3],
    ['the first of dollars and the task file', { dollars: 5 }, 0.5, { ...others, task: 2 }, 2],
    ['the setting for what costs nothing', { dollars: 5 }, 0, others, 4],
    ['hours, where the price isn’t known', { hours: 3 }, undefined, others, 3],
  ])('is %s', (_what, limit, rate, rest, hours) => {
    expect(limitHoursOf(limit, rate, rest)).toBe(hours);
  });

  it('isn’t dropped where the price isn’t known', () => {
    expect(() => limitHoursOf({ dollars: 5, hours: 3 }, undefined, others)).toThrow(
      /limit in dollars can’t be kept/,
    );
  });
});
