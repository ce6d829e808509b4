import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { CallFor, PersonCall } from '../../ask/caller';
import { confirmFor } from '../../ask/confirmFor';
import { showInfo } from '../../ask/notify';
import { callCommand } from '../../commandNames';
import { openDisk } from '../../connect/openSource';
import { prepareSsh } from '../../connect/prepareSsh';
import { formatSentences } from '../../domain/format';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { RentedInstance } from '../../prompts/launch/launch';
import { launchLike, rentLike } from '../../prompts/launch/launchLike';
import type { Services } from '../../prompts/services';
import { hasRsync } from '../../ssh/transfer/rsync';
import type { Source } from '../../ssh/transfer/source';
import { type AccountInUse, accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { waitsForGpu } from '../../views/instances/instanceNodes';
import { whenWords } from '../../views/stops/stopMessages';
import { type Call, consentOf, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { knownInstance, targetInstance, wholeInstance } from '../instances/targetInstance';
import { type Carried, fetchDisk, movedWords, sendDisk } from './moveFiles';

/** What was moved: files, and their bytes, to the new instance. */
interface Moved extends RentedInstance {
  files: number;
  bytes: number;
}

/**
 * Moves an instance that is stopped, or waits for its GPU, to another machine: rents one like it, copies the files of its disk there, and compares them.
 * The old instance stays; destroying it is a question of its own. `{instanceId, offerId, request?, confirmed}`; without an
 * offer a search for the same GPU is shown. Called again after a break, it goes on with the instance that it rented.
 *
 * @throws LocalError 'not_possible' before anything is rented, where its disk can't be read or it is being moved already
 */
export async function moveInstance(services: Services, call: Call): Promise<Moved | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Move to Another Machine');
  const id = await targetInstance(services, call, title, (one) => one.can.start || waitsForGpu(one));
  if (id === undefined) return undefined;
  let moved: Moved | undefined;
  const isAlone = await services.leases.forMove(who.account.id, id).tryRun(async () => {
    moved = await moveAlone(services, call, who, id);
  });
  if (isAlone) return moved;
  throw new LocalError('not_possible', vscode.l10n.t('{0} is being moved already.', nameOf(services, id)));
}

/** One call at a time, also of other windows: two would rent two instances. */
async function moveAlone(
  services: Services,
  call: Call,
  who: AccountInUse,
  id: number,
): Promise<Moved | undefined> {
  const name = nameOf(services, id);
  const { moves } = services;
  const found = await withCancellableProgress(vscode.l10n.t('Moving {0}', name), async (progress) => {
    progress.report(vscode.l10n.t('looking for its disk'));
    const source = await diskToMove(services, who, id, progress.signal);
    return { source, before: await rentedBefore(services, who, id) };
  });
  if (!found) return undefined;
  const { source, before } = found;
  let to = before;
  if (to === undefined) {
    const rented = await rentForMove(services, call, who, id);
    if (!rented) return undefined;
    to = rented.instanceId;
    await moves.begin(who.account.id, id, to);
  }
  await stopWaiting(services, call, { from: id, to });
  const folder = moves.folderOf(who.account.id, id);
  const moved = await carryOver(services, call, { from: id, to, source, folder });
  if (!moved) return undefined;
  await moves.end(who.account.id, id);
  if (call.interactive) tellMoved(services, moved, { from: id, to });
  const { files, bytes } = moved;
  return { instanceId: to, files, bytes };
}

/** @throws LocalError 'not_possible' for an instance that isn't stopped, or whose disk can't be read */
async function diskToMove(
  services: Services,
  { client }: AccountInUse,
  id: number,
  signal: AbortSignal,
): Promise<Source> {
  await services.instances.refresh();
  const name = nameOf(services, id);
  const lifecycle = lifecycleOf(await knownInstance(services, id));
  if (!lifecycle.can.start && !waitsForGpu(lifecycle))
    throw new LocalError('not_possible', vscode.l10n.t('Stop {0} first. Nothing was rented.', name));
  let cause: LocalError | undefined;
  const onRefused = (why: LocalError): void => void (cause = why);
  const { log } = services;
  const source = await openDisk(client, services.sshSetup(), id, { signal, log, onRefused });
  if (source) return source;
  const said = (await hasRsync())
    ? vscode.l10n.t('The disk of {0} can’t be read while it is stopped. Nothing was rented.', name)
    : vscode.l10n.t(
        'Without rsync 3 on this computer, the disk of {0} can’t be read. Nothing was rented.',
        name,
      );
  throw new LocalError('not_possible', formatSentences([said, cause?.message ?? '']), { cause });
}

/** The instance that an earlier call has rented; undefined if there is none any more. */
async function rentedBefore(
  { moves, gone }: Services,
  { account, client }: AccountInUse,
  id: number,
): Promise<number | undefined> {
  const to = await moves.targetOf(account.id, id);
  if (to === undefined) return undefined;
  // Only the service's word counts, which one answer isn't: what can't be asked now may well be there.
  return (await gone.find(account.id, client, to)) && to;
}

/**
 * One that waits would start while its files are read. What else may have happened to it meanwhile is left to the person.
 *
 * @throws LocalError 'not_possible' if it has started
 */
async function stopWaiting(services: Services, { askedBy }: Call, { from, to }: Ends): Promise<void> {
  const lifecycle = lifecycleOf(await knownInstance(services, from));
  if (lifecycle.can.start) return;
  if (!waitsForGpu(lifecycle))
    throw new LocalError(
      'not_possible',
      vscode.l10n.t(
        '{0} isn’t stopped any more. Stop it and move it again, or destroy {1}, which was rented for the move.',
        nameOf(services, from),
        nameOf(services, to),
      ),
    );
  // Agreed to with the move.
  const argument = { instanceId: from, confirmed: services.consent };
  await callCommand('stopInstance', new CallFor(askedBy, argument));
}

async function rentForMove(
  services: Services,
  call: Call,
  who: AccountInUse,
  id: number,
): Promise<RentedInstance | undefined> {
  const { arguments: given, confirmed, askedBy } = call;
  const stop = (await services.scheduledStops.read(who.account.id)).get(id);
  const agreed = await confirmFor(services, who, {
    message: vscode.l10n.t('Move {0} to another machine?', nameOf(services, id)),
    detail: [
      vscode.l10n.t('1. An instance like it is rented, once you agree to its price.'),
      vscode.l10n.t(
        '2. The home folder and /workspace are copied through this computer, which needs as much free space, and compared.',
      ),
      vscode.l10n.t('3. You’re asked whether to destroy the old instance. Until then, both are billed.'),
      '',
      ...(waitsForGpu(lifecycleOf(await knownInstance(services, id)))
        ? [
            vscode.l10n.t(
              'Once the new one is rented, {0} is stopped: it no longer waits for its GPU.',
              nameOf(services, id),
            ),
          ]
        : []),
      ...(stop?.action === 'destroy'
        ? [
            vscode.l10n.t(
              '{0} is scheduled to be destroyed {1}. If the new one is rented by then and the move isn’t finished, {0} stays, also afterwards, and its disk is billed.',
              nameOf(services, id),
              whenWords(stop, services.clock.now()),
            ),
          ]
        : []),
      vscode.l10n.t('Not moved: SSH keys, links that lead out of these folders, and the rest of the disk.'),
    ].join('\n'),
    yes: given.offerId === undefined ? vscode.l10n.t('Search Offers') : vscode.l10n.t('Move'),
    confirmed,
  });
  if (!agreed) return undefined;
  if (given.offerId !== undefined) {
    const request = read(given, 'request', z._default(z.record(z.string(), z.unknown()), {}));
    const argument = { instanceId: id, offerId: given.offerId, request, ...consentOf(services, call) };
    return callCommand<RentedInstance | undefined>('rentAnother', new CallFor(askedBy, argument));
  }
  const instance = await wholeInstance(services, who, id);
  if (!instance) return undefined;
  return rentLike(services, instance, launchLike(services, who, instance), { leaves: true, stop });
}

interface Ends {
  from: number;
  to: number;
}

/** Copies while the new instance comes up, and then to it. Undefined if the person stopped it. */
async function carryOver(
  services: Services,
  { confirmed, interactive }: Call,
  { from, to, source, folder }: Ends & { source: Source; folder: string },
): Promise<Carried | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Moving {0}', nameOf(services, from));
  return withCancellableProgress(title, async (progress) => {
    const { signal } = progress;
    const onTheWay = { ...progress, folder, clock: services.clock };
    const { left, gone } = await fetchDisk(source, onTheWay);
    mustBeInUse(services.accounts, who);
    const prepared = await prepareSsh(services, to, { ...progress, confirmed, interactive });
    if (!prepared) return undefined;
    const sent = await sendDisk(prepared.remote, { ...onTheWay, signal });
    return { ...sent, left: [...left, ...sent.left], gone };
  });
}

function tellMoved(services: Services, moved: Carried, { from, to }: Ends): void {
  const destroy = vscode.l10n.t('Destroy {0}…', nameOf(services, from));
  const connect = vscode.l10n.t('Connect');
  void showInfo(movedWords(moved, nameOf(services, to)), connect, destroy).then((pressed) => {
    if (pressed === destroy) void callCommand('destroyInstance', new PersonCall({ instanceId: from }));
    if (pressed === connect) void callCommand('connect', new PersonCall({ instanceId: to }));
  });
}
