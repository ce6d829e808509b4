import { describe, expect, it, vi } from 'vitest';
import type { KnownStop } from '../../../../src/domain/stops/scheduledStop';
import type { ScheduledStop, StopWhen } from '../../../../src/domain/stops/stopSchema';
import { detailNodes } from '../../../../src/views/instances/instanceDetails';
import { detailItem } from '../../../../src/views/detailNode';
import { stopDetail, stopRow } from '../../../../src/views/stops/stopTexts';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const now = new Date(2026, 10, 27, 12).getTime();
const inMinutes = (count: number): number => now + count * 60_000;
const known = (when: StopWhen, due?: number, more: Partial<ScheduledStop> = {}): KnownStop => ({
  stop: { token: 't', action: 'stop', createdAt: now, when, ...more },
  due,
});

describe('the row of what is scheduled', () => {
  it.each<[StopWhen, number | undefined, RegExp]>([
    [{ kind: 'at', at: inMinutes(70) }, inMinutes(70), /^at 1:10\sPM today · stops in 1 h 10 min$/],
    [{ kind: 'idle', minutes: 30 }, undefined, /^idle for 30 min · then it stops$/],
    [{ kind: 'idle', minutes: 30 }, inMinutes(12), /^idle for 30 min · stops in 12 min$/],
    [{ kind: 'spent', dollars: 2.5 }, inMinutes(90), /^\$2\.50 spent · stops in 1 h 30 min$/],
    [{ kind: 'runs' }, undefined, /^runs ended · then it stops$/],
    [{ kind: 'closed' }, undefined, /^windows closed · then it stops$/],
    [{ kind: 'closed' }, inMinutes(5), /^windows closed · stops in 5 min$/],
  ])('has the reason first, in few words: %o', (when, due, row) => {
    expect(stopRow(known(when, due), now)).toMatch(row);
  });

  it('says what is destroyed, all of several reasons, and first of all that it failed', () => {
    const closed: StopWhen = { kind: 'closed' };
    expect(stopRow(known(closed, undefined, { action: 'destroy' }), now)).toBe(
      'windows closed · then it is destroyed',
    );
    const others: StopWhen[] = [{ kind: 'idle', minutes: 30 }];
    expect(stopRow(known(closed, undefined, { others }), now)).toMatch(
      /^windows closed or idle for 30 min · /,
    );
    expect(stopRow(known(closed, now, { failures: 1, failedAt: now }), now)).toBe(
      'couldn’t be stopped yet · windows closed',
    );
  });

  it('says where the instance stops itself, also without VS Code', () => {
    const at: StopWhen = { kind: 'at', at: inMinutes(70) };
    const told = { ...known(at, inMinutes(70)), isOnMachine: true };
    expect(stopRow(told, now)).toMatch(/ · stops itself in 1 h 10 min$/);
    const destroyed = { ...known(at, inMinutes(70), { action: 'destroy' }), isOnMachine: true };
    expect(stopRow(destroyed, now)).toMatch(/ · destroyed in 1 h 10 min$/);
    const several = { ...known(at, inMinutes(70), { others: [{ kind: 'closed' }] }), isOnMachine: true };
    expect(stopRow(several, now)).toMatch(/ · stops in 1 h 10 min$/);
  });

  it('has a reason that a side bar of 300 pixels has room for', () => {
    const reasons: StopWhen[] = [
      { kind: 'idle', minutes: 120 },
      { kind: 'spent', dollars: 125.5 },
      { kind: 'runs' },
      { kind: 'closed' },
    ];
    for (const when of reasons) expect(stopRow(known(when), now).split(' · ')[0]?.length).toBeLessThan(20);
  });

  it('has the whole in its tooltip, for a screen reader, and for who copies it', () => {
    const stop = known({ kind: 'closed' }, inMinutes(5));
    const node = detailNodes({ id: 7 }, { now, viaProxy: false, stop }).find(
      ({ label }) => label === 'Scheduled',
    );
    expect(node?.value).toBe('windows closed · stops in 5 min');
    const whole = stopDetail(stop, now);
    expect(whole).toContain('5 min after the last window with a folder on it closes');
    expect(node?.copied).toBe(whole);
    const item = detailItem(node!, 'a');
    expect(item.description).toBe(node?.value);
    expect(item.tooltip).toBe(`Scheduled: ${whole}`);
    expect(item.accessibilityInformation?.label).toBe(item.tooltip);
  });
});
