import * as vscode from 'vscode';
import { LocalError } from '../api/localError';
import {
  checkForwarding,
  type Forwarding,
  checkLogin,
  type LoginResult,
  waitForLogin,
} from '../ssh/login/login';
import { hostKeyNow } from '../ssh/login/hostKey';
import { loginSentence } from '../ssh/login/loginSentence';
import { type Problem, problemsOf } from '../ssh/machineProblems';
import { sshArguments } from '../ssh/run/sshCommand';
import { chooseKey } from './keys/chooseKey';
import { offerKey } from './keys/offerKey';
import { PersonCall } from '../ask/caller';
import type { PrepareOptions, PrepareServices } from './prepareServices';
import { callCommand } from '../commandNames';

/** A login that works. */
export interface LoggedIn {
  /** The home folder there, if the machine reported it. */
  home?: string | undefined;
}

interface Attempt {
  services: PrepareServices;
  instanceId: number;
  alias: string;
  options: PrepareOptions;
}

/** Logs in, helps if that fails, checks for a window. Undefined if the person stopped. @throws LocalError */
export async function logIn(
  services: PrepareServices,
  instanceId: number,
  alias: string,
  options: PrepareOptions,
): Promise<LoggedIn | undefined> {
  if (services.loginAgreements.goesUnchecked(instanceId)) return {};
  const setup = services.sshSetup();
  const args = sshArguments({ alias, ...setup });
  const { signal, report, forWindow = false } = options;
  const ssh = { args, program: setup.program, signal };
  const lookAtForwarding = (): Promise<Forwarding> =>
    forWindow ? checkForwarding(ssh) : Promise.resolve('unknown');
  report(vscode.l10n.t('logging in'));
  let forwarding = lookAtForwarding();
  let result = await checkLogin(ssh);
  if (result.status === 'permission_denied') {
    const now = (): number => services.clock.monotonic();
    for (const hasWaited of [false, true]) {
      const lastTry = now();
      const key = await offerKey(services, instanceId, args, signal, hasWaited);
      if (key === undefined) return undefined;
      if (hasWaited && key === 'known') break;
      report(vscode.l10n.t('waiting for your key to reach it (up to a minute)'));
      result = await waitForLogin({ ...ssh, now, lastTry });
      if (result.status !== 'permission_denied' || key === 'registered') break;
    }
    if (result.status === 'ok') forwarding = lookAtForwarding();
  }
  services.log.info(`Login at ${alias}: ${result.status}.`);
  return judge({ services, instanceId, alias, options }, result, forwarding);
}

/** The home folder of a login, without asking anything; undefined if unknown. */
export async function homeOfLogin(
  services: Pick<PrepareServices, 'sshSetup'>,
  alias: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const setup = services.sshSetup();
  const args = sshArguments({ alias, ...setup });
  return (await checkLogin({ args, program: setup.program, signal })).machine?.home;
}

async function judge(
  attempt: Attempt,
  result: LoginResult,
  forwarding: Promise<Forwarding>,
): Promise<LoggedIn | undefined> {
  const { services, instanceId, alias, options } = attempt;
  const again = (): Promise<LoggedIn | undefined> => logIn(services, instanceId, alias, options);
  switch (result.status) {
    case 'ok':
    case 'remote_failed': {
      // A terminal or a tunnel only needs the login.
      const problems = options.forWindow ? problemsOf(result, await forwarding, alias) : [];
      return (await goesOn(attempt, problems, result)) ? { home: result.machine?.home } : undefined;
    }
    case 'no_ssh':
      // The extension that opens the window may have its own ssh.
      return {};
    case 'host_key_changed':
      return (await trustNewKey(attempt, result.hostKeyFingerprint)) ? again() : undefined;
    case 'too_many_keys': {
      const args = sshArguments({ alias, ...services.sshSetup() });
      return (await chooseKey(services, alias, args, options.signal)) ? again() : undefined;
    }
    case 'permission_denied':
      return (await goOnWithoutLogin(services, instanceId, alias)) ? {} : undefined;
    default:
      throw new LocalError('may_pass', loginSentence(result, alias));
  }
}

/** Shows problems for a window. True if there are none, or if the person opens it anyway. */
async function goesOn(
  { services, instanceId }: Attempt,
  problems: readonly Problem[],
  { status, detail }: LoginResult,
): Promise<boolean> {
  const [worst, ...others] = problems;
  const { loginAgreements } = services;
  const isAccepted = ({ id, stops }: Problem): boolean => !stops && loginAgreements.accepts(instanceId, id);
  if (!worst || problems.every(isAccepted)) return true;
  const said = status === 'remote_failed' && detail !== '' ? [vscode.l10n.t('Output: {0}', detail)] : [];
  const open = vscode.l10n.t('Open Anyway');
  const terminal = vscode.l10n.t('Open in Terminal');
  const answer = await services.dialogs.choose({
    warns: true,
    message: worst.message,
    detail: [worst.remedy, ...others.map(({ message, remedy }) => `${message} ${remedy}`), ...said].join(
      '\n\n',
    ),
    options: worst.stops ? [terminal] : [open, terminal],
  });
  if (answer === open)
    loginAgreements.acceptWarnings(
      instanceId,
      problems.map(({ id }) => id),
    );
  if (answer === terminal) void callCommand('openTerminal', new PersonCall({ instanceId }));
  return answer === open;
}

/** The instance has another host key: the person decides, and nothing but what they saw is trusted then. */
async function trustNewKey(attempt: Attempt, fingerprint: string | undefined): Promise<boolean> {
  const { services, instanceId, alias, options } = attempt;
  const agreed = await services.dialogs.confirm({
    warns: true,
    message: vscode.l10n.t('The host key of {0} has changed. Trust the new one?', alias),
    detail: [
      vscode.l10n.t(
        'This happens when its container was rebuilt. It also happens when someone impersonates the machine. If you didn’t rebuild it, don’t continue.',
      ),
      ...(fingerprint ? [vscode.l10n.t('New key: {0}', fingerprint)] : []),
    ].join('\n\n'),
    yes: vscode.l10n.t('Trust New Key'),
  });
  if (!agreed) return false;
  const setup = services.sshSetup();
  const args = sshArguments({ alias, ...setup });
  const key = await hostKeyNow({ args, instanceId, program: setup.program, signal: options.signal });
  // The next login says why there is none.
  if (!key) return true;
  if (fingerprint !== undefined && key.fingerprint !== fingerprint)
    return trustNewKey(attempt, key.fingerprint);
  await setup.config.forgetHostKey(alias, key.text);
  return true;
}

/** The check can't ask for a passphrase, so ssh itself may still be able to log in. */
async function goOnWithoutLogin(
  services: PrepareServices,
  instanceId: number,
  alias: string,
): Promise<boolean> {
  const open = vscode.l10n.t('Open Anyway');
  const diagnose = vscode.l10n.t('Diagnose');
  const answer = await services.dialogs.choose({
    message: vscode.l10n.t('{0} didn’t accept any of your keys.', alias),
    detail: vscode.l10n.t(
      'If your key has a passphrase, ssh can still ask for it. Otherwise, the diagnosis shows which keys were offered and what’s missing.',
    ),
    options: [open, diagnose],
  });
  if (answer === open) services.loginAgreements.goUnchecked(instanceId);
  if (answer === diagnose) void callCommand('diagnoseConnection', new PersonCall({ instanceId }));
  return answer === open;
}
