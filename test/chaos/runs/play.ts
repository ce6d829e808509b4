import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOver } from '../../../src/domain/runs/run';
import { Pace } from './pace';
import { type Scenario, scenarioOf } from './scenario';
import { type PlayOptions, setStage, type Stage } from './stage';
import { Watching } from './watching';

export interface Played {
  seed: number;
  break: string;
  problems: string[];
  events: string[];
}

/** After this many seconds past the limit, everything has to have ended that somebody waits for. */
const patience = 1_500;

/** One run from a folder to its end, decided by its seed, in which one thing breaks. */
export async function playRun(seed: number, { speed, ...options }: PlayOptions): Promise<Played> {
  const scenario = scenarioOf(seed);
  const pace = new Pace(speed);
  const events: string[] = [];
  const note = (event: string): void => {
    events.push(`${pace.seconds.toFixed(0)} s: ${event}`);
    options.waits?.(`what follows “${event}”`);
  };
  const { run: _, setup: __, ...facts } = scenario;
  note(JSON.stringify(facts));
  const stage = await setStage(scenario, pace, options);
  const watching = new Watching(stage, scenario, pace);
  const looking = setInterval(() => watching.look(), 100);
  try {
    for (let count = 0; count < scenario.windows; count++) await stage.openWindow();
    const began = pace.seconds;
    note('start');
    [stage.starter.window] = stage.windows;
    stage.order(stage.starter.window!, { start: orderOf(scenario, stage) });
    const until = async (seconds: number): Promise<void> =>
      pace.pass(Math.max(0, began + seconds - pace.seconds));
    const breaking = (async () => {
      await until(scenario.at);
      note(scenario.break);
      await happen(scenario, stage, watching);
      await pace.pass(scenario.lasting);
      note('all is right again');
      await mend(scenario, stage, watching);
    })();
    // Where the disk is full, nothing is in the way.
    if (scenario.isInTheWay) void putInTheWay(stage, watching).catch(() => note('nothing is in the way'));
    if (scenario.idle)
      void until(scenario.idle.from).then(() => !watching.isDestroyed && stage.control.setLoad(stage.id, 0));
    await breaking;
    while (!isDone(scenario, stage, watching) && pace.seconds < began + scenario.limit + patience)
      await pace.pass(2);
    note(`at the end: ${JSON.stringify([...watching.state])}`);
    // Something may still be about to happen that must not.
    await pace.pass(30);
    const problems = [...watching.problems, ...stage.problems, ...checkEnd(scenario, stage, watching)];
    note(
      `known: ${JSON.stringify({ ...watching.run(), run: '', setup: '' })}; told: ${JSON.stringify(stage.told)}`,
    );
    if (problems.length > 0) events.push(...stage.said);
    return { seed, break: scenario.break, problems, events };
  } catch (error) {
    return {
      ...{ seed, break: scenario.break },
      problems: [...stage.problems, error instanceof Error ? (error.stack ?? '') : String(error)],
      events: [...events, ...stage.said],
    };
  } finally {
    clearInterval(looking);
    await stage.close();
  }
}

function orderOf({ then, setup, run, limit, idle, fetch }: Scenario, { project, id }: Stage) {
  const task = { setup, run, variables: {}, secrets: [], mounts: [], resources: {} };
  return {
    ...{
      folder: project,
      task,
      instanceId: id,
      name: 'machine',
      rate: 1,
      limitHours: limit / 3600,
      fetch,
      then,
    },
    resume: undefined,
    idle: idle && { minutes: idle.minutes, below: 5 },
    workdir: '~/gpu-rental/project',
  };
}

async function happen(scenario: Scenario, stage: Stage, watching: Watching): Promise<void> {
  const { wires, control, id, windows, project } = stage;
  switch (scenario.break) {
    case 'windows are killed':
      for (const window of windows) stage.kill(window);
      return;
    case 'another window is killed':
      stage.kill([...windows].at(-1)!);
      return;
    case 'the network is cut':
      wires.ssh.state = wires.http.state = 'cut';
      return;
    case 'the network stalls':
      wires.ssh.state = wires.http.state = 'stalled';
      return;
    case 'ssh is refused':
      wires.ssh.state = 'cut';
      return;
    case 'the service fails':
      watching.isServiceDown = true;
      control.failNext({ count: 1e9, status: 503, body: 'away' });
      return;
    case 'the clock jumps':
      stage.orders.jumped += scenario.jump;
      for (const window of windows) stage.order(window, { jump: scenario.jump });
      return;
    case 'the disk here is full':
      // As much as there is.
      execFileSync('sh', [
        '-c',
        'head -c 64000000 /dev/zero > "$0" 2>/dev/null || true',
        join(project, 'results/full'),
      ]);
      return;
    case 'the machine stops':
      watching.wasStopped = true;
      if (!watching.isDestroyed) await control.setInstanceStatus(id, 'exited');
      return;
    // These are part of the task.
    case 'the set-up hangs':
    case 'the disk of the machine fills up':
    case 'nothing':
      return;
    case 'the person stops it': {
      const runId = watching.run()?.id;
      if (runId !== undefined && !watching.isDestroyed)
        await writeFile(join(stage.home, '.gpu-rental/runs', runId, 'stop'), '').catch(() => undefined);
    }
  }
}

