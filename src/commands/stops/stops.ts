import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { describeError } from '../../api/describeError';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { instanceName } from '../../ask/instanceName';
import { type Call, read, isAgreed } from '../call';
import { nameOf } from '../instances/eachInstance';
import { knownInstance, targetInstances } from '../instances/targetInstance';
import { formatList, formatSentences } from '../../domain/format';
import { hourlyCost } from '../../domain/money/rate';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { conditionsOf, withConditions } from '../../domain/stops/scheduledStop';
import type { AgreedStop } from '../../domain/stops/stopSchema';
import { givenWhens, type StopArguments, toldOf } from '../../domain/stops/stopArguments';
import type { StopWhen } from '../../domain/stops/stopSchema';
import { knownRemote } from '../../connect/remotes';
import { ignore } from '../../log/log';
import type { Services } from '../../prompts/services';
import { askStop } from '../../prompts/stops/askStop';
import { accountInUse } from '../../stores/account/accountInUse';
import { sentText } from '../../views/stops/stopMessages';
import { scheduleQuestion } from './scheduleQuestion';

/** Times are shown to the minute, so one that is still shown as now has not passed. Milliseconds. */
const shownTo = 60_000;

/** What was scheduled: for one instance, or for all that a person selected. */
type Scheduled = ({ instanceId: number } | { instanceIds: readonly number[] }) & {
  action: 'stop' | 'destroy';
} & StopArguments;

/**
 * Schedules that instances are stopped or destroyed, and replaces what was scheduled for them. The question names what
 * will happen: agreeing to it is agreeing to that. Several that a person selected are each stopped on their own.
 *
 * @throws LocalError for a time that can't be read or has passed
 */
export async function scheduleStop(services: Services, call: Call): Promise<Scheduled | undefined> {
  const who = accountInUse(services.accounts);
  const accountId = who.account.id;
  const given = givenStop(services, call);
  const ids = await targetInstances(services, call, vscode.l10n.t('Schedule Stop'));
  if (!ids) return undefined;
  const instances = await Promise.all(ids.map((id) => knownInstance(services, id)));
  const known = await services.scheduledStops.read(accountId);
  const canStop = instances.filter((one) => lifecycleOf(one).can.stop);
  const canTell = await canTellMachines(services, canStop);
  const asked =
    given ??
    (await askStop({
      name: titleOf(instances),
      before: ids.flatMap((id) => known.get(id) ?? []),
      current: ids.length === 1 ? known.get(ids[0] ?? -1) : undefined,
      canStop: canStop.length > 0,
      canTell,
      clock: services.clock,
    }));
  if (asked === undefined) return undefined;
  if (asked === 'off') {
    const scheduled = ids.filter((id) => known.has(id));
    await cancelStops(services, accountId, scheduled);
    return undefined;
  }
  // Of several, those that don't run have nothing to be stopped.
  const chosen = instances.length > 1 && asked.action === 'stop' ? canStop : instances;
  const { confirmed } = call;
  const stops = chosen.map((one) => [one, withRate(asked, one)] as const);
  const before = chosen.flatMap(({ id }) => known.get(id) ?? []);
  const asking = { ...scheduleQuestion(services, call, chosen, asked, before, canTell), confirmed };
  if (!(await confirmFor(services, who, asking))) return undefined;
  // The question may have stood there for long. It would be carried out at once, without a warning.
  const isPast = (when: StopWhen): boolean => when.kind === 'at' && when.at + shownTo <= services.clock.now();
  if (!confirmed && conditionsOf(asked).some(isPast))
    throw new LocalError(
      'invalid_input',
      vscode.l10n.t(
        'This time passed while the dialog was open, so nothing was changed. Choose a later time.',
      ),
    );
  const kinds = conditionsOf(asked).map(({ kind }) => kind);
  for (const [{ id }, stop] of stops) {
    await services.scheduledStops.schedule(accountId, id, stop);
    services.log.info(`Scheduled for instance ${id}: ${asked.action}, ${kinds.join(' or ')}.`);
  }
  return result(
    chosen.map(({ id }) => id),
    asked,
  );
}

/** Whether this computer has logged in to each of them before, so that it can tell them something unasked. */
async function canTellMachines(
  { sshSetup, log }: Pick<Services, 'sshSetup' | 'log'>,
  instances: readonly SharedInstance[],
): Promise<boolean> {
  const why = 'then VS Code carries it out';
  const remotes = instances.map((one) => knownRemote(sshSetup(), one).catch(ignore(log, why)));
  return instances.length > 0 && (await Promise.all(remotes)).every((one) => one !== undefined);
}

