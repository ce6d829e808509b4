import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOver, type Run } from '../../../src/domain/runs/run';
import { Pace } from '../runs/pace';
import type { Played } from '../runs/play';
import { type PlayOptions, setStage, type Stage } from '../runs/stage';
import { checkEnd, listOf, poll } from './checkEnd';
import { jobOf, type SweepScenario } from './scenario';
import { SweepWatching } from './watching';

/** After this many seconds past the limit, everything has to have ended that somebody waits for. */
const patience = 1_500;

/** One sweep from a folder to its end, in which one thing breaks. */
export async function playSweep(
  scenario: SweepScenario,
  { speed, ...options }: PlayOptions,
): Promise<Played> {
  const { seed } = scenario;
  const pace = new Pace(speed);
  const events: string[] = [];
  const note = (event: string): void => {
    events.push(`${pace.seconds.toFixed(0)} s: ${event}`);
    options.waits?.(`what follows “${event}”`);
  };
  note(JSON.stringify(scenario));
  const stage = await setStage(scenario, pace, options);
  const watching = new SweepWatching(stage, pace);
  const looking = setInterval(() => {
    watching.look();
    holdEnd(scenario, stage, watching);
  }, 100);
  try {
    // Only there: by this its set-up tells it from the others.
    writeFileSync(join(stage.home, 'first'), '');
    for (let count = 0; count < scenario.windows; count++) await stage.openWindow();
    const began = pace.seconds;
    note('start');
    [stage.starter.window] = stage.windows;
    stage.order(stage.starter.window!, { start: orderOf(scenario, stage) });
    const answerBy = began + 600;
    while (scenario.isBegun && !isAnswered(stage) && pace.seconds < answerBy) await pace.pass(1);
    note(isAnswered(stage) ? 'answered' : 'no answer yet');
    await pace.pass(scenario.at);
    note(scenario.break);
    const brokeAt = pace.seconds;
    await happen(scenario, stage, watching, pace);
    await pace.pass(scenario.lasting);
    note('all is right again');
    await mend(scenario, stage);
    const mendedAt = pace.seconds;
    const end = Math.max(began + scenario.limit + patience, mendedAt + patience);
    while (!isDone(scenario, stage, watching, pace.seconds - mendedAt) && pace.seconds < end)
      await pace.pass(5);
    note('at the end');
    await pace.pass(poll);
    watching.look();
    note(
      `jobs: ${JSON.stringify(Object.fromEntries([...watching.done].map(([n, at]) => [n, Math.round(at)])))}`,
    );
    note(`fetched once: ${watching.fetched.size} of ${watching.done.size}`);
    for (const run of watching.runs())
      note(`known: ${JSON.stringify({ ...run, run: '', setup: '', workdir: '', resume: '' })}`);
    for (const [id, state] of watching.states) note(`there: ${id} ${state.replaceAll('\n', ' ')}`);
    const times = { brokeAt, mendedAt };
    const listed = await listOf(stage, pace);
    const problems = [
      ...stage.problems,
      ...watching.problems,
      ...checkEnd(scenario, stage, watching, { ...times, listed, speed, note }),
    ];
    if (problems.length > 0) events.push(...stage.said);
    return { seed, break: scenario.break, problems, events };
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? '') : String(error);
    const problems = [...stage.problems, problem];
    return { seed, break: scenario.break, problems, events: [...events, ...stage.said] };
  } finally {
    clearInterval(looking);
    await stage.close();
  }
}

function orderOf(scenario: SweepScenario, { project, machines, control }: Stage) {
  const { jobs, limit, then, setup } = scenario;
  const rates = machines.map(({ id }) => ({ id, rate: control.instance(id).dph_total }));
  const task = { setup, run: jobOf(scenario), variables: {}, secrets: [], mounts: [], resources: {} };
  return {
    ...{
      folder: project,
      task,
      instanceId: machines[0]!.id,
      name: 'machines',
      limitHours: limit / 3600,
      then,
    },
    rate: rates.reduce((sum, { rate }) => sum + rate, 0),
    ...{ fetch: ['/sweep-*/'], resume: undefined, idle: undefined, workdir: '~/gpu-rental/project' },
    sweep: {
      table: { names: ['x'], rows: Array.from({ length: jobs }, (_, index) => [String(index + 1)]) },
      ...{ machines: rates, names: machines.map(({ id }) => `gpu-${id}`) },
    },
  };
}

async function destroy({ sandbox }: Stage, id: number): Promise<void> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  await fetch(`${sandbox.url}/api/v0/instances/${id}/`, { method: 'DELETE', headers });
}

