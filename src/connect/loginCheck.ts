import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import { checkLogin, type LoginResult, waitForLogin } from '../ssh/login';
import { sshArguments } from '../ssh/sshCommand';
import { offerKey } from './offerKey';
import type { PrepareOptions, PrepareServices } from './prepare';

/** Instances to which the person goes although the check did not get in, such as with a passphrase of their own. */
const trustedBlindly = new Set<number>();

/**
 * Logs in once, with what helps when it does not work. False when the person stopped; rejects with what stands in the
 * way.
 */
export async function loginWorks(
  services: PrepareServices,
  instanceId: number,
  alias: string,
  options: PrepareOptions,
): Promise<boolean> {
  if (trustedBlindly.has(instanceId)) return true;
  const args = sshArguments({ alias, ...services.sshSetup() });
  const { signal, report } = options;
  report(vscode.l10n.t('logging in'));
  let result = await checkLogin({ args, signal });
  if (result.status === 'permission_denied') {
    if ((await offerKey(services, instanceId, args, signal)) === 'cancelled') return false;
    report(vscode.l10n.t('waiting for your key to arrive there; that takes up to a minute'));
    result = await waitForLogin({ args, signal });
  }
  return judge(services, instanceId, alias, options, result);
}

async function judge(
  services: PrepareServices,
  instanceId: number,
  alias: string,
  options: PrepareOptions,
  { status, detail, hostKeyFingerprint }: LoginResult,
): Promise<boolean> {
  switch (status) {
    case 'ok':
    case 'remote_failed':
      return true;
    case 'no_ssh':
      // The extension that opens the window may have an ssh of its own.
      return true;
    case 'aborted':
      throw new ApiError('aborted', vscode.l10n.t('Cancelled.'));
    case 'host_key_changed':
      if (!(await trustNewKey(services, instanceId, alias, hostKeyFingerprint))) return false;
      return loginWorks(services, instanceId, alias, options);
    case 'permission_denied':
      return goOnWithoutLogin(services, instanceId, alias);
    default:
      throw new ApiError('refused', vscode.l10n.t('Logging in to {0} failed: {1}', alias, detail));
  }
}

/** The same instance shows another host key: the person decides, and nothing is trusted until then. */
async function trustNewKey(
  services: PrepareServices,
  instanceId: number,
  alias: string,
  fingerprint: string | undefined,
): Promise<boolean> {
  const agreed = await services.dialogs.confirm({
    message: vscode.l10n.t('{0} shows another host key than before. Trust the new one?', alias),
    detail: [
      vscode.l10n.t(
        'That happens when its container was rebuilt. It also happens when something between you and the machine pretends to be it. If you did not rebuild it, do not go on.',
      ),
      ...(fingerprint ? [vscode.l10n.t('New key: {0}', fingerprint)] : []),
    ].join('\n\n'),
    yes: vscode.l10n.t('Trust the New Key'),
  });
  if (agreed) await services.sshSetup().config.forgetHostKey(instanceId);
  return agreed;
}

/** A check that may ask nothing cannot use a key with a passphrase: then ssh itself may still get in. */
async function goOnWithoutLogin(
  services: PrepareServices,
  instanceId: number,
  alias: string,
): Promise<boolean> {
  const open = vscode.l10n.t('Open Anyway');
  const diagnose = vscode.l10n.t('Diagnose');
  const answer = await services.dialogs.choose({
    message: vscode.l10n.t('{0} accepted none of your keys.', alias),
    detail: vscode.l10n.t(
      'If your key has a passphrase, ssh can still ask you for it. Else the diagnosis shows which keys were offered and what is missing.',
    ),
    options: [open, diagnose],
  });
  if (answer === open) trustedBlindly.add(instanceId);
  if (answer === diagnose)
    void vscode.commands.executeCommand('gpuRental.diagnoseConnection', { instanceId, interactive: true });
  return answer === open;
}
