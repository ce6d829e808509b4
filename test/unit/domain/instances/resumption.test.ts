import { describe, expect, it } from 'vitest';
import { resumedAt } from '../../../../src/domain/instances/resumption';

const at = 1_800_000_000_000;
const now = at / 1000;
const exited = { actual_status: 'exited', cur_state: 'running', intended_status: 'running' };

describe('an instance that has exited although it should run', () => {
  it.each([
    ['was not known', undefined],
    ['was stopped', { actual_status: 'exited', cur_state: 'stopped', intended_status: 'stopped' }],
    ['waited for its GPU', { actual_status: 'exited', cur_state: 'stopped', intended_status: 'running' }],
    ['was out of reach', { ...exited, actual_status: 'unknown' }],
    ['was rebooting', { ...exited, actual_status: 'rebooting' }],
  ])('may start again where it %s before', (_what, before) => {
    expect(resumedAt(exited, at, before)).toBe(now);
  });

  it.each(['running', 'loading', 'created'])('has crashed where it was %s before', (actual_status) => {
    expect(resumedAt(exited, at, { ...exited, actual_status })).toBeUndefined();
    expect(resumedAt(exited, at, { ...exited, resumed_at: undefined })).toBeUndefined();
  });

  it('gets five minutes', () => {
    const seen = (ago: number) => resumedAt(exited, at, { ...exited, resumed_at: now - ago });
    expect(seen(10)).toBe(now - 10);
    expect(seen(299)).toBe(now - 299);
    expect(seen(300)).toBeUndefined();
  });

  it('gets them anew once the clock was set back', () => {
    expect(resumedAt(exited, at, { ...exited, resumed_at: now + 3600 })).toBe(now);
  });
});

it.each([
  { ...exited, cur_state: 'stopped' },
  { ...exited, intended_status: 'stopped' },
  { actual_status: 'exited' },
  { ...exited, actual_status: 'running' },
])('nothing else starts again: %j', (instance) => {
  expect(resumedAt(instance, at, undefined)).toBeUndefined();
});