function result(ids: readonly number[], asked: AgreedStop): Scheduled {
  const [first = 0] = ids;
  const which = ids.length === 1 ? { instanceId: first } : { instanceIds: ids };
  return { ...which, action: asked.action, ...toldOf(conditionsOf(asked)) };
}

/** @throws LocalError 'not_possible' for a limit in dollars where the price isn't known: it would never be reached */
function withRate(asked: AgreedStop, instance: SharedInstance): AgreedStop {
  const rate = hourlyCost(instance).running;
  const conditions = conditionsOf(asked).map((when) => {
    if (when.kind !== 'spent') return when;
    if (rate !== undefined && rate > 0) return { ...when, rate };
    throw new LocalError(
      'not_possible',
      vscode.l10n.t('The price of {0} isn’t known, so its costs can’t be limited.', instanceName(instance)),
    );
  });
  return withConditions(asked, conditions) ?? asked;
}

const titleOf = (instances: readonly SharedInstance[]): string => {
  const [first] = instances;
  return first && instances.length === 1
    ? instanceName(first)
    : vscode.l10n.t('{0} Instances', instances.length);
};

/** What a program asks for; undefined if it leaves that to the person. */
function givenStop({ clock }: Pick<Services, 'clock'>, call: Call): AgreedStop | undefined {
  const given = call.arguments;
  if (call.interactive || given.action === undefined) return undefined;
  const action = read(given, 'action', z.enum(['stop', 'destroy']));
  const [when, ...others] = givenWhens((name, schema) => read(given, name, schema), clock.now());
  return { action, when, ...(others.length > 0 ? { others } : {}) };
}

/** Calls off what is scheduled for an instance, or for several. @throws LocalError 'nothing_suits' if nothing is */
export async function cancelScheduledStop(
  services: Services,
  call: Call,
): Promise<{ instanceId: number } | { instanceIds: readonly number[] } | undefined> {
  const who = accountInUse(services.accounts);
  const { account } = who;
  const stops = await services.scheduledStops.read(account.id);
  const title = vscode.l10n.t('Cancel Scheduled Stop');
  const ids = await targetInstances(services, call, title, (_, instance) => stops.has(instance.id));
  if (!ids) return undefined;
  const agreed = await confirmFor(services, who, {
    confirmed: isAgreed(call),
    message: vscode.l10n.t(
      'Cancel the scheduled stop of {0}?',
      formatList(ids.map((id) => nameOf(services, id))),
    ),
    detail: vscode.l10n.t('Without it, what runs costs money until you stop it.'),
    // Beside VS Code's own Cancel.
    yes: vscode.l10n.t('Remove Scheduled Stop'),
    warns: true,
  });
  if (!agreed) return undefined;
  await cancelStops(services, account.id, ids);
  const [instanceId = 0] = ids;
  return ids.length === 1 ? { instanceId } : { instanceIds: ids };
}

/**
 * @throws LocalError 'nothing_suits' if nothing is scheduled any more; 'not_possible' if the request was already sent, so
 * that it may be carried out all the same
 */
async function cancelStop(
  { scheduledStops, log }: Pick<Services, 'scheduledStops' | 'log'>,
  accountId: string,
  id: number,
): Promise<void> {
  const { action = 'stop' } = (await scheduledStops.read(accountId)).get(id) ?? {};
  const outcome = await scheduledStops.callOff(accountId, id);
  if (outcome === 'none')
    throw new LocalError('nothing_suits', vscode.l10n.t('Nothing is scheduled for instance {0}.', id));
  log.info(`Called off what was scheduled for instance ${id}.`);
  if (outcome === 'sent')
    throw new LocalError('not_possible', sentText(vscode.l10n.t('instance {0}', id), action));
}

/** The same for several: one that fails does not keep the others from it. @throws LocalError that names each */
async function cancelStops(
  services: Parameters<typeof cancelStop>[0],
  accountId: string,
  ids: readonly number[],
): Promise<void> {
  const failures: { reason: unknown }[] = [];
  for (const id of ids)
    await cancelStop(services, accountId, id).catch((reason: unknown) => failures.push({ reason }));
  const [first] = failures;
  if (!first) return;
  if (failures.length === 1) throw first.reason;
  const sentences = failures.map(({ reason }) => describeError(reason).message);
  throw new LocalError('not_possible', formatSentences(sentences), { cause: first.reason });
}
