import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOver } from '../../../src/domain/runs/run';
import { busy, type Pace } from '../runs/pace';
import type { Stage } from '../runs/stage';
import { resultOf, type SweepScenario } from './scenario';
import type { SweepWatching } from './watching';

/** Seconds between two looks of a window that is hidden. */
export const poll = 30;
/**
 * Real seconds that starts of ssh and copies take on a computer with a few programs for each of its cores, which don't
 * go by the pace.
 */
const overhead = 8;

/** What the service's own list says runs. It wants its calls apart, and windows ask, too. */
export async function listOf({ sandbox }: Stage, pace: Pace): Promise<ReadonlySet<number>> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  let answer = await fetch(`${sandbox.url}/api/v1/instances/`, { headers });
  for (let tries = 0; answer.status === 429 && tries < 20; tries++) {
    await pace.pass(1.5);
    answer = await fetch(`${sandbox.url}/api/v1/instances/`, { headers });
  }
  const { instances } = (await answer.json()) as { instances: { id: number; intended_status: string }[] };
  return new Set(instances.filter((one) => one.intended_status === 'running').map(({ id }) => id));
}

interface EndTerms {
  listed: ReadonlySet<number>;
  brokeAt: number;
  mendedAt: number;
  speed: number;
  note: (event: string) => void;
}

/** What must be so once everything has ended. */
export function checkEnd(
  scenario: SweepScenario,
  stage: Stage,
  watching: SweepWatching,
  { brokeAt, mendedAt, listed, speed, note }: EndTerms,
): string[] {
  const problems: string[] = [];
  const late = overhead * busy() * speed;
  const sweep = watching.sweep();
  const isStarted = stage.told.some((one) => 'started' in one);
  if (!sweep) {
    // It was taken back, or never came to be.
    if (isStarted) problems.push('Nobody knows of the sweep');
    return problems;
  }
  // The person is told of one that couldn't begin.
  const without = stage.told.flatMap((one) => ('started' in one ? one.without : []));
  const left = stage.machines.filter(({ id }) => listed.has(id) && !without.includes(id));
  if (scenario.then !== 'keep')
    for (const { id } of left.filter(
      (one) => watching.isMeant(one.id) || (isStarted && !watching.began.has(one.id)),
    ))
      problems.push(`${id} is left running`);
  if (scenario.then !== 'keep') {
    const spent = [...watching.began]
      .filter(([id]) => watching.isMeant(id))
      .map(([id]) => {
        const waited = watching.waited.get(id) ?? 0;
        return { waited, over: (watching.paid.get(id) ?? 0) - waited - scenario.limit };
      });
    const over = spent.reduce((sum, one) => sum + one.over, 0);
    const told = spent.map((one) => `${one.over.toFixed(0)} and ${one.waited.toFixed(0)} for windows`);
    note(`seconds above what was agreed: ${told.join(', ')}; busy: ${busy().toFixed(1)}`);
    // Nobody can end what the service doesn't end, and nobody looks while every window is closed.
    const isHeld = scenario.break === 'the service fails' || scenario.break.includes('network');
    const held = isHeld ? mendedAt - brokeAt + 60 : 0;
    const most = stage.machines.length * (late + held);
    if (over > most) problems.push(`It cost ${over.toFixed(0)} machine seconds more than was agreed`);
  }
  const here = join(sweep.results, `sweep-${sweep.id}`, 'results');
  const jobs = sweep.sweep?.jobs ?? [];
  const ended = new Map(
    jobs.flatMap(({ number, state }) => (state === 'ended' ? [[number, Infinity] as const] : [])),
  );
  for (const [number, at] of new Map([...ended, ...watching.done])) {
    const file = watching.resultAt(sweep, number);
    const isHere = existsSync(file) && readFileSync(file, 'utf8') === resultOf(number);
    const isSaidFetched =
      sweep.fetchedAt !== undefined || jobs.some((job) => job.number === number && job.fetchedAt);
    if (isSaidFetched && !isHere) problems.push(`Job ${number} is said to be here, and isn’t`);
    if (isHere) continue;
    const isSaidLost = sweep.phase === 'lost' || sweep.stoppedAt !== undefined;
    // Nobody could fetch it before the machine stopped itself. The person was told, and can.
    const toldAt = scenario.then === 'destroy' ? sweep.keptToldAt : sweep.toldAt;
    const isKept = toldAt !== undefined && !listed.has(sweep.instanceId) && watching.isOnDisk(sweep, number);
    if (!isSaidLost && !isKept) problems.push(`Job ${number} isn’t here, and the sweep is ${sweep.phase}`);
    const wasSeen = scenario.break === 'the first machine is lost' && at < brokeAt - 2 * poll - late;
    if (wasSeen) problems.push(`Job ${number} ended long before its machine was lost, and isn’t here`);
  }
  if (scenario.break === 'the results can’t be reached' && sweep.keptToldAt === undefined)
    problems.push('Nobody was told that the results are only on the instance');
  // Others waited for jobs of the first machine when it went away, with time left to see that and to log in to them. Once
  // the last job is done they end.
  const enough = 90 + 2 * poll + late;
  const isHandedOver =
    scenario.break === 'the first machine is lost' &&
    scenario.isGone &&
    [...watching.done.values()].filter((at) => at < brokeAt).length < scenario.jobs &&
    stage.machines
      .slice(1)
      .some(({ id }) => (watching.began.get(id) ?? -Infinity) + scenario.limit - brokeAt > enough);
  if (isStarted && isHandedOver && sweep.phase === 'lost') problems.push('No other machine went on with it');
  const isUndisturbed =
    ['nothing', 'windows are killed', 'a machine is lost'].includes(scenario.break) || isHandedOver;
  if (isStarted && isUndisturbed && sweep.why === 'exit' && watching.done.size < scenario.jobs)
    problems.push(`${scenario.jobs - watching.done.size} jobs weren’t done`);
  if (isStarted && scenario.then === 'keep' && !isOver(sweep) && sweep.stoppedAt === undefined)
    problems.push(`It never ended: ${sweep.phase}`);
  const size = existsSync(here) ? execFileSync('sh', ['-c', 'ls "$0" | wc -l', here]).toString().trim() : '0';
  if (Number(size) > scenario.jobs) problems.push(`There are results of ${size} jobs`);
  return problems;
}
