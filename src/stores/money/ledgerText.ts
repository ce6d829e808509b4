import * as z from 'zod/mini';
import { isObject, parsedJson } from '../../api/schemas/fields';
import { omitUndefined } from '../../domain/omitUndefined';
import { type Entry, type Ledger, sightingsOfPart } from '../../domain/money/ledger/ledger';
import { billedStates } from '../../domain/money/ledger/sightings';

const units = z.optional(z.int());
const sightingSchema = z.object({
  from: z.int(),
  to: z.int(),
  state: z.enum(billedStates),
  running: units,
  stopped: units,
  since: z.optional(z.int()),
});
const entrySchema = z.object({
  title: z.string(),
  created: z.optional(z.int()),
  ends: z.optional(z.int()),
  isBid: z.optional(z.boolean()),
  sightings: z.array(sightingSchema).check(z.minLength(1)),
});
const isThreeNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
const ledgerSchema = z.object({
  version: z.literal(1),
  entries: z.record(z.string(), z.unknown()),
  days: z.record(z.string(), z.custom<[number, number, number]>(isThreeNumbers)),
  folded: z.array(z.string()),
  rebuilt: z.optional(z.int()),
});

const opening = '{"version":1,"entries":{';
/** Characters that are parsed in one piece, at least, which takes a millisecond or two. */
const charactersOfPart = 256 * 1024;

/** A ledger as JSON with one entry to a line, so that it can be parsed in parts. Yields after each part of the work. */
export function* ledgerText({ entries, days, folded, rebuilt }: Ledger): Generator<undefined, string> {
  const lines: string[] = [];
  let size = 0;
  for (const [key, entry] of Object.entries(entries)) {
    lines.push(`${JSON.stringify(key)}:${JSON.stringify(entry)}`);
    size += entry.sightings.length;
    if (size < sightingsOfPart) continue;
    size = 0;
    yield;
  }
  const others = JSON.stringify({ days, folded, rebuilt });
  return `${opening}\n${lines.join(',\n')}\n},${others.slice(1)}`;
}

/** What a file says; undefined if it is damaged. Yields after each part of the work. */
export function* ledgerIn(content: Buffer): Generator<undefined, Ledger | undefined> {
  const text = content.toString();
  const said = ledgerSchema.safeParse((yield* parsingLines(text)) ?? parsedJson(text)).data;
  if (!said) return undefined;
  const { days, folded: names, rebuilt } = said;
  const entries: Record<string, Entry> = {};
  let size = 0;
  for (const [key, value] of Object.entries(said.entries)) {
    const entry = entrySchema.safeParse(value).data;
    if (!entry) return undefined;
    entries[key] = entry;
    size += entry.sightings.length;
    if (size < sightingsOfPart) continue;
    size = 0;
    yield;
  }
  return { entries, days, folded: names, ...omitUndefined({ rebuilt }) };
}

/** What `ledgerText` made, part by part; undefined for any other text. */
function* parsingLines(text: string): Generator<undefined, object | undefined> {
  const end = text.lastIndexOf('\n},"days":');
  if (!text.startsWith(`${opening}\n`) || end === -1) return undefined;
  const others = parsedJson(opening + text.slice(end));
  // Of two that have the same name, the last one counts.
  if (!isObject(others) || text.includes('"entries"', end)) return undefined;
  const entries: object = {};
  for (let from = opening.length + 1; from < end;) {
    const next = text.indexOf(',\n', from + charactersOfPart);
    const to = next === -1 || next > end ? end : next;
    const part = parsedJson(`{${text.slice(from, to)}}`);
    if (!isObject(part)) return undefined;
    Object.assign(entries, part);
    from = to + 2;
    yield;
  }
  return { ...others, entries };
}
