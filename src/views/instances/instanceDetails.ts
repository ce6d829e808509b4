import * as vscode from 'vscode';
import type { Volume } from '../../api/schemas/volume';
import { bidOf, formatBid } from '../../domain/instances/bid';
import { placeName } from '../../domain/offers/valueTexts';
import { aboutSum, atLeastSum, formatPerHour, formatPerMonth, formatSum } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { memoryShare } from '../../domain/offers/memoryShare';
import { costSoFar, formatDuration } from '../../domain/instances/uptime';
import { usedAddress } from '../../ssh/address';
import { aliasOf } from '../../ssh/alias';
import type { Figures } from '../../stores/instances/instanceLists';
import { dateAndTime, dateOnly, shortTime } from '../../ask/timeWords';
import { type DetailNode, detailRows } from '../detailNode';
import { startText } from './instanceLine';
import type { PriceIncrease } from '../../api/schemas/instances/priceIncrease';
import { increaseDetail } from '../money/priceIncreaseWords';
import type { KnownStop } from '../../domain/stops/scheduledStop';
import { stopDetail, stopRow } from '../stops/stopTexts';
import { volumesOfInstance } from '../volumes/volumeNodes';
import { formatDollars, formatNumber, formatPercent } from '../../domain/format';

export interface DetailContext {
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether its own address didn't respond, so the proxy's is used. */
  viaProxy: boolean;
  figures?: Figures | undefined;
  /** The account's. */
  volumes?: readonly Volume[];
  stop?: KnownStop | undefined;
  increase?: PriceIncrease | undefined;
}

/** The facts below an instance, changing values and costs first. Unknown facts are left out. */
export function detailNodes(instance: SharedInstance, context: DetailContext): DetailNode[] {
  const { running, stopped } = hourlyCost(instance);
  const { figures, stop, now } = context;
  const address = addressWords(instance, context.viaProxy);
  return detailRows(String(instance.id), [
    ['status', vscode.l10n.t('Status'), 'info', status(instance)],
    ['address', vscode.l10n.t('Address'), 'terminal', address?.value, undefined, address?.copied],
    ['uptime', vscode.l10n.t('Uptime'), 'clock', uptime(instance, context.now)],
    ['spent', vscode.l10n.t('Cost so far'), 'graph', spent(instance, context.now)],
    [
      'scheduled',
      vscode.l10n.t('Scheduled'),
      'watch',
      stop && stopRow(stop, now),
      stop && stopDetail(stop, now),
    ],
    [
      'increase',
      vscode.l10n.t('New price'),
      'arrow-up',
      context.increase && increaseDetail(instance, context.increase),
    ],
    ['running', vscode.l10n.t('While running'), 'credit-card', cost(running)],
    ['stopped', vscode.l10n.t('While stopped'), 'credit-card', cost(stopped)],
    ['volume', vscode.l10n.t('Volume'), 'database', volumesOfInstance(instance, context.volumes ?? [])],
    ['bid', vscode.l10n.t('Bid'), 'graph-line', bidRow(instance)],
    ['traffic', vscode.l10n.t('Traffic'), 'arrow-swap', traffic(instance)],
    ['end', vscode.l10n.t('Rental ends'), 'calendar', end(instance, context.now)],
    ['image', vscode.l10n.t('Image'), 'package', instance.image_uuid],
    ['load', vscode.l10n.t('GPU load'), 'dashboard', load(figures)],
    ['gpuMemory', vscode.l10n.t('GPU memory'), 'circuit-board', gpuMemory(instance)],
    ['cpu', vscode.l10n.t('CPU'), 'chip', cpu(instance)],
    ['memory', vscode.l10n.t('Memory'), 'server-process', memory(instance, figures)],
    ['disk', vscode.l10n.t('Disk'), 'database', diskUse(instance, figures)],
    ['network', vscode.l10n.t('Network'), 'globe', network(instance)],
    ['ports', vscode.l10n.t('Direct ports'), 'plug', ports(instance)],
    ['machine', vscode.l10n.t('Machine'), 'server', machine(instance)],
  ]);
}

function status(instance: SharedInstance): string {
  const { explanation, word } = lifecycleOf(instance);
  const step = startText(instance);
  const words = step ? `${word} (${step})` : word;
  return explanation ? vscode.l10n.t('{0}: {1}', words, withoutBar(explanation)) : words;
}

