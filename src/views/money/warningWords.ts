import * as vscode from 'vscode';
import type { Volume } from '../../api/schemas/volume';
import type { Button } from '../../ask/notify';
import { hour } from '../../clock';
import { callCommand, type CommandName } from '../../commandNames';
import { formatSentences } from '../../domain/format';
import { formatPerHour, formatSum } from '../../domain/money/cost';
import { formatHours } from '../../domain/money/credit';
import type { WarningKind } from '../../domain/money/warnings/warning';
import { volumeName } from '../../domain/volumes/volume';
import { volumeRate } from '../../domain/volumes/volumeCost';
import { VolumeNode } from '../volumes/volumeNodes';
import { instanceWarningWords } from './instanceWarningWords';
import { sumOf, type WarningTable } from './warningRow';

const ofVolume = (title: string, command: CommandName, { id }: Volume): Button => ({
  title,
  run: () => callCommand(command, new VolumeNode(id)),
});

/** One row for each kind, in the order in which they are shown. */
export const warningWords: WarningTable<WarningKind> = {
  ...instanceWarningWords,
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
        sumOf(all),
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
