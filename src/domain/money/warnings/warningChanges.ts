import { longest, type WarningState, nameOf } from './warningState';
import type { Finding, WarningKind } from './warning';

/**
 * Takes note of what rules found. `toShow` has the warnings that are to be shown now: each once, until it was over in
 * between. The same state if nothing is to be remembered.
 */
export function withFindings(
  state: WarningState,
  findings: readonly Finding[],
  now: number,
): { state: WarningState; toShow: readonly Finding[] } {
  const at = Math.round(now);
  const told = new Map(Object.entries(state.told));
  const begun = new Map(Object.entries(state.begun));
  const toShow: Finding[] = [];
  let isChanged = false;
  for (const finding of findings) {
    const { kind, key, verdict, notAgainFor = 0 } = finding;
    const name = nameOf(kind, key);
    const before = told.get(name);
    if (verdict === 'over') {
      if (before && !before.over) told.set(name, { ...before, over: true });
      isChanged = begun.delete(name) || (before !== undefined && !before.over) || isChanged;
    } else if (verdict === 'begun') {
      begun.set(name, at);
      isChanged = true;
    } else if ('warn' in verdict && !state.muted.includes(name)) {
      const { episode } = verdict;
      const isNew = !before || before.over === true || before.episode !== episode;
      const isSoon = before !== undefined && Math.abs(now - before.at) < notAgainFor;
      if (!isNew || isSoon) continue;
      told.set(name, episode === undefined ? { at } : { at, episode });
      toShow.push(finding);
      isChanged = true;
    }
  }
  if (!isChanged) return { state, toShow };
  return {
    state: { ...state, told: latest(told, ({ at }) => at), begun: latest(begun, (at) => at) },
    toShow,
  };
}

/** Turns these warnings off. Returns the same state if they are off already. */
export function withMuted(state: WarningState, kind: WarningKind, key: string): WarningState {
  const name = nameOf(kind, key);
  if (state.muted.includes(name)) return state;
  return { ...state, muted: [...state.muted, name].slice(-longest) };
}

/** Turns them on again. */
export const withoutMuted = (state: WarningState, kind: WarningKind, key: string): WarningState => ({
  ...state,
  muted: state.muted.filter((name) => name !== nameOf(kind, key)),
});

/** A rise to this price is no news. @param price undefined takes it back */
export function withAgreed(state: WarningState, key: string, price: number | undefined): WarningState {
  const others = Object.entries(state.agreed).filter(([one]) => one !== key);
  const all = price === undefined ? others : [...others, [key, price] as const];
  return { ...state, agreed: Object.fromEntries(all.slice(-longest)) };
}

/** Claims to say something once within a time. Returns the same state if it was said, or if the clock was set back. */
export function withClaim(state: WarningState, name: string, now: number, within: number): WarningState {
  const before = state.told[name];
  if (before && now - before.at < within) return state;
  return { ...state, told: { ...state.told, [name]: { at: Math.round(now) } } };
}

function latest<T>(all: ReadonlyMap<string, T>, timeOf: (value: T) => number): Record<string, T> {
  if (all.size <= longest) return Object.fromEntries(all);
  const sorted = [...all].sort(([, a], [, b]) => timeOf(b) - timeOf(a));
  return Object.fromEntries(sorted.slice(0, longest));
}