/** Docker prints a progress bar after its text. */
const withoutBar = (text: string): string => text.replace(/\[[=#>. -]*\] */g, '').trim();

function addressWords(
  instance: SharedInstance,
  viaProxy: boolean,
): { value: string; copied: string } | undefined {
  const used = usedAddress(instance, viaProxy);
  if (!used) return undefined;
  const route = used.route === 'direct' ? vscode.l10n.t('direct') : vscode.l10n.t('proxy');
  const copied = `${used.host}:${used.port}`;
  return { value: `${aliasOf(instance.id)} → ${copied} (${route})`, copied };
}

function uptime({ running_since: since }: SharedInstance, now: number): string | undefined {
  if (since === undefined) return undefined;
  return vscode.l10n.t('{0}, since {1}', formatDuration(now / 1000 - since), shortTime(since * 1000, now));
}

function spent(instance: SharedInstance, now: number): string | undefined {
  const { run, total, isLeast } = costSoFar(instance, now / 1000);
  const { start_date: created } = instance;
  if (total === undefined || created === undefined)
    return run === undefined ? undefined : vscode.l10n.t('{0} since it was started', formatSum(run));
  const sum = isLeast ? atLeastSum(total) : aboutSum(total);
  const words = vscode.l10n.t('{0} since {1}', sum, dateOnly(created));
  return isLeast && run !== undefined
    ? vscode.l10n.t('{0}, including {1} since it was started', words, formatSum(run))
    : words;
}

function end({ end_date: last }: SharedInstance, now: number): string | undefined {
  if (last === undefined || last <= 0) return undefined;
  const left = last - now / 1000;
  return left <= 0
    ? vscode.l10n.t('{0} (over)', dateAndTime(last))
    : vscode.l10n.t('{0} left, until {1}', formatDuration(left), dateAndTime(last));
}

function load(figures: Figures | undefined): string | undefined {
  const { gpu_util: percent, gpu_temp: degrees } = figures ?? {};
  return joined(
    percent === undefined ? '' : formatPercent(percent / 100),
    degrees === undefined || degrees <= 0 ? '' : `${Math.round(degrees)} °C`,
  );
}

function gpuMemory({ gpu_ram: megabytes, num_gpus: count = 1 }: SharedInstance): string | undefined {
  const each = gigabytes(megabytes, 1024);
  return each && count > 1 ? vscode.l10n.t('{0} each, {1} GPUs', each, count) : each;
}

function cpu({ cpu_name: name, cpu_cores_effective: cores }: SharedInstance): string | undefined {
  return joined(cores === undefined ? '' : vscode.l10n.t('{0} cores', formatNumber(cores, 1)), name ?? '');
}

function memory(instance: SharedInstance, figures: Figures | undefined): string | undefined {
  const { mem_usage: used, mem_limit: limit } = figures ?? {};
  return used !== undefined && limit !== undefined && limit > 0
    ? vscode.l10n.t('{0} of {1} GB used', formatNumber(used, 1), formatNumber(limit, 0))
    : (gigabytes(memoryShare(instance), 1024) ?? wholeMemory(instance));
}

function wholeMemory({ cpu_ram: megabytes }: SharedInstance): string | undefined {
  const whole = gigabytes(megabytes, 1024);
  return whole && vscode.l10n.t('{0} in the whole machine', whole);
}

/** "3.2 of 40 GB used", or the size alone; undefined where the service tells neither. */
export function diskUse(
  { disk_space: space }: SharedInstance,
  figures: Figures | undefined,
): string | undefined {
  const { disk_usage: used = -1 } = figures ?? {};
  return space !== undefined && used >= 0
    ? vscode.l10n.t('{0} of {1} GB used', formatNumber(used, 1), formatNumber(space, 0))
    : gigabytes(space, 1);
}

function gigabytes(value: number | undefined, divisor: number): string | undefined {
  return value === undefined ? undefined : `${formatNumber(value / divisor, 0)} GB`;
}

function network({ inet_down, inet_up }: SharedInstance): string | undefined {
  if (inet_down === undefined || inet_up === undefined) return undefined;
  return `↓ ${formatNumber(inet_down, 0)} ↑ ${formatNumber(inet_up, 0)} Mb/s`;
}

function traffic({ inet_down_cost: down, inet_up_cost: up }: SharedInstance): string | undefined {
  if (down === undefined || up === undefined) return undefined;
  return `↓ ${perGigabyte(down)} ↑ ${perGigabyte(up)}`;
}

export const perGigabyte = (dollars: number): string =>
  dollars === 0 ? vscode.l10n.t('free') : `${formatDollars(dollars, 0, 4)}/GB`;

function ports({ direct_port_count: count }: SharedInstance): string | undefined {
  return count === undefined || count < 0 ? undefined : String(Math.round(count));
}

function machine({ machine_id, geolocation }: SharedInstance): string | undefined {
  return joined(machine_id === undefined ? '' : String(machine_id), placeName(geolocation ?? ''));
}

function bidRow(instance: SharedInstance): string | undefined {
  if (!instance.is_bid) return undefined;
  return vscode.l10n.t('{0}, interruptible', formatBid(bidOf(instance)));
}

function cost(dollarsPerHour: number | undefined): string | undefined {
  if (dollarsPerHour === undefined) return undefined;
  return `${formatPerHour(dollarsPerHour)} · ${formatPerMonth(dollarsPerHour)}`;
}

const joined = (...parts: readonly string[]): string | undefined =>
  parts.filter(Boolean).join(' · ') || undefined;
