import * as vscode from 'vscode';
import { throwIfCancelled } from '../api/cancelled';
import { LocalError } from '../api/localError';
import type { SharedInstance } from '../domain/instances/sharedInstance';
import { formatPerHour } from '../domain/money/cost';
import { hourlyCost } from '../domain/money/rate';
import { lifecycleOf } from '../domain/instances/lifecycle';
import type { SshAddress } from '../ssh/address';
import { aliasOf } from '../ssh/alias';
import type { Remote } from '../ssh/transfer/remoteShell';
import { accountName } from '../domain/account/accountName';
import { type AccountInUse, accountInUse, mustBeInUse } from '../stores/account/accountInUse';
import { confirmSpending } from '../ask/confirmSpending';
import { sendStart } from '../ask/sendStart';
import { PersonCall } from '../ask/caller';
import { instanceName } from '../ask/instanceName';
import { showInfo, showWith } from '../ask/notify';
import { callCommand } from '../commandNames';
import { logIn } from './loginCheck';
import type { PrepareOptions, PrepareServices } from './prepareServices';
import { addressesOf, reach } from './reach';
import { waitUntilRunning } from './waitUntilRunning';
import { ignore } from '../log/log';
import { formatParagraphs } from '../domain/format';

/** An instance that answers ssh under its alias. */
export interface Prepared {
  alias: string;
  /** How programs of this computer reach it. */
  remote: Remote;
  address: SshAddress;
  /** The home folder of the login, if a login reported it. */
  home?: string | undefined;
  /** It was started for this. */
  wasStarted?: boolean;
}

/**
 * Makes an instance reachable with `ssh <alias>`: refreshes it, starts it if the person agrees, waits until it runs,
 * writes its entry and waits for the SSH banner. For a person, it also logs in once, because a window, a terminal or a
 * tunnel doesn't explain why it can't log in. Undefined if the person said no; then, and after a failure or Cancel, they
 * are told if it was started.
 */
export async function prepareSsh(
  services: PrepareServices,
  instanceId: number,
  options: PrepareOptions,
): Promise<Prepared | undefined> {
  const who = accountInUse(services.accounts);
  options.report(vscode.l10n.t('loading its status'));
  await services.instances.refresh().catch((error: unknown) => {
    // A run that was agreed to waits for the list, instead of giving back what was rented for it.
    if (!options.startAgreed || error instanceof LocalError) throw error;
    ignore(services.log, 'the wait that follows tells of it')(error);
  });
  // Don't ask a question after Cancel.
  throwIfCancelled(options.signal);
  mustBeInUse(services.accounts, who);
  const instance = services.instances.get(instanceId) ?? { id: instanceId };
  const run = await mayRun(services, who, instance, options);
  if (!run) return undefined;
  try {
    const prepared = await reachRunning(services, who, instanceId, options);
    if (!prepared && run === 'started') tellStarted(services, who, instance);
    return prepared && { ...prepared, wasStarted: run === 'started' };
  } catch (error) {
    if (run === 'started') tellStarted(services, who, instance);
    throw error;
  }
}

async function reachRunning(
  services: PrepareServices,
  who: AccountInUse,
  instanceId: number,
  options: PrepareOptions,
): Promise<Prepared | undefined> {
  const { instances, clock } = services;
  const waiting = { ...options, accountId: who.account.id, clock };
  const instance = await waitUntilRunning(instances, instanceId, waiting);
  if (!(await mayEditConfig(services, options))) return undefined;
  await writeEntry(services, instance);
  options.report(vscode.l10n.t('waiting for SSH to answer'));
  const address = await reach(services, who, instance, options);
  const alias = aliasOf(instanceId);
  const login = options.interactive ? await logIn(services, instanceId, alias, options) : {};
  if (!login) return undefined;
  services.milestones.reached('connected');
  return { alias, remote: { ...services.sshSetup(), alias }, address, ...login };
}

