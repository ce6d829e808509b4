import { lifecycleOf, type Phase } from './lifecycle';

/** Events that happen to an instance by themselves and are reported to its renter. */
export const newsKinds = ['outbid', 'crashed', 'hostOffline', 'frozen', 'runningAgain'] as const;
export type NewsKind = (typeof newsKinds)[number];

type Trouble = Exclude<NewsKind, 'runningAgain'>;

/**
 * How an instance stood when it was looked at last. `starting`: it is on its way up. `awaited`: it is so, or is kept from
 * it, and a person waits for it and hears elsewhere how that ends. `ending`: it runs, and the person has asked to end that.
 */
export const standings = [
  'starting',
  'awaited',
  'up',
  'ending',
  'outbid',
  'crashed',
  'hostOffline',
  'frozen',
] as const satisfies readonly (Trouble | 'starting' | 'awaited' | 'up' | 'ending')[];
export type Standing = (typeof standings)[number];

export interface Development {
  /** Undefined while it is stopped on purpose. After that, it starts anew. */
  standing: Standing | undefined;
  news?: NewsKind;
}

/**
 * What became of an instance since it was looked at last; `before` is undefined at the first look, which is never news.
 * `isAwaited`: a person waits for its start, and is told how that ends. Looking twice at the same is no news.
 */
export function developmentOf(
  before: Standing | undefined,
  instance: Parameters<typeof lifecycleOf>[0],
  isAwaited: boolean,
): Development {
  const { phase } = lifecycleOf(instance);
  // A failed start may be given up: the intended state then goes back by itself.
  const wasStarting = before === 'starting' || before === 'awaited' || before === 'crashed';
  const hasFailed = phase === 'failed' && wasStarting;
  if (phase === 'stopped' || (instance.intended_status === 'stopped' && !hasFailed))
    return { standing: undefined };
  // Its state is unknown, or not final yet.
  if (phase === 'unreadable' || phase === 'stopping') return { standing: before };
  if (phase === 'running') return before === 'ending' ? { standing: before } : up(before);
  const trouble = troubles[phase];
  return trouble === undefined
    ? { standing: onItsWay(before, isAwaited) }
    : { standing: before, ...inTrouble(trouble, before, isAwaited) };
}

function up(before: Standing | undefined): Development {
  return isTrouble(before) ? { standing: 'up', news: 'runningAgain' } : { standing: 'up' };
}

function onItsWay(before: Standing | undefined, isAwaited: boolean): Standing {
  if (before === 'up') return before;
  if (isAwaited) return 'awaited';
  return before === undefined || before === 'ending' ? 'starting' : before;
}

function inTrouble(trouble: Trouble, before: Standing | undefined, isAwaited: boolean): Partial<Development> {
  if (before === trouble) return {};
  // Services that don't return the intended state report a deliberate stop as a crash.
  if (before === undefined || (before === 'ending' && trouble === 'crashed')) return { standing: waited() };
  // The outcome of a start that a person waits for is reported there.
  if (before === 'awaited') return isDelay(trouble) ? {} : { standing: trouble };
  if (before === 'starting' && isAwaited) return { standing: waited() };
  return { standing: trouble, news: trouble };

  function waited(): Standing {
    return isAwaited && isDelay(trouble) ? 'awaited' : trouble;
  }
}

/** It may run by itself after that. */
const isDelay = (trouble: Trouble): boolean => trouble === 'outbid' || trouble === 'frozen';

const troubles: Partial<Record<Phase, Trouble>> = {
  outbid: 'outbid',
  exited: 'crashed',
  failed: 'crashed',
  offline: 'hostOffline',
  // Without a heartbeat it is as far away.
  unknown: 'hostOffline',
  frozen: 'frozen',
};

const isTrouble = (standing: Standing | undefined): boolean =>
  Object.values(troubles).some((one) => one === standing);