async function happen(
  scenario: SweepScenario,
  stage: Stage,
  watching: SweepWatching,
  pace: Pace,
): Promise<void> {
  const { control, machines, windows } = stage;
  const victim = machines[scenario.victim]!;
  const isThere = control.instanceIds().includes(victim.id);
  switch (scenario.break) {
    case 'a machine is lost':
    case 'the first machine is lost':
      if (scenario.isGone) await destroy(stage, victim.id);
      else if (isThere) await control.setInstanceStatus(victim.id, 'exited');
      return;
    case 'an instance is outbid and comes back':
    case 'the first instance is outbid and comes back':
      if (isThere) await control.outbid(victim.id);
      return;
    case 'windows are killed':
      for (const window of windows) stage.kill(window);
      return;
    case 'the results can’t be reached': {
      for (const window of windows) stage.kill(window);
      const isEnded = (): boolean => /^phase=ended$/m.test(watching.states.get(victim.id) ?? '');
      const by = pace.seconds + patience;
      while (!isEnded() && pace.seconds < by) await pace.pass(1);
      // The look of the next window is the last that reaches it.
      victim.wire.takes = 1;
      return;
    }
    case 'the service fails':
      control.failNext({ count: 1e9, status: 503, body: 'away' });
      return;
    case 'the network to a machine is cut':
      victim.wire.state = 'cut';
      return;
    case 'the person stops it':
      // What the command does on each machine.
      for (const run of watching.runs()) {
        const machine = machines.find(({ id }) => id === run.instanceId);
        const folder = join(machine?.home ?? '', '.gpu-rental/runs', run.id);
        if (existsSync(folder)) writeFileSync(join(folder, 'stop'), '');
      }
      return;
    case 'the limit comes while machines start':
    case 'the set-up fails on the first machine':
    case 'nothing':
  }
}

/** Where a window is to see the end, the machine waits for it, as if one had looked just now. */
function holdEnd(scenario: SweepScenario, { machines }: Stage, watching: SweepWatching): void {
  const { id, home, wire } = machines[scenario.victim]!;
  if (scenario.break !== 'the results can’t be reached' || wire.takes < 1) return;
  for (const run of watching.runs().filter(({ instanceId }) => instanceId === id)) {
    const folder = join(home, '.gpu-rental/runs', run.id);
    if (existsSync(folder)) writeFileSync(join(folder, 'attended'), '');
  }
}

async function mend(scenario: SweepScenario, stage: Stage): Promise<void> {
  const { control, machines, windows } = stage;
  control.clearFailures();
  const victim = machines[scenario.victim]!;
  victim.wire.state = 'open';
  if (scenario.break.endsWith('comes back') && control.instanceIds().includes(victim.id)) {
    const headers = { authorization: `Bearer ${stage.sandbox.apiKey}`, 'content-type': 'application/json' };
    const url = `${stage.sandbox.url}/api/v0/instances/bid_price/${victim.id}/`;
    // The market's price is below the bid again, so that nobody has to do anything; here by a bid above it.
    await fetch(url, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ client_id: 'me', price: scenario.bid * 1.2 }),
    });
  }
  if (windows.size === 0) await stage.openWindow();
}

const isAnswered = ({ told }: Stage): boolean => told.some((one) => 'started' in one || 'refused' in one);

/** Whether nothing more is to come, `rested` seconds after all was right again. */
function isDone(scenario: SweepScenario, stage: Stage, watching: SweepWatching, rested: number): boolean {
  const { told, windows, starter, machines, control } = stage;
  const isRested = rested > 120;
  // What a window that is gone sent may still arrive.
  if (!isAnswered(stage) && (windows.has(starter.window!) || !isRested)) return false;
  const runs = watching.runs();
  const wasRefused = !told.some((one) => 'started' in one);
  if (scenario.then === 'keep') {
    const isOff = (id: number): boolean =>
      !control.instanceIds().includes(id) || control.instance(id).actual_status !== 'running';
    const isOut = (run: Run): boolean =>
      (isOver(run) && run.toldAt !== undefined && (run.fetch.length === 0 || run.fetchedAt !== undefined)) ||
      (run.stoppedAt !== undefined && isRested && isOff(run.instanceId));
    return (runs.length > 0 || wasRefused) && runs.every(isOut);
  }
  // Windows have seen it, too, and have told the person.
  const areKnown = runs.every(
    (run) => (isOver(run) && run.toldAt !== undefined) || run.stoppedAt !== undefined,
  );
  return areKnown && machines.every(({ id }) => !watching.isMeant(id) || !watching.isRunning(id));
}
