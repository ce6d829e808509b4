import { hour } from '../../clock';
import { omitUndefined } from '../omitUndefined';
import { hasSsh } from '../launch/form/state';
import type { LaunchDraft } from '../launch/launchDraft';
import { conditionsOf } from './scheduledStop';
import type { AgreedStop } from './stopSchema';
import type { StopWhen } from './stopSchema';

/**
 * What is scheduled for an instance, as a launch says it for each of its instances: hours and idle time are kept by the
 * instance itself, where it runs a script. A launch destroys nothing, and has no time of day. `isWhole`: nothing is left
 * out.
 */
export function limitsOfStop(
  stop: AgreedStop | undefined,
  runtype: LaunchDraft['runtype'],
): Pick<LaunchDraft, 'additions' | 'budget'> & { isWhole: boolean } {
  const conditions = stop ? conditionsOf(stop) : [];
  const kept = conditions.filter((when) => stop?.action === 'stop' && travels(when, hasSsh(runtype)));
  const additions: NonNullable<LaunchDraft['additions']> = {};
  let budget: number | undefined;
  for (const when of kept) {
    if (when.kind === 'at' && when.span !== undefined) additions.stopAfterHours = when.span / hour;
    if (when.kind === 'idle') additions.stopWhenIdleMinutes = when.minutes;
    if (when.kind === 'spent') budget = when.dollars;
  }
  return {
    isWhole: kept.length === conditions.length,
    ...(Object.keys(additions).length > 0 ? { additions } : {}),
    ...omitUndefined({ budget }),
  };
}

function travels(when: StopWhen, runsScript: boolean): boolean {
  switch (when.kind) {
    case 'spent':
      return true;
    case 'at':
      return runsScript && when.span !== undefined && when.span > 0;
    case 'idle':
      return runsScript && when.minutes > 0;
    case 'runs':
    case 'closed':
      return false;
  }
}
