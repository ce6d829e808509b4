import { describe, expect, it } from 'vitest';
import { rentLines, scriptWords, trafficLine } from '../../../../../src/domain/launch/form/rentLines';
import { stopAfterField } from '../../../../../src/domain/launch/form/script';
import { withAdditions } from '../../../../../src/domain/launch/launchDraft';
import { type FormState, termsOf, viewOf } from '../../../../../src/domain/launch/form/state';

const unknown = () => undefined;
const offer = { id: 1, disk_space: 100 };

const termsOfForm = (draft: FormState['draft']) => {
  const state: FormState = { draft: { runtype: 'ssh_direct', ...draft }, count: 1, typed: {} };
  return termsOf(viewOf({ offer, isBid: false }, state).resolved, state);
};

describe('what is told before something is rented', () => {
  it('has variables by their names, and ports', () => {
    const env = { HF_TOKEN: 'hf_1', MODE: 'fast', '-p 8000:80': '1', '-p 6006:6006': '1' };
    const lines = rentLines({ env }, unknown);
    expect(lines).toEqual(['Variables: HF_TOKEN, MODE', 'Port mappings: 8000:80, 6006:6006']);
  });

  it('has the first of many, and how many more there are', () => {
    const env = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`V${index}`, 'x']));
    expect(rentLines({ env }, unknown)).toEqual(['Variables: V0, V1, V2, V3, V4, V5, V6, V7, and 3 more']);
  });

  it.each([
    [
      { id: 3, name: 'data', size: 200, storage_total_cost: 0.1 },
      'data · 200 GB · /data · billed already, $0.10/h',
    ],
    [{ id: 3 }, '3 · /data · price unknown'],
    [undefined, '3 · /data · price unknown'],
  ])('has the linked volume %j', (volume, words) => {
    const volume_info = { create_new: false, volume_id: 3, mount_path: '/data' };
    expect(rentLines({ volume_info }, () => volume)).toEqual([`Linked volume: ${words}`]);
  });

  it('has when the instance stops itself', () => {
    const lines = rentLines(
      termsOfForm({ additions: { stopAfterHours: 3, stopWhenIdleMinutes: 30 } }),
      unknown,
    );
    // The startup commands that do so are no one else's.
    expect(lines).toEqual([
      'Stops itself 3 hours after each start.',
      'Stops itself when idle for 30 minutes.',
      'Its own key, which can do nothing else in your account, stops it. Its disk is still billed then.',
    ]);
    const others = termsOfForm({ additions: { stopAfterHours: 3, noAutoTmux: true } });
    expect(rentLines(others, unknown).at(-1)).toMatch(/^Startup commands: /);
  });

  it('has that its startup commands stop it, as those of an instance that was rented so', () => {
    const lines = 'true\n'.repeat(1000);
    const { onstart = '' } = withAdditions({ onstart: lines, additions: { stopAfterHours: 4 } }, '');
    // They were compressed.
    expect(onstart).not.toContain('sleep');
    const [said] = rentLines(termsOfForm({ onstart }), unknown);
    expect(said).toBe('Stops itself as its startup commands say.');
    expect(rentLines({ onstart }, unknown)[0]).toBe(said);
    const state: FormState = { draft: { runtype: 'ssh_direct', onstart }, count: 1, typed: {} };
    const view = viewOf({ offer, isBid: false }, state);
    expect(stopAfterField.value(view)).toBe('as its startup commands say');
    const other = viewOf({ offer, isBid: false }, { ...state, draft: { onstart: lines } });
    expect(stopAfterField.value(other)).toBe('never');
  });

  it('says the startup commands in words, with those that are added, and beginning with the person’s', () => {
    const terms = termsOfForm({ onstart: '# set up\npip install vllm\nserve\n', env: { MODE: 'fast' } });
    expect(terms.onstart?.split('\n')).toHaveLength(6);
    expect(rentLines(terms, unknown)).toEqual([
      'Variables: MODE',
      'Startup commands: 5 lines. The first: pip install vllm',
    ]);
  });

  it('has the commands of a program’s request as they are sent', () => {
    expect(rentLines({ onstart: 'echo $(nvidia-smi)' }, unknown)).toEqual([
      'Startup commands: 1 line. The first: echo $(nvidia-smi)',
    ]);
    expect(scriptWords(`#!/bin/sh\n${'x'.repeat(100)}`)).toBe(
      `Startup commands: 2 lines. The first: ${'x'.repeat(79)}…`,
    );
  });

  it('has nothing of what nobody set', () => expect(rentLines(termsOfForm({}), unknown)).toEqual([]));

  it.each([
    [{ inet_down_cost: 0.01, inet_up_cost: 0 }, 'Traffic: $0.01/GB down, free up'],
    [{ inet_up_cost: 0.00001 }, 'Traffic: price unknown down, <$0.0001/GB up'],
    [{ inet_down_cost: -1, inet_up_cost: Number.NaN }, 'Traffic: price unknown'],
  ])('has what traffic costs: %j', (costs, line) => expect(trafficLine({ id: 1, ...costs })).toBe(line));
});
