import { describe, expect, it } from 'vitest';
import fc from '../../../support/fastCheck';
import {
  type WarningState,
  warningStateSchema,
  noWarnings,
} from '../../../../../src/domain/money/warnings/warningState';
import { withFindings, withMuted } from '../../../../../src/domain/money/warnings/warningChanges';
import { rules } from '../../../../../src/domain/money/warnings/rules';
import { omitUndefined } from '../../../../../src/domain/omitUndefined';
import type { Finding, Verdict } from '../../../../../src/domain/money/warnings/warning';
import { hour, minute, now, running } from './support';

const warn = { warn: { instance: running, since: 0 } };
const idle = (verdict: Verdict<'idleGpu'>): Finding => ({ kind: 'idleGpu', key: 'instance-7', verdict });
const price = (episode: string): Finding => ({
  kind: 'priceRise',
  key: 'instance-7',
  verdict: { warn: { instance: running, before: 1, price: 2 }, episode },
});
const bid = (verdict: Verdict<'lowBid'>): Finding => ({
  kind: 'lowBid',
  key: 'instance-7',
  verdict,
  ...omitUndefined({ notAgainFor: rules.lowBid.notAgainFor }),
});
const low: Verdict<'lowBid'> = { warn: { instance: running, bid: 1, lowest: 2 } };

/** How often something is said of one finding after the other, a minute apart. */
function told(findings: readonly Finding[], state: WarningState = noWarnings, step = minute): number[] {
  let known = state;
  return findings.map((finding, index) => {
    const { state: next, toShow } = withFindings(known, [finding], now + index * step);
    known = next;
    return toShow.length;
  });
}

describe('what is warned about', () => {
  it('is said once, and again only after it was over', () => {
    expect(told([idle(warn), idle(warn), idle('over'), idle('over'), idle(warn)])).toEqual([1, 0, 0, 0, 1]);
  });

  it('is said again for another reason', () => {
    expect(told([price('40'), price('40'), price('50'), price('50')])).toEqual([1, 0, 1, 0]);
  });

  it('is not said again soon where it may come and go by itself', () => {
    expect(told([bid(low), bid('over'), bid(low), bid('over')])).toEqual([1, 0, 0, 0]);
    expect(told([bid(low), bid('over'), bid(low)], noWarnings, 4 * hour)).toEqual([1, 0, 1]);
  });

  it('is not said where the person wants no more of it', () => {
    const muted = withMuted(noWarnings, 'idleGpu', 'instance-7');
    expect(told([idle(warn), idle('over'), idle(warn)], muted)).toEqual([0, 0, 0]);
    expect(withMuted(muted, 'idleGpu', 'instance-7')).toBe(muted);
    const other: Finding = { kind: 'idleGpu', key: 'instance-8', verdict: warn };
    expect(withFindings(muted, [other], now).toShow).toEqual([other]);
  });

  it('leaves the same state where nothing is to be remembered', () => {
    const { state } = withFindings(noWarnings, [idle(warn)], now);
    expect(withFindings(state, [idle(warn)], now + hour).state).toBe(state);
    expect(withFindings(noWarnings, [idle('over'), idle({ dueAt: 5 })], now).state).toBe(noWarnings);
  });

  it('is remembered from when it began until it is over', () => {
    const unused = (verdict: Verdict<'unusedVolume'>): Finding => ({
      kind: 'unusedVolume',
      key: 'volume-3',
      verdict,
    });
    const { state } = withFindings(noWarnings, [unused('begun')], now + 0.25);
    expect(state.begun).toEqual({ 'unusedVolume volume-3': now });
    expect(withFindings(state, [unused('over')], now).state.begun).toEqual({});
  });

  it('is remembered of the last 500', () => {
    const many = Array.from({ length: 600 }, (_, index): Finding => ({
      kind: 'idleGpu',
      key: `instance-${index}`,
      verdict: warn,
    }));
    const { state } = withFindings(noWarnings, many, now);
    expect(Object.keys(state.told)).toHaveLength(500);
  });

  it('is said once an episode, whatever comes, and what is remembered can be read back', () => {
    const verdicts = fc.constantFrom<Verdict<'idleGpu'>>('over', warn, { dueAt: 1 }, 'begun');
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 20 }), (all) => {
        let known: WarningState = noWarnings;
        let isOpen = false;
        for (const [index, verdict] of all.entries()) {
          const { state, toShow } = withFindings(known, [idle(verdict)], now + index * minute);
          const isWarning = typeof verdict === 'object' && 'warn' in verdict;
          expect(toShow.length).toBe(isWarning && !isOpen ? 1 : 0);
          if (verdict === 'over') isOpen = false;
          if (isWarning) isOpen = true;
          known = state;
          expect(warningStateSchema.parse(JSON.parse(JSON.stringify(known)))).toEqual(known);
        }
      }),
    );
  });
});
