import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { gpuTitle, instanceName } from '../../ask/instanceName';
import { bidOf, formatBid } from '../../domain/instances/bid';
import { formatPerHour, formatRate, howSure, shownDollars } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { type Lifecycle, lifecycleOf, type Phase } from '../../domain/instances/lifecycle';
import { sshAddresses } from '../../ssh/address';
import {
  bidText,
  deedWord,
  instanceLine,
  movingText,
  type RowContext,
  scheduledText,
  startText,
} from './instanceLine';
import { unreadableItem } from '../detailNode';
import { increaseInRow, increaseSentences } from '../money/priceIncreaseWords';
import { stopDetail } from '../stops/stopTexts';
import { formatLines, formatNumber } from '../../domain/format';

/** A row of the instances view: an instance. */
export class InstanceNode {
  readonly instanceId: number;

  constructor(instanceId: number) {
    this.instanceId = instanceId;
  }
}

const changing: { icon: string; color?: string } = { icon: 'loading~spin' };
const icons: Record<Exclude<Phase, 'unreadable'>, { icon: string; color?: string }> = {
  provisioning: changing,
  loading: changing,
  running: { icon: 'vm-running', color: 'gpuRental.runningIcon' },
  stopping: changing,
  stopped: { icon: 'vm-outline', color: 'gpuRental.stoppedIcon' },
  scheduling: { icon: 'watch', color: 'list.warningForeground' },
  outbid: { icon: 'arrow-down', color: 'list.warningForeground' },
  restarting: changing,
  failed: { icon: 'error', color: 'list.errorForeground' },
  exited: { icon: 'error', color: 'list.errorForeground' },
  unknown: { icon: 'question', color: 'list.warningForeground' },
  offline: { icon: 'debug-disconnect', color: 'list.errorForeground' },
  frozen: { icon: 'debug-pause', color: 'list.warningForeground' },
  other: changing,
};

/** The name of a row: its label, else its GPU. */
const titleOf = (instance: SharedInstance): string =>
  plainText(instance.label ?? '', 60) || gpuTitle(instance);

/** Instances whose rows would have the same name, so that they also need their ids. */
export function twinsOf(instances: Iterable<SharedInstance>): Set<number> {
  const byTitle = Map.groupBy(instances, titleOf);
  return new Set([...byTitle.values()].flatMap((some) => (some.length > 1 ? some.map(({ id }) => id) : [])));
}

