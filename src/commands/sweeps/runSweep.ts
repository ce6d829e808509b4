import * as path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { showInfo, showWarning } from '../../ask/notify';
import { callCommand, showView } from '../../commandNames';
import { counted, formatList } from '../../domain/format';
import { hourlyCost } from '../../domain/money/rate';
import { sumOfDollars } from '../../domain/runs/runCost';
import { agreeOnRun } from '../../prompts/runs/agreeOnRun';
import { prepareSsh } from '../../connect/prepare';
import type { RunPlan, Sending } from '../../prompts/runs/planWords';
import { valuesOf } from '../../prompts/runs/secretValues';
import { type Progress, withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { askParameters, tableFrom } from '../../prompts/runs/askParameters';
import { mostMachines, pickMachines } from '../../prompts/runs/pickMachines';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { knownInstance } from '../instances/targetInstance';
import { termsOf, whatToRun } from '../runs/runTargets';
import { sendAll, whatToSend, workdirOf } from '../runs/sending';
import { beginSweep, type Ways } from './beginSweep';

/**
 * Runs a task once for each row of a table of parameters, on several machines that each take the next job: `{folder, task,
 * parameters, instanceIds, limit?, then?, confirmed}`, or `{query, count, request}` in place of `instanceIds`, which rents
 * them. `parameters` is a list of objects, an object of lists, or the path of a JSON or CSV file. Resolves as soon as it is
 * detached: to the run that gives the jobs, and the machines that take part.
 */
export async function runSweep(
  services: Services,
  call: Call,
): Promise<{ runId: string; instanceIds: readonly number[] } | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Run Sweep on GPUs');
  const picked = await whatToRun(call);
  if (!picked) return undefined;
  const { folder, task } = picked;
  const given = call.arguments.parameters;
  const isGiven = given !== undefined || !call.interactive;
  const table = await (isGiven ? tableFrom(given, folder) : askParameters(folder, title));
  if (!table) return undefined;
  const { hoursFor, then, runHours, resume } = termsOf(call, picked);
  const ids = await machinesOf(services, call, () => pickMachines(services, { task, title }, runHours));
  if (!ids) return undefined;
  // Further machines would have nothing to do.
  const used = ids.slice(0, table.rows.length);
  const machines = await Promise.all(
    used.map(async (id) => ({ id, rate: hourlyCost(await knownInstance(services, id)).running })),
  );
  const rate = sumOfDollars(machines.map((one) => one.rate));
  const [first] = used;
  if (first === undefined) return undefined;
  const plan: RunPlan = {
    ...picked,
    instanceId: first,
    name:
      used.length === 1
        ? nameOf(services, first)
        : counted(used.length, vscode.l10n.t('{0} instance|{0} instances')),
    rate,
    limitHours: hoursFor(rate),
    idle: undefined,
    then,
    resume,
    // Of all jobs: the folder of each.
    fetch: ['/sweep-*/'],
    sweep: { table, machines, names: used.map((id) => nameOf(services, id)) },
  };
  const workdir = workdirOf(folder);
  const sendings = await withCancellableProgress(
    vscode.l10n.t('Looking at the files of {0}', path.basename(folder)),
    ({ signal }) => whatToSend(picked, workdir, signal),
  );
  if (!sendings) return undefined;
  const agreed = await agreeOnRun(services, who, { plan, sendings, confirmed: call.confirmed });
  if (!agreed) return undefined;
  const secrets = await valuesOf(services, { folder, names: task.secrets }, call);
  if (!secrets) return undefined;
  const name = agreed.task.name ?? path.basename(folder);
  const begun = await withCancellableProgress(
    vscode.l10n.t('Running {0} on {1}', name, agreed.name),
    (progress) =>
      beginSweep(
        services,
        who.account,
        waysOf(services, call, sendings, progress),
        { plan: agreed, secrets, workdir },
        progress,
      ),
  );
  if (!begun) return undefined;
  const { run, failed } = begun;
  services.log.info(
    `Started sweep ${run.id}: ${table.rows.length} jobs on ${begun.instanceIds.length} instances.`,
  );
  void services.runKeeper.look();
  if (call.interactive) {
    void showView('runs');
    if (failed.length > 0)
      void showWarning(
        vscode.l10n.t(
          '{0} runs without {1}, which may still be billed. The log says why.',
          run.name,
          formatList(failed.map((id) => nameOf(services, id))),
        ),
      );
    else
      void showInfo(
        vscode.l10n.t('{0} runs on {1}. You can close VS Code; it goes on.', run.name, agreed.name),
      );
  }
  return { runId: run.id, instanceIds: begun.instanceIds };
}

function waysOf(
  services: Services,
  { confirmed, interactive }: Call,
  sendings: readonly Sending[],
  progress: Progress,
): Ways {
  return {
    connect: async (id) => {
      const options = { ...progress, confirmed, isStartAgreed: true, interactive };
      const prepared = await prepareSsh(services, id, options);
      return prepared && { id, remote: { ...services.sshSetup(), alias: prepared.alias } };
    },
    send: ({ id, remote }, isWatched, begin) =>
      sendAll(services, { instanceId: id, remote, isWatched, begin }, sendings, progress),
    nameOf: (id) => nameOf(services, id),
  };
}

const idsSchema = z.array(z.int()).check(z.minLength(1), z.maxLength(mostMachines));

/** The instances of the call, those that it rents, or those that the person picks. */
async function machinesOf(
  services: Services,
  call: Call,
  ask: () => Promise<readonly number[] | undefined>,
): Promise<readonly number[] | undefined> {
  const { arguments: given, interactive, confirmed } = call;
  const ids = read(given, 'instanceIds', z.optional(idsSchema));
  if (ids) return [...new Set(ids)];
  if (given.query === undefined) {
    if (interactive) return ask();
    read(given, 'instanceIds', idsSchema);
  }
  const { query, count, request } = given;
  if (read(given, 'count', z.int()) > mostMachines)
    throw new LocalError('invalid_input', vscode.l10n.t('A sweep has at most {0} machines.', mostMachines));
  const consent = confirmed ? { confirmed: services.consent } : {};
  const rented = await callCommand<{ rented: { instanceId: number }[] } | undefined>('rentOffers', {
    ...{ query, count, request },
    ...consent,
  });
  if (!rented) return undefined;
  await services.instances.refresh();
  return rented.rented.map(({ instanceId }) => instanceId);
}
