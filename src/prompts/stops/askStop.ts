import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { dateAndTime } from '../../ask/times';
import type { ScheduledStop, StopWhen } from '../../domain/stops/scheduledStop';
import { readSpan, readStopTime } from '../../domain/stops/stopTime';
import { whenWords } from '../../views/stops/stopMessages';
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
  const rows = [
    { label: `$(watch) ${vscode.l10n.t('After Some Time…')}`, kindOf: 'span' as const },
    { label: `$(clock) ${vscode.l10n.t('At a Time of Day…')}`, kindOf: 'time' as const },
    ...(asked.canStop
      ? [
          {
            label: `$(pulse) ${vscode.l10n.t('When Its GPU Is Idle…')}`,
            description: vscode.l10n.t('if the service reports the GPU load'),
            kindOf: 'idle' as const,
          },
        ]
      : []),
    {
      label: `$(window) ${vscode.l10n.t('When the Last Window on It Is Closed')}`,
      description: vscode.l10n.t('counts windows with a folder open on it, not terminals'),
      kindOf: 'closed' as const,
    },
  ];
  const title =
    action === 'destroy'
      ? vscode.l10n.t('Destroy {0} When?', asked.name)
      : vscode.l10n.t('Stop {0} When?', asked.name);
  for (;;) {
    const step = await pick(rows, { title, placeholder: needsVsCode(), back: true });
    if (step.kind !== 'done') return step;
    const { item } = step.value;
    if (!item) return { kind: 'cancelled' };
    const answer = await details[item.kindOf](title, asked.clock);
    if (answer.kind !== 'back') return answer;
  }
}

type Details = (title: string, clock: Clock) => Promise<Step<StopWhen>>;

const details: Record<'span' | 'time' | 'idle' | 'closed', Details> = {
  span: (title, clock) =>
    askText(title, vscode.l10n.t('After how long, such as 3 h, 90 min or 2 h 30 min'), '3 h', (text) => {
      const minutes = readSpan(text);
      return minutes === undefined ? undefined : afterMinutes(minutes, clock.now());
    }),
  time: (title, clock) =>
    askText(
      title,
      vscode.l10n.t(
        'Time on this computer, such as 18:00 or 18:00 tomorrow. Now it is {0}',
        dateAndTime(clock.now() / 1000),
      ),
      '18:00',
      (text) => {
        const at = readStopTime(text, clock.now());
        return at === undefined ? undefined : { kind: 'at', at };
      },
    ),
  idle: (title) =>
    askText(
      title,
      vscode.l10n.t('Idle for how long, such as 30 min or 1 h: a GPU load below 5%'),
      '30 min',
      (text) => {
        const minutes = readSpan(text);
        return minutes === undefined ? undefined : { kind: 'idle', minutes };
      },
    ),
  closed: () => Promise.resolve({ kind: 'done', value: { kind: 'closed' } }),
};

export function afterMinutes(minutes: number, now: number): StopWhen {
  const span = minutes * 60_000;
  return { kind: 'at', at: now + span, span };
}

async function askText(
  title: string,
  prompt: string,
  value: string,
  readIt: (text: string) => StopWhen | undefined,
): Promise<Step<StopWhen>> {
  const validate = (text: string) =>
    readIt(text) ? undefined : vscode.l10n.t('Enter a time like “{0}”, in the future.', value);
  const step = await ask({ title, prompt, value, back: true, validate });
  if (step.kind !== 'done') return step;
  const when = readIt(step.value);
  return when ? { kind: 'done', value: when } : { kind: 'back' };
}
