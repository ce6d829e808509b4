import * as l10n from '@vscode/l10n';
import type { Instance } from '../../api/schemas/instances/instance';
import { runtypeFrom } from '../../api/schemas/instances/creationFields';
import { plainText } from '../../api/plainText';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { runtypeWords } from '../../domain/instances/runtypeWords';
import { hasSsh, sshAddresses, type SshAddress } from '../address';
import { aliasOf } from '../alias';
import { effectiveConfig, isProxied } from '../config/effectiveConfig';
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
import { ProbeError } from '../login/probe';
import { formatSentences } from '../../domain/format';

export interface ServiceFindings {
  findings: Finding[];
  /** Undefined if the service didn't return it. */
  instance?: Instance;
  addresses: readonly SshAddress[];
}

/** Findings from the service: the account, the instance's state, its launch mode and its address. */
export async function serviceSteps(probes: DiagnosisProbes): Promise<ServiceFindings> {
  const account = await accountStep(probes);
  if (account.status === 'failed') return { findings: [account], addresses: [] };
  let instance: Instance;
  try {
    instance = await probes.instance();
  } catch (error) {
    const remedy = l10n.t('Refresh the instances. If it’s no longer listed, it was destroyed.');
    return { findings: [account, failed('state', messageOf(error), remedy)], addresses: [] };
  }
  const found = sshAddresses(instance);
  const addresses = 'addresses' in found ? found.addresses : [];
  const findings = [account, stateStep(instance), runtypeStep(instance), addressStep(instance, addresses)];
  return { findings, instance, addresses };
}

async function accountStep(probes: DiagnosisProbes): Promise<Finding> {
  try {
    await probes.account();
    return ok('account', l10n.t('The service accepts the key.'));
  } catch (error) {
    return failed('account', messageOf(error), l10n.t('Check the network, or sign in again.'));
  }
}

function stateStep(instance: Instance): Finding {
  const { phase, word, explanation, can, hopeless, pending } = lifecycleOf(instance);
  const evidence = explanation ? l10n.t('It is {0}: {1}', word, explanation) : l10n.t('It is {0}.', word);
  if (phase === 'running') return ok('state', evidence);
  if (phase === 'frozen')
    return { ...failed('state', evidence, l10n.t('Reboot the instance.')), command: 'rebootInstance' };
  if (hopeless) return failed('state', evidence, l10n.t('Destroy it and rent another offer.'));
  if (can.start)
    return { ...failed('state', evidence, l10n.t('Start the instance.')), command: 'startInstance' };
  if (pending) return failed('state', evidence, l10n.t('Wait until it’s running.'));
  return {
    ...failed('state', evidence, l10n.t('Raise your bid, or rent another offer.')),
    command: 'changeBid',
  };
}

function runtypeStep({ image_runtype: words }: Instance): Finding {
  if (!words?.trim()) return ok('runtype', l10n.t('Its launch mode isn’t known.'));
  const known = runtypeFrom(words);
  const name = known ? runtypeWords(known).label : plainText(words, 80);
  const evidence = l10n.t('Its launch mode is “{0}”.', name);
  if (hasSsh(words)) return ok('runtype', evidence);
  return failed(
    'runtype',
    evidence,
    l10n.t('Rent again with an SSH or Jupyter launch mode. This one doesn’t support SSH.'),
  );
}

function addressStep(instance: Instance, addresses: readonly SshAddress[]): Finding {
  const evidence = addresses.map(place).join(', ');
  if (addresses.some(({ route }) => route === 'direct')) return ok('address', evidence);
  if (addresses.length > 0) {
    const remedy = l10n.t(
      'It works, but is slower. For a direct connection, rent an offer with open ports in a direct launch mode.',
    );
    return warning('address', l10n.t('Only through the proxy: {0}.', evidence), remedy);
  }
  const found = sshAddresses(instance);
  if (!('none' in found)) return skipped('address');
  if (found.none === 'no_ssh_runtype' || lifecycleOf(instance).phase !== 'running') return skipped('address');
  return failed(
    'address',
    found.message,
    l10n.t('Wait a minute. If this continues, stop and start the instance.'),
  );
}

function routeName(route: SshAddress['route']): string {
  return route === 'direct' ? l10n.t('direct') : l10n.t('through the proxy');
}

export function messageOf(error: unknown): string {
  return plainText(error instanceof Error ? error.message : String(error), 300);
}

export interface NetworkFindings {
  findings: Finding[];
  /** The first address at which ssh answers. */
  answering?: SshAddress;
}

type Attempt = { address: SshAddress } & ({ banner: string } | { error: unknown });

/**
 * Whether a port is open at the addresses, and whether SSH answers there. No findings without an address. Where ssh goes
 * through a host of the person's own, the login tells.
 */
export async function networkSteps(
  { config, instanceId }: DiagnosisSubject,
  addresses: readonly SshAddress[],
  probes: DiagnosisProbes,
): Promise<NetworkFindings> {
  const [first] = addresses;
  if (!first) return { findings: [] };
  const { configFile, defaultConfigFile } = config;
  const args = sshArguments({ alias: aliasOf(instanceId), configFile, defaultConfigFile });
  if (isProxied(await effectiveConfig(args, probes.run))) {
    const evidence = l10n.t(
      'SSH uses ProxyJump or ProxyCommand from your config, so only the login can be checked.',
    );
    const entry = (await config.readEntries()).find((one) => one.instanceId === instanceId);
    const used = addresses.find(({ host, port }) => host === entry?.host && port === entry.port) ?? first;
    return { findings: [skipped('tcp', evidence), skipped('banner', evidence)], answering: used };
  }
  const attempts = await Promise.all(addresses.map((address) => attempt(address, probes)));
  const answer = attempts.find((one) => 'banner' in one);
  if (answer) {
    const banner = ok(
      'banner',
      l10n.t('{0} says "{1}".', place(answer.address), plainText(answer.banner, 80)),
    );
    return { findings: [tcpStep(attempts), banner], answering: answer.address };
  }
  const connected = attempts.find(hasConnected);
  if (!connected) return { findings: [tcpStep(attempts)] };
  const remedy = l10n.t(
    'SSH may still be starting. Wait a minute. If this continues, check the instance’s logs.',
  );
  return { findings: [tcpStep(attempts), failed('banner', describe(connected), remedy)] };
}

async function attempt(address: SshAddress, probes: DiagnosisProbes): Promise<Attempt> {
  try {
    const { host, port } = address;
    return { address, banner: (await probes.banner({ host, port, timeoutMs: 10_000 })).banner };
  } catch (error) {
    return { address, error };
  }
}

function tcpStep(attempts: readonly Attempt[]): Finding {
  const evidence = formatSentences(attempts.map(describe));
  const [best] = attempts;
  if (best && hasConnected(best)) return ok('tcp', evidence);
  if (attempts.some(hasConnected)) {
    const remedy = l10n.t(
      'The connection uses the slower proxy. A firewall on either side may be the cause.',
    );
    return warning('tcp', evidence, remedy);
  }
  const remedy = l10n.t(
    'Check that your network allows outgoing SSH, then stop and start the instance, or try another offer.',
  );
  return failed('tcp', evidence, remedy);
}

function hasConnected(attempt: Attempt): boolean {
  return 'banner' in attempt || (attempt.error instanceof ProbeError && attempt.error.connected);
}

function describe(attempt: Attempt): string {
  return 'banner' in attempt ? l10n.t('{0} responds.', place(attempt.address)) : messageOf(attempt.error);
}

function place({ host, port, route }: SshAddress): string {
  return `${host}:${port} (${routeName(route)})`;
}
