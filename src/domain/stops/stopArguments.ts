import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { checkedMinutes, readStopTime } from './stopTime';
import { afterMinutes } from './triggers';
import type { StopWhen, TriggerKind } from './stopSchema';

/** What a program is told of a condition, by the names of the arguments for it. */
export interface StopArguments {
  /** ISO date and time. */
  at?: string;
  idleMinutes?: number;
  dollars?: number;
  whenRunsEnd?: true;
  whenClosed?: true;
}

/** Reads an argument of a program. @throws LocalError if it is of another type */
type ReadArgument = <T extends z.ZodMiniType>(name: string, schema: T) => z.infer<T>;

/** Methods, so that a row can be used for a condition of which only that it has some trigger is known. */
interface Arguments<K extends TriggerKind> {
  names: readonly string[];
  /** What they ask for. */
  given(read: ReadArgument, now: number): readonly StopWhen<K>[];
  result(when: StopWhen<K>): StopArguments;
}

const minutesArgument = z.optional(
  z.number().check(z.refine((minutes) => checkedMinutes(minutes) !== undefined)),
);
const flagArgument = z.optional(z.boolean());
const dollarsArgument = z.optional(z.number().check(z.positive()));

/** The arguments of a program for each trigger in `triggers.ts`. */
const all: { readonly [K in TriggerKind]: Arguments<K> } = {
  at: {
    names: ['at', 'afterMinutes'],
    given: (read, now) => {
      const after = read('afterMinutes', minutesArgument);
      const text = read('at', z.optional(z.string()));
      const at = text === undefined ? undefined : readStopTime(text, now);
      if (text !== undefined && at === undefined)
        throw new LocalError('invalid_input', l10n.t('The time “{0}” can’t be read or has passed.', text));
      return [
        ...(after === undefined ? [] : [afterMinutes(after, now)]),
        ...(at === undefined ? [] : [{ kind: 'at', at } as const]),
      ];
    },
    result: ({ at }) => ({ at: new Date(at).toISOString() }),
  },
  idle: {
    names: ['idleMinutes'],
    given: (read) => {
      const minutes = read('idleMinutes', minutesArgument);
      return minutes === undefined ? [] : [{ kind: 'idle', minutes }];
    },
    result: ({ minutes }) => ({ idleMinutes: minutes }),
  },
  spent: {
    names: ['dollars'],
    given: (read) => {
      const dollars = read('dollars', dollarsArgument);
      return dollars === undefined ? [] : [{ kind: 'spent', dollars }];
    },
    result: ({ dollars }) => ({ dollars }),
  },
  runs: {
    names: ['whenRunsEnd'],
    given: (read) => (read('whenRunsEnd', flagArgument) ? [{ kind: 'runs' }] : []),
    result: () => ({ whenRunsEnd: true }),
  },
  closed: {
    names: ['whenClosed'],
    given: (read) => (read('whenClosed', flagArgument) ? [{ kind: 'closed' }] : []),
    result: () => ({ whenClosed: true }),
  },
};

/** The conditions that a program asks for, one of a kind. @throws LocalError if it asks for none, or for two times */
export function givenWhens(read: ReadArgument, now: number): readonly [StopWhen, ...StopWhen[]] {
  const rows = Object.values(all);
  const [when, ...others] = rows.flatMap((one): readonly StopWhen[] => one.given(read, now));
  if (when && !others.some(({ kind }) => kind === when.kind)) return [when, ...others];
  const names = rows.flatMap((one) => one.names).join(', ');
  throw new LocalError('invalid_input', l10n.t('Specify at least one of {0}, and one time at most.', names));
}

export function toldOf(conditions: readonly StopWhen[]): StopArguments {
  const told = conditions.map((when) => (all[when.kind] as Arguments<TriggerKind>).result(when));
  return Object.assign({}, ...told) as StopArguments;
}
