import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Client } from '../../api/client';
import { ApiError, isNotFound, isOutcomeUnknown, isUnsupported, outcomeUnknown } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { creationFields } from '../../api/schemas/instances/creationFields';
import { chooseFor } from '../../ask/confirmFor';
import { showInfo } from '../../ask/notify';
import { formatList, formatParagraphs, formatSentences } from '../../domain/format';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import {
  changeLines,
  type CurrentLaunch,
  currentLaunch,
  isChange,
  losesOwnStop,
  type PlannedChange,
  planChange,
  unlike,
} from '../../domain/launch/launchChange';
import { checkedRequest } from '../../domain/launch/launchRequest';
import { isOver } from '../../domain/runs/run';
import { looksSecret } from '../../domain/secretReference';
import { ignore } from '../../log/log';
import { ChangeForm, serviceVariableProblem, type WantedLaunch } from '../../prompts/launch/changeForm';
import { showsScript } from '../../prompts/rent/confirmRent';
import type { Services } from '../../prompts/services';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import { keptVolumes } from '../volumes/keptVolumes';
import { diskLines } from './copyFirst';
import { eachInstance, nameOf, syncEntries } from './eachInstance';
import { losesWatch, noteRecreated } from '../stops/afterRestart';
import { goingOn, unfetched } from '../../prompts/runs/runsOnInstance';
import { mustBeThere, targetInstance, wholeInstance } from './targetInstance';

const { template_hash_id, image, args_str, env, onstart } = creationFields;
/** What of a creation body the service takes for an instance that is there. */
const changeable = { template_hash_id, image, args_str, env, onstart };
const requestSchema = z.looseObject(changeable);

/**
 * Changes what an instance runs, in its place: `{instanceId, request, confirmed}`. `request` has those of
 * `template_hash_id`, `image`, `args_str`, `env` and `onstart` that change; `env` has all variables and port mappings.
 * Resolves to the names of what was changed.
 *
 * @throws LocalError for what can't be changed; ApiError 'outcome_unknown' when the answer was lost and the instance
 * doesn't show the changes
 */
export async function changeInstance(
  services: Services,
  call: Call,
): Promise<{ instanceId: number; changed: string[] } | undefined> {
  const who = accountInUse(services.accounts);
  const isGiven = !call.interactive || call.arguments.request !== undefined;
  const given = isGiven ? read(call.arguments, 'request', requestSchema) : undefined;
  const id = await targetInstance(
    services,
    call,
    vscode.l10n.t('Change Image or Variables'),
    ({ can, hopeless }) => can.reboot || can.start || hopeless,
  );
  if (id === undefined) return undefined;
  const instance = await wholeInstance(services, who, id);
  if (!instance) return undefined;
  const now = currentLaunch(instance);
  const planned = given
    ? await planGiven(services, call, { who, id, now }, given)
    : await planAsked(services, { who, id, now });
  if (!planned) return undefined;
  if (!isChange(planned)) return { instanceId: id, changed: [] };
  await eachInstance(services, who, [id], 'changing', async (client) => {
    await services.features.use('changes', () => send(services, client, id, planned));
    services.log.info(`Changed instance ${id} in its place.`);
    // The service doesn't say what it keeps: results of runs that are over may be there.
    await noteRecreated(services, who.account.id, id, (run) => !isOver(run));
  });
  await syncEntries(services);
  if (call.interactive) void tellUnlike(services, who.client, id, planned);
  return { instanceId: id, changed: changedNames(planned) };
}

interface Target {
  who: AccountInUse;
  id: number;
  now: CurrentLaunch;
}

const changedNames = ({ change }: PlannedChange): string[] =>
  Object.keys(change).map((name) => (name === 'args' ? 'args_str' : name));

/** What a program or an argument gives. */
async function planGiven(
  services: Services,
  { confirmed }: Call,
  target: Target,
  given: z.infer<typeof requestSchema>,
): Promise<PlannedChange | undefined> {
  const others = Object.keys(given).filter((name) => !(name in changeable));
  if (others.length > 0) {
    const names = formatList(others.map((name) => plainText(name, 40)));
    const text = vscode.l10n.t('These can’t be changed on an existing instance: {0}.', names);
    throw new LocalError('invalid_input', text);
  }
  const { template_hash_id: hashId, ...request } = given;
  const problem = serviceVariableProblem(Object.keys(request.env ?? {}));
  if (problem !== undefined) throw new LocalError('invalid_input', problem);
  checkedRequest({ image: target.now.image || 'unknown', ...request });
  const template = hashId === undefined ? undefined : await services.templates.ask({ hashId });
  const planned = planChange(target.now, request, template);
  if (!isChange(planned) || confirmed) return planned;
  const wanted = { request, template, isSecret: looksSecret };
  return (await mayChange(services, target, planned, wanted)) ? planned : undefined;
}

