import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { isOutcomeUnknown } from '../../api/errors';
import { omitUndefined } from '../../domain/omitUndefined';
import type { Run } from '../../domain/runs/run';
import type { Progress } from '../../prompts/connectProgress';
import type { RunPlan } from '../../prompts/runs/planWords';
import type { Services } from '../../prompts/services';
import { sshPaths } from '../../ssh/config/configPaths';
import { mapLimit } from '../../mapLimit';
import type { SweepHost } from '../../ssh/sweeps/engine';
import { hostOf, introduce, makeKey } from '../../ssh/sweeps/machines';
import type { Remote } from '../../ssh/transfer/remoteShell';
import { beginRun, describeRun, takeBack } from '../runs/beginRun';

export interface StartTogether {
  plan: RunPlan;
  /** The first one leads. Dollars an hour. */
  machines: readonly { id: number; rate: number | undefined }[];
  secrets: Readonly<Record<string, string>>;
  workdir: string;
}

/** A machine, as it is reached. */
export interface Machine {
  id: number;
  remote: Remote;
}

/** How machines are reached and get their files. */
export interface Ways {
  /** Asks what is asked before its run begins. Undefined, or a CancelledError, if the person said no. */
  connect: (id: number, signal: AbortSignal) => Promise<Machine | undefined>;
  /** @param begin a script that the machine runs once everything is there */
  send: (machine: Machine, isWatched: Promise<void>, begin: string) => Promise<void>;
  nameOf: (id: number) => string;
}

/** What a machine runs, and what is noted of it. */
interface Part {
  script: string;
  setup?: string;
  resume?: string;
  variables?: Readonly<Record<string, string>>;
  run?: Partial<Run>;
}

/** A machine other than the first, at work for its run. */
interface Serving {
  run: Run;
  remote: Remote;
  host: SweepHost & { hostKeys: string };
}

/** What several machines do together. */
export interface Together {
  /** Whether the first one reaches itself, too. */
  reachesItself: boolean;
  /** Puts on a machine what it needs, before its run begins. @param trusted the key of the first, for those it logs in to */
  prepare: (remote: Remote, id: string, options: { trusted?: string; signal: AbortSignal }) => Promise<void>;
  /** @param rank from 1 */
  partOfOther: (id: string, rank: number) => Part;
  partOfFirst: (id: string, first: SweepHost | undefined, others: readonly Serving[]) => Part;
  /** Goes on without one that can't begin, or throws. Missing where all are needed. */
  without?: (id: number) => (error: unknown) => undefined;
}

const needed = () => (error: unknown) => {
  throw error;
};

/** Each waits for its start, asks the service and logs in. */
const connectAtOnce = 8;

/** Undefined if the person said no to one of machines that are all needed. */
async function connectOthers(
  ids: readonly number[],
  connect: Ways['connect'],
  without: NonNullable<Together['without']>,
  signal: AbortSignal,
): Promise<Machine[] | undefined> {
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  const isRefused = (): boolean => enough.signal.aborted;
  try {
    const connected = await mapLimit(ids, connectAtOnce, async (id) => {
      if (isRefused()) return undefined;
      const other = await connect(id, either).catch(without(id));
      if (!other && without === needed) enough.abort();
      return other;
    });
    return isRefused() ? undefined : connected.filter((one) => one !== undefined);
  } catch (error) {
    if (isRefused()) return undefined;
    // Nobody is asked any more for the others.
    enough.abort();
    throw error;
  }
}

/**
 * Begins a run of every other machine, and last that of the first, which leads them.
 *
 * @throws what kept one of them from it; the others then go on as they were
 */
export async function beginTogether(
  services: Services,
  account: { id: string; baseUrl: string },
  { connect, send, nameOf }: Ways,
  { plan, machines, secrets, workdir }: StartTogether,
  { reachesItself, prepare, partOfOther, partOfFirst, without = needed }: Together,
  { signal, report }: Pick<Progress, 'signal' | 'report'>,
): Promise<{ run: Run; instanceIds: readonly number[] } | undefined> {
  const { task } = plan;
  const [firstId, ...otherIds] = machines.map(({ id }) => id);
  if (firstId === undefined) return undefined;
  // By itself: it asks what is asked but once.
  const first = await connect(firstId, signal);
  if (!first) return undefined;
  const others = await connectOthers(otherIds, connect, without, signal);
  if (!others) return undefined;
  report(vscode.l10n.t('starting'));
  const described = await describeRun(services, plan, workdir);
  const trusted = await makeKey(first.remote, described.id, signal);
  await prepare(first.remote, described.id, { signal, ...(reachesItself && { trusted }) });
  const { knownHosts } = sshPaths(services.sshSetup().configFile);
  const begin = (remote: Remote, run: Run, part: Part): Promise<void> => {
    const { script, setup = task.setup, resume = '', variables } = part;
    const own = { ...task, setup, run: script, variables: { ...variables, ...task.variables } };
    const { instanceId, idle } = run;
    return beginRun(
      services,
      account,
      run,
      { ...plan, instanceId, idle, task: own, resume, secrets },
      { signal, send: (isWatched, next) => send({ id: instanceId, remote }, isWatched, next) },
    );
  };
  const ofMachine = (id: number): Pick<Run, 'instanceName' | 'rate'> => ({
    instanceName: nameOf(id),
    ...omitUndefined({ rate: machines.find((one) => one.id === id)?.rate }),
  });
  const served: Serving[] = [];
  const serve = async ({ id, remote }: Machine, rank: number) => {
    await prepare(remote, described.id, { trusted, signal });
    // With the first login, its host key is known.
    const host = await hostOf(remote, id, knownHosts);
    const part = partOfOther(described.id, rank);
    // The first one knows whether GPUs of any are at work.
    const ownPlan = { ...plan, instanceId: id, idle: undefined };
    const { rate: _, ...ofOther } = await describeRun(services, ownPlan, workdir);
    const run: Run = {
      ...ofOther,
      ...ofMachine(id),
      id: `${described.id.slice(0, 50)}-${randomBytes(3).toString('hex')}`,
      fetch: [],
      serves: described.id,
      // It is no run of its own for a person.
      toldAt: services.clock.now(),
      ...part.run,
    };
    await begin(remote, run, part);
    const one = { run, remote, host };
    served.push(one);
    return one;
  };
  try {
    const begun = await Promise.allSettled(
      others.map((machine, index) => serve(machine, index + 1).catch(without(machine.id))),
    );
    // None of them is still about to begin.
    const failed = begun.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    const serving = begun.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
    const own = reachesItself ? await hostOf(first.remote, first.id, knownHosts) : undefined;
    const hosts = [...(own ? [own] : []), ...serving.map(({ host }) => host)];
    await introduce(first.remote, described.id, hosts, signal);
    const part = partOfFirst(described.id, own, serving);
    const { rate: _, stopAt, ...ofAll } = described;
    // Its time begins now, however long the others took to get their files.
    const late = services.clock.now() - described.createdAt;
    const ofStop = stopAt === undefined ? {} : { stopAt: stopAt + late };
    const run: Run = { ...ofAll, ...ofStop, ...ofMachine(first.id), ...part.run };
    await begin(first.remote, run, part);
    return { run, instanceIds: [first.id, ...others.map(({ id }) => id)] };
  } catch (error) {
    // Of one that may have begun, the others are needed. Else none of them is ended for what never was.
    if (!isOutcomeUnknown(error))
      await Promise.all(served.map((one) => takeBack(services, account, one.run, one.remote)));
    throw error;
  }
}
