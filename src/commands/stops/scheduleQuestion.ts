import * as vscode from 'vscode';
import { instanceName } from '../../ask/instanceName';
import type { Question } from '../../ask/dialogs';
import { formatPerHour } from '../../domain/money/cost';
import { conditionsOf } from '../../domain/stops/scheduledStop';
import { machineTime } from '../../domain/stops/machineStop';
import type { AgreedStop, ScheduledStop } from '../../domain/stops/stopSchema';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { consequence, whenWords } from '../../views/stops/stopMessages';
import { triggerWords } from '../../views/stops/stopWords';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { keptVolumes } from '../volumes/keptVolumes';
import { costOf, leftAsTheyAre, namesOf } from '../instances/eachInstance';
import { formatParagraphs } from '../../domain/format';

/**
 * The question before something is scheduled.
 *
 * @param before what is scheduled for some of them, which it replaces
 * @param canTell whether their machines can be told to stop themselves
 */
export function scheduleQuestion(
  services: Pick<Services, 'clock' | 'instances' | 'volumes'>,
  call: Call,
  instances: readonly SharedInstance[],
  asked: AgreedStop,
  before: readonly ScheduledStop[],
  canTell: boolean,
): Question {
  const now = services.clock.now();
  const when = whenWords(asked, now);
  const destroys = asked.action === 'destroy';
  const ids = instances.map(({ id }) => id);
  const [first] = instances;
  const one = instances.length === 1 ? first : undefined;
  return {
    message: one
      ? destroys
        ? vscode.l10n.t('Destroy {0} and everything on its disk {1}?', instanceName(one), when)
        : vscode.l10n.t('Stop {0} {1}?', instanceName(one), when)
      : destroys
        ? vscode.l10n.t('Destroy each of {0} instances and everything on its disk {1}?', ids.length, when)
        : vscode.l10n.t('Stop each of {0} instances {1}?', ids.length, when),
    detail: formatParagraphs(
      namesOf(services, ids),
      destroys ? '' : vscode.l10n.t('Running programs will end and the GPU will be released.'),
      one ? consequence(one, asked) : consequenceOfSeveral(services, ids, asked),
      destroys ? keptVolumes(services, ids) : '',
      canTell && machineTime(asked) !== undefined ? tellsMachine(destroys) : needsVsCode(destroys),
      asked.others ? vscode.l10n.t('Whichever comes first ends it.') : '',
      ...conditionsOf(asked).map((one) => triggerWords(one).conditions()),
      replaced(before, ids.length, now),
      leftAsTheyAre(services, call, ids),
    ),
    yes: destroys ? vscode.l10n.t('Schedule Destroying') : vscode.l10n.t('Schedule Stop'),
    warns: destroys,
  };
}

const consequenceOfSeveral = (
  services: Pick<Services, 'instances'>,
  ids: readonly number[],
  { action }: AgreedStop,
): string =>
  action === 'destroy'
    ? vscode.l10n.t('All data on their disks will be lost, and billing for them will end.')
    : vscode.l10n.t(
        'Their disks then still cost {0} in total.',
        formatPerHour(costOf(services, ids).stopped),
      );

const tellsMachine = (destroys: boolean): string =>
  destroys
    ? vscode.l10n.t(
        'The instance is told to stop itself at that time. VS Code destroys it: if VS Code isn’t running then, you’re warned when it runs again, and the instance is destroyed 5 minutes later. Until then, at least its disk is billed.',
      )
    : vscode.l10n.t(
        'The instance is told to stop itself at that time. If that fails, and for any other condition, VS Code must be running. Until it stops, it is billed.',
      );

const needsVsCode = (destroys: boolean): string =>
  destroys
    ? vscode.l10n.t(
        'VS Code must be running at that time. If it isn’t, or the computer is asleep, you’re warned when VS Code runs again, and this happens 5 minutes later. Until then, the instance is billed.',
      )
    : vscode.l10n.t(
        'VS Code must be running at that time. If it isn’t, or the computer is asleep, this happens as soon as VS Code runs again, without a warning. Until then, the instance is billed.',
      );

function replaced(before: readonly ScheduledStop[], count: number, now: number): string {
  const [first] = before;
  if (!first) return '';
  if (count > 1) return vscode.l10n.t('This replaces the current schedules of {0} of them.', before.length);
  return first.action === 'destroy'
    ? vscode.l10n.t('This replaces the current schedule: destroy it {0}.', whenWords(first, now))
    : vscode.l10n.t('This replaces the current schedule: stop it {0}.', whenWords(first, now));
}
