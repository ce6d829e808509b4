import * as vscode from 'vscode';
import { plainText } from '../api/plainText';
import type { Instance } from '../api/schemas/instance';
import { gpuTitle } from '../connect/instanceName';
import { formatPerHour, formatPerMonth, hourlyCost } from '../domain/cost';
import { type Lifecycle, lifecycleOf, type Phase } from '../domain/lifecycle';
import { sshAddresses, usedAddress } from '../ssh/address';
import { aliasOf } from '../ssh/alias';

/** A row of the instances view: an instance. */
export class InstanceNode {
  readonly instanceId: number;

  constructor(instanceId: number) {
    this.instanceId = instanceId;
  }
}

/** A row below an instance: one fact about it. */
export interface DetailNode {
  id: string;
  label: string;
  value: string;
  icon: string;
}

const icons: Record<Phase, { icon: string; color?: string }> = {
  provisioning: { icon: 'loading~spin' },
  loading: { icon: 'loading~spin' },
  running: { icon: 'vm-running', color: 'testing.iconPassed' },
  stopping: { icon: 'loading~spin' },
  stopped: { icon: 'vm-outline', color: 'disabledForeground' },
  scheduling: { icon: 'watch', color: 'list.warningForeground' },
  outbid: { icon: 'arrow-down', color: 'list.warningForeground' },
  restarting: { icon: 'loading~spin' },
  failed: { icon: 'error', color: 'list.errorForeground' },
  exited: { icon: 'error', color: 'list.errorForeground' },
  unknown: { icon: 'question', color: 'list.warningForeground' },
  offline: { icon: 'debug-disconnect', color: 'list.errorForeground' },
};

