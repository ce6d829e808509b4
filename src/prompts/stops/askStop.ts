import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import type { ScheduledStop } from '../../domain/stops/scheduledStop';
import type { StopWhen } from '../../domain/stops/triggers';
import { whenWords } from '../../views/stops/stopMessages';
import { stopWays, type Way } from '../../views/stops/stopWords';
import { ask, pick, type Step } from '../steps';

export type AskedStop = Pick<ScheduledStop, 'action' | 'when'>;

interface Asked {
  name: string;
  /** What is scheduled already, for some of several. */
  before: readonly ScheduledStop[];
  /** Whether it, or one of several, can be stopped now. */
  canStop: boolean;
  clock: Clock;
}

/** Asks what to do with an instance and when. `off`: nothing any more. Undefined if the person cancelled. */
export async function askStop(asked: Asked): Promise<AskedStop | 'off' | undefined> {
  for (;;) {
    const action = await askAction(asked);
    if (action === undefined || action === 'off') return action;
    const step = await askWhen(asked, action);
    if (step.kind === 'done') return { action, when: step.value };
    if (step.kind === 'cancelled') return undefined;
  }
}

const titleOf = ({ name }: Asked): string => vscode.l10n.t('Schedule Stop of {0}', name);

/** Says what this kind of schedule needs, where it is chosen. */
const needsVsCode = (): string =>
  vscode.l10n.t('Works only while VS Code is running. The launch form has options that work without it');

async function askAction(asked: Asked): Promise<ScheduledStop['action'] | 'off' | undefined> {
  const { before, canStop } = asked;
  const rows = [
    ...(canStop
      ? [
          {
            label: `$(debug-stop) ${vscode.l10n.t('Stop')}`,
            description: vscode.l10n.t('releases the GPU, keeps the disk, which is still billed'),
            value: 'stop' as const,
          },
        ]
      : []),
    {
      label: `$(trash) ${vscode.l10n.t('Destroy')}`,
      description: vscode.l10n.t('deletes the instance and all its data, ends billing'),
      value: 'destroy' as const,
    },
    ...(before.length > 0
      ? [
          {
            label: `$(circle-slash) ${vscode.l10n.t('Cancel Schedule')}`,
            description: scheduledWords(before, asked.clock.now()),
            value: 'off' as const,
          },
        ]
      : []),
  ];
  const step = await pick(rows, { title: titleOf(asked), placeholder: needsVsCode() });
  return step.kind === 'done' ? step.value.item?.value : undefined;
}

function scheduledWords([stop, ...others]: readonly ScheduledStop[], now: number): string {
  if (!stop || others.length > 0) return vscode.l10n.t('for {0} instances', others.length + 1);
  return stop.action === 'destroy'
    ? vscode.l10n.t('now scheduled: destroy {0}', whenWords(stop, now))
    : vscode.l10n.t('now scheduled: stop {0}', whenWords(stop, now));
}

async function askWhen(asked: Asked, action: ScheduledStop['action']): Promise<Step<StopWhen>> {
  const rows = stopWays().filter(({ needsRunning }) => asked.canStop || !needsRunning);
  const title =
    action === 'destroy'
      ? vscode.l10n.t('Destroy {0} When?', asked.name)
      : vscode.l10n.t('Stop {0} When?', asked.name);
  for (;;) {
    const step = await pick(rows, { title, placeholder: needsVsCode(), back: true });
    if (step.kind !== 'done') return step;
    const { item } = step.value;
    if (!item) return { kind: 'cancelled' };
    const answer = await askText(title, item, asked.clock);
    if (answer.kind !== 'back') return answer;
  }
}

/** What is typed is read by the clock of that moment: the question may stand there for long. */
async function askText(title: string, { asks, read }: Way, clock: Clock): Promise<Step<StopWhen>> {
  const typed = (text: string): StopWhen | undefined => read(text, clock.now());
  const answered = (text: string): Step<StopWhen> => {
    const when = typed(text);
    return when ? { kind: 'done', value: when } : { kind: 'back' };
  };
  if (!asks) return answered('');
  const { prompt, example } = asks;
  const validate = (text: string) =>
    typed(text) ? undefined : vscode.l10n.t('Enter a time like “{0}”, in the future.', example);
  const step = await ask({ title, prompt: prompt(clock.now()), value: example, back: true, validate });
  return step.kind === 'done' ? answered(step.value) : step;
}
