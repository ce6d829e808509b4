import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import type { SshAddress } from '../address';
import { aliasOf } from '../alias';
import { effectiveConfig, type EffectiveConfig } from '../config/effectiveConfig';
import type { SshEntry } from '../config/hostEntry';
import { sshArguments } from '../run/sshCommand';
import { type DiagnosisProbes, type DiagnosisSubject, failed, ok, skipped, type Finding } from './finding';
import { messageOf } from './serviceSteps';
import { formatList } from '../../domain/format';

/** Whether ssh and the editor use our entry. `addresses` are the instance's addresses; undefined if unknown. */
export async function configSteps(
  subject: DiagnosisSubject,
  addresses: readonly SshAddress[] | undefined,
  probes: DiagnosisProbes,
): Promise<Finding[]> {
  return [await entryStep(subject, addresses, probes), windowStep(subject, probes)];
}

async function entryStep(
  { config, instanceId }: DiagnosisSubject,
  addresses: readonly SshAddress[] | undefined,
  probes: DiagnosisProbes,
): Promise<Finding> {
  const { configFile, defaultConfigFile } = config;
  const alias = aliasOf(instanceId);
  const effective = await effectiveConfig(sshArguments({ alias, configFile, defaultConfigFile }), probes.run);
  if ('refused' in effective) return refusedStep(effective, configFile);
  try {
    const entry = (await config.readEntries()).find((one) => one.instanceId === instanceId);
    if (!entry) return missingStep(alias, addresses);
    const stale = addresses?.every(({ host, port }) => host !== entry.host || port !== entry.port);
    if (stale) {
      const evidence = l10n.t('The entry points to {0}:{1}, which is out of date.', entry.host, entry.port);
      return failed('entry', evidence, l10n.t('Refresh the instances.'));
    }
    const differences = compare(entry, effective);
    if (differences.length === 0)
      return ok('entry', l10n.t('ssh {0} connects to {1}:{2}.', alias, entry.host, entry.port));
    const isUnread = effective.value('hostname')?.toLowerCase() === alias;
    const [evidence, remedy] = await (isUnread ? whyUnread(config) : whyShadowed(config, differences));
    return failed('entry', evidence, remedy);
  } catch (error) {
    return failed('entry', messageOf(error), l10n.t('Make the file readable for you.'));
  }
}

export function refusedStep(
  { refused, missing }: Extract<EffectiveConfig, { refused: string }>,
  configFile: string,
  platform: NodeJS.Platform = process.platform,
): Finding {
  if (missing) return skipped('entry', l10n.t('ssh wasn’t found on this computer.'));
  const said = plainText(refused, 300);
  const byMode = l10n.t(
    'Set that file’s mode to 600, so that only you can write to it. If it’s GPU Rental’s own file, refresh the instances to repair it.',
  );
  const byAccessList = l10n.t(
    'In that file’s properties, under Security, leave only yourself, SYSTEM and Administrators. If it’s GPU Rental’s own file, refresh the instances to repair it.',
  );
  const remedy = refused.includes('Bad owner or permissions')
    ? platform === 'win32'
      ? byAccessList
      : byMode
    : l10n.t('Correct {0}. Until then, ssh doesn’t read it.', configFile);
  return failed('entry', l10n.t('ssh rejects its config: {0}', said), remedy);
}

function missingStep(alias: string, addresses: readonly SshAddress[] | undefined): Finding {
  if (addresses?.length === 0)
    return skipped('entry', l10n.t('No entry exists because the address isn’t known.'));
  const evidence = l10n.t('GPU Rental’s ssh config file has no entry for {0}.', alias);
  return failed('entry', evidence, l10n.t('Refresh the instances.'));
}

/** Values that ssh would use instead of ours, such as `Port 1 (GPU Rental: 41022)`. */
function compare(entry: SshEntry, effective: Exclude<EffectiveConfig, { refused: string }>): string[] {
  const ours = {
    HostName: entry.host,
    Port: String(entry.port),
    User: entry.user,
    HostKeyAlias: aliasOf(entry.instanceId),
  };
  return Object.entries(ours).flatMap(([option, value]) => {
    const used = effective.value(option.toLowerCase()) ?? '';
    return used.toLowerCase() === value.toLowerCase()
      ? []
      : [l10n.t('{0} {1} (GPU Rental: {2})', option, plainText(used, 80), value)];
  });
}

/** ssh takes the alias itself for a host name. */
async function whyUnread(config: DiagnosisSubject['config']): Promise<[evidence: string, remedy: string]> {
  if ((await config.includeState()) !== 'present') return whyShadowed(config, []);
  return [
    l10n.t('ssh doesn’t follow GPU Rental’s Include line in {0}.', config.configFile),
    l10n.t(
      'Connect again: the line is then written in another form. If that doesn’t help, remove the variable HOME, or name another ssh in remote.SSH.path.',
    ),
  ];
}

async function whyShadowed(
  config: DiagnosisSubject['config'],
  differences: readonly string[],
): Promise<[evidence: string, remedy: string]> {
  const state = await config.includeState();
  if (typeof state === 'object') return [state.refused, l10n.t('Repair that line, then connect again.')];
  if (state === 'missing') {
    const evidence = l10n.t('{0} doesn’t include GPU Rental’s ssh config file.', config.configFile);
    return [evidence, l10n.t('Connect, and agree to add the Include line.')];
  }
  const evidence = l10n.t('Another entry comes first: ssh would use {0}.', formatList(differences));
  return [evidence, l10n.t('Our block must come first in {0}. Connect to move it there.', config.configFile)];
}

function windowStep({ config }: DiagnosisSubject, probes: DiagnosisProbes): Finding {
  const { extension, configFile } = probes.window();
  if (extension === undefined) {
    const remedy = l10n.t(
      'Install an extension for SSH windows, such as Remote - SSH. The terminal works without one.',
    );
    return failed('window', l10n.t('No extension for SSH windows is installed.'), remedy);
  }
  if (configFile !== config.configFile) {
    const evidence = l10n.t(
      '{0} reads {1}, but our entry is in {2}.',
      extension,
      configFile,
      config.configFile,
    );
    return failed(
      'window',
      evidence,
      l10n.t('Set remote.SSH.configFile and gpuRental.ssh.configFile to the same file.'),
    );
  }
  return ok('window', l10n.t('{0} reads {1}.', extension, configFile));
}
