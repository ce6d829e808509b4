import * as path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { showInfo, showWarning } from '../../ask/notify';
import { callCommand, showView } from '../../commandNames';
import { counted, filled, formatList } from '../../domain/format';
import { hourlyCost } from '../../domain/money/rate';
import { sumOfDollars } from '../../domain/runs/runCost';
import { agreeAndBegin, agreeWithRent } from '../../prompts/runs/agreeOnRun';
import type { RunPlan } from '../../prompts/runs/planWords';
import { valuesOf } from '../../prompts/runs/secretValues';
import type { Services } from '../../prompts/services';
import { askParameters, tableFrom } from '../../prompts/runs/askParameters';
import { mostMachines, pickMachines } from '../../prompts/runs/pickMachines';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { showError } from '../../views/showError';
import { type Call, consentOf, read } from '../call';
import { listAgain, nameOf } from '../instances/eachInstance';
import { knownInstance, untilListed } from '../instances/targetInstance';
import { termsOf, whatToRun } from '../runs/runTargets';
import { lookAtFiles, placeOn } from '../runs/sending';
import { beginSweep } from './beginSweep';
import { couldNotStart, offerToDestroy, orGiveBack } from './giveBack';
import { waysOf } from './waysOf';

interface SweepMachine {
  id: number;
  rate: number | undefined;
  name: string;
}

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
  const picked = await whatToRun(call, title);
  if (!picked) return undefined;
  const { folder, task } = picked;
  if (task.nodes !== undefined)
    throw new LocalError('not_possible', vscode.l10n.t('A job of a sweep runs on one instance.'));
  const given = call.arguments.parameters;
  const isGiven = given !== undefined || !call.interactive;
  const table = await (isGiven ? tableFrom(given, folder) : askParameters(folder, title));
  if (!table) return undefined;
  const { hoursFor, then, runHours, resume } = termsOf(call, picked);
  const name = task.name ?? path.basename(folder);
  const files = await lookAtFiles(picked);
  if (!files) return undefined;
  const planFor = (machines: readonly SweepMachine[], count: number, rate: number | undefined): RunPlan => ({
    ...picked,
    instanceId: machines[0]?.id ?? 0,
    name:
      machines.length === 1 && machines[0]
        ? machines[0].name
        : counted(count, vscode.l10n.t('{0} instance|{0} instances')),
    rate,
    limitHours: hoursFor(rate),
    idle: undefined,
    then,
    resume,
    // Of all jobs: the folder of each.
    fetch: ['/sweep-*/'],
    sweep: { table, machines, names: machines.map(({ name }) => name) },
  });
  const askSecrets = () => valuesOf(services, { folder, names: task.secrets, title }, call);
  const rental = agreeWithRent(services, (count, rate) => planFor([], count, rate), files);
  const found = await machinesOf(services, call, table.rows.length, async () =>
    // Nothing is asked any more once they are rented.
    (await askSecrets())
      ? pickMachines(services, { task, title, purpose: rental.purpose }, runHours)
      : undefined,
  );
  if (!found || found.ids.length === 0) return undefined;
  // Further machines would have nothing to do.
  const used = found.ids.slice(0, table.rows.length);
  const begin = async () => {
    const { workdir, sendings } = await placeOn(services, who, files, used);
    if (found.isRented && !(await untilListed(services, used))) return undefined;
    const machines = await Promise.all(
      used.map(async (id) => {
        const { running } = hourlyCost(await knownInstance(services, id));
        return { id, rate: running, name: nameOf(services, id) };
      }),
    );
    const rate = sumOfDollars(machines.map((one) => one.rate));
    const plan = planFor(machines, used.length, rate);
    const { limitHours, then: end, task: command } = rental.agreed();
    const agreedTo = found.isAgreed ? { ...plan, limitHours, then: end, task: command } : plan;
    const asked = { services, who, call, plan: agreedTo, sendings, isAgreed: found.isAgreed };
    return agreeAndBegin(asked, async (agreed, secrets, progress) => {
      const ways = waysOf(services, call, sendings, progress, agreed);
      const start = { plan: agreed, secrets, workdir };
      const begun = await ways.orTellStarted(() => beginSweep(services, who.account, ways, start, progress));
      return begun && { ...begun, on: agreed.name };
    });
  };
  const { confirmed } = call;
  const begun = found.isRented
    ? await orGiveBack(services, who, found.ids, begin, (error) =>
        offerToDestroy(services, who, found.ids, {
          message: couldNotStart(name, found.ids),
          error,
          confirmed,
        }),
      )
    : await begin();
  if (!begun) return undefined;
  const { run, on } = begun;
  const without = [...begun.failed, ...(found.isRented ? found.ids.slice(used.length) : [])];
  services.log.info(
    `Started sweep ${run.id}: ${table.rows.length} jobs on ${begun.instanceIds.length} instances.`,
  );
  void services.runKeeper.look();
  if (without.length > 0) void warnOf(services, who, run.name, without, found.isRented);
  if (call.interactive) {
    void showView('runs');
    if (without.length === 0)
      void showInfo(
        filled(vscode.l10n.t('{0} runs on {1}. You can close VS Code; it goes on.'), run.name, on),
      );
  }
  return { runId: run.id, instanceIds: begun.instanceIds };
}

/** One that takes no part is billed; what was rented for this can be destroyed at once. */
async function warnOf(
  services: Services,
  who: AccountInUse,
  run: string,
  ids: readonly number[],
  isRented: boolean,
): Promise<void> {
  const words = vscode.l10n.t(
    '{0} runs without {1}, which may still be billed. The log says why.',
    run,
    formatList(ids.map((id) => nameOf(services, id))),
  );
  const destroy = vscode.l10n.t('Destroy…');
  const pressed = await showWarning(words, ...(isRented ? [destroy] : []));
  if (pressed !== destroy) return;
  const message = counted(
    ids.length,
    vscode.l10n.t('Destroy the instance that {1} doesn’t use?|Destroy the instances that {1} doesn’t use?'),
    run,
  );
  const ask = () => offerToDestroy(services, who, ids, { message, confirmed: false });
  await ask().catch((error: unknown) => showError(error, ask));
}

const idsSchema = z.array(z.int()).check(z.minLength(1), z.maxLength(mostMachines));

interface Found {
  ids: readonly number[];
  /** They were rented for this, and the person agreed to the sweep with that. */
  isRented: boolean;
  isAgreed: boolean;
}

/** The instances of the call, those that it rents, or those that the person picks. */
async function machinesOf(
  services: Services,
  call: Call,
  jobs: number,
  ask: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { arguments: given, interactive } = call;
  const ids = read(given, 'instanceIds', z.optional(idsSchema));
  if (ids) return { ids: [...new Set(ids)], isRented: false, isAgreed: false };
  if (given.query === undefined) {
    if (interactive) return ask();
    read(given, 'instanceIds', idsSchema);
  }
  const { query, request } = given;
  const wanted = read(given, 'count', z.int());
  if (wanted > mostMachines)
    throw new LocalError('invalid_input', vscode.l10n.t('A sweep has at most {0} machines.', mostMachines));
  const rented = await callCommand<{ rented: { instanceId: number }[] } | undefined>('rentOffers', {
    ...{ query, count: Math.min(wanted, jobs), request },
    ...consentOf(services, call),
  });
  if (!rented) return undefined;
  await listAgain(services);
  return { ids: rented.rented.map(({ instanceId }) => instanceId), isRented: true, isAgreed: false };
}
