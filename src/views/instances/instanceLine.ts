import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { gpuTitle } from '../../ask/instanceName';
import { bidOf, formatBid } from '../../domain/instances/bid';
import { formatRate, formatSum } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import type { Lifecycle } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { startStep } from '../../domain/instances/startStep';
import { costSoFar, formatDuration } from '../../domain/instances/uptime';
import type { Deed } from '../../stores/instances/underWay';
import type { PriceIncrease } from '../../api/schemas/instances/priceIncrease';
import { increaseInRow, risingPrice } from '../money/priceIncreaseWords';
import type { KnownStop } from '../../domain/stops/scheduledStop';
import { stopText } from '../stops/stopTexts';

/** What a row depends on in addition to its instance. */
export interface RowContext {
  /** Milliseconds since the epoch. */
  now: number;
  /** What this window asked for just now. */
  deed?: Deed | undefined;
  /** Whether another row would have the same name. */
  isTwin?: boolean;
  /** What is scheduled for it. */
  stop?: KnownStop | undefined;
  /** What its host wants. */
  increase?: PriceIncrease | undefined;
  /** Whether a move of it to another one has begun and isn't finished. */
  isMoving?: boolean;
}

/**
 * The description after a row's name: first what the instance is doing, then what it costs, so that a narrow view cuts
 * off neither.
 */
export function instanceLine(instance: SharedInstance, lifecycle: Lifecycle, context: RowContext): string {
  const { increase } = context;
  // Only there the price of now is the one that rises.
  const isRunning = lifecycle.phase === 'running' && !instance.missing && !context.deed;
  const rising = isRunning && increase ? risingPrice(instance, increase) : undefined;
  const price = rising ?? formatRate(hourlyCost(instance).now);
  const rise = increase && rising === undefined ? increaseInRow(instance, increase) : '';
  const gpu = instance.label ? gpuTitle(instance) : '';
  const state = byState(instance, lifecycle, price, context);
  // Its icon says that it runs, and a narrow row has room for both prices this way.
  if (rising !== undefined && state[0] === lifecycle.word) state.shift();
  const parts = context.deed
    ? [deedWord(context.deed), price, rise, gpu]
    : [...withRise(state, rise), shortBid(instance, lifecycle), gpu];
  return parts.filter(Boolean).join(' · ');
}

/** Behind the price, in front of what is less news. */
const withRise = (parts: readonly string[], rise: string): string[] => [
  ...parts.slice(0, 2),
  rise,
  ...parts.slice(2),
];

function byState(
  instance: SharedInstance,
  lifecycle: Lifecycle,
  price: string,
  context: RowContext,
): string[] {
  const { phase, word, explanation = '' } = lifecycle;
  const scheduled = scheduledText(lifecycle, context);
  if (instance.missing) return [word, price, scheduled];
  switch (phase) {
    case 'running':
      // Its icon says that it runs, and a narrow row has room for the countdown this way.
      return [scheduled || word, price, ...spentText(instance, context.now / 1000)];
    case 'stopped':
      return [word, movingText(context), scheduled, vscode.l10n.t('disk {0}', price)];
    case 'outbid':
      return [atBid(word, instance), price, scheduled];
    case 'provisioning':
    case 'loading':
      return [
        startText(instance) ?? word,
        price,
        scheduled,
        startText(instance) ? '' : plainText(explanation, 60),
      ];
    case 'failed':
    case 'exited':
      return [word, price, scheduled, plainText(explanation, 60)];
    default:
      return [word, price, scheduled];
  }
}

/** "stops in 2 h 10 min"; empty if nothing is scheduled, or it is stopped already. */
export function scheduledText({ can }: Lifecycle, { stop, now }: Pick<RowContext, 'stop' | 'now'>): string {
  return !stop || (stop.stop.action === 'stop' && !can.stop) ? '' : stopText(stop, now);
}

/** Empty where no move of it has begun. */
export const movingText = ({ isMoving }: Pick<RowContext, 'isMoving'>): string =>
  isMoving ? vscode.l10n.t('move isn’t finished') : '';

/** "2 h 5 min", "$2.06 so far"; empty if its start time is unknown. */
function spentText(instance: SharedInstance, now: number): string[] {
  const { running_since: since } = instance;
  const { run } = costSoFar(instance, now);
  return [
    since === undefined ? '' : formatDuration(now - since),
    run === undefined ? '' : vscode.l10n.t('{0} so far', formatSum(run)),
  ];
}

/** What a starting container is doing, instead of Docker's message; undefined if that message doesn't say. */
export function startText({ status_msg: message }: SharedInstance): string | undefined {
  const found = startStep(message);
  if (!found) return undefined;
  const { step, percent } = found;
  if (step === 'starting') return vscode.l10n.t('starting');
  if (step === 'unpacking')
    return percent === undefined ? vscode.l10n.t('unpacking') : vscode.l10n.t('unpacking {0}%', percent);
  return percent === undefined ? vscode.l10n.t('pulling') : vscode.l10n.t('pulling {0}%', percent);
}

/** "outbid at $0.06/h", which a row of the usual width has room for. */
function atBid(word: string, instance: SharedInstance): string {
  const bid = bidOf(instance);
  return bid === undefined ? word : vscode.l10n.t('{0} at {1}', word, formatBid(bid));
}

/** As long as a row has room for: who bids knows that it may be interrupted. Empty where it is said already. */
function shortBid(instance: SharedInstance, { phase }: Lifecycle): string {
  const bid = bidOf(instance);
  if (phase === 'outbid' && bid !== undefined) return '';
  return bid === undefined ? bidText(instance) : vscode.l10n.t('bid {0}', formatBid(bid));
}

/** Says that it is interruptible, and its bid; empty for an on-demand instance. */
export function bidText(instance: SharedInstance): string {
  if (!instance.is_bid) return '';
  const bid = bidOf(instance);
  return bid === undefined
    ? vscode.l10n.t('interruptible')
    : vscode.l10n.t('interruptible, bid {0}', formatBid(bid));
}

export function deedWord(deed: Deed): string {
  switch (deed) {
    case 'starting':
      return vscode.l10n.t('starting');
    case 'stopping':
      return vscode.l10n.t('stopping');
    case 'rebooting':
      return vscode.l10n.t('rebooting');
    case 'recycling':
      return vscode.l10n.t('recreating');
    case 'changing':
      return vscode.l10n.t('changing');
    case 'destroying':
      return vscode.l10n.t('destroying');
  }
}
