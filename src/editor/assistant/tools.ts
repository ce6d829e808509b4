import { orderFields, usualOrder } from '../../domain/offers/offerOrder';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { LocalError, signedIn } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { CancelledError } from '../../api/cancelled';
import { describeError } from '../../api/describeError';
import { callCommand, type CommandName } from '../../commandNames';
import type { Services } from '../../prompts/services';
import { CallFor } from '../../ask/caller';
import { omitUndefined } from '../../domain/omitUndefined';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { freeOffers } from '../../domain/offers/offerQuery';
import type { Diagnosis } from '../../ssh/diagnosis/finding';
import { errorWords, ignore } from '../../log/log';
import { settings } from '../../stores/settings';
import { seenWith } from '../../views/runs/seenRun';
import { type Data, framed } from './toldData';
import { inputs } from './inputs';
import { diagnosisData, instanceData, offerData, runData, spendingData } from './reading';
import { toolId, type ToolName } from './toolNames';
import { wrongArgument } from '../../commands/call';

type Run = (services: Services, given: unknown, signal: AbortSignal) => Promise<Data>;

/** Checks what a tool was given, then runs it. */
const tool =
  <T extends z.ZodMiniType>(
    schema: T,
    run: (services: Services, input: z.infer<T>, signal: AbortSignal) => Promise<Data>,
  ): Run =>
  async (services, given, signal) =>
    run(services, readInput(schema, given), signal);

/**
 * What each tool does. What costs money or destroys data calls its command like any program, without consent, so that
 * the person gets the dialog with the price, whatever is approved in the chat.
 */
const does: Readonly<Record<ToolName, Run>> = {
  searchOffers: tool(
    inputs.searchOffers,
    async ({ offers }, { filters, order = usualOrder, limit = 10, type, allocated_storage }, signal) => {
      const verified = settings.search.verifiedOnly ? { verified: { eq: true } } : {};
      const query = {
        filters: { ...freeOffers, ...verified, ...filters },
        order: [orderFields[order]],
        type,
        limit,
        allocated_storage: allocated_storage ?? settings.rent.disk,
      };
      const { found, isCut } = await offers.search(query, { signal });
      return {
        offers: found.map(({ offer }) => offerData(offer, query.allocated_storage)),
        price_includes_gb_of_disk: query.allocated_storage,
        more_available: isCut,
      };
    },
  ),
  listInstances: tool(inputs.listInstances, async (services) => ({
    instances: (await listed(services)).map(instanceData),
  })),
  spending: tool(inputs.spending, async (services, _, signal) => {
    const { accounts, volumes, spending, clock, log } = services;
    const instances = await listed(services);
    const { credit } =
      (await signedIn(accounts)
        .users.current({ signal })
        .catch(ignore(log, 'the rest is told without it'))) ?? {};
    const { fetchedAt, missing, refused, volumes: known } = volumes.state;
    const accountId = accounts.active?.id ?? '';
    // The list that was just loaded may not be noted yet.
    await spending.load(accountId);
    return spendingData({
      instances,
      volumes: refused || (fetchedAt === undefined && !missing) ? undefined : known,
      ledger: spending.ledgerOf(accountId),
      credit,
      now: clock.now(),
    });
  }),
  diagnoseConnection: tool(inputs.diagnoseConnection, async (services, { instanceId }) => {
    const diagnosis = await command<Diagnosis>('diagnoseConnection', { instanceId });
    if (!diagnosis) throw new CancelledError();
    const { configFile, defaultConfigFile, windowConfigFile } = services.sshSetup();
    const files = [configFile, defaultConfigFile, windowConfigFile, homedir()];
    return diagnosisData(diagnosis, services.instances.get(instanceId), files);
  }),
  rentOffer: tool(inputs.rentOffer, async (_, { offerId, request }) => {
    const { image, disk, runtype } = settings.rent;
    const whole = { image, disk, runtype, ...request };
    return outcome(await command<{ instanceId: number }>('rentOffer', { offerId, request: whole }));
  }),
  showLogs: tool(inputs.showLogs, async (_, { instanceId }) => {
    const log = await command<{ text: string }>('showLogs', { instanceId, lines: logLines });
    return log ? { last_lines: log.text.trimEnd().split('\n').slice(-logLines) } : outcome(undefined);
  }),
  connect: tool(inputs.connect, async (services, { instanceId }) => {
    const connected = await command<{ alias: string; opened: boolean }>('connect', { instanceId });
    if (!connected) return unfinished(services, instanceId);
    return { done: true, ssh_host_alias: connected.alias, window_opened: connected.opened };
  }),
  startInstance: tool(inputs.startInstance, async (_, { instanceId }) => {
    const started = await command<{ queued?: number[] }>('startInstance', { instanceId });
    if (!started) return outcome(undefined);
    return { done: true, waits_for_gpu: started.queued !== undefined };
  }),
  stopInstance: tool(inputs.stopInstance, async (_, { instanceId }) =>
    outcome(await command('stopInstance', { instanceId })),
  ),
  destroyInstance: tool(inputs.destroyInstance, async (_, { instanceId }) =>
    outcome(await command('destroyInstance', { instanceId })),
  ),
  runOnGpu: tool(inputs.runOnGpu, async (services, { instanceId, command: run, setup, hours }) => {
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
    if (folder === undefined) throw new LocalError('nothing_suits', vscode.l10n.t('Open a folder first.'));
    const task = { run, ...omitUndefined({ setup }) };
    const given = { folder, task, instanceId, limit: omitUndefined({ hours }) };
    const begun = await command<{ runId: string }>('runOnGpu', given);
    return begun ? { done: true, run_id: begun.runId } : unfinished(services, instanceId);
  }),
  followRun: tool(inputs.followRun, async (services, { runId }) => {
    const { accounts, instances, runKeeper, runs, clock } = services;
    await runKeeper.look();
    const known = await runs.read(accounts.active?.id ?? '');
    const wanted = known.filter(({ id }) => runId === undefined || id === runId).slice(0, mostRuns);
    return {
      runs: wanted.map((run) => runData(seenWith(services, run), clock.now(), instances.get(run.instanceId))),
    };
  }),
};

