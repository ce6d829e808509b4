import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { CloudStorage } from '../../api/endpoints/copies';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { confirmFor } from '../../ask/confirmFor';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { pickOne } from '../../prompts/steps';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { targetInstance } from '../instances/targetInstance';
import {
  copyLines,
  hasDisk,
  mustHaveDisk,
  pathOf,
  serviceCopy,
  type ServiceCopy,
  sourceProblem,
  targetProblem,
  trailingSlash,
} from './serviceCopy';

/**
 * Has the service copy files of an instance to a storage that the account has connected: `{instanceId, cloudId, from, to,
 * confirmed}`. Resolves at its end.
 *
 * @throws LocalError with the service's words when the copy failed
 */
export const copyToCloud = (services: Services, call: Call): Promise<ServiceCopy | undefined> =>
  copyWithCloud(services, call, 'toCloud');

/** The same the other way: `from` is the path in the storage, `to` the folder of the instance. */
export const copyFromCloud = (services: Services, call: Call): Promise<ServiceCopy | undefined> =>
  copyWithCloud(services, call, 'fromCloud');

async function copyWithCloud(
  services: Services,
  call: Call,
  way: 'toCloud' | 'fromCloud',
): Promise<ServiceCopy | undefined> {
  const who = accountInUse(services.accounts);
  const isUpload = way === 'toCloud';
  const title = isUpload ? vscode.l10n.t('Copy to Cloud Storage') : vscode.l10n.t('Copy from Cloud Storage');
  const id = await targetInstance(services, call, title, hasDisk);
  if (id === undefined) return undefined;
  await mustHaveDisk(services, id);
  const cloud = await cloudOf(services, who, call, title);
  if (!cloud) return undefined;
  const [name, storage] = [nameOf(services, id), cloudName(cloud)];
  const onInstance = {
    title,
    prompt: isUpload
      ? `${vscode.l10n.t('Path on {0} to copy.', name)} ${trailingSlash()}`
      : vscode.l10n.t('Folder on {0} to copy to', name),
    value: '/workspace/',
    validate: isUpload ? sourceProblem : targetProblem,
  };
  const inCloud = {
    title,
    prompt: isUpload
      ? vscode.l10n.t('Folder in {0} to copy to, such as /models', storage)
      : vscode.l10n.t('Path in {0} to copy, such as /models', storage),
    value: '/',
    validate: sourceProblem,
  };
  const from = await pathOf(call, 'from', isUpload ? onInstance : inCloud);
  if (from === undefined) return undefined;
  const to = await pathOf(call, 'to', isUpload ? inCloud : onInstance);
  if (to === undefined) return undefined;
  const source = vscode.l10n.t('{0} of {1}', from, isUpload ? name : storage);
  const target = vscode.l10n.t('{0} of {1}', to, isUpload ? storage : name);
  const agreed = await confirmFor(services, who, {
    message: vscode.l10n.t('Have the service copy {0} to {1}?', source, target),
    detail: copyLines(services, isUpload ? { from: id } : { to: id }),
    yes: vscode.l10n.t('Copy'),
    confirmed: call.confirmed,
  });
  if (!agreed) return undefined;
  const { copies } = who.client;
  const place = { instanceId: id, path: isUpload ? from : to };
  const inStorage = { id: cloud.id, path: isUpload ? to : from };
  return serviceCopy(services, who, call, {
    ...{ from: source, to: target, toldBy: id },
    begin: () => services.features.use('cloudCopies', () => copies.copyWithCloud(way, place, inStorage)),
    cancel: () => copies.cancelWithCloud(id),
  });
}

/** The storage of the call, else what the person picks. @throws LocalError 'nothing_suits' if none is connected */
async function cloudOf(
  services: Services,
  { client }: AccountInUse,
  { arguments: given, interactive }: Call,
  title: string,
): Promise<CloudStorage | undefined> {
  const known = read(given, 'cloudId', interactive ? z.optional(z.int()) : z.int());
  const all = await withCancellableProgress(vscode.l10n.t('Loading cloud storages'), ({ signal }) =>
    services.features.use('cloudCopies', () => client.copies.clouds({ signal })),
  );
  if (!all) return undefined;
  if (all.length === 0)
    throw new LocalError(
      'nothing_suits',
      vscode.l10n.t('This account has no cloud storage. Connect one in the web console.'),
    );
  if (known !== undefined) {
    const cloud = all.find((one) => one.id === known);
    if (cloud) return cloud;
    throw new LocalError('not_found', vscode.l10n.t('Cloud storage {0} not found.', known));
  }
  const rows = all.map((cloud) => ({
    label: cloudName(cloud),
    description: plainText(cloud.cloud_type ?? '', 40),
    cloud,
  }));
  return (await pickOne(rows, { title, placeholder: vscode.l10n.t('Select a cloud storage') }))?.cloud;
}

const cloudName = ({ id, name }: CloudStorage): string => plainText(name ?? '', 60) || String(id);
