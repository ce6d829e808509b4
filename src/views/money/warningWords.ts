import * as vscode from 'vscode';
import { hour } from '../../clock';
import { instanceName } from '../../ask/instanceName';
import { dateAndTime, timeWords } from '../../ask/timeWords';
import { formatBid } from '../../domain/instances/bid';
import { formatPerHour, formatSum, sumOfCosts } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { formatHours } from '../../domain/money/credit';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatDuration } from '../../domain/instances/uptime';
import { volumeName } from '../../domain/volumes/volume';
import { volumeRate } from '../../domain/volumes/volumeCost';
import type { WarningFacts, WarningKind } from '../../domain/money/warnings/warning';
import { inParentheses } from '../instances/newsMessage';
import {
  buttonsFor,
  changeBid,
  copyFrom,
  destroy,
  openTerminal,
  rentAnother,
  scheduleStop,
  start,
  stop,
} from '../instances/instanceButtons';
import { lacksSsh } from '../instances/instanceNodes';
import { spanWords } from '../stops/stopWords';
import type { Button } from '../../ask/notify';
import type { Volume } from '../../api/schemas/volume';
import { callCommand, type CommandName } from '../../commandNames';
import { VolumeNode } from '../volumes/volumeNodes';
import { formatNumber, formatSentences } from '../../domain/format';

/** A button of a warning. */
export interface WarningButton extends Button {
  /** It needs no account to be in use. */
  forAnyAccount?: true;
}

/** What buttons need besides the facts. */
export interface WarningContext {
  /** Milliseconds since the epoch. */
  now: number;
  /** Opens the page of the account's service where credit is bought. */
  addCredit: () => Thenable<unknown>;
  /** Shows an instance's row with its details. */
  showDetails: (instance: SharedInstance) => Thenable<unknown>;
  /** Turns this kind of warning off for an instance. */
  mute: (instance: SharedInstance) => Thenable<unknown>;
}

export interface WarningWords<K extends WarningKind> {
  one: (facts: WarningFacts[K], now: number) => string;
  several: (all: readonly WarningFacts[K][], list: string) => string;
  name: (facts: WarningFacts[K]) => string;
  /** The most helpful one comes first. */
  buttons: (facts: WarningFacts[K], context: WarningContext) => readonly WarningButton[];
  /** Shows several of them. */
  view: 'instances' | 'volumes';
}

const ofVolume = (title: string, command: CommandName, { id }: Volume): Button => ({
  title,
  run: () => callCommand(command, new VolumeNode(id)),
});

const nameOf = ({ instance }: { instance: SharedInstance }): string => instanceName(instance);
const costsOf = (all: readonly { instance: SharedInstance }[]) =>
  sumOfCosts(all.map(({ instance }) => hourlyCost(instance)));
const sum = (all: readonly { cost: number }[]): string =>
  formatSum(all.reduce((total, { cost }) => total + cost, 0));

