import * as l10n from '@vscode/l10n';
import type { SshAddress } from '../address';
import { ProbeError } from '../probe';
import { failed, ok, warning, type Finding } from './finding';
import type { DiagnosisProbes } from './probes';
import { messageOf, routeName } from './serviceSteps';

export interface NetworkFindings {
  findings: Finding[];
  /** The first address at which ssh answers. */
  answering?: SshAddress;
}

type Attempt = { address: SshAddress } & ({ banner: string } | { error: unknown });

/** Whether anything, and whether ssh, answers at the addresses. No findings without an address. */
export async function networkSteps(
  addresses: readonly SshAddress[],
  probes: DiagnosisProbes,
): Promise<NetworkFindings> {
  if (addresses.length === 0) return { findings: [] };
  const attempts = await Promise.all(addresses.map((address) => attempt(address, probes)));
  const answer = attempts.find((one) => 'banner' in one);
  if (answer) {
    const banner = ok('banner', l10n.t('{0} says "{1}".', place(answer.address), answer.banner));
    return { findings: [tcpStep(attempts), banner], answering: answer.address };
  }
  const connected = attempts.find(hasConnected);
  if (!connected) return { findings: [tcpStep(attempts)] };
  const remedy = l10n.t(
    'SSH may still be starting: wait a minute. If it stays so, look at the logs of the instance.',
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
  const evidence = attempts.map(describe).join(' ');
  const [best] = attempts;
  if (best && hasConnected(best)) return ok('tcp', evidence);
  if (attempts.some(hasConnected)) {
    const remedy = l10n.t(
      'The connection goes through the proxy, more slowly. A firewall here or there may be the cause.',
    );
    return warning('tcp', evidence, remedy);
  }
  const remedy = l10n.t(
    'Check that your network lets SSH out, then stop and start the instance, or try another offer.',
  );
  return failed('tcp', evidence, remedy);
}

function hasConnected(attempt: Attempt): boolean {
  return 'banner' in attempt || (attempt.error instanceof ProbeError && attempt.error.connected);
}

function describe(attempt: Attempt): string {
  return 'banner' in attempt ? l10n.t('{0} answers.', place(attempt.address)) : messageOf(attempt.error);
}

function place({ host, port, route }: SshAddress): string {
  return `${host}:${port} (${routeName(route)})`;
}
