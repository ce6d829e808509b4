import { type AgreedEnd, nameRentals } from './agreed';
import type { EndWorld } from './checks';
import { deedOf } from './deeds';
import { filed } from './schedules';

const minute = 60_000;
/** A request that was under way when it was called off. */
const underWay = 3 * minute;

interface Done {
  deed: string;
  id: number;
  at: number;
}

async function doneDeeds({ service }: EndWorld): Promise<Done[]> {
  return (await service.carried()).flatMap(({ method, path, body, status, at }) => {
    const deed = status < 300 ? deedOf(method, path, body) : undefined;
    return deed ? [{ deed, id: Number(/\/(\d+)\/?$/.exec(path)?.[1] ?? body.id), at }] : [];
  });
}

/** An agreed end stands, was carried out or called off, is of no use any more, or the person was told. */
export async function endsKept(world: EndWorld): Promise<string[]> {
  const { person, sandbox, computer } = world;
  const [done, standing] = [await doneDeeds(world), await filed(computer)];
  const there = new Set(await sandbox.instanceIds());
  await nameRentals(person.agreed, sandbox);
  const last = new Map(person.agreed.ends.map((end) => [end.instanceId, end]));
  const problems: string[] = [];
  for (const [id, end] of last) {
    if (!end.isPromised || end.calledOffAt !== undefined || !there.has(id) || standing.has(id)) continue;
    const isAfter = (deed: string) =>
      done.some((one) => one.deed === deed && one.id === id && one.at >= end.at);
    if (isAfter(end.action) || (end.isWithStart && !isAfter('start'))) continue;
    const { intended_status: intended, label } = await sandbox.instance(id);
    // It was stopped before, or by the service itself, and may have been started since.
    const wasStopped = intended === 'stopped' || isAfter('stop') || person.agreed.outbid.has(id);
    if (end.action === 'stop' && wasStopped) continue;
    const names = [String(id), String(label)];
    // What was rented, but never found, has no name yet.
    // That it runs says nothing of its end.
    const isAbout = (message: string) =>
      (names.some((name) => message.includes(name)) && /stop|schedule|destroy|gone|exist/i.test(message)) ||
      message.includes('none is scheduled');
    const isTold = person.agreed.notices.some(({ message, at }) => at >= end.at && isAbout(message));
    if (!isTold) problems.push(`To ${end.action} ${id} was agreed to, and is gone without a word`);
  }
  return problems;
}

/** Nothing is stopped or destroyed earlier than was agreed to, or after it was called off. */
export async function endsNotBroken(world: EndWorld): Promise<string[]> {
  const { agreed } = world.person;
  // A clock that is set makes a time earlier or later by as much.
  const slack = world.time.jumped + minute;
  await nameRentals(agreed, world.sandbox);
  const counts = new Map<string, number>();
  const problems: string[] = [];
  for (const { deed, id, at } of await doneDeeds(world)) {
    if (deed !== 'stop' && deed !== 'destroy') continue;
    const key = `${deed} ${id}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const now = (agreed.times.get(key) ?? []).filter((time) => time <= at).length;
    const isDue = (end: AgreedEnd) =>
      end.instanceId === id &&
      end.action === deed &&
      end.notBefore - slack <= at &&
      at <= (end.calledOffAt ?? Infinity) + underWay;
    if (count > now + agreed.ends.filter(isDue).length)
      problems.push(`${key} came at ${Math.round(at / 1000)} s, which nobody had agreed to`);
  }
  return problems;
}
