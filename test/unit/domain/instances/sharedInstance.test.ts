import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import {
  sharedFields,
  type SharedInstance,
  sharedInstanceSchema,
  sharedPart,
} from '../../../../src/domain/instances/sharedInstance';

const whole: Instance = {
  id: 7,
  actual_status: 'running',
  label: 'trainer',
  gpu_util: 93,
  uptime_mins: 3,
  jupyter_token: 'token-of-jupyter',
  onstart: 'export TOKEN=1',
  extra_env: [['TOKEN', '1']],
};

describe('the shared part of an instance', () => {
  it('has the shared fields that are known, and no other', () => {
    expect(sharedPart(whole)).toEqual({ id: 7, actual_status: 'running', label: 'trainer' });
  });

  it('keeps since when it runs, in the same place as what is read from a file', () => {
    const shared = sharedPart({ ...sharedPart(whole), running_since: 1_800_000_000, unreadable: true });
    expect(shared.running_since).toBe(1_800_000_000);
    expect(JSON.stringify(sharedInstanceSchema.parse(shared))).toBe(JSON.stringify(shared));
  });

  it('keeps that its row cannot be read', () => {
    expect(sharedPart({ id: -1, unreadable: true })).toEqual({ id: -1, unreadable: true });
  });

  it('is read from a file without any other field', () => {
    expect(sharedInstanceSchema.parse(whole)).toEqual(sharedPart(whole));
    expect(Object.keys(sharedInstanceSchema.shape).sort()).toEqual(
      [...sharedFields, 'running_since', 'resumes_until', 'missing', 'unreadable'].sort(),
    );
  });

  it('does not compile where a field is read that it lacks, or the whole instance is asked for', () => {
    const shared: SharedInstance = sharedPart(whole);
    // @ts-expect-error The field is not among those that are shared.
    expect(shared.gpu_util).toBeUndefined();
    // @ts-expect-error It would promise fields that are not there.
    const promised: Instance = shared;
    expect(promised.uptime_mins).toBeUndefined();
  });
});
