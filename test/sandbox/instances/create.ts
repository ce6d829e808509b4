import type { Account } from '../accounts/account';
import { idOf } from '../http/body';
import type { Offer } from '../market/generateMarket';
import { invalidArgs, refusal } from '../serviceError';
import type { Template } from '../templates/template';
import type { Volume } from '../volumes/volumes';
import type { World } from '../world';
import { parseCreationRequest } from './creationRequest';
import { requireCredit } from './credit';
import type { Launch, VolumeInfo } from './launch';
import { resolveLaunch } from './resolveLaunch';

/**
 * PUT asks (specification, Instances): accepts an offer.
 * @throws ServiceError 400 for a request that is not valid, 404 `no_such_ask` for an offer that is gone
 */
export function createInstance(world: World, account: Account, offerId: string, body: unknown) {
  const request = parseCreationRequest(body);
  const template = templateOf(world, account, request.template_hash_id);
  const wanted = resolveLaunch(request, template);
  const offer = world.market.find(idOf(offerId, invalidArgs));
  if (offer === undefined || !world.market.isFree(offer)) throw noSuchAsk(offerId);
  // Like the service, silently gives no more disk than the offer has.
  const launch = { ...wanted, disk: Math.min(wanted.disk, diskOf(offer)) };
  refuseBidTooLow(launch, offer);
  refuseVmProblems(account, launch, offer);
  world.overlays.check(account, launch.env, offer.machine.clusterId);
  if (account.spendLimited)
    throw refusal(400, 'spend_rate_limit', 'Your account may not spend faster than it does.');
  requireCredit(world, account);
  if (launch.cancelUnavail && world.fate.behaviourFor(offer).behaviour === 'busy') throw noSuchAsk(offerId);
  const volume = launch.volume && provideVolume(world, account, offer, launch.volume);
  const instance = world.lifecycle.create(
    account,
    offer,
    launch,
    world.fate.takeBehaviour(offer),
    volume?.id,
  );
  if (template !== undefined) world.templates.countUse(template);
  const key = world.accounts.createKey(account, {
    kind: 'instance',
    permissions: { kind: 'instance', instanceId: instance.id },
  });
  instance.apiKey = key.value;
  return { success: true, new_contract: instance.id, instance_api_key: key.value };
}

function templateOf(world: World, account: Account, hashId: string | undefined): Template | undefined {
  if (hashId === undefined) return undefined;
  const template = world.templates.findByHash(account, hashId);
  if (template === undefined) throw invalidArgs('template_hash_id: there is no such template');
  return template;
}

function noSuchAsk(offerId: string) {
  const msg = `error 404/3603: no_such_ask: Instance type by id ${offerId.slice(0, 20)} is not available.`;
  return refusal(404, 'invalid_args', msg);
}

/** GB that the offer's share of the machine has. */
function diskOf({ machine, numGpus }: Offer): number {
  return (machine.diskSpace * numGpus) / machine.gpuCount;
}

function refuseBidTooLow(launch: Launch, offer: Offer): void {
  if (launch.price === undefined || launch.price >= offer.minBid) return;
  throw refusal(400, 'invalid_price', `price: the lowest bid for this offer is ${offer.minBid}`);
}

function refuseVmProblems(account: Account, launch: Launch, offer: Offer): void {
  if (!launch.vm) return;
  if (!offer.machine.vms) throw invalidArgs('vm: this machine runs no VMs');
  if (account.sshKeys.length === 0)
    throw refusal(400, 'no_ssh_key_for_vm', 'A VM needs an SSH key in the account.');
}

/**
 * The volume to link, or a new one (specification, volume_info); it must lie on the offer's machine.
 * @throws ServiceError 400
 */
function provideVolume(world: World, account: Account, offer: Offer, info: VolumeInfo): Volume {
  if (info.createNew) {
    const volumeOffer = world.volumes.offer(info.volumeId, offer.machine);
    if (volumeOffer === undefined)
      throw invalidArgs('volume_info.volume_id: no volume offer of this machine');
    return world.volumes.create(account, volumeOffer, info.size ?? 0, info.name);
  }
  const volume = world.volumes.find(account, info.volumeId);
  if (volume === undefined) throw invalidArgs('volume_info.volume_id: you have no such volume');
  if (volume.kind === 'local' && volume.machine !== offer.machine)
    throw invalidArgs('volume_info.volume_id: the volume lies on another machine');
  return volume;
}
