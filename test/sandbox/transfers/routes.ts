import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../accounts/account';
import { authorize } from '../accounts/authorize';
import { optional, parseBody } from '../http/body';
import { requireExtensions } from '../http/extensions';
import { ownInstance } from '../instances/ownInstance';
import { placeIn } from '../instances/shell';
import { invalidArgs, notFound } from '../serviceError';
import type { World } from '../world';
import { copyFiles } from './transfers';

const id = z.union([z.string().check(z.minLength(1)), z.int()]);
const path = optional(z.string());
const copy = z.object({ src_id: id, dst_id: id, src_path: path, dst_path: path });
const sync = z.object({ src_id: optional(id), dst_id: optional(id), src_path: path, dst_path: path });
const cancellation = z.object({ dst_id: id });
const cloudCopy = z.object({
  src: z.string(),
  dst: z.string(),
  instance_id: id,
  selected: id,
  transfer: z.string(),
  flags: optional(z.array(z.string())),
});

/** Copying between instances, volumes and clouds, and where rsync finds an instance. */
export function registerTransferRoutes(app: FastifyInstance, world: World): void {
  const { accounts, transfers, sshHosts, keys } = world;
  const caller = (request: FastifyRequest) => {
    requireExtensions(world);
    return authorize(accounts, request, 'instance_write').account;
  };

  app.put('/api/v0/commands/rsync/', async (request) => {
    const account = caller(request);
    const { src_id: from, dst_id: to } = parseBody(sync, request.body);
    const far = [from, to].filter((one) => one !== undefined && one !== 'local');
    if (far.length !== 1) throw invalidArgs('src_id, dst_id: one of the two is an instance, the other local');
    const instance = ownInstance(world, account, containerOf(far[0]) ?? '');
    const port = await sshHosts.offerTransfer(
      instance.id,
      keys.keysOf(instance).map(({ key }) => key),
    );
    const side = far[0] === from ? 'src' : 'dst';
    return { success: true, [`${side}_addr`]: '127.0.0.1', [`${side}_port`]: port };
  });

  app.put('/api/v0/commands/copy_direct/', async (request) => {
    const account = caller(request);
    const body = parseBody(copy, request.body);
    const from = placeOf(world, account, body.src_id, body.src_path);
    const to = placeOf(world, account, body.dst_id, body.dst_path);
    if (from.name === to.name) throw invalidArgs('dst_id: is the source');
    for (const { say } of [from, to]) say('Copying …');
    transfers.begin(to.name, from.place, to.place, (outcome) => {
      for (const { say } of [from, to]) say(outcome);
    });
    return { success: true, msg: 'Remote to Remote copy initiated' };
  });

  app.delete('/api/v0/commands/copy_direct/', async (request) => {
    const account = caller(request);
    const { dst_id: to } = parseBody(cancellation, request.body);
    transfers.cancel(placeOf(world, account, to).name);
    return { success: true };
  });

  app.route({
    // The vendor's client posts.
    method: ['POST', 'PUT'],
    url: '/api/v0/commands/rclone/',
    handler: async (request) => {
      const account = caller(request);
      const { src, dst, instance_id, selected, transfer, flags = [] } = parseBody(cloudCopy, request.body);
      const connection = account.clouds.find((one) => one.id === Number(selected));
      if (connection === undefined) throw notFound('You have no such cloud connection.');
      const isUpload = /^instance to cloud$/i.test(transfer);
      if (!isUpload && !/^cloud to instance$/i.test(transfer)) throw invalidArgs('transfer: is not known');
      const instance = placeOf(world, account, instance_id, isUpload ? src : dst);
      const cloud = placeIn(transfers.folderOfCloud(connection.id), isUpload ? dst : src);
      instance.say('Cloud Copy Operation Started');
      transfers.begin(
        instance.name,
        ...(isUpload ? ([instance.place, cloud] as const) : ([cloud, instance.place] as const)),
        (outcome) => instance.say(outcome.replace('Copy finished', 'Cloud Copy Operation Finished')),
        !flags.includes('--dry-run'),
      );
      return { success: true, msg: 'Cloud Copy Started' };
    },
  });

  app.delete('/api/v0/commands/rclone/', async (request) => {
    const account = caller(request);
    const { dst_id: to } = parseBody(cancellation, request.body);
    transfers.cancel(placeOf(world, account, to).name);
    return { success: true };
  });

  app.get('/api/v0/users/cloud_integrations/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(accounts, request, 'user_read');
    return account.clouds.map((one) => ({ id: one.id, name: one.name, cloud_type: one.cloudType }));
  });
}

/** The number in 5, "5" and "C.5"; undefined for anything else. */
function containerOf(text: string | number | undefined): string | undefined {
  return /^(?:C\.)?(\d{1,15})$/.exec(String(text ?? ''))?.[1];
}

interface Place {
  /** "C.5" or "V.7". */
  name: string;
  place: string;
  /** Shows a message where the service shows how a copy goes on: at the instance. */
  say: (message: string) => void;
}

/** @throws ServiceError 404 for what the account doesn't have, 400 for what is no place */
function placeOf(world: World, account: Account, given: string | number, inside = '/'): Place {
  const container = containerOf(given);
  if (container !== undefined) {
    const instance = ownInstance(world, account, container);
    const place = placeIn(world.transfers.home(instance.id), inside);
    return { name: `C.${instance.id}`, place, say: (message) => (instance.message = message) };
  }
  const [, number] = /^V\.(\d{1,15})$/.exec(String(given)) ?? [];
  if (number === undefined) throw invalidArgs('src_id, dst_id: is neither an instance nor a volume');
  const volume = world.volumes.find(account, Number(number));
  if (volume === undefined) throw notFound('You have no such volume.');
  const place = placeIn(world.transfers.folderOfVolume(volume.id), inside);
  return { name: `V.${volume.id}`, place, say: () => undefined };
}

/** The files of one volume, as a new one has them. */
export function cloneVolume(world: World, from: number, to: number): void {
  copyFiles(`${world.transfers.folderOfVolume(from)}/`, world.transfers.folderOfVolume(to));
}
