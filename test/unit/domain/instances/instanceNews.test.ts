import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import {
  developmentOf,
  type NewsKind,
  type Standing,
  standings,
} from '../../../../src/domain/instances/instanceNews';

const running = { actual_status: 'running', intended_status: 'running', cur_state: 'running' };
const states = {
  running,
  loading: { ...running, actual_status: 'loading' },
  restarting: { ...running, actual_status: 'rebooting' },
  outbid: { ...running, actual_status: 'exited', cur_state: 'stopped', is_bid: true },
  crashed: { ...running, actual_status: 'exited' },
  offline: { ...running, actual_status: 'offline' },
  silent: { ...running, actual_status: 'unknown' },
  frozen: { ...running, actual_status: 'frozen' },
  notStarted: { ...running, actual_status: 'created', cur_state: 'stopped', status_msg: 'manifest unknown' },
  givenUp: {
    actual_status: 'created',
    intended_status: 'stopped',
    cur_state: 'stopped',
    status_msg: 'manifest unknown',
  },
  stopping: { ...running, intended_status: 'stopped' },
  stopped: { actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' },
  offlineAndStopped: { ...running, actual_status: 'offline', intended_status: 'stopped' },
  goingDown: { ...running, actual_status: 'stopping' },
  unreadable: { unreadable: true },
} as const;
type State = keyof typeof states;
const allStates = Object.keys(states) as State[];

/** What is told of an instance that is seen in one state after the other; `awaited` ones while its start is waited for. */
function told(...seen: (State | `awaited ${State}`)[]): (NewsKind | undefined)[] {
  let standing: Standing | undefined;
  return seen.map((one) => {
    const isAwaited = one.startsWith('awaited ');
    const state = states[one.replace('awaited ', '') as State];
    const development = developmentOf(standing, state, isAwaited);
    ({ standing } = development);
    return development.news;
  });
}

describe('what is told of an instance', () => {
  it.each([
    ['outbid', 'outbid'],
    ['crashed', 'crashed'],
    ['offline', 'hostOffline'],
    ['silent', 'hostOffline'],
    ['frozen', 'frozen'],
  ] as const)('is that it is %s after it ran, and that it runs again', (state, kind) => {
    expect(told('running', state, state, 'loading', 'running', 'running')).toEqual([
      undefined,
      kind,
      undefined,
      undefined,
      'runningAgain',
      undefined,
    ]);
  });

  it('is nothing at the first sight of any state', () => {
    for (const state of allStates) expect(told(state)).toEqual([undefined]);
  });

  it('is nothing when the person stops it, whatever its host does then', () => {
    expect(told('running', 'stopping', 'stopped', 'offlineAndStopped').filter(Boolean)).toEqual([]);
    expect(told('running', 'offlineAndStopped', 'stopped', 'loading', 'running').filter(Boolean)).toEqual([]);
    expect(told('running', 'outbid', 'stopped', 'loading', 'running').filter(Boolean)).toEqual(['outbid']);
  });

  it('is a start that failed, once, also where the service has given up', () => {
    expect(told('loading', 'notStarted', 'notStarted').filter(Boolean)).toEqual(['crashed']);
    expect(told('loading', 'givenUp', 'givenUp', 'stopped').filter(Boolean)).toEqual(['crashed']);
    expect(told('awaited loading', 'awaited givenUp', 'givenUp').filter(Boolean)).toEqual([]);
    expect(told('stopped', 'givenUp').filter(Boolean)).toEqual([]);
  });

  it('is a second trouble in place of the first, but not a host that falls silent before it is offline', () => {
    expect(told('running', 'offline', 'crashed').filter(Boolean)).toEqual(['hostOffline', 'crashed']);
    expect(told('running', 'silent', 'offline', 'silent').filter(Boolean)).toEqual(['hostOffline']);
  });

  it('is nothing in between: what cannot be read, goes down or comes up', () => {
    const between: State[] = ['unreadable', 'goingDown', 'restarting', 'loading'];
    for (const state of between) {
      expect(told('running', state, 'running').filter(Boolean)).toEqual([]);
      expect(told('running', state, 'outbid').filter(Boolean)).toEqual(['outbid']);
      expect(told('running', 'outbid', state, 'running').filter(Boolean)).toEqual(['outbid', 'runningAgain']);
    }
  });

  it('is nothing of a start that is waited for: that is told by who waits', () => {
    expect(told('awaited loading', 'awaited crashed', 'crashed').filter(Boolean)).toEqual([]);
    expect(told('awaited loading', 'awaited outbid', 'awaited running').filter(Boolean)).toEqual([]);
    expect(told('awaited loading', 'loading', 'crashed').filter(Boolean)).toEqual([]);
    expect(told('loading', 'awaited loading', 'offline', 'running').filter(Boolean)).toEqual([
      'runningAgain',
    ]);
    expect(told('awaited outbid', 'awaited loading', 'running').filter(Boolean)).toEqual([]);
    expect(told('stopped', 'awaited outbid', 'running', 'outbid').filter(Boolean)).toEqual(['outbid']);
    expect(told('running', 'frozen', 'awaited restarting', 'running').filter(Boolean)).toEqual(['frozen']);
  });

  it('is what becomes of a start that nobody waits for here', () => {
    expect(told('loading', 'outbid', 'running').filter(Boolean)).toEqual(['outbid', 'runningAgain']);
    expect(told('loading', 'crashed').filter(Boolean)).toEqual(['crashed']);
    expect(told('stopped', 'loading', 'offline').filter(Boolean)).toEqual(['hostOffline']);
    expect(told('loading', 'running').filter(Boolean)).toEqual([]);
  });

  it('is not that it went down when the person ends it, but all else that befalls it', () => {
    const after = (state: State) => developmentOf('ending', states[state], false);
    expect(after('running')).toEqual({ standing: 'ending' });
    expect(after('crashed')).toEqual({ standing: 'crashed' });
    expect(after('stopped')).toEqual({ standing: undefined });
    expect(after('restarting')).toEqual({ standing: 'starting' });
    expect(after('outbid')).toEqual({ standing: 'outbid', news: 'outbid' });
  });

  it('is never told twice, however often it is looked at, and fits what is seen', () => {
    const before = fc.constantFrom(undefined, ...standings);
    fc.assert(
      fc.property(before, fc.constantFrom(...allStates), fc.boolean(), (standing, state, isAwaited) => {
        const first = developmentOf(standing, states[state], isAwaited);
        const again = developmentOf(first.standing, states[state], isAwaited);
        expect(again).toEqual({ standing: first.standing });
        if (standing === undefined) expect(first.news).toBeUndefined();
        if (first.news !== undefined) expect(first.news === 'runningAgain').toBe(state === 'running');
      }),
    );
  });

  it('is that it runs again only after a trouble', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...allStates), { maxLength: 20 }), (seen) => {
        const troubles: State[] = [
          'outbid',
          'crashed',
          'offline',
          'silent',
          'frozen',
          'notStarted',
          'givenUp',
        ];
        let wasInTrouble = false;
        told(...seen).forEach((news, index) => {
          if (news === 'runningAgain') expect(wasInTrouble).toBe(true);
          const state = seen[index]!;
          if (state === 'running' || state === 'stopped') wasInTrouble = false;
          if (troubles.includes(state)) wasInTrouble = true;
        });
      }),
    );
  });
});