/** Writes the entries, and makes sure that this instance has its own. */
export async function writeEntry(
  { sshEntries, sshSetup }: Pick<PrepareServices, 'sshEntries' | 'sshSetup'>,
  instance: SharedInstance,
): Promise<void> {
  const { skipped, clashes } = await sshEntries.sync();
  const addresses = addressesOf(instance);
  const { config } = sshSetup();
  const entry = (await config.readEntries()).find(({ instanceId }) => instanceId === instance.id);
  if (addresses.some(({ host, port }) => host === entry?.host && port === entry.port))
    return config.ensureFound(instance.id);
  const reason =
    skipped.find(({ instanceId }) => instanceId === instance.id)?.reason ??
    (clashes.includes(instance.id)
      ? vscode.l10n.t('another of your accounts has an instance with the same ID')
      : vscode.l10n.t('the list of your instances couldn’t be saved'));
  throw new LocalError(
    'may_pass',
    vscode.l10n.t('{0} has no SSH entry: {1}.', instanceName(instance), reason),
  );
}

/**
 * What an instance costs that was started for something else, and a button that stops it again; where another account is
 * now in use, whose instance it is instead.
 */
export function tellStarted(
  { accounts }: Pick<PrepareServices, 'accounts'>,
  { account }: Pick<AccountInUse, 'account'>,
  instance: SharedInstance,
): void {
  const cost = formatPerHour(hourlyCost(instance).running);
  const said = vscode.l10n.t('{0} was started and costs {1} while it runs.', instanceName(instance), cost);
  if (accounts.active?.id !== account.id) {
    void showInfo(vscode.l10n.t('{0}: {1}', accountName(account), said));
    return;
  }
  const title = vscode.l10n.t('Stop…');
  const stop = () => callCommand('stopInstance', new PersonCall({ instanceId: instance.id }));
  void showWith(showInfo, said, [{ title, run: stop }]);
}

/** Starts a stopped instance if the person agrees. Undefined if they said no. */
async function mayRun(
  services: PrepareServices,
  who: AccountInUse,
  instance: SharedInstance,
  { confirmed, startAgreed, startToCopy, signal }: PrepareOptions,
): Promise<'started' | 'ready' | undefined> {
  if (!lifecycleOf(instance).can.start) return 'ready';
  const { id } = instance;
  const { running } = hourlyCost(instance);
  const cost = formatPerHour(running);
  const question = {
    confirmed,
    planned: [{ id, rate: running }],
    message: vscode.l10n.t('{0} is stopped. Start it for {1}?', instanceName(instance), cost),
    detail: formatParagraphs(startToCopy, vscode.l10n.t('If the GPU is taken, the instance waits for it.')),
    yes: startToCopy === undefined ? vscode.l10n.t('Start and Connect') : vscode.l10n.t('Start and Copy'),
    yesUntil: (time: string) =>
      startToCopy === undefined
        ? vscode.l10n.t('Connect and Stop at {0}', time)
        : vscode.l10n.t('Copy and Stop at {0}', time),
  };
  const agreed = startAgreed ?? (await confirmSpending(services, who, question));
  if (!agreed) return undefined;
  throwIfCancelled(signal);
  // Not ended by Cancel: then nobody would know whether it was started.
  const outcome = await sendStart(services, who, instance, agreed);
  services.log.info(`Started instance ${id}, to connect: ${outcome}.`);
  // It may take longer than this wait. How it ends is told then.
  const why = 'it is started, only the reminder is missing';
  if (outcome === 'queued') await services.starts.add(who.account.id, id).catch(ignore(services.log, why));
  await services.instances.refresh().catch(ignore(services.log, 'the wait that follows lists it again'));
  services.instances.burst();
  return 'started';
}

async function mayEditConfig(services: PrepareServices, { confirmed }: PrepareOptions): Promise<boolean> {
  const { config, configFile } = services.sshSetup();
  if ((await config.includeState()) !== 'present') {
    const agreed =
      confirmed ||
      (await services.dialogs.confirm({
        message: vscode.l10n.t('Let GPU Rental add one Include line to your SSH config?'),
        detail: vscode.l10n.t(
          'Adds a marked block at the start of {0}. Nothing else in the file changes, and a copy is kept next to it.',
          configFile,
        ),
        yes: vscode.l10n.t('Add Include Line'),
      }));
    if (!agreed) return false;
  }
  const { changed } = await config.ensureInclude();
  if (changed) services.log.info('Include block written to the SSH config.');
  await services.sshEntries.resume();
  return true;
}
