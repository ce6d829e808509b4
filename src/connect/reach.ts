import * as vscode from 'vscode';
import { LocalError } from '../api/localError';
import type { SharedInstance } from '../domain/instances/sharedInstance';
import { type SshAddress, sshAddresses, usedAddress } from '../ssh/address';
import { aliasOf } from '../ssh/alias';
import { effectiveConfig, isProxied, type Run } from '../ssh/config/effectiveConfig';
import { isUnanswered, waitForAnswer } from '../ssh/login/login';
import { loginSentence } from '../ssh/login/loginSentence';
import { waitForSsh } from '../ssh/login/probe';
import { runProgram } from '../ssh/run/runSsh';
import { sshArguments } from '../ssh/run/sshCommand';
import { type AccountInUse, mustBeInUse } from '../stores/account/accountInUse';
import type { PrepareOptions, PrepareServices } from './prepareServices';

/** How long SSH may take to answer once the instance is running, in milliseconds. */
const sshDeadline = 90_000;

/** Waits for SSH to answer, directly or through the service's proxy, and updates the entry accordingly. */
export async function reach(
  services: PrepareServices,
  who: AccountInUse,
  instance: SharedInstance,
  { signal, report, interactive }: PrepareOptions,
): Promise<SshAddress> {
  const { log, accounts, viaProxy } = services;
  const { account } = who;
  const addresses = addressesOf(instance);
  const marked = (await viaProxy.list(account.id)).has(instance.id);
  const dial = async (until: AbortSignal): Promise<SshAddress> => {
    const { address } = await waitForSsh(addresses, {
      deadlineMs: sshDeadline,
      signal: until,
      onFailure: ({ route, port }, error) =>
        log.debug(`Instance ${instance.id} does not answer (${route}, port ${port}): ${error.code}.`),
    });
    return address;
  };
  const used = usedAddress(instance, marked);
  const address = await firstAnswer(services, instance.id, dial, used, signal);
  if (interactive && accounts.active && accounts.active.id !== account.id)
    throw new LocalError('other_account', vscode.l10n.t('Another account is now in use.'));
  if (interactive) mustBeInUse(accounts, who);
  log.info(`Instance ${instance.id} answers SSH (${address.route}, port ${address.port}).`);
  report(
    address.route === 'direct'
      ? vscode.l10n.t('the machine responds')
      : vscode.l10n.t('the machine responds through the service’s proxy'),
  );
  const mustMark = address.route === 'proxy' && addresses.some(({ route }) => route === 'direct');
  if (mustMark && !marked) await viaProxy.add(account.id, instance.id);
  if (!mustMark && marked) await viaProxy.take(account.id, instance.id);
  if (mustMark !== marked) {
    await services.sshEntries.sync();
    services.instances.redraw(instance.id);
  }
  return address;
}

/**
 * The address that answers first. Where ssh goes through a host or a command of the person's own, none may answer from
 * here although a login gets through: then both are tried at the same time, and the entry's address stays.
 *
 * @param used what the entry has
 */
async function firstAnswer(
  { sshSetup }: Pick<PrepareServices, 'sshSetup'>,
  instanceId: number,
  dial: (signal: AbortSignal) => Promise<SshAddress>,
  used: SshAddress | undefined,
  signal: AbortSignal,
): Promise<SshAddress> {
  const { program, ...setup } = sshSetup();
  const args = sshArguments({ alias: aliasOf(instanceId), ...setup });
  const run: Run = (given, more) => runProgram(given, { ...more, program, signal });
  if (!used || !isProxied(await effectiveConfig(args, run))) return dial(signal);
  const answered = new AbortController();
  const until = AbortSignal.any([signal, answered.signal]);
  const logIn = async (): Promise<SshAddress> => {
    const result = await waitForAnswer({ args, program, signal: until, deadlineMs: sshDeadline });
    if (isUnanswered(result)) throw new LocalError('may_pass', loginSentence(result, aliasOf(instanceId)));
    return used;
  };
  try {
    // Which of its addresses the person's own host reaches isn't known from here.
    return await Promise.any([logIn(), dial(until).then(() => used)]);
  } catch (error) {
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    throw first;
  } finally {
    answered.abort();
  }
}

/** @throws LocalError that says why there are none */
export function addressesOf(instance: SharedInstance): readonly SshAddress[] {
  const found = sshAddresses(instance);
  if ('addresses' in found) return found.addresses;
  throw new LocalError('may_pass', found.message);
}