async function mend(scenario: Scenario, stage: Stage, watching: Watching): Promise<void> {
  const { wires, control, id, windows, project } = stage;
  wires.ssh.state = wires.http.state = 'open';
  control.clearFailures();
  watching.isServiceDown = false;
  if (scenario.break === 'the disk here is full') await rm(join(project, 'results/full'), { force: true });
  if (scenario.break === 'the machine stops' && !watching.isDestroyed)
    if (watching.intended === 'running') await control.setInstanceStatus(id, 'running');
  if (windows.size === 0) await stage.openWindow();
}

async function putInTheWay(stage: Stage, watching: Watching): Promise<void> {
  for (let tries = 0; tries < 200 && !watching.run(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const results = watching.run()?.results;
  if (results === undefined) return;
  await mkdir(join(results, 'outputs'), { recursive: true });
  await writeFile(join(results, 'outputs/0'), 'mine');
  stage.isInTheWay = true;
}

/** Whether nothing more is to come. */
function isDone({ then, fetch }: Scenario, stage: Stage, watching: Watching): boolean {
  const run = watching.run();
  if (isInterrupted(stage)) return true;
  if (run?.stoppedAt !== undefined && !isOver(run)) return true;
  if (!run || !isOver(run) || run.toldAt === undefined) return false;
  if (run.phase === 'lost' || then === 'keep') return run.fetchedAt !== undefined || fetch.length > 0;
  return watching.intended !== 'running';
}

/** What the person began didn't come to a run: it was refused, or its window is gone. */
const isInterrupted = ({ told, windows, starter }: Stage): boolean =>
  told.some((one) => 'refused' in one) ||
  (!told.some((one) => 'started' in one) && !windows.has(starter.window!));

function checkEnd(scenario: Scenario, stage: Stage, watching: Watching): string[] {
  const problems: string[] = [];
  const run = watching.run();
  const state = watching.state;
  const isRefused = isInterrupted(stage);
  if (!run) {
    if (!isRefused) problems.push('Nobody knows of the run');
    if (watching.isKnownThere) problems.push('A run went on that nobody knows of');
    return problems;
  }
  const isOpen = !isOver(run) || run.toldAt === undefined;
  if (!isRefused && isOpen && run.stoppedAt === undefined) problems.push(`It never ended: ${run.phase}`);
  const { code, phase, why, results, fetchedAt, stopAt } = run;
  if (phase === 'lost' && code !== undefined) problems.push(`Lost, with the code ${code}`);
  if (phase === 'ended' && state.get('phase') === 'ended') {
    if (why !== state.get('why')) problems.push(`Ended by ${why}, and there by ${state.get('why')}`);
    if (String(code ?? '') !== state.get('code'))
      problems.push(`Code ${code}, and there ${state.get('code')}`);
  }
  if (why === 'exit' && code !== scenario.code) problems.push(`Code ${code} instead of ${scenario.code}`);
  // The machine counts from the order on, also while files are still sent, and tells the end in whole seconds.
  const lasted = (run.endedAt ?? 0) - run.createdAt + 1000;
  if (why === 'limit' && scenario.break === 'nothing' && lasted < scenario.limit * 1000)
    problems.push('Ended before its limit');
  const missing = watching.missing().filter((name) => !scenario.isInTheWay || name !== 'outputs/0');
  if (fetchedAt !== undefined && scenario.fetch.length > 0 && missing.length > 0)
    problems.push(`Fetched, and here ${missing.join(', ')} differs`);
  const mine = join(results, 'outputs/0');
  if (stage.isInTheWay && readFileSync(mine, 'utf8') !== 'mine') problems.push('A file was replaced');
  if (phase === 'lost' && scenario.then !== 'keep' && !watching.isDestroyed && stopAt === undefined)
    if (stage.control.instance(stage.id).intended_status === 'running')
      problems.push('Lost, and no stop is scheduled');
  return problems;
}
