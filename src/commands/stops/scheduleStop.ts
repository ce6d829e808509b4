import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { instanceName } from '../../ask/instanceName';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { givenWhen, triggerOf } from '../../domain/stops/triggers';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { type AskedStop, askStop } from '../../prompts/stops/askStop';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { cancelStops } from './cancelStop';
import { scheduleQuestion } from './scheduleQuestion';
import { knownInstance, targetInstances } from '../instances/targetInstance';

/** Times are shown to the minute, so one that is still shown as now has not passed. Milliseconds. */
const shownTo = 60_000;

/** What was scheduled: for one instance, or for all that a person selected. */
type Scheduled = ({ instanceId: number } | { instanceIds: readonly number[] }) & {
  action: 'stop' | 'destroy';
  /** ISO date and time, if it is known. */
  at?: string;
  idleMinutes?: number;
  whenClosed?: true;
};

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
  const asked =
    given ??
    (await askStop({
      name: titleOf(instances),
      before: ids.flatMap((id) => known.get(id) ?? []),
      canStop: canStop.length > 0,
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
  const before = chosen.flatMap(({ id }) => known.get(id) ?? []);
  const asking = { ...scheduleQuestion(services, call, chosen, asked, before), confirmed };
  if (!(await confirmFor(services, who, asking))) return undefined;
  // The question may have stood there for long. It would be carried out at once, without a warning.
  if (!confirmed && asked.when.kind === 'at' && asked.when.at + shownTo <= services.clock.now())
    throw new LocalError(
      'invalid_input',
      vscode.l10n.t(
        'This time passed while the dialog was open, so nothing was changed. Choose a later time.',
      ),
    );
  for (const { id } of chosen) {
    await services.scheduledStops.schedule(accountId, id, asked);
    services.log.info(`Scheduled for instance ${id}: ${asked.action}, ${asked.when.kind}.`);
  }
  return result(
    chosen.map(({ id }) => id),
    asked,
  );
}

function result(ids: readonly number[], { action, when }: AskedStop): Scheduled {
  const [first = 0] = ids;
  const which = ids.length === 1 ? { instanceId: first } : { instanceIds: ids };
  return { ...which, action, ...triggerOf(when).result(when) };
}

const titleOf = (instances: readonly SharedInstance[]): string => {
  const [first] = instances;
  return first && instances.length === 1
    ? instanceName(first)
    : vscode.l10n.t('{0} Instances', instances.length);
};

/** What a program asks for; undefined if it leaves that to the person. */
function givenStop({ clock }: Pick<Services, 'clock'>, call: Call): AskedStop | undefined {
  const given = call.arguments;
  if (call.interactive || given.action === undefined) return undefined;
  const action = read(given, 'action', z.enum(['stop', 'destroy']));
  return { action, when: givenWhen((name, schema) => read(given, name, schema), clock.now()) };
}
