import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { CancelledError } from '../../api/cancelled';
import { isOutcomeUnknown } from '../../api/errors';
import type { Run } from '../../domain/runs/run';
import { isResumable } from '../../domain/runs/taskTerms';
import { ignore } from '../../log/log';
import type { Progress } from '../../prompts/connectProgress';
import type { RunPlan } from '../../prompts/runs/planWords';
import type { Services } from '../../prompts/services';
import { sshPaths } from '../../ssh/config/configPaths';
import { engineScript, serveScript, setupScript, sweepResults } from '../../ssh/sweeps/engine';
import { hostOf, introduce, makeKey, prepareMachine } from '../../ssh/sweeps/machines';
import type { Remote } from '../../ssh/transfer/remoteShell';
import { beginRun, describeRun, takeBack } from '../runs/beginRun';

interface Begun {
  /** The run of the first machine. */
  run: Run;
  /** Machines that take part, and those that couldn't begin. */
  instanceIds: readonly number[];
  failed: readonly number[];
}

interface SweepStart {
  plan: RunPlan;
  secrets: Readonly<Record<string, string>>;
  workdir: string;
}

/** A machine of a sweep, as it is reached. */
export interface Machine {
  id: number;
  remote: Remote;
}

/** How machines are reached and get their files. */
export interface Ways {
  /** Undefined if the person said no. */
  connect: (id: number) => Promise<Machine | undefined>;
  /** @param begin a script that the machine runs once everything is there */
  send: (machine: Machine, isWatched: Promise<void>, begin: string) => Promise<void>;
  nameOf: (id: number) => string;
}

/**
 * Begins the runs of a sweep: one of every other machine, which waits for jobs, and last that of the first, which gives
 * them. A machine other than the first that can't begin is left out.
 *
 * @throws what kept the first machine from it; the others then go on as they were
 */
export async function beginSweep(
  services: Services,
  account: { id: string; baseUrl: string },
  { connect, send, nameOf }: Ways,
  { plan, secrets, workdir }: SweepStart,
  { signal, report }: Pick<Progress, 'signal' | 'report'>,
): Promise<Begun | undefined> {
  const { sweep, task } = plan;
  if (!sweep) return undefined;
  const failed: number[] = [];
  const leaveOut =
    (id: number) =>
    (error: unknown): undefined => {
      if (error instanceof CancelledError) throw error;
      ignore(services.log, `the sweep goes on without instance ${id}`)(error);
      failed.push(id);
      return undefined;
    };
  const [firstId, ...otherIds] = sweep.machines.map(({ id }) => id);
  if (firstId === undefined) return undefined;
  const first = await connect(firstId);
  if (!first) return undefined;
  // One after the other: each may ask.
  const others: Machine[] = [];
  for (const id of otherIds) {
    const other = await connect(id).catch(leaveOut(id));
    if (other) others.push(other);
  }
  report(vscode.l10n.t('starting'));
  const resume = isResumable(plan.resume, task) ? (plan.resume ?? '') : '';
  const described = await describeRun(services, plan, workdir);
  const sweepId = described.id;
  const order = { id: sweepId, workdir, run: task.run, resume, table: sweep.table };
  const trusted = await makeKey(first.remote, sweepId, signal);
  await prepareMachine(first.remote, order, { signal });
  const { knownHosts } = sshPaths(services.sshSetup().configFile);
  // A machine that comes back after it was outbid takes part again.
  const begin = (machine: Machine, run: Run, script: string, setup = task.setup): Promise<void> =>
    beginRun(
      services,
      account,
      run,
      { ...plan, instanceId: machine.id, task: { ...task, setup, run: script }, resume: script, secrets },
      {
        signal,
        send: (isWatched, next) => send(machine, isWatched, next),
      },
    );
  const rateOf = (id: number) => sweep.machines.find((one) => one.id === id)?.rate;
  const served: { run: Run; remote: Remote }[] = [];
  const serve = async (machine: Machine) => {
    await prepareMachine(machine.remote, order, { trusted, signal });
    // With the first login, its host key is known.
    const host = await hostOf(machine.remote, machine.id, knownHosts);
    const own: Run = {
      ...(await describeRun(services, { ...plan, instanceId: machine.id }, workdir)),
      ...withRate(rateOf(machine.id)),
      id: `${sweepId.slice(0, 50)}-${randomBytes(3).toString('hex')}`,
      instanceName: nameOf(machine.id),
      fetch: [],
      serves: sweepId,
      // It is no run of its own for a person.
      toldAt: services.clock.now(),
    };
    await begin(machine, own, serveScript(sweepId));
    served.push({ run: own, remote: machine.remote });
    return host;
  };
  const hosts = (
    await Promise.all(others.map((machine) => serve(machine).catch(leaveOut(machine.id))))
  ).filter((host) => host !== undefined);
  const run: Run = {
    ...described,
    ...withRate(rateOf(first.id)),
    instanceName: nameOf(first.id),
    fetch: [`/${sweepResults(sweepId)}/`],
    sweep: { names: [...sweep.table.names], rows: sweep.table.rows.map((row) => [...row]), jobs: [] },
  };
  try {
    await introduce(first.remote, sweepId, hosts, signal);
    const names = hosts.map(({ name }) => name);
    await begin(first, run, engineScript(sweepId, names), setupScript(sweepId, names, task.setup));
  } catch (error) {
    // Of one that may have begun, the others are needed. Else none of them is ended for a sweep that never was.
    if (!isOutcomeUnknown(error))
      await Promise.all(served.map((one) => takeBack(services, account, one.run, one.remote)));
    throw error;
  }
  const instanceIds = [first.id, ...others.map(({ id }) => id).filter((id) => !failed.includes(id))];
  return { run, instanceIds, failed };
}

const withRate = (rate: number | undefined): Pick<Run, 'rate'> => (rate === undefined ? {} : { rate });
