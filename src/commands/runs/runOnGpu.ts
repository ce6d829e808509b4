import * as path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { callCommand } from '../../commandNames';
import { withAdditions } from '../../domain/launch/launchDraft';
import { omitUndefined } from '../../domain/omitUndefined';
import { offerCost } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { withDebugger } from '../../domain/tasks/debugging';
import type { Task } from '../../domain/tasks/task';
import { agreeAndBegin } from '../../prompts/runs/agreeOnRun';
import type { RunPlan } from '../../prompts/runs/planWords';
import { pickMachine } from '../../prompts/runs/pickMachine';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import { settings } from '../../stores/settings';
import { type Call, consentOf, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { knownInstance, untilListed } from '../instances/targetInstance';
import { couldNotStart, offerToDestroy, orGiveBack } from '../sweeps/giveBack';
import { waysOf } from '../sweeps/waysOf';
import { beginRun, describeRun, showBegun } from './beginRun';
import { termsOf, whatToRun } from './runTargets';
import { lookAtFiles, placeOn } from './sending';

/**
 * Sends a folder to an instance and runs a task there that goes on without this computer. Resolves as soon as the run is
 * detached; undefined if the person said no. A task for several machines takes `instanceIds` in place of `instanceId`, and
 * rents them without.
 */
export async function runOnGpu(
  services: Services,
  call: Call,
): Promise<{ runId: string; instanceId: number } | undefined> {
  const who = accountInUse(services.accounts);
  const chosen = await whatToRun(call, vscode.l10n.t('Run on GPU'));
  if (!chosen) return undefined;
  const { nodes } = chosen.task;
  if (nodes !== undefined) {
    if (call.arguments.debug === true)
      throw new LocalError('not_possible', vscode.l10n.t('A run on several instances can’t be debugged.'));
    const { runOnNodes } = await import('../nodes/runOnNodes');
    return runOnNodes(services, call, chosen, nodes);
  }
  const debug = read(call.arguments, 'debug', z.optional(z.boolean()));
  const picked = debug ? { ...chosen, task: debugged(chosen.task) } : chosen;
  const { task } = picked;
  const { limit, hoursFor, then, fetch, runHours, resume } = termsOf(call, picked);
  const files = await lookAtFiles(picked);
  if (!files) return undefined;
  const where = await whereToRun(services, call, task, runHours);
  if (!where) return undefined;
  const { id: instanceId, isRented } = where;
  const begin = async () => {
    if (isRented && !(await untilListed(services, [instanceId]))) return undefined;
    const instance = await knownInstance(services, instanceId);
    const rate = hourlyCost(instance).running;
    const usualIdle = task.idle ?? settings.run.idle;
    const idle = limit.idleMinutes ? { minutes: limit.idleMinutes, below: 5 } : usualIdle;
    const plan: RunPlan = {
      ...picked,
      instanceId,
      name: nameOf(services, instanceId),
      rate,
      limitHours: hoursFor(rate),
      // A run that stands at a breakpoint is idle, and isn't ended for it.
      idle: debug ? undefined : idle,
      then,
      resume,
      fetch,
    };
    const { workdir, sendings } = await placeOn(services, who, files, [instanceId]);
    const asked = { services, who, call, plan, sendings };
    return agreeAndBegin(asked, (agreed, secrets, progress) => {
      const { connect, send, orTellStarted } = waysOf(services, call, sendings, progress, agreed);
      return orTellStarted(async () => {
        // What it costs to start is part of what was agreed to.
        const machine = await connect(instanceId, progress.signal);
        if (!machine) return undefined;
        const described = await describeRun(services, agreed, workdir);
        progress.report(vscode.l10n.t('starting'));
        const ways = {
          signal: progress.signal,
          send: (isWatched: Promise<void>, beginning: string) => send(machine, isWatched, beginning),
        };
        await beginRun(services, who.account, described, { ...agreed, secrets }, ways);
        return described;
      });
    });
  };
  const message = couldNotStart(task.name ?? path.basename(picked.folder), [instanceId]);
  const { confirmed } = call;
  const run = isRented
    ? await orGiveBack(services, who, [instanceId], begin, (error) =>
        offerToDestroy(services, who, [instanceId], { message, error, confirmed }),
      )
    : await begin();
  if (!run) return undefined;
  services.log.info(`Started run ${run.id} on instance ${instanceId}.`);
  showBegun(services, call, run, run.instanceName);
  return { runId: run.id, instanceId };
}

function debugged(task: Task): Task {
  const waiting = withDebugger(task);
  if (waiting) return waiting;
  const said = vscode.l10n.t('There is no “python” in the command that could wait for a debugger.');
  throw new LocalError('not_possible', said);
}

/** @param runHours see `LaunchDraft`, for a price in dollars an hour */
async function whereToRun(
  services: Services,
  call: Call,
  task: Task,
  runHours: (rate: number | undefined) => number,
): ReturnType<typeof pickMachine> {
  const [id] = call.instanceIds;
  if (id !== undefined) return { id, isRented: false };
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  if (offerId === undefined) return pickMachine(services, task, runHours);
  const { image = settings.rent.image, disk = settings.rent.disk } = task.resources;
  // Dollars an hour for an interruptible instance, without its disk.
  const price = read(call.arguments, 'price', z.optional(z.number()));
  const { offer } = await services.offers.get(offerId);
  const additions = { runHours: runHours(offerCost(offer, disk, price).running) };
  const service = accountInUse(services.accounts).account.baseUrl;
  const rented = await callCommand<{ instanceId: number } | undefined>('rentOffer', {
    offerId,
    request: withAdditions(
      { image, disk, ...omitUndefined({ price }), runtype: 'ssh_direct', additions },
      '',
      service,
    ),
    ...consentOf(services, call),
  });
  return rented && { id: rented.instanceId, isRented: true };
}
