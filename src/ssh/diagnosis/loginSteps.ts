import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import type { SshAddress } from '../address';
import { aliasOf } from '../alias';
import { effectiveConfig } from '../config/effectiveConfig';
import { hostDirectives, whyInvalid, type SshEntry } from '../config/hostEntry';
import {
  checkForwarding,
  type Forwarding,
  type LoginResult,
  quietOptions,
  readLogin,
  classify,
  type LoginStatus,
} from '../login/login';
import { machineQuestion } from '../machine';
import { problemsOf } from '../machineProblems';
import { parsePublicKeys } from '../keys/publicKey';
import { sshArguments } from '../run/sshCommand';
import {
  type DiagnosisProbes,
  type DiagnosisSubject,
  failed,
  ok,
  skipped,
  warning,
  type Finding,
} from './finding';
import { formatList, formatSentences } from '../../domain/format';
import type { RunResult } from '../run/runSsh';
import { isOwnWord, wasLetIn } from '../run/sshOutput';

/** The host key, keys, login, shell and machine, from a login with `ssh -v`; and whether ports forward. */
export async function loginSteps(
  subject: DiagnosisSubject,
  address: SshAddress,
  probes: DiagnosisProbes,
): Promise<Finding[]> {
  const { instanceId, user, identityFile } = subject;
  const entry = { instanceId, host: address.host, port: address.port, user, identityFile };
  const invalid = whyInvalid(entry);
  if (invalid !== undefined) {
    return [failed('login', l10n.t('It has no entry: {0}.', invalid), l10n.t('Correct the settings.'))];
  }
  const args = await argumentsFor(subject, entry, probes);
  const question = machineQuestion();
  const [result, forwarding] = await Promise.all([
    probes.run(['-v', ...quietOptions, ...args, question.command], {
      timeoutMs: 40_000,
      input: question.input,
    }),
    checkForwarding({ args, run: (given, options) => probes.run(given, options) }),
  ]);
  const transcript = readTranscript(result);
  if (transcript.status === 'no_ssh') {
    const remedy = l10n.t('Install OpenSSH, or add ssh to the PATH.');
    return [failed('login', l10n.t('ssh wasn’t found on this computer.'), remedy)];
  }
  const keys = keysStep(transcript, await registered(probes));
  return [
    hostKeyStep(transcript),
    keys,
    loginStep(transcript, keys),
    ...(transcript.authenticated
      ? [shellStep(readLogin(result, question), forwarding, aliasOf(instanceId))]
      : []),
  ];
}

/**
 * Our own values on the command line, where they override every config file. The person's file still adds what the
 * network needs (an agent, a jump host), unless ssh rejects it: another step reports that.
 */
async function argumentsFor(
  subject: DiagnosisSubject,
  entry: SshEntry,
  probes: DiagnosisProbes,
): Promise<string[]> {
  const { config, instanceId } = subject;
  const { configFile, defaultConfigFile } = config;
  const alias = aliasOf(instanceId);
  const own = sshArguments({ alias, configFile, defaultConfigFile });
  const accepted = !('refused' in (await effectiveConfig(own, probes.run)));
  const options = hostDirectives(entry, config.paths.knownHosts).flatMap(({ param, value, quoted }) => [
    '-o',
    `${param}=${quoted ? `"${value}"` : value}`,
  ]);
  return [...options, ...(accepted ? own : ['-F', 'none', alias])];
}

function hostKeyStep({ status, hostKey }: Transcript): Finding {
  if (status === 'host_key_changed' || status === 'host_key_unknown') {
    const evidence = l10n.t(
      'The machine’s host key is {0}, not the one this instance had before.',
      hostKey ?? '?',
    );
    const remedy = l10n.t(
      'Someone may be intercepting the connection. If the instance was recreated or its host reinstalled, connect again and compare the new key before you trust it.',
    );
    return failed('hostKey', evidence, remedy);
  }
  return hostKey === undefined ? skipped('hostKey') : ok('hostKey', hostKey);
}

