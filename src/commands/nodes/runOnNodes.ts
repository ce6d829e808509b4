import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { gpuTitle } from '../../ask/instanceName';
import { counted } from '../../domain/format';
import { formatPerHour } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { sumOfDollars } from '../../domain/runs/runCost';
import { agreeAndBegin } from '../../prompts/runs/agreeOnRun';
import { pickNodes } from '../../prompts/runs/pickMachines';
import type { PickedTask } from '../../prompts/runs/pickTask';
import type { PlannedNode, RunPlan } from '../../prompts/runs/planWords';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import { settings } from '../../stores/settings';
import { type Call, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { knownInstance } from '../instances/targetInstance';
import { showBegun } from '../runs/beginRun';
import { termsOf } from '../runs/runTargets';
import { lookAtFiles, placeOn } from '../runs/sending';
import { orGiveBack } from '../sweeps/giveBack';
import { waysOf } from '../sweeps/waysOf';
import { beginNodes } from './beginNodes';
import { findTogether, giveBack, rateOf, rentTogether } from './rentTogether';

export interface RunOnNodes {
  runId: string;
  /** The first one, which leads, and all of them. */
  instanceId: number;
  instanceIds: readonly number[];
}

/**
 * Runs a task on several instances at a time: on those of the call (`instanceIds`), or on new ones in a network of their own.
 * Undefined if the person said no.
 */
export async function runOnNodes(
  services: Services,
  call: Call,
  picked: PickedTask,
  count: number,
): Promise<RunOnNodes | undefined> {
  const who = accountInUse(services.accounts);
  const { task } = picked;
  const ids = await existing(services, call, count);
  if (ids === undefined) return undefined;
  const offers =
    ids.length > 0
      ? undefined
      : await withCancellableProgress(vscode.l10n.t('Searching offers'), () =>
          findTogether(services, who, task, count),
        );
  if (ids.length === 0 && !offers) return undefined;
  const machines: PlannedNode[] = offers
    ? offers.chosen.map((found) => {
        const rate = rateOf(found, task);
        return { name: `${gpuTitle(found.offer)} (${formatPerHour(rate)})`, rate };
      })
    : await Promise.all(
        ids.map(async (id) => ({
          id,
          name: nameOf(services, id),
          rate: hourlyCost(await knownInstance(services, id)).running,
        })),
      );
  const { hoursFor, then, limit, fetch } = termsOf(call, picked);
  const rate = sumOfDollars(machines.map((one) => one.rate));
  const plan: RunPlan = {
    ...picked,
    // Those that are rented for it have none yet.
    instanceId: ids[0] ?? -1,
    name: counted(count, vscode.l10n.t('{0} instance|{0} instances')),
    rate,
    limitHours: hoursFor(rate),
    idle: limit.idleMinutes ? { minutes: limit.idleMinutes, below: 5 } : (task.idle ?? settings.run.idle),
    then,
    resume: undefined,
    fetch,
    nodes: machines,
  };
  const files = await lookAtFiles(picked);
  if (!files) return undefined;
  const { workdir, sendings } = await placeOn(services, who, files, ids);
  const asked = { services, who, call, plan, sendings };
  const begun = await agreeAndBegin(asked, async (agreed, secrets, progress) => {
    const hours = agreed.then === 'keep' ? 0 : agreed.limitHours;
    const rented = offers && (await rentTogether(services, who, { task, offers, runHours: hours }, progress));
    const used = rented?.instanceIds ?? ids;
    const all = used.map((id, index) => ({ id, rate: machines[index]?.rate }));
    const start = {
      ...{ plan: { ...agreed, instanceId: used[0] ?? -1 }, machines: all, secrets, workdir },
      network: rented?.network,
    };
    const ways = waysOf(services, call, sendings, progress, agreed);
    const run = await orGiveBack(
      services,
      who,
      rented?.instanceIds ?? [],
      () => ways.orTellStarted(() => beginNodes(services, who.account, ways, start, progress)),
      async () => rented && giveBack(services, who, rented),
    );
    return run && { run, used, on: agreed.name };
  });
  if (!begun) return undefined;
  const { run, used, on } = begun;
  services.log.info(`Started run ${run.id} on ${used.length} instances.`);
  showBegun(services, call, run, on);
  return { runId: run.id, instanceId: run.instanceId, instanceIds: used };
}

/** Instances that are there; none where they are to be rented. Undefined if the person closed the question. */
async function existing(
  services: Services,
  call: Call,
  count: number,
): Promise<readonly number[] | undefined> {
  const exactly = z.optional(z.array(z.int()).check(z.minLength(count), z.maxLength(count)));
  const ids = read(call.arguments, 'instanceIds', exactly);
  if (ids) return ids;
  return call.interactive ? pickNodes(services, vscode.l10n.t('Run on GPU'), count) : [];
}
