import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import { conditionsOf } from '../../domain/stops/scheduledStop';
import type { AgreedStop, ScheduledStop } from '../../domain/stops/stopSchema';
import type { StopWhen, TriggerKind } from '../../domain/stops/stopSchema';
import { whenWords } from '../../views/stops/stopMessages';
import { stopWays, type Way } from '../../views/stops/stopWords';
import { ask, pick, pickOne, type Step } from '../steps';

interface Asked {
  name: string;
  /** What is scheduled already, for some of several. */
  before: readonly ScheduledStop[];
  /** What is scheduled for the one that is asked about, whose conditions are changed. */
  current?: ScheduledStop | undefined;
  /** Whether it, or one of several, can be stopped now. */
  canStop: boolean;
  /** Whether those that can be stopped can be told to stop themselves. */
  canTell: boolean;
  clock: Clock;
}

/** Asks what to do with an instance and when. `off`: nothing any more. Undefined if the person cancelled. */
export async function askStop(asked: Asked): Promise<AgreedStop | 'off' | undefined> {
  for (;;) {
    const action = await askAction(asked);
    if (action === undefined || action === 'off') return action;
    const step = await askConditions(asked, action);
    if (step.kind === 'done') return { action, ...step.value };
    if (step.kind === 'cancelled') return undefined;
  }
}

const titleOf = ({ name }: Asked): string => vscode.l10n.t('Schedule Stop of {0}', name);

/** Says what this kind of schedule needs, where it is chosen. */
function needsVsCode({ canTell }: Asked, action?: ScheduledStop['action']): string {
  if (!canTell)
    return vscode.l10n.t('Works only while VS Code is running. The launch form has ways without it');
  return action === 'destroy'
    ? vscode.l10n.t('The instance stops itself at a set time. VS Code must run to destroy it')
    : vscode.l10n.t('The instance stops itself at a set time. All else needs VS Code to run');
}

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
  return (await pickOne(rows, { title: titleOf(asked), placeholder: needsVsCode(asked) }))?.value;
}

function scheduledWords([stop, ...others]: readonly ScheduledStop[], now: number): string {
  if (!stop || others.length > 0) return vscode.l10n.t('for {0} instances', others.length + 1);
  return stop.action === 'destroy'
    ? vscode.l10n.t('now scheduled: destroy {0}', whenWords(stop, now))
    : vscode.l10n.t('now scheduled: stop {0}', whenWords(stop, now));
}

type Conditions = ReadonlyMap<TriggerKind, StopWhen>;

interface Row extends vscode.QuickPickItem {
  way?: Way;
}

const removeButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: vscode.l10n.t('Remove'),
});

/** Lets the person set one condition after the other, and change those that are set: the first of all ends it. */
async function askConditions(
  asked: Asked,
  action: ScheduledStop['action'],
): Promise<Step<Pick<AgreedStop, 'when' | 'others'>>> {
  const title =
    action === 'destroy'
      ? vscode.l10n.t('Destroy {0}: When?', asked.name)
      : vscode.l10n.t('Stop {0}: When?', asked.name);
  const before = asked.current ? conditionsOf(asked.current) : [];
  let set: Conditions = new Map(before.map((when) => [when.kind, when]));
  for (;;) {
    const rows = rowsOf(asked, action, set);
    const placeholder =
      set.size > 0
        ? vscode.l10n.t('Whichever comes first ends it. Add or change conditions')
        : needsVsCode(asked, action);
    const step = await pick<Row>(rows, { title, placeholder, back: true });
    if (step.kind !== 'done') return step;
    const { item, pressed } = step.value;
    if (!item) return { kind: 'cancelled' };
    const [when, ...more] = set.values();
    if (!item.way && when)
      return { kind: 'done', value: { when, ...(more.length > 0 ? { others: more } : {}) } };
    if (item.way) set = await changed(title, set, item.way, pressed !== undefined, asked.clock);
  }
}

function rowsOf({ canStop, clock }: Asked, action: ScheduledStop['action'], conditions: Conditions): Row[] {
  const now = clock.now();
  const ways = stopWays().filter(({ needsRunning }) => canStop || !needsRunning);
  const [when, ...others] = conditions.values();
  const go: Row[] = when
    ? [
        {
          label: `$(check) ${vscode.l10n.t('Continue')}`,
          description: actionWords(action, whenWords({ when, others }, now)),
        },
        { label: '', kind: vscode.QuickPickItemKind.Separator },
      ]
    : [];
  return [
    ...go,
    ...ways.map((way): Row => {
      const set = setBy(way, conditions);
      const { label, description = '' } = way;
      return set
        ? { way, label, description: whenWords({ when: set }, now), buttons: [removeButton()] }
        : { way, label, description };
    }),
  ];
}

/** "to stop it at 2:15 PM today": what follows, so that nobody takes the time for that of going on. */
const actionWords = (action: ScheduledStop['action'], when: string): string =>
  action === 'destroy' ? vscode.l10n.t('to destroy it {0}', when) : vscode.l10n.t('to stop it {0}', when);

/** The condition that this way has set. */
function setBy(way: Way, set: Conditions): StopWhen | undefined {
  const when = set.get(way.sets);
  return when && (!way.text || way.text(when) !== undefined) ? when : undefined;
}

/** The conditions after a row was chosen, or its button pressed. As they are if the person went back. */
async function changed(
  title: string,
  set: Conditions,
  way: Way,
  isRemoved: boolean,
  clock: Clock,
): Promise<Conditions> {
  const before = setBy(way, set);
  const others = [...set].filter(([kind]) => kind !== way.sets);
  if (before && (isRemoved || !way.asks)) return new Map(others);
  const answer = await askText(title, way, before, clock);
  return answer.kind === 'done' ? new Map([...others, [way.sets, answer.value]]) : set;
}

/** What is typed is read by the clock of that moment: the question may stand there for long. */
async function askText(
  title: string,
  way: Way,
  before: StopWhen | undefined,
  clock: Clock,
): Promise<Step<StopWhen>> {
  const { asks } = way;
  const typed = (said: string): StopWhen | undefined => way.read(said, clock.now());
  const answered = (said: string): Step<StopWhen> => {
    const when = typed(said);
    return when ? { kind: 'done', value: when } : { kind: 'back' };
  };
  if (!asks) return answered('');
  const { prompt, example } = asks;
  const validate = (said: string) =>
    typed(said)
      ? undefined
      : vscode.l10n.t('Enter something like “{0}”. A time must be in the future.', example);
  const value = (before && way.text?.(before)) ?? example;
  const step = await ask({ title, prompt: prompt(clock.now()), value, back: true, validate });
  return step.kind === 'done' ? answered(step.value) : step;
}
