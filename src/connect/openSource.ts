import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { isUnsupported } from '../api/errors';
import { LocalError } from '../api/localError';
import type { Client } from '../api/client';
import { lifecycleOf } from '../domain/instances/lifecycle';
import type { SharedInstance } from '../domain/instances/sharedInstance';
import { ignore, type Log } from '../log/log';
import { sshPaths } from '../ssh/config/configPaths';
import { diskSource } from '../ssh/transfer/disk';
import { hasRsync } from '../ssh/transfer/rsync';
import type { Remote } from '../ssh/transfer/remoteShell';
import { machineSource, type Source } from '../ssh/transfer/source';
import { type AccountInUse, accountInUse } from '../stores/account/accountInUse';
import type { SshSetup } from './entries/sshSetup';
import { prepareSsh, tellStarted } from './prepareSsh';
import type { PrepareOptions, PrepareServices } from './prepareServices';

/** An instance that was stopped, and is billed now: its account, and its row before. */
export interface Started {
  who: AccountInUse;
  instance: SharedInstance;
}

export interface OpenSource {
  source: Source;
  started?: Started | undefined;
  /** How to reach it; undefined for a disk alone. */
  remote?: Remote;
}

/**
 * What files of an instance are copied from. A stopped one isn't started where its disk can be read; else a question says
 * why it has to be, and what that costs. Undefined if the person said no.
 */
export async function openSource(
  services: PrepareServices,
  id: number,
  options: PrepareOptions,
): Promise<OpenSource | undefined> {
  options.report(vscode.l10n.t('loading its status'));
  const who = accountInUse(services.accounts);
  await services.instances.refresh();
  const instance = services.instances.get(id) ?? { id };
  if (lifecycleOf(instance).can.start) {
    options.report(vscode.l10n.t('looking for its disk'));
    const source = await openDisk(who.client, services.sshSetup(), id, { ...options, log: services.log });
    if (source) return { source };
  }
  const why = (await hasRsync())
    ? vscode.l10n.t('Its disk can’t be read while it is stopped.')
    : vscode.l10n.t('Without rsync 3 on this computer, its disk can’t be read while it is stopped.');
  const prepared = await prepareSsh(services, id, { ...options, startToCopy: why });
  if (!prepared) return undefined;
  const { remote, wasStarted } = prepared;
  return { source: machineSource(remote), remote, started: wasStarted ? { who, instance } : undefined };
}

/**
 * The disk of a stopped instance; undefined where this computer or the service can't give it.
 *
 * @param onRefused gets why its machine doesn't give it out @throws ApiError
 */
export async function openDisk(
  client: Pick<Client, 'copies'>,
  setup: Pick<SshSetup, 'program' | 'user' | 'identityFile' | 'configFile' | 'defaultConfigFile'>,
  instanceId: number,
  { signal, log, onRefused }: { signal: AbortSignal; log: Log; onRefused?: (why: LocalError) => void },
): Promise<Source | undefined> {
  if (!(await hasRsync())) return undefined;
  const address = await client.copies.diskOf(instanceId, '/root/', { signal }).catch((error: unknown) => {
    if (!isUnsupported(error)) throw error;
    ignore(log, 'this account has no such copies')(error);
    return undefined;
  });
  if (!address) return undefined;
  const { knownHosts } = sshPaths(setup.configFile);
  await mkdir(dirname(knownHosts), { recursive: true, mode: 0o700 });
  const source = diskSource({ ...setup, ...address, instanceId, knownHosts, login: undefined });
  try {
    await source.list('~', signal);
    return source;
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    ignore(log, 'the person is asked whether to start it')(error);
    onRefused?.(error);
    return undefined;
  }
}

/** After a copy from an instance that was started for it: what it costs, and a button that stops it again. */
export function offerToStop(
  { accounts, instances }: Pick<PrepareServices, 'accounts' | 'instances'>,
  { who, instance }: Started,
): void {
  const isInUse = accounts.active?.id === who.account.id;
  const latest = isInUse ? instances.get(instance.id) : instance;
  if (latest && (!isInUse || lifecycleOf(latest).can.stop)) tellStarted({ accounts }, who, latest);
}