/** The same, followed from one list to the next. */
export class Twins {
  #ids: ReadonlySet<number> = new Set();

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  /** @returns those of the list that need their ids now and didn't before, or the other way round */
  follow(instances: ReadonlyMap<number, SharedInstance>): number[] {
    const [before, now] = [this.#ids, twinsOf(instances.values())];
    this.#ids = now;
    return [...instances.keys()].filter((id) => now.has(id) !== before.has(id));
  }
}

export function instanceItem(
  instance: SharedInstance,
  accountId: string,
  context: RowContext,
): vscode.TreeItem {
  const lifecycle = lifecycleOf(instance);
  if (lifecycle.phase === 'unreadable')
    return unreadableItem(instance.id, `${accountId}/${instance.id}`, abilities(instance, lifecycle), {
      explanation: lifecycle.explanation ?? '',
      before: instance.gpu_name === undefined ? '' : instanceName(instance),
      price: formatRate(hourlyCost(instance).now),
    });
  const { deed, isTwin } = context;
  const title = isTwin ? `${titleOf(instance)} (${instance.id})` : titleOf(instance);
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${accountId}/${instance.id}`;
  item.description = instanceLine(instance, lifecycle, context);
  const { icon, color } = deed ? changing : icons[instance.missing ? 'unknown' : lifecycle.phase];
  item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  // Nothing can be done with an instance that is being destroyed.
  item.contextValue =
    deed === 'destroying'
      ? ';destroying;'
      : `;${[...abilities(instance, lifecycle), ...(context.stop ? ['scheduled'] : []), ...(context.increase ? ['priceIncrease'] : [])].join(';')};`;
  item.tooltip = tooltip(instance, lifecycle, context);
  item.accessibilityInformation = { label: spoken(title, instance, lifecycle, context) };
  return item;
}

/** The words for the conditions of menus: only what is possible now. */
function abilities(instance: SharedInstance, { can, phase, hopeless }: Lifecycle): string[] {
  const withSsh = !lacksSsh(instance);
  return [
    'instance',
    ...(can.connect && withSsh ? ['connect'] : []),
    ...(phase === 'running' && withSsh ? ['terminal'] : []),
    ...(phase === 'running' && instance.image_runtype?.includes('jupyter') ? ['jupyter'] : []),
    ...(can.start ? ['start'] : []),
    ...(waitsForGpu({ phase }) ? ['waits'] : []),
    ...(can.stop ? ['stop'] : []),
    ...(can.reboot ? ['reboot'] : []),
    ...(instance.is_bid ? ['bid'] : []),
    ...(hopeless ? ['hopeless'] : []),
  ];
}

/** Whether it starts by itself once nobody else has its GPU. */
export const waitsForGpu = ({ phase }: Pick<Lifecycle, 'phase'>): boolean =>
  phase === 'scheduling' || phase === 'outbid';

/** The same words for several instances: what is possible with at least one of them; empty for none. */
export function abilitiesOfSome(instances: readonly SharedInstance[]): string {
  const words = new Set(instances.flatMap((one) => abilities(one, lifecycleOf(one))));
  return words.size === 0 ? '' : `;${[...words].join(';')};`;
}

/** Its launch mode has no SSH, or its address can't be used. */
export function lacksSsh(instance: SharedInstance): boolean {
  const found = sshAddresses(instance);
  return 'none' in found && (found.none === 'no_ssh_runtype' || found.none === 'invalid');
}

/** Plain text on purpose: names come from outside, and a string is never read as Markdown. */
function tooltip(
  instance: SharedInstance,
  lifecycle: Lifecycle,
  { stop, now, increase }: RowContext,
): string {
  const { word, explanation, billing } = lifecycle;
  const { running, stopped, now: rate } = hourlyCost(instance);
  return formatLines(
    `${gpuTitle(instance)} · ${word}`,
    explanation,
    billing !== 'disk'
      ? vscode.l10n.t('{0} now; {1} when stopped', formatRate(rate), formatPerHour(stopped))
      : vscode.l10n.t(
          '{0} now for its disk; {1} when running',
          formatPerHour(stopped),
          formatPerHour(running),
        ),
    instance.is_bid
      ? vscode.l10n.t('Interruptible: it stops when someone bids more than {0}.', formatBid(bidOf(instance)))
      : undefined,
    stop && vscode.l10n.t('Scheduled: {0}.', stopDetail(stop, now)),
    increase && increaseSentences(instance, increase),
    vscode.l10n.t('Instance {0}', instance.id),
  );
}

/** "RTX 4090 times 1, running, 0.31 dollars per hour". */
function spoken(title: string, instance: SharedInstance, lifecycle: Lifecycle, context: RowContext): string {
  const { word, explanation, pending } = lifecycle;
  const { deed } = context;
  const { now } = hourlyCost(instance);
  const gpu = vscode.l10n.t(
    '{0} times {1}',
    plainText(instance.gpu_name ?? 'GPU', 40),
    instance.num_gpus ?? 1,
  );
  const dollars = shownDollars(now);
  const price =
    dollars === undefined
      ? vscode.l10n.t('price unknown')
      : howSure(now, vscode.l10n.t('{0} dollars per hour', formatNumber(dollars, 3)));
  const name = title === gpuTitle(instance) ? [] : [title];
  const progress = pending ? (startText(instance) ?? explanation) : '';
  const details = [
    deed ? '' : progress,
    bidText(instance),
    deed ? '' : movingText(context),
    deed ? '' : scheduledText(lifecycle, context),
    context.increase ? increaseInRow(instance, context.increase) : '',
  ].filter(Boolean);
  return [...name, gpu, deed ? deedWord(deed) : word, price, ...details].join(', ');
}
