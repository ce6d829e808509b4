import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import type { Instance } from '../api/schemas/instance';
import { formatPerHour, hourlyCost } from '../domain/cost';
import { lifecycleOf } from '../domain/lifecycle';
import { type SshAddress, sshAddresses } from '../ssh/address';
import { aliasOf } from '../ssh/alias';
import { waitForSsh } from '../ssh/waitForSsh';
import type { AccountStore } from '../stores/accountStore';
import type { InstanceStore } from '../stores/instanceStore';
import type { MarkerFiles } from '../stores/markerFiles';
import { signedIn } from '../stores/signedIn';
import type { Dialogs } from './dialogs';
import { instanceName } from './instanceName';
import { loginWorks } from './loginCheck';
import type { SshEntries } from './sshEntries';
import type { SshSetup } from './sshSetup';
import { waitUntilReachable } from './waitUntilReachable';

export interface PrepareServices {
  accounts: AccountStore;
  instances: InstanceStore;
  proxied: MarkerFiles;
  sshEntries: SshEntries;
  sshSetup: () => SshSetup;
  dialogs: Dialogs;
}

export interface PrepareOptions {
  /** Consent to start a stopped instance and to the first edit of the ssh config. */
  confirmed: boolean;
  signal: AbortSignal;
  report: (message: string) => void;
  /** A person waits: what goes wrong after ssh answered is asked and explained. */
  interactive: boolean;
}

/** An instance that answers ssh under its alias. */
export interface Prepared {
  alias: string;
  address: SshAddress;
}

/** Milliseconds in which ssh must answer once the instance is running. */
const sshDeadline = 90_000;

/**
 * Brings an instance to the point where `ssh <alias>` reaches it: refreshed, started if the person agrees,
 * running, its entry written, its ssh banner seen; for a person who waits, also logged in once, because a window, a
 * terminal or a tunnel that cannot log in explains little. Undefined when the person said no.
 */
export async function prepareSsh(
  services: PrepareServices,
  instanceId: number,
  options: PrepareOptions,
): Promise<Prepared | undefined> {
  const { instances } = services;
  options.report(vscode.l10n.t('asking for its state'));
  await instances.refresh();
  // A question after a Cancel would come from nowhere.
  if (options.signal.aborted) throw new ApiError('aborted', vscode.l10n.t('Cancelled.'));
  if (!(await mayRun(services, instanceId, options))) return undefined;
  const instance = await waitUntilReachable(instances, instanceId, options);
  if (!(await mayEditConfig(services, options))) return undefined;
  await writeEntry(services, instance);
  options.report(vscode.l10n.t('waiting for SSH to answer'));
  const address = await reach(services, instance, options);
  const alias = aliasOf(instanceId);
  if (options.interactive && !(await loginWorks(services, instanceId, alias, options))) return undefined;
  return { alias, address };
}

/** Writes the entries, and makes sure that the one of this instance is there and is its own. */
export async function writeEntry(
  { sshEntries, sshSetup }: Pick<PrepareServices, 'sshEntries' | 'sshSetup'>,
  instance: Instance,
): Promise<void> {
  const { skipped } = await sshEntries.sync();
  const found = sshAddresses(instance);
  if (!('addresses' in found)) throw new ApiError('refused', found.message);
  const entry = (await sshSetup().config.readEntries()).find(({ instanceId }) => instanceId === instance.id);
  if (found.addresses.some(({ host, port }) => host === entry?.host && port === entry.port)) return;
  const reason =
    skipped.find(({ instanceId }) => instanceId === instance.id)?.reason ??
    vscode.l10n.t('another of your accounts has an instance of the same number');
  throw new ApiError('refused', vscode.l10n.t('{0} has no SSH entry: {1}.', instanceName(instance), reason));
}

/** Starts a stopped instance if the person agrees; true when there is nothing to start. */
async function mayRun(
  services: PrepareServices,
  id: number,
  { confirmed, signal }: PrepareOptions,
): Promise<boolean> {
  const instance = services.instances.get(id);
  if (!instance || !lifecycleOf(instance).can.start) return true;
  const cost = formatPerHour(hourlyCost(instance).running);
  const agreed =
    confirmed ||
    (await services.dialogs.confirm({
      message: vscode.l10n.t('{0} is stopped. Start it for {1}?', instanceName(instance), cost),
      detail: vscode.l10n.t('Its GPU may be in use by someone else; then it waits until the GPU is free.'),
      yes: vscode.l10n.t('Start and Connect'),
    }));
  if (!agreed) return false;
  await signedIn(services.accounts).setInstanceState(id, 'running', { signal });
  // It was started; whether the list can be had just now is seen by the wait that follows.
  await services.instances.refresh().catch(() => undefined);
  services.instances.burst();
  return true;
}

async function mayEditConfig(services: PrepareServices, { confirmed }: PrepareOptions): Promise<boolean> {
  const { config, configFile } = services.sshSetup();
  if ((await config.includeState()) !== 'present') {
    const agreed =
      confirmed ||
      (await services.dialogs.confirm({
        message: vscode.l10n.t('Let GPU Rental add one Include line to your SSH config?'),
        detail: vscode.l10n.t(
          'A marked block goes first into {0}. Everything else in it stays as it is, and a copy of the file is kept beside it.',
          configFile,
        ),
        yes: vscode.l10n.t('Add Include Line'),
      }));
    if (!agreed) return false;
  }
  await config.ensureInclude();
  await services.sshEntries.resume();
  return true;
}

/** Waits for ssh to answer, directly or through the proxy, and makes the entry say which it was. */
async function reach(
  services: PrepareServices,
  instance: Instance,
  { signal, report }: PrepareOptions,
): Promise<SshAddress> {
  const found = sshAddresses(instance);
  if (!('addresses' in found)) throw new ApiError('refused', found.message);
  const { address } = await waitForSsh(found.addresses, { deadlineMs: sshDeadline, signal });
  report(
    address.route === 'direct'
      ? vscode.l10n.t('the machine answers')
      : vscode.l10n.t('the machine answers through the service’s proxy'),
  );
  const accountId = services.accounts.active?.id;
  if (accountId !== undefined) {
    const marked = (await services.proxied.list(accountId)).has(instance.id);
    const mustMark = address.route === 'proxy' && found.addresses.some(({ route }) => route === 'direct');
    if (mustMark && !marked) await services.proxied.add(accountId, instance.id);
    if (!mustMark && marked) await services.proxied.take(accountId, instance.id);
    if (mustMark !== marked) {
      await services.sshEntries.sync();
      services.instances.redraw(instance.id);
    }
  }
  return address;
}
