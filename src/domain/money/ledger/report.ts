import type { Bill } from './bill';
import { daysIn, type Period, spanOfPeriod, startOfDay, startOfMonth } from './calendar';
import { entryOf, kindOf, type Ledger, seenSince } from './ledger';
import { addSums, noSum, older, Reckoning, type Sum } from './reckoning';
import type { BilledState } from './sightings';
import { isEstimate } from './spending';
import type { Reason } from './stretches';
import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';

/** What an instance or a volume, or what ended long ago, has cost. */
export interface ReportRow {
  /** Such as `instance-7`. */
  source: string;
  /** Undefined where only the bill knows of it, or where it ended long ago. */
  state: BilledState | undefined;
  /** When it was destroyed or deleted, at the latest, and when it was last seen before. Milliseconds since the epoch. */
  ended?: number | undefined;
  lastSeen?: number | undefined;
  today: Sum;
  period: Sum;
  total: Sum;
  /** Why part of these sums is an estimate. */
  why: Reason[];
}

/** What a day of the person's time zone has cost. */
export interface ReportDay {
  /** `YYYY-MM-DD` */
  day: string;
  sum: Sum;
  /** Of each row that cost something. */
  parts: { source: string; sum: Sum }[];
}

/** What an account has spent. */
export interface Report {
  today: Sum;
  month: Sum;
  period: Sum;
  /** Of what cost something in the period, or is still there; the dearest first. */
  rows: ReportRow[];
  /** Of the period, the earliest first. */
  days: ReportDay[];
  /** Since when something was noted, in milliseconds since the epoch; undefined where nothing is. */
  since: number | undefined;
  /** Why there are charges that aren't used. */
  refused: Reckoning['refused'];
}

/** @param now milliseconds since the epoch */
export function reportOf(ledger: Ledger, bill: Bill | undefined, period: Period, now: number): Report {
  const reckoning = new Reckoning(ledger, bill, now);
  const span = spanOfPeriod(period, now);
  const today = { from: startOfDay(now), to: now };
  const rows = reckoning.sources
    .map((source) => rowOf(ledger, reckoning, source, { today, period: span, total: { from: 0, to: now } }))
    .filter(({ period: { units, isLeast }, state }) => units !== 0 || isLeast || isThere(state))
    .sort((a, b) => b.period.units - a.period.units || b.total.units - a.total.units);
  const days = daysIn(span).map(({ day, span: own }) => {
    const parts = reckoning.sources
      .map((source) => ({ source, sum: reckoning.of(source, own) }))
      .filter(({ sum }) => isSomething(sum));
    const sum = parts.reduce((all, part) => addSums(all, part.sum), noSum);
    // Of the days before the record began anew, the panel says that they lack what ended.
    const isCut = reckoning.lacksSome(own) && !(own.to <= (ledger.rebuilt ?? -Infinity));
    return { day, sum: isCut ? { ...sum, isLeast: true } : sum, parts };
  });
  return {
    today: reckoning.inAll(today),
    month: reckoning.inAll({ from: startOfMonth(now), to: now }),
    period: reckoning.inAll(span),
    rows,
    days,
    since: seenSince(ledger, now),
    refused: reckoning.refused,
  };
}

const isThere = (state: BilledState | undefined): boolean => state !== undefined && state !== 'gone';

/** Less than nothing may be a refund. */
const isSomething = ({ units, isLeast }: Sum): boolean => units !== 0 || isLeast;

function rowOf(
  ledger: Ledger,
  reckoning: Reckoning,
  source: string,
  spans: Record<'today' | 'period' | 'total', { from: number; to: number }>,
): ReportRow {
  const entry = source === older ? undefined : entryOf(ledger, source);
  const last = entry?.sightings.at(-1);
  const total = reckoning.of(source, spans.total);
  return {
    source,
    state: last?.state,
    ended: last?.state === 'gone' ? last.from : undefined,
    lastSeen: last?.state === 'gone' ? entry?.sightings.at(-2)?.to : undefined,
    today: reckoning.of(source, spans.today),
    period: reckoning.of(source, spans.period),
    total,
    why: isEstimate(total) ? reckoning.why(source, spans.total) : [],
  };
}

/** What a person calls an instance, a volume, or what only a bill knows; plain, also after it is gone. */
export function nameOfSource(ledger: Ledger, source: string): string {
  if (source === older) return l10n.t('Ended long ago');
  const entry = entryOf(ledger, source);
  const [, id = ''] = /^(?:instance|volume)-(\d+)$/.exec(source) ?? [];
  const title = plainText(entry?.title ?? '', 60);
  if (id === '') return title || plainText(source, 60) || l10n.t('Unnamed');
  if (kindOf(source) === 'volume')
    return title === '' || title === id ? l10n.t('Volume {0}', id) : l10n.t('{0} (volume {1})', title, id);
  return title === '' ? l10n.t('Instance {0}', id) : `${title} (${id})`;
}