function keysStep(
  { offered, authenticated, hostKey, status }: Transcript,
  known: readonly string[] | undefined,
): Finding {
  if (hostKey === undefined || status.startsWith('host_key')) return skipped('keys');
  const evidence = l10n.t('ssh offered {0}.', formatList(offered));
  if (status === 'too_many_keys') {
    return failed(
      'keys',
      l10n.t('{0} That was too many, so the machine closed the connection.', evidence),
      l10n.t('Set gpuRental.ssh.identityFile to the right key, so that ssh offers only that one.'),
    );
  }
  if (authenticated)
    return offered.length > 0 ? ok('keys', evidence) : ok('keys', l10n.t('No key was needed.'));
  if (offered.length === 0) {
    const remedy = l10n.t('Create a key, or set gpuRental.ssh.identityFile to one, and register it.');
    return failed('keys', l10n.t('ssh has no key to offer.'), remedy);
  }
  if (known === undefined)
    return ok('keys', l10n.t('{0} The service’s list of keys isn’t available.', evidence));
  if (offered.some((key) => known.includes(key)))
    return ok('keys', l10n.t('{0} It’s registered with the service.', evidence));
  const remedy = l10n.t(
    'Register your public key with the service, or set gpuRental.ssh.identityFile to the right key.',
  );
  return failed('keys', l10n.t('{0} None of them is registered with the service.', evidence), remedy);
}

function loginStep({ authenticated, status, lastWords }: Transcript, keys: Finding): Finding {
  if (authenticated) return ok('login', l10n.t('The machine accepted the key.'));
  if (status.startsWith('host_key') || keys.status === 'failed') return skipped('login');
  const evidence = plainText(lastWords, 300) || l10n.t('ssh exited without a message.');
  if (status !== 'permission_denied') {
    return failed(
      'login',
      evidence,
      l10n.t('Try again in a minute. If this continues, stop and start the instance.'),
    );
  }
  const remedy = l10n.t(
    'A key can take up to a minute after the start to arrive. Wait and try again. If that fails, register the key with the instance itself, or restart it.',
  );
  return failed('login', evidence, remedy);
}

/** Whether a command runs there, and whether a window could open. */
function shellStep(login: LoginResult, forwarding: Forwarding, alias: string): Finding {
  const problems = problemsOf(login, forwarding, alias);
  const [worst] = problems;
  if (!worst) return ok('shell', l10n.t('A command ran, and the machine has everything a window needs.'));
  const said = login.status === 'remote_failed' && login.detail !== '' ? [login.detail] : [];
  const evidence = formatSentences([...problems.map(({ message }) => message), ...said]);
  const remedy = formatSentences(problems.map((one) => one.remedy));
  return worst.stops ? failed('shell', evidence, remedy) : warning('shell', evidence, remedy);
}

/** Fingerprints; undefined if the service doesn't list the keys. */
async function registered(probes: DiagnosisProbes): Promise<string[] | undefined> {
  // The step then says that the list of keys isn't available.
  const keys = await probes.registeredKeys().catch(() => undefined);
  return keys?.flatMap((text) => parsePublicKeys(text).map(({ fingerprint }) => fingerprint));
}

/** What `ssh -v` logged about one login. */
export interface Transcript {
  status: LoginStatus;
  /** Fingerprint of the key that the machine showed, such as `SHA256:…`. */
  hostKey: string | undefined;
  /** Fingerprints of the keys that ssh offered, in their order. */
  offered: string[];
  /** The last message of ssh itself. */
  lastWords: string;
  authenticated: boolean;
}

function readTranscript(result: RunResult): Transcript {
  const lines = result.stderr.split(/\r?\n/);
  const last = lines.findLast(isOwnWord);
  return {
    status: classify(result),
    hostKey: fingerprint(lines.find((line) => line.includes('Server host key:'))),
    offered: [
      ...new Set(
        lines
          .filter((line) => line.includes('Offering public key:'))
          .flatMap((line) => fingerprint(line) ?? []),
      ),
    ],
    lastWords: last ?? '',
    authenticated: wasLetIn(result.stderr),
  };
}

function fingerprint(line: string | undefined): string | undefined {
  return /SHA256:[A-Za-z0-9+/]+/.exec(line ?? '')?.[0];
}
