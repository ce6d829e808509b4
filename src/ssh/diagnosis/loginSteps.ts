import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import type { SshAddress } from '../address';
import { aliasOf } from '../alias';
import { effectiveConfig } from '../effectiveConfig';
import { hostDirectives, whyInvalid, type SshEntry } from '../hostEntry';
import { quietOptions } from '../login';
import { parsePublicKeys } from '../publicKey';
import { sshArguments } from '../sshCommand';
import { failed, ok, skipped, type Finding } from './finding';
import type { DiagnosisProbes, DiagnosisSubject } from './probes';
import { readTranscript, type Transcript } from './transcript';

/** Printed by the remote shell when a command runs there. */
const marker = 'gpu-rental-shell-works';

/** One login with `ssh -v`, read from four sides: the host key, the keys offered, the login, the shell. */
export async function loginSteps(
  subject: DiagnosisSubject,
  address: SshAddress,
  probes: DiagnosisProbes,
): Promise<Finding[]> {
  const { instanceId, user, identityFile } = subject;
  const entry = { instanceId, host: address.host, port: address.port, user, identityFile };
  const invalid = whyInvalid(entry);
  if (invalid !== undefined) {
    return [
      failed('login', l10n.t('There is no entry for it: {0}.', invalid), l10n.t('Correct the settings.')),
    ];
  }
  const result = await probes.run(await argumentsFor(subject, entry, probes), { timeoutMs: 40_000 });
  const transcript = readTranscript(result);
  if (transcript.status === 'no_ssh') {
    const remedy = l10n.t('Install OpenSSH, or put ssh on the PATH.');
    return [failed('login', l10n.t('There is no ssh program on this machine.'), remedy)];
  }
  const keys = keysStep(transcript, await registered(probes));
  return [
    hostKeyStep(transcript),
    keys,
    loginStep(transcript, keys),
    ...(transcript.authenticated ? [shellStep(transcript, result.stdout)] : []),
  ];
}

/**
 * Our own values on the command line, where they win over every config file. The person's file still adds what a
 * network needs (an agent, a jump host), unless ssh does not accept it: that is another step's finding.
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
  return ['-v', ...quietOptions, ...options, ...(accepted ? own : ['-F', 'none', alias]), `echo ${marker}`];
}

function hostKeyStep({ status, hostKey }: Transcript): Finding {
  if (status === 'host_key_changed' || status === 'host_key_unknown') {
    const evidence = l10n.t(
      'The machine shows the key {0}, which is not the one this instance had.',
      hostKey ?? '?',
    );
    const remedy = l10n.t(
      'Someone may be listening in. If the instance was recycled or its host reinstalled, forget the old key and connect again.',
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
  const evidence = l10n.t('ssh offered {0}.', offered.join(', '));
  if (authenticated)
    return offered.length > 0 ? ok('keys', evidence) : ok('keys', l10n.t('No key was needed.'));
  if (offered.length === 0) {
    const remedy = l10n.t(
      'Make a key, or name one in the setting gpuRental.ssh.identityFile, and register it.',
    );
    return failed('keys', l10n.t('ssh has no key to offer.'), remedy);
  }
  if (known === undefined)
    return ok('keys', l10n.t('{0} The service does not tell which keys it knows.', evidence));
  if (offered.some((key) => known.includes(key)))
    return ok('keys', l10n.t('{0} The service knows it.', evidence));
  const remedy = l10n.t(
    'Register your public key with the service, or name the right key in gpuRental.ssh.identityFile.',
  );
  return failed('keys', l10n.t('{0} The service knows none of them.', evidence), remedy);
}

function loginStep({ authenticated, status, lastWords }: Transcript, keys: Finding): Finding {
  if (authenticated) return ok('login', l10n.t('The machine accepted the key.'));
  if (status.startsWith('host_key') || keys.status === 'failed') return skipped('login');
  const evidence = plainText(lastWords, 300) || l10n.t('ssh ended without a word.');
  if (status !== 'permission_denied') {
    return failed(
      'login',
      evidence,
      l10n.t('Try again in a minute. If it stays so, stop and start the instance.'),
    );
  }
  const remedy = l10n.t(
    'A key arrives up to a minute after the start: wait and try again. Then register the key with the instance itself, or restart it.',
  );
  return failed('login', evidence, remedy);
}

function shellStep({ lastWords }: Transcript, output: string): Finding {
  if (output.includes(marker)) return ok('shell', l10n.t('A command ran there.'));
  const said = plainText(lastWords, 300) || l10n.t('Nothing came back.');
  return failed('shell', said, l10n.t('Look at the shell start files and the logs of the instance.'));
}

/** Fingerprints; undefined when the service does not tell. */
async function registered(probes: DiagnosisProbes): Promise<string[] | undefined> {
  const keys = await probes.registeredKeys().catch(() => undefined);
  return keys?.flatMap((text) => parsePublicKeys(text).map(({ fingerprint }) => fingerprint));
}
