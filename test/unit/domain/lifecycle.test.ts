import fc from '../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { lifecycleOf, type Phase } from '../../../src/domain/lifecycle';

describe('lifecycleOf', () => {
  const running = { intended_status: 'running', cur_state: 'running' };
  const stopped = { intended_status: 'stopped', cur_state: 'stopped' };

  const cases: [string, Parameters<typeof lifecycleOf>[0], Phase][] = [
    ['null is being provisioned', { actual_status: null }, 'provisioning'],
    ['a missing status is being provisioned', {}, 'provisioning'],
    ['loading', { actual_status: 'loading', ...running }, 'loading'],
    ['running', { actual_status: 'running', ...running }, 'running'],
    ['running, by the status alone', { actual_status: 'running' }, 'running'],
    ['exited while it should run has crashed', { actual_status: 'exited', ...running }, 'exited'],
    ['exited, by the status alone, has crashed', { actual_status: 'exited' }, 'exited'],
    ['exited after a stop is stopped', { actual_status: 'exited', ...stopped }, 'stopped'],
    ['stopped after a stop is stopped', { actual_status: 'stopped', ...stopped }, 'stopped'],
    ['still running on its way down', { actual_status: 'running', intended_status: 'stopped' }, 'stopping'],
    [
      'running by the container, stopped by the contract',
      { actual_status: 'running', ...stopped },
      'stopped',
    ],
    [
      'a start that waits for the GPU',
      { actual_status: 'exited', ...running, cur_state: 'stopped' },
      'scheduling',
    ],
    [
      'an interruptible one that waits was outbid',
      { actual_status: 'exited', ...running, cur_state: 'stopped', is_bid: true },
      'outbid',
    ],
    ['offline', { actual_status: 'offline', ...running }, 'offline'],
    ['unknown', { actual_status: 'unknown', ...running }, 'unknown'],
    ['frozen', { actual_status: 'frozen', ...running }, 'frozen'],
    ['frozen on purpose', { actual_status: 'frozen', intended_status: 'frozen' }, 'frozen'],
    ['a word nobody knows', { actual_status: 'melted', ...running }, 'unknown'],
    ['rebooting', { actual_status: 'rebooting', ...running }, 'restarting'],
    [
      'an error while loading',
      {
        actual_status: 'loading',
        ...running,
        status_msg: 'Error response from daemon: OCI runtime create failed',
      },
      'failed',
    ],
    [
      'progress while loading',
      { actual_status: 'loading', ...running, status_msg: 'Pulling: 43%' },
      'loading',
    ],
  ];
  it.each(cases)('%s', (_what, fields, phase) => {
    expect(lifecycleOf(fields).phase).toBe(phase);
  });

  it.each(['exited', 'unknown', 'offline', 'frozen'])('lets a person stop what is %s', (actual_status) => {
    const ofIntended = (intended_status: string) => lifecycleOf({ actual_status, intended_status }).can.stop;
    expect([ofIntended('running'), ofIntended('stopped')]).toEqual([true, false]);
  });

  it('counts the GPU of what is frozen, which is still billed, and does not take it for lost', () => {
    const frozen = lifecycleOf({ actual_status: 'frozen', ...running });
    expect(frozen).toMatchObject({ billing: 'compute', hopeless: false, word: 'frozen' });
  });

  it('lets nothing in the message become a link or an icon', () => {
    const { explanation } = lifecycleOf({
      actual_status: 'loading',
      status_msg: 'pull failed [Fix it](command:workbench.action.quit) $(error)',
    });
    expect(explanation).toBe('pull failed [Fix it] (command:workbench.action.quit) $ (error)');
  });

  it('shows the service’s own message as one harmless line', () => {
    const message = 'Pulling\n\u202Eevil\u0007 layer';
    const { explanation } = lifecycleOf({ actual_status: 'loading', status_msg: message });
    expect(explanation).toBe('Pulling evil layer');
  });

  it('gives every combination of words a phase, a word and consistent permissions', () => {
    const word = fc.option(
      fc.constantFrom(
        'running',
        'stopped',
        'exited',
        'loading',
        'created',
        'offline',
        'unknown',
        'frozen',
        'stopping',
      ),
      { nil: undefined },
    );
    fc.assert(
      fc.property(
        word,
        word,
        word,
        fc.boolean(),
        fc.string(),
        (actual, current, intended, is_bid, status_msg) => {
          const life = lifecycleOf({
            actual_status: actual,
            cur_state: current,
            intended_status: intended,
            is_bid,
            status_msg,
          });
          expect(life.word).not.toBe('');
          expect(life.can.start && life.can.stop).toBe(false);
          if (life.hopeless) expect(life.can.connect || life.pending).toBe(false);
          if (life.phase === 'running') expect(life.billing).toBe('compute');
        },
      ),
    );
  });
});
