import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../accounts/account';
import { authorize } from '../accounts/authorize';
import { compileFilters } from '../filters';
import { requireExtensions } from '../http/extensions';
import { objectBody, optional, parseBody } from '../http/body';
import { requireCredit } from '../instances/credit';
import { round } from '../market/generateMarket';
import { invalidArgs, notFound } from '../serviceError';
import { cloneVolume } from '../transfers/routes';
import type { World } from '../world';
import { type Volume, volumeName, type VolumeOffer } from './volumes';

const volumeId = z.coerce.number().check(z.int(), z.positive());
const clone = z.object({
  src_id: volumeId,
  dst_id: volumeId,
  size: optional(z.number().check(z.positive())),
});
const creation = z.object({
  id: z.int().check(z.positive()),
  size: z.number().check(z.positive()),
  name: optional(volumeName),
});
/** The vendor's client names it in the query, its documents in the body. */
const deletion = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

/** Volumes by themselves: all of them optional endpoints beyond the specification. */
export function registerVolumeRoutes(app: FastifyInstance, world: World): void {
  const { accounts, volumes, instances } = world;

  for (const [kind, path] of [
    ['local', 'volumes'],
    ['network', 'network_volumes'],
  ] as const) {
    app.post(`/api/v0/${path}/search/`, async (request) => {
      requireExtensions(world);
      authorize(accounts, request, 'misc');
      const views = volumes.offers(kind).map((offer) => viewOffer(offer));
      const any = volumes.anyOffer(kind);
      const sample = any === undefined ? {} : viewOffer(any);
      const query = objectBody(request.body);
      const limit = query.limit === undefined ? 64 : Number(query.limit);
      if (!Number.isInteger(limit) || limit < 1) throw invalidArgs('limit: not a positive integer');
      const found = views.filter(compileFilters(query, sample, readField));
      return { success: true, offers: found.slice(0, limit) };
    });

    app.put(`/api/v0/${path}/`, async (request) => {
      requireExtensions(world);
      const { account } = authorize(accounts, request, 'instance_write');
      const { id, size, name } = parseBody(creation, request.body);
      const offer = kind === 'local' ? volumes.offer(id) : volumes.networkOffer(id);
      const volume = created(account, offer, size, name);
      return { success: true, volume_name: volume.name, volume: viewVolume(world, volume) };
    });
  }

  const created = (account: Account, offer: VolumeOffer | undefined, size: number, name?: string) => {
    if (offer === undefined) throw notFound('There is no such volume offer.');
    requireCredit(world, account);
    volumes.checkRoom(offer, size);
    return instances.billing.change(account, () => volumes.create(account, offer, size, name));
  };

  app.post('/api/v0/volumes/copy/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_write');
    const { src_id: from, dst_id: to, size } = parseBody(clone, request.body);
    const source = volumes.find(account, from);
    if (source === undefined) throw notFound('You have no such volume.');
    if (size !== undefined && size < source.size) throw invalidArgs('size: is less than the source has');
    const volume = created(account, volumes.offer(to), size ?? source.size);
    volumes.fill(volume, source, () => cloneVolume(world, source.id, volume.id));
    // As the vendor's documents have it, a name alone.
    return { success: true, volume_name: `V.${volume.id}` };
  });

  app.get<{ Querystring: Record<string, unknown> }>('/api/v0/volumes/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_read');
    const kind = /^(local|network)_volume$/.exec(String(request.query.type))?.[1];
    const found = volumes.of(account).filter((volume) => kind === undefined || volume.kind === kind);
    return { success: true, volumes: found.map((volume) => viewVolume(world, volume)) };
  });

  app.delete<{ Querystring: Record<string, unknown> }>('/api/v0/volumes/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'instance_write');
    const { id } = parseBody(deletion, { ...request.query, ...objectBody(request.body) });
    const volume = volumes.find(account, id);
    if (volume === undefined) throw notFound('You have no such volume.');
    if (instances.of(account).some((instance) => instance.volume?.id === id)) {
      throw invalidArgs('The volume is in use by an instance.');
    }
    instances.billing.change(account, () => volumes.delete(volume));
    return { success: true };
  });
}

function viewOffer({ id, machine, free }: VolumeOffer) {
  return {
    id,
    machine_id: machine.id,
    host_id: machine.hostId,
    disk_space: free,
    disk_bw: machine.diskBandwidth,
    storage_cost: machine.storageCost,
    storage_cost_total: round(machine.storageCost * free, 4),
    geolocation: machine.geolocation,
    reliability2: machine.reliability,
    verification: machine.verification,
    verified: machine.verification === 'verified',
    inet_up: machine.inetUp,
    inet_down: machine.inetDown,
    end_date: machine.until,
  };
}

function readField(view: object, field: string): unknown {
  return new Map<string, unknown>(Object.entries(view)).get(field);
}

function viewVolume(world: World, volume: Volume) {
  return {
    id: volume.id,
    name: volume.name,
    type: `${volume.kind}_volume`,
    status: volume.status,
    disk_space: volume.size,
    size: volume.size,
    machine_id: volume.machine.id,
    host_id: volume.machine.hostId,
    geolocation: volume.machine.geolocation,
    storage_cost: volume.machine.storageCost,
    start_date: volume.createdAt,
    end_date: volume.machine.until,
    instances: world.instances
      .all()
      .filter((instance) => instance.volume?.id === volume.id)
      .map(({ id }) => id),
  };
}