export function instanceItem(instance: Instance, accountId: string): vscode.TreeItem {
  const lifecycle = lifecycleOf(instance);
  const cost = formatPerHour(hourlyCost(instance).now);
  const label = plainText(instance.label ?? '', 60);
  const title = label || gpuTitle(instance);
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${accountId}/${instance.id}`;
  // The price first: whatever is cut off in a narrow sidebar, it is not the money.
  item.description = [cost, lifecycle.word, loadingText(lifecycle), label ? gpuTitle(instance) : '']
    .filter(Boolean)
    .join(' · ');
  const { icon, color } = icons[lifecycle.phase];
  item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  item.contextValue = `;${abilities(instance, lifecycle).join(';')};`;
  item.tooltip = tooltip(instance, lifecycle);
  item.accessibilityInformation = { label: spoken(title, instance, lifecycle) };
  return item;
}

/** While it comes up, the service's own words belong into sight. */
function loadingText({ pending, explanation }: Lifecycle): string {
  return pending && explanation ? plainText(explanation, 60) : '';
}

/** The words that the menus' conditions look for: only what is possible now. */
function abilities(instance: Instance, { can, phase }: Lifecycle): string[] {
  const withSsh = !lacksSsh(instance);
  return [
    'instance',
    ...(can.connect && withSsh ? ['connect'] : []),
    ...(phase === 'running' && withSsh ? ['terminal'] : []),
    ...(phase === 'running' && instance.image_runtype?.includes('jupyter') ? ['jupyter'] : []),
    ...(can.start ? ['start'] : []),
    ...(can.stop ? ['stop'] : []),
  ];
}

function lacksSsh(instance: Instance): boolean {
  const found = sshAddresses(instance);
  return 'none' in found && (found.none === 'no_ssh_runtype' || found.none === 'invalid');
}

/** Plain text on purpose: names come from strangers, and a string is never read as markup. */
function tooltip(instance: Instance, { word, explanation, billing }: Lifecycle): string {
  const { running, stopped } = hourlyCost(instance);
  return [
    `${gpuTitle(instance)} · ${word}`,
    explanation,
    billing === 'compute'
      ? vscode.l10n.t('{0} now; {1} when stopped', formatPerHour(running), formatPerHour(stopped))
      : vscode.l10n.t(
          '{0} now for its disk; {1} when running',
          formatPerHour(stopped),
          formatPerHour(running),
        ),
    vscode.l10n.t('Instance {0}', instance.id),
  ]
    .filter(Boolean)
    .join('\n');
}

/** "RTX 4090 times 1, running, 0.31 dollars per hour". */
function spoken(title: string, instance: Instance, { word, explanation, pending }: Lifecycle): string {
  const { now } = hourlyCost(instance);
  const gpu = vscode.l10n.t(
    '{0} times {1}',
    plainText(instance.gpu_name ?? 'GPU', 40),
    instance.num_gpus ?? 1,
  );
  const price =
    now === undefined
      ? vscode.l10n.t('price unknown')
      : vscode.l10n.t('{0} dollars per hour', Number(now.toFixed(3)));
  const name = title === gpuTitle(instance) ? [] : [title];
  return [...name, gpu, word, price, ...(pending && explanation ? [explanation] : [])].join(', ');
}

/** The facts below an instance; what the service does not tell is left out. `viaProxy`: its own address did not answer. */
export function detailNodes(instance: Instance, viaProxy: boolean): DetailNode[] {
  const { running, stopped } = hourlyCost(instance);
  const { explanation, word } = lifecycleOf(instance);
  const rows: [key: string, label: string, icon: string, value: string | undefined][] = [
    ['status', vscode.l10n.t('Status'), 'info', explanation ? `${word}: ${explanation}` : undefined],
    ['address', vscode.l10n.t('Address'), 'terminal', address(instance, viaProxy)],
    ['image', vscode.l10n.t('Image'), 'package', instance.image_uuid],
    ['memory', vscode.l10n.t('GPU memory'), 'circuit-board', gigabytes(instance.gpu_ram, 1024)],
    ['disk', vscode.l10n.t('Disk'), 'database', gigabytes(instance.disk_space, 1)],
    ['network', vscode.l10n.t('Network'), 'globe', network(instance)],
    ['machine', vscode.l10n.t('Machine'), 'server', machine(instance)],
    ['running', vscode.l10n.t('While running'), 'credit-card', cost(running)],
    ['stopped', vscode.l10n.t('While stopped'), 'credit-card', cost(stopped)],
  ];
  return rows.flatMap(([key, label, icon, value]) =>
    value ? [{ id: `${instance.id}/${key}`, label, icon, value: plainText(value, 120) }] : [],
  );
}

export function detailItem(node: DetailNode, accountId: string): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.None);
  item.id = `${accountId}/${node.id}`;
  item.description = node.value;
  item.tooltip = `${node.label}: ${node.value}`;
  item.iconPath = new vscode.ThemeIcon(node.icon);
  item.contextValue = ';detail;';
  item.accessibilityInformation = { label: `${node.label}: ${node.value}` };
  return item;
}

function address(instance: Instance, viaProxy: boolean): string | undefined {
  const used = usedAddress(instance, viaProxy);
  if (!used) return undefined;
  const route = used.route === 'direct' ? vscode.l10n.t('direct') : vscode.l10n.t('proxy');
  return `${aliasOf(instance.id)} → ${used.host}:${used.port} (${route})`;
}

function gigabytes(value: number | undefined, divisor: number): string | undefined {
  return value === undefined ? undefined : `${Math.round(value / divisor)} GB`;
}

function network({ inet_down, inet_up }: Instance): string | undefined {
  if (inet_down === undefined || inet_up === undefined) return undefined;
  return `↓ ${Math.round(inet_down)} ↑ ${Math.round(inet_up)} Mb/s`;
}

function machine({ machine_id, geolocation }: Instance): string | undefined {
  return [machine_id === undefined ? '' : String(machine_id), geolocation ?? ''].filter(Boolean).join(' · ');
}

function cost(dollarsPerHour: number | undefined): string | undefined {
  if (dollarsPerHour === undefined) return undefined;
  return `${formatPerHour(dollarsPerHour)} · ${formatPerMonth(dollarsPerHour)}`;
}
