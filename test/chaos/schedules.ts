import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../sandbox/random';
import type { Agreed } from './agreed';
import type { EndWorld } from './checks';
import type { Computer, Window } from './window';

const minute = 60_000;
/** A destruction may have to wait for a warning; a look at the instance and a poll come on top. */
const tolerance = 10 * minute;

export async function schedule(
  window: Window,
  instanceId: number,
  { draws, agreed }: { draws: Random; agreed: Agreed },
): Promise<unknown> {
  const action = draws.pick(['stop', 'destroy']);
  const minutes = draws.pick([1, 10, 240]);
  const when = draws.pickWeighted(
    [
      [6, { afterMinutes: minutes }, minutes],
      [3, { idleMinutes: minutes }, minutes],
      [3, { whenClosed: true }, 5],
    ] as const,
    ([weight]) => weight,
  );
  const end = agreed.addEnd(instanceId, action, when[2] * minute);
  const { consent: confirmed } = window.exports;
  const result = await window.call('scheduleStop', { instanceId, action, ...when[1], confirmed });
  for (const one of agreed.ends)
    if (one.instanceId === instanceId && one !== end && one.at <= end.at) one.calledOffAt ??= agreed.now();
  end.isPromised = result !== undefined;
  return result;
}

export async function callOff(window: Window, instanceId: number, agreed: Agreed): Promise<unknown> {
  const before = agreed.ends.filter((one) => one.instanceId === instanceId);
  const isPromised = before.map((one) => one.isPromised);
  // Until it is answered, it may be either way.
  for (const one of before) one.isPromised = false;
  try {
    const result = await window.call('cancelScheduledStop', {
      instanceId,
      confirmed: window.exports.consent,
    });
    for (const one of before) one.calledOffAt ??= agreed.now();
    return result;
  } catch (error) {
    for (const [index, one] of before.entries()) one.isPromised = isPromised[index] ?? false;
    throw error;
  }
}

interface Filed {
  token: string;
  action: string;
  when: { kind: string; at: number; minutes?: number };
  wasOpen?: boolean;
}

/** What is scheduled now, by the instance's id. */
export async function filed({ storage }: Computer): Promise<Map<number, Filed>> {
  const accounts = join(storage, 'accounts');
  const stops = new Map<number, Filed>();
  for (const account of await readdir(accounts).catch(() => [])) {
    const text = await readFile(join(accounts, account, 'scheduled-stops.json'), 'utf8').catch(() => '{}');
    for (const [id, stop] of Object.entries(JSON.parse(text) as Record<string, Filed>))
      stops.set(Number(id), stop);
  }
  return stops;
}

/** What was scheduled for a time that has passed by this many milliseconds, and neither happened nor went away. */
export async function overdue({ computer, person, time }: EndWorld, by = tolerance): Promise<string[]> {
  if (person.windows.length === 0) return [];
  return [...(await filed(computer))].flatMap(([id, { action, when }]) =>
    when.at + by < time.now()
      ? [`To ${action} ${id} is late by ${Math.round((time.now() - when.at) / minute)} min`]
      : [],
  );
}
