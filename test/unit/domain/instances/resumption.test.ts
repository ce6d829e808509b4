import { describe, expect, it } from 'vitest';
import { resumesUntil } from '../../../../src/domain/instances/resumption';

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
    expect(resumesUntil(exited, at, before)).toBe(now + 300);
  });

  it('gets two minutes where it was running before: it may have been restarted elsewhere', () => {
    const first = resumesUntil(exited, at, { ...exited, actual_status: 'running' });
    expect(first).toBe(now + 120);
    const later = (seconds: number) =>
      resumesUntil(exited, at + seconds * 1000, { ...exited, resumes_until: first });
    expect(later(119)).toBe(first);
    expect(later(120)).toBeUndefined();
  });

  it.each(['CUDA error: no kernel image is available', 'Exited (137) 2 seconds ago'])(
    'has crashed where it was running and now tells %s',
    (status_msg) => {
      const before = { ...exited, actual_status: 'running' };
      expect(
        resumesUntil({ ...exited, status_msg }, at, { ...before, status_msg: 'success' }),
      ).toBeUndefined();
      // Words that were there while it ran say nothing new.
      expect(resumesUntil({ ...exited, status_msg }, at, { ...before, status_msg })).toBe(now + 120);
    },
  );

  it.each(['loading', 'created'])('has crashed where it was %s before', (actual_status) => {
    expect(resumesUntil(exited, at, { ...exited, actual_status })).toBeUndefined();
    expect(resumesUntil(exited, at, { ...exited, resumes_until: undefined })).toBeUndefined();
  });

  it('gets them only once', () => {
    const seen = (left: number) => resumesUntil(exited, at, { ...exited, resumes_until: now + left });
    expect(seen(290)).toBe(now + 290);
    expect(seen(1)).toBe(now + 1);
    expect(seen(0)).toBeUndefined();
  });

  it('gets no more than five minutes once the clock was set back', () => {
    expect(resumesUntil(exited, at, { ...exited, resumes_until: now + 3600 })).toBe(now + 300);
  });
});

it.each([
  { ...exited, cur_state: 'stopped' },
  { ...exited, intended_status: 'stopped' },
  { actual_status: 'exited' },
  { ...exited, actual_status: 'running' },
])('nothing else starts again: %j', (instance) => {
  expect(resumesUntil(instance, at, undefined)).toBeUndefined();
});