/** Lines of a log and runs that a model is told, the last ones. */
const logLines = 100;
const mostRuns = 20;

/** Undefined when the person said no. */
const command = <T extends object>(name: CommandName, given: object): Thenable<T | undefined> =>
  callCommand<T | undefined>(name, new CallFor('model', given));

function outcome(result: { instanceId?: number } | undefined): Data {
  if (result === undefined) return { done: false, reason: 'The person said no. Nothing was changed.' };
  return { done: true, instance_id: result.instanceId };
}

/** Of what the person may also have ended on its way: by then, the instance may have been started, or more. */
async function unfinished({ instances, log }: Services, id: number): Promise<Data> {
  const isListed = await instances.refresh().then(
    () => true,
    (error: unknown) => {
      ignore(log, 'then it isn’t said that nothing was changed')(error);
      return false;
    },
  );
  const instance = instances.get(id);
  if (isListed && instance && lifecycleOf(instance).can.start) return outcome(undefined);
  return {
    done: false,
    reason:
      'The person said no or canceled. What had begun by then goes on: an instance that was started costs money until it is stopped.',
    instance: isListed && instance ? instanceData(instance) : undefined,
  };
}

async function listed({ instances }: Pick<Services, 'instances'>) {
  await instances.refresh();
  return [...instances.state.instances.values()].filter(({ id }) => id >= 0);
}

/** Runs a tool. A failure is told in the frame, too, because the service's own words may be in it. @throws CancellationError */
export async function invokeTool(
  services: Services,
  name: ToolName,
  given: unknown,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const stop = new AbortController();
  const subscription = token.onCancellationRequested(() => stop.abort());
  try {
    await services.ready;
    signedIn(services.accounts);
    return told(await does[name](services, given, stop.signal));
  } catch (error) {
    if (error instanceof CancelledError) throw new vscode.CancellationError();
    services.log.warn(`${toolId(name)} failed: ${errorWords(error)}`);
    return told({ failed: describeError(error).message });
  } finally {
    subscription.dispose();
  }
}

const told = (data: Data): vscode.LanguageModelToolResult =>
  new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(framed(data))]);

function readInput<T extends z.ZodMiniType>(schema: T, given: unknown): z.infer<T> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const path = plainText(parsed.error.issues[0]?.path.map(String).join('.') ?? '', 100);
  throw wrongArgument(path);
}
