import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import type { SshAddress } from '../address';
import { ProbeError } from '../login/probe';
import { type DiagnosisProbes, failed, ok, warning, type Finding } from './finding';
import { messageOf, routeName } from './serviceSteps';
import { formatSentences } from '../../domain/format';

export interface NetworkFindings {
  findings: Finding[];
  /** The first address at which ssh answers. */
  answering?: SshAddress;
}

type Attempt = { address: SshAddress } & ({ banner: string } | { error: unknown });

/** Whether a port is open at the addresses, and whether SSH answers there. No findings without an address. */
export async function networkSteps(
  addresses: readonly SshAddress[],
  probes: DiagnosisProbes,
): Promise<NetworkFindings> {
  if (addresses.length === 0) return { findings: [] };
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