/** One row for each kind, in the order in which they are shown. */
export const warningWords: { readonly [K in WarningKind]: WarningWords<K> } = {
  fullDisk: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, used, size }) =>
      vscode.l10n.t(
        'The disk of {0} is almost full: {1} of {2} GB are used. Programs that write to a full disk fail.',
        instanceName(instance),
        formatNumber(used, 1),
        formatNumber(size, 0),
      ),
    several: (all, list) =>
      vscode.l10n.t(
        'The disks of {0} instances are almost full: {1}. Programs that write to a full disk fail.',
        all.length,
        list,
      ),
    buttons: ({ instance }, { showDetails }) => [
      ...(lacksSsh(instance) ? [] : [openTerminal(instance), copyFrom(instance)]),
      { title: vscode.l10n.t('Show Details'), run: () => showDetails(instance) },
    ],
  },
  idleGpu: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, since }, now) =>
      vscode.l10n.t(
        'The GPU of {0} has been idle for {1}. It costs {2}.',
        instanceName(instance),
        spanWords((now - since) / 60_000),
        formatPerHour(hourlyCost(instance).running),
      ),
    several: (all, list) =>
      vscode.l10n.t(
        'The GPUs of {0} instances are idle. They cost {1}: {2}.',
        all.length,
        formatPerHour(costsOf(all).running),
        list,
      ),
    buttons: ({ instance }, { mute }) => [
      stop(instance),
      scheduleStop(instance),
      {
        title: vscode.l10n.t('Don’t Warn for This Instance'),
        run: () => mute(instance),
        forAnyAccount: true,
      },
    ],
  },
  notRunning: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, since }, now) => {
      const { word, explanation = word } = lifecycleOf(instance);
      return vscode.l10n.t(
        '{0} has been starting for {1} and isn’t running yet ({2}). Its disk costs {3} until you destroy it.',
        instanceName(instance),
        spanWords((now - since) / 60_000),
        inParentheses(explanation),
        formatPerHour(hourlyCost(instance).stopped),
      );
    },
    several: (all, list) =>
      vscode.l10n.t(
        '{0} instances have been starting for a long time and aren’t running yet: {1}. Their disks cost {2} until you destroy them.',
        all.length,
        list,
        formatPerHour(costsOf(all).stopped),
      ),
    buttons: ({ instance }) => buttonsFor.notStarted(instance),
  },
  lowBid: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, bid, lowest }) =>
      vscode.l10n.t(
        'Your bid of {0} for {1} is below the lowest bid now, {2}. It may be stopped at any time.',
        formatBid(bid),
        instanceName(instance),
        formatBid(lowest),
      ),
    several: (all, list) =>
      vscode.l10n.t(
        'Your bids for {0} instances are below the lowest bids now: {1}. They may be stopped at any time.',
        all.length,
        list,
      ),
    buttons: ({ instance }) => [changeBid(instance)],
  },
  priceRise: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, before, price }) =>
      vscode.l10n.t(
        'The price of {0} rose from {1} to {2}.',
        instanceName(instance),
        formatPerHour(before),
        formatPerHour(price),
      ),
    several: (all, list) => vscode.l10n.t('The prices of {0} instances rose: {1}.', all.length, list),
    buttons: ({ instance }, { showDetails }) => [
      { title: vscode.l10n.t('Show Details'), run: () => showDetails(instance) },
      ...(lifecycleOf(instance).can.stop ? [stop(instance)] : []),
    ],
  },
  endsSoon: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, ends }, now) =>
      vscode.l10n.t(
        'The rental of {0} ends in {1}, at {2}. Copy what you need before then.',
        instanceName(instance),
        formatDuration((ends - now) / 1000),
        timeWords(ends, now),
      ),
    several: (all, list) =>
      vscode.l10n.t('{0} rentals end soon: {1}. Copy what you need before then.', all.length, list),
    buttons: ({ instance }) => [
      ...(lifecycleOf(instance).phase === 'running' && !lacksSsh(instance) ? [openTerminal(instance)] : []),
      rentAnother(instance),
    ],
  },
  stoppedDisk: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, since, cost }) =>
      vscode.l10n.t(
        '{0} is stopped, but its disk has cost {1} since {2} and still costs {3}.',
        instanceName(instance),
        formatSum(cost),
        dateAndTime(since / 1000),
        formatPerHour(hourlyCost(instance).stopped),
      ),
    several: (all, list) =>
      vscode.l10n.t(
        'The disks of {0} stopped instances have cost {1} since they were stopped and still cost {2}: {3}.',
        all.length,
        sum(all),
        formatPerHour(costsOf(all).stopped),
        list,
      ),
    buttons: ({ instance }) => [destroy(instance), start(instance)],
  },
  unusedVolume: {
    view: 'volumes',
    name: ({ volume }) => volumeName(volume),
    one: ({ volume, since, cost }, now) =>
      vscode.l10n.t(
        'No instance has used the volume “{0}” for {1}. It has cost {2} in that time and still costs {3}.',
        volumeName(volume),
        formatHours((now - since) / hour),
        formatSum(cost),
        formatPerHour(volumeRate(volume)),
      ),
    several: (all, list) =>
      vscode.l10n.t(
        '{0} volumes haven’t been used for a long time. They have cost {1} in that time and are still billed: {2}.',
        all.length,
        sum(all),
        list,
      ),
    buttons: ({ volume }) => [
      ofVolume(vscode.l10n.t('Delete Volume…'), 'deleteVolume', volume),
      ...(volume.machine_id === undefined
        ? []
        : [ofVolume(vscode.l10n.t('Rent on Its Machine'), 'rentWithVolume', volume)]),
    ],
  },
  lowCredit: {
    view: 'instances',
    name: () => '',
    one: ({ credit, hours, rate }) =>
      formatSentences([
        vscode.l10n.t(
          'Your credit of {0} lasts {1} at {2}. When it runs out, the service stops running instances.',
          formatSum(credit),
          formatHours(hours),
          formatPerHour(rate.dollars),
        ),
        rate.isLeast ? vscode.l10n.t('Not all costs are known, so it may be earlier.') : '',
      ]),
    several: () => '',
    buttons: ({ running }, { addCredit }) => [
      { title: vscode.l10n.t('Add Credit'), run: addCredit, forAnyAccount: true },
      { title: vscode.l10n.t('Show Spending'), run: () => callCommand('showSpending') },
      // Asks which one.
      ...(running > 0 ? [{ title: vscode.l10n.t('Stop…'), run: () => callCommand('stopInstance') }] : []),
    ],
  },
};
