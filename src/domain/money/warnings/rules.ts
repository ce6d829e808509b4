import { day, hour } from '../../../clock';
import type { Volume } from '../../../api/schemas/volume';
import { omitUndefined } from '../../omitUndefined';
import { toDollars } from '../units';
import { creditLasts } from '../credit';
import { spentBy } from '../ledger/ledger';
import { volumeKey } from '../ledger/rows';
import { lifecycleOf } from '../../instances/lifecycle';
import type { SharedInstance } from '../../instances/sharedInstance';
import { instanceRules } from './instanceRules';
import {
  type Finding,
  type Rule,
  type Situation,
  type Verdict,
  type WarningKind,
  type WarningLimits,
} from './warning';

/** No instance has used it for a long time, and it is still billed. */
const unusedVolume: Rule<'unusedVolume'> = (situation, limits) => {
  const { unusedVolumeDays: days, unusedVolumeCost: dollars } = limits;
  if (days <= 0 && dollars <= 0) return [];
  return (situation.volumes ?? []).flatMap((volume) => {
    if (volume.id < 0 || volume.unreadable) return [];
    const key = volumeKey(volume.id);
    const verdict = ofVolume(volume, key, situation, limits);
    return verdict === undefined ? [] : [{ kind: 'unusedVolume', key, verdict }];
  });
};

function ofVolume(
  volume: Volume,
  key: string,
  situation: Situation,
  { unusedVolumeDays: days, unusedVolumeCost: dollars }: WarningLimits,
): Verdict<'unusedVolume'> | undefined {
  const isUsed = isAttached(volume, situation.instances);
  if (isUsed !== false) return isUsed ? 'over' : undefined;
  const begun = situation.begunAt('unusedVolume', key);
  if (begun === undefined || begun > situation.now) return 'begun';
  // A time from before it was created comes from a clock that was wrong.
  const created = situation.ledger.entries[key]?.created ?? (volume.start_date ?? NaN) * 1000;
  const since = created > begun ? created : begun;
  const { least } = spentBy(situation.ledger, key, { from: since, to: situation.now }, situation.now);
  const cost = toDollars(least);
  const isLong = days > 0 && situation.now - since >= days * day;
  return isLong || (dollars > 0 && cost >= dollars) ? { warn: { volume, since, cost } } : undefined;
}

/** Undefined if neither list says. */
function isAttached(
  { id, instances: told }: Volume,
  instances: readonly SharedInstance[] | undefined,
): boolean | undefined {
  const infos = instances?.map(({ volume_info: volumes }) => volumes);
  if (infos?.some((volumes) => volumes?.some(({ volume_id: one }) => one === id))) return true;
  if (told !== undefined) return told.length > 0;
  return !infos || infos.includes(undefined) ? undefined : false;
}

/** The credit must last this many times the limit before the warning may come again. */
const enough = 1.25;

/**
 * The credit ends soon, and what runs is then stopped. Who has none and yet is billed pays in another way, of which nothing
 * is known.
 */
const lowCredit: Rule<'lowCredit'> = (situation, { lowCreditHours: limit }) => {
  const { left, rate } = situation.credit ?? {};
  const { instances } = situation;
  if (limit <= 0 || !instances || left === undefined || rate === undefined) return [];
  if (left <= 0 || !Number.isFinite(left + rate.dollars)) return [];
  // At most for so long where a price isn't known, at least where what may run counts as if it ran.
  const hours = creditLasts(left, rate.dollars);
  const said = (verdict: Verdict<'lowCredit'>): Finding<'lowCredit'>[] => [
    { kind: 'lowCredit', key: 'account', verdict },
  ];
  if (hours === undefined || hours >= limit * enough) return rate.isLeast ? [] : said('over');
  if (hours >= limit || rate.isMost) return [];
  const running = instances.filter((instance) => lifecycleOf(instance).can.stop).length;
  return said({ warn: { credit: left, hours, rate, running } });
};

/** One row for each kind of warning. `notAgainFor`: see `Finding`. */
export const rules: { readonly [K in WarningKind]: { find: Rule<K>; notAgainFor?: number } } = {
  ...instanceRules,
  unusedVolume: { find: unusedVolume },
  lowCredit: { find: lowCredit, notAgainFor: 6 * hour },
};

export const findingsOf = (situation: Situation, limits: WarningLimits): readonly Finding[] =>
  Object.values(rules).flatMap(({ find, notAgainFor }): readonly Finding[] =>
    find(situation, limits).map((finding) => ({ ...finding, ...omitUndefined({ notAgainFor }) })),
  );
