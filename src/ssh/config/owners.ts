import * as z from 'zod/mini';
import { day } from '../../clock';
import { omitUndefined } from '../../domain/omitUndefined';
import type { SshEntry } from './hostEntry';
import { jsonAs } from '../../files/jsonAs';

/**
 * Several products (Code, Insiders, Cursor …) share one home folder, and each knows the instances of its own accounts.
 * This file keeps what each of them knows about an instance. Our config file is made from all of it; for each instance
 * the newest statement counts.
 */
const statementSchema = z.object({
  id: z.number(),
  /** When the first list with this statement was read, in milliseconds since the epoch. */
  at: z.number(),
  /** When the newest list confirmed it; may lag by `renewAfter`. */
  seen: z.number(),
  /** Missing if the instance doesn't run, so that it has no entry. */
  entry: z.optional(
    z.object({ host: z.string(), port: z.number(), user: z.string(), identityFile: z.optional(z.string()) }),
  ),
});
const schema = z.object({ owners: z.record(z.string(), z.array(statementSchema)) });

type Statement = z.infer<typeof statementSchema>;
export type Owners = Readonly<Record<string, readonly Statement[]>>;

export interface Address {
  host: string;
  port: number;
}

/** An entry as its owner knows it. */
export interface ListedEntry extends SshEntry {
  /** When the list with it was read, in milliseconds since the epoch; now if missing. */
  listedAt?: number;
  /** Every address of the instance. Another owner's entry with one of them is just as valid. */
  addresses?: readonly Address[];
}

/** What one owner currently knows. It knows nothing about instances that are neither in `entries` nor in `without`. */
export interface Knowledge {
  owner: string;
  entries: readonly ListedEntry[];
  /** Instances that don't run or are gone, and since when this is known (milliseconds since the epoch). */
  without: ReadonlyMap<number, number>;
}

/** The owner of the entries of a config file whose list of owners was damaged or taken away. */
const unknownOwner = 'unknown';

/** Milliseconds after which an unconfirmed entry is left out: another renter may have its port by then. */
export const forgottenAfter = 14 * day;
/** How much `seen` may lag behind, so that a quiet poll writes nothing. */
const renewAfter = day / 2;

/**
 * Undefined if the file doesn't exist or we can't read it: the entries of the config file are then those of an unknown
 * owner, and nothing is lost.
 */
export const parseOwners = (content: Buffer | undefined): Owners | undefined =>
  jsonAs(schema, content)?.owners;

/** The same owners give the same bytes. Undefined without any statement. */
export function ownersFile(owners: Owners): Buffer | undefined {
  const sorted = Object.entries(owners)
    .filter(([, statements]) => statements.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([owner, statements]): [string, Statement[]] => [
      owner,
      [...statements].sort((a, b) => a.id - b.id),
    ]);
  if (sorted.length === 0) return undefined;
  return Buffer.from(`${JSON.stringify({ owners: Object.fromEntries(sorted) }, undefined, 1)}\n`);
}

/** The entries of a config file without a list of owners. `writtenAt`: when the file was written. */
export function ofUnknownOwner(entries: readonly SshEntry[], writtenAt: number): Owners {
  const statements = entries.map((entry): Statement => ({
    id: entry.instanceId,
    at: writtenAt,
    seen: writtenAt,
    entry: valueOf(entry),
  }));
  return { [unknownOwner]: statements };
}

export function entriesInEffect(owners: Owners, now: number): SshEntry[] {
  return [...newest(owners, now).values()].flatMap(({ id, entry }) =>
    entry ? [{ instanceId: id, ...entry }] : [],
  );
}

/** All statements, including what this owner now knows. */
export function withKnowledge(all: Owners, { owner, entries, without }: Knowledge, now: number): Owners {
  const owners = current(all, now);
  const winners = newest(owners, now);
  const before = new Map(owners[owner]?.map((statement) => [statement.id, statement]));
  const others = new Set(
    Object.entries(owners).flatMap(([other, said]) => (other === owner ? [] : said.map(({ id }) => id))),
  );
  const state = (
    id: number,
    listedAt: number,
    entry?: SshEntry,
    addresses?: readonly Address[],
  ): Statement => {
    const at = Math.min(listedAt, now);
    const value = entry && valueOf(entry);
    const old = before.get(id);
    const winner = winners.get(id);
    const outdated = winner && at > winner.at && !agrees(winner.entry, value, addresses);
    if (!old || !isSame(old.entry, value) || outdated)
      return { id, at, seen: at, ...(value && { entry: value }) };
    return at - old.seen > renewAfter ? { ...old, seen: at } : old;
  };
  const mine = new Map(
    entries.map((entry) => [
      entry.instanceId,
      state(entry.instanceId, entry.listedAt ?? now, entry, entry.addresses),
    ]),
  );
  // That an instance has no entry only matters if another owner states that it has one.
  for (const [id, since] of without) if (others.has(id) && !mine.has(id)) mine.set(id, state(id, since));
  for (const old of before.values())
    if (!old.entry && others.has(old.id) && !mine.has(old.id)) mine.set(old.id, old);
  // Entries of an unknown owner now have one.
  const unknown = owners[unknownOwner]?.filter(({ id }) => !mine.has(id)) ?? [];
  return { ...owners, [unknownOwner]: unknown, [owner]: [...mine.values()] };
}

/**
 * Drops old statements and limits times to now: after the clock was set back, a future time would win for a long while.
 */
function current(owners: Owners, now: number): Owners {
  return Object.fromEntries(
    Object.entries(owners).map(([owner, statements]) => [
      owner,
      statements
        .map((one) => ({ ...one, at: one.at > now ? 0 : one.at, seen: Math.min(one.seen, now) }))
        .filter(({ seen }) => now - seen <= forgottenAfter),
    ]),
  );
}

function newest(owners: Owners, now: number): Map<number, Statement> {
  const winners = new Map<number, Statement>();
  const sorted = Object.entries(current(owners, now)).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const statement of sorted.flatMap(([, statements]) => statements)) {
    const known = winners.get(statement.id);
    if (!known || statement.at > known.at) winners.set(statement.id, statement);
  }
  return winners;
}

type Value = Statement['entry'];

function valueOf({ host, port, user, identityFile }: SshEntry): NonNullable<Value> {
  return { host, port, user, ...omitUndefined({ identityFile }) };
}

function isSame(a: Value, b: Value): boolean {
  if (!a || !b) return a === b;
  return a.host === b.host && a.port === b.port && a.user === b.user && a.identityFile === b.identityFile;
}

/** Whether another owner's entry has an address that this owner's list has for the instance. */
function agrees(theirs: Value, mine: Value, addresses: readonly Address[] = mine ? [mine] : []): boolean {
  if (!theirs || !mine) return theirs === mine;
  return addresses.some(({ host, port }) => host === theirs.host && port === theirs.port);
}