/** What a person fills in. Who says no to the question goes back to the list. */
async function planAsked(services: Services, target: Target): Promise<PlannedChange | undefined> {
  const { who, id, now } = target;
  const form = await ChangeForm.of(services, nameOf(services, id), now, who.account.baseUrl);
  for (;;) {
    const wanted = await form.ask();
    if (!wanted) return undefined;
    const planned = planChange(now, wanted.request, wanted.template);
    if (await mayChange(services, target, planned, wanted)) return planned;
  }
}

async function mayChange(
  services: Services,
  target: Target,
  planned: PlannedChange,
  wanted: WantedLaunch,
): Promise<boolean> {
  const { onstart: commands } = planned.wanted;
  const more = commands === target.now.onstart ? undefined : showsScript(services, commands);
  const yes = vscode.l10n.t('Change');
  for (;;) {
    const answer = await chooseFor(services, target.who, {
      message: vscode.l10n.t('Change {0} and recreate its container?', nameOf(services, target.id)),
      detail: await detailOf(services, target, planned, wanted),
      options: [yes, ...(more ? [more.label] : [])],
      warns: true,
    });
    if (answer === undefined || answer === yes) return answer === yes;
    await more?.show();
  }
}

/** Lines of the difference that a dialog has room for. */
const mostLines = 12;

async function detailOf(
  services: Services,
  { who, id, now }: Target,
  planned: PlannedChange,
  { isSecret }: WantedLaunch,
): Promise<string> {
  const lines = changeLines(now, planned, isSecret);
  const more = lines.length - mostLines;
  const { image: newImage, template_hash_id: template } = planned.change;
  const instance = services.instances.get(id);
  const isStopped = instance && lifecycleOf(instance).phase === 'stopped';
  const stop = services.scheduledStops.known(who.account.id).get(id);
  return formatParagraphs(
    [...lines.slice(0, mostLines), ...(more > 0 ? [vscode.l10n.t('… and {0} more', more)] : [])].join('\n'),
    await goingOn(services, who, [id]),
    await unfetched(services, who, [id]),
    losesOwnStop(now, planned)
      ? vscode.l10n.t(
          'It will no longer stop itself: the new startup commands don’t have the lines for that.',
        )
      : '',
    formatSentences([
      isStopped
        ? vscode.l10n.t('The container is recreated, at the latest when it starts.')
        : vscode.l10n.t('Running programs end, and the container is recreated.'),
      vscode.l10n.t(
        'Expect everything on its disk to be lost: the service doesn’t say what it keeps. This can’t be undone.',
      ),
    ]),
    diskLines(services, [id]),
    newImage === undefined && template === undefined
      ? ''
      : vscode.l10n.t(
          'If the image can’t be pulled, the instance doesn’t start. A registry login for a private image can’t be changed here.',
        ),
    keptVolumes(services, [id]),
    stop
      ? vscode.l10n.t('The machine, the price and the scheduled stop stay the same.')
      : vscode.l10n.t('The machine and the price stay the same.'),
    await losesWatch(services, who, [id]),
  );
}

/** Only once: if the answer is lost, the instance is looked at instead of sending it again. */
async function send(
  services: Services,
  client: Client,
  id: number,
  { change, wanted }: PlannedChange,
): Promise<void> {
  try {
    await client.instanceActions.change(id, change);
  } catch (error) {
    // It may be the instance, the template or the endpoint. Only the last one is missing for all instances.
    if (isNotFound(error)) {
      await mustBeThere(client, id);
      const { template_hash_id: hashId } = change;
      if (hashId !== undefined) await services.templates.ask({ hashId });
    } else if (!isUnsupported(error) && isOutcomeUnknown(error)) {
      const why = 'the outcome of the change is reported as unknown';
      const found = await client.instances.get(id).catch(ignore(services.log, why));
      if (found && unlike(currentLaunch(found), wanted).length === 0) return;
      const text = vscode.l10n.t(
        'The service’s response was lost. Check what {0} runs before you change it again.',
        nameOf(services, id),
      );
      throw outcomeUnknown(text, error);
    } else if (error instanceof ApiError && error.status === 409) {
      throw error.reworded(`${error.message} ${vscode.l10n.t('Nothing was changed. Try again later.')}`);
    }
    throw error;
  }
}

/** Services may understand a change in another way. */
async function tellUnlike(
  services: Services,
  client: Client,
  id: number,
  { wanted }: PlannedChange,
): Promise<void> {
  const why = 'the change is done; this would only say more of it';
  const found = await client.instances.get(id).catch(ignore(services.log, why));
  const left = found ? unlike(currentLaunch(found), wanted) : [];
  if (left.length === 0) return;
  void showInfo(
    vscode.l10n.t(
      'The service doesn’t show these changes of {0} yet: {1}. Check them when it runs.',
      nameOf(services, id),
      formatList(left),
    ),
  );
}
