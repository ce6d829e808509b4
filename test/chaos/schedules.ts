import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../sandbox/random';
import type { Agreed } from './agreed';
import type { EndWorld } from './checks';
import type { Window } from './window';

const minute = 60_000;
/** A destruction may have to wait for a warning; a look at the instance and a poll come on top. */
const tolerance = 10 * minute;

export async function schedule(
  window: Window,
  instanceId: number,
  { draws, agreed }: { draws: Random; agreed: Agreed },
): Promise<unknown> {
  const action = draws.pick(['stop', 'destroy']);
  const afterMinutes = draws.pick([1, 10, 240]);
  agreed.add(action, instanceId);
  const { consent: confirmed } = window.exports;
  return window.call('scheduleStop', { instanceId, action, afterMinutes, confirmed });
}

export const callOff = (window: Window, instanceId: number): Promise<unknown> =>
  window.call('cancelScheduledStop', { instanceId, confirmed: window.exports.consent });

interface Filed {
  action: string;
  when: { kind: string; at: number };
}

/** What was scheduled for a time that has passed by this many milliseconds, and neither happened nor went away. */
export async function overdue({ computer, person, time }: EndWorld, by = tolerance): Promise<string[]> {
  if (person.windows.length === 0) return [];
  const accounts = join(computer.storage, 'accounts');
  const problems: string[] = [];
  for (const account of await readdir(accounts).catch(() => [])) {
    const text = await readFile(join(accounts, account, 'scheduled-stops.json'), 'utf8').catch(() => '{}');
    for (const [id, { action, when }] of Object.entries(JSON.parse(text) as Record<string, Filed>))
      if (when.at + by < time.now())
        problems.push(`To ${action} ${id} is late by ${Math.round((time.now() - when.at) / minute)} min`);
  }
  return problems;
}
