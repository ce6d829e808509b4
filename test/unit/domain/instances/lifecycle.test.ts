import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { lifecycleOf, type Phase } from '../../../../src/domain/instances/lifecycle';
import { startFailures } from '../../../sandbox/instances/startFailures';

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
    ['a word nobody knows', { actual_status: 'melted', ...running }, 'other'],
    ['a word of another service', { actual_status: 'creating' }, 'other'],
    ['no word', { actual_status: '', ...running }, 'provisioning'],
    ['a word without a letter to show', { actual_status: '\u0007' }, 'provisioning'],
    ['exited while it starts again', { actual_status: 'exited', ...running, resumes_until: 5 }, 'restarting'],
    ['running again', { actual_status: 'running', ...running, resumes_until: 5 }, 'running'],
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
      'a line of a build that goes on',
      {
        actual_status: 'loading',
        ...running,
        status_msg: "#9 RUN apt-get update || echo 'V220614a: error during apt-get update!'",
      },
      'loading',
    ],
    [
      'a message that only sounds like a failure',
      { actual_status: 'loading', ...running, status_msg: 'Error: layer failed, trying again' },
      'loading',
    ],
    ...([running, { intended_status: 'running', cur_state: 'stopped' }, stopped] as const).map(
      (states): (typeof cases)[number] => [
        `a container that could not be started, ${states.intended_status} and ${states.cur_state}`,
        { actual_status: 'created', ...states, status_msg: startFailures[0] },
        'failed',
      ],
    ),
    ['created and on its way', { actual_status: 'created', ...running }, 'provisioning'],
    [
      'a start that waits for the GPU after an earlier failure',
      { actual_status: 'exited', ...running, cur_state: 'stopped', status_msg: startFailures[0] },
      'scheduling',
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

  it.each(startFailures)('knows that a start has failed by “%s”, and what that means', (status_msg) => {
    const life = lifecycleOf({ actual_status: 'created', cur_state: 'stopped', status_msg });
    expect(life).toMatchObject({ phase: 'failed', hopeless: true });
    expect(life.explanation).toMatch(/^(?:the|a) .{10,60}: \S/);
  });

  it.each([
    'success, running pytorch/pytorch_2.2/ssh',
    '5f70bf18a086: Downloading [==>     ]  23.3MB/1.2GB',
    'Unable to find image locally, pulling',
    'Error response from daemon: No such container: C.123',
    '',
  ])('waits where the host says “%s”', (status_msg) => {
    expect(lifecycleOf({ actual_status: 'loading', ...running, status_msg }).phase).toBe('loading');
    expect(lifecycleOf({ actual_status: 'created', ...running, status_msg }).phase).toBe('provisioning');
  });

  it('lets a person start again what the service has given up', () => {
    const failed = { actual_status: 'created', status_msg: startFailures[0] };
    expect(lifecycleOf({ ...failed, ...stopped }).can).toMatchObject({ start: true, stop: false });
    expect(lifecycleOf({ ...failed, ...running }).can).toMatchObject({ start: false, stop: true });
  });

  it('shows a word that it does not know, and waits', () => {
    const life = lifecycleOf({ actual_status: 'creating', ...running });
    expect(life).toMatchObject({ word: 'creating', pending: true, hopeless: false, billing: 'unknown' });
    expect(life.explanation).toBe('The service reports the state "creating".');
    expect(life.can).toMatchObject({ connect: true, stop: true });
  });

  it('says what is billed only where the service tells', () => {
    const billing = (actual_status: string | null | undefined, others: object) =>
      lifecycleOf({ actual_status, ...others }).billing;
    for (const actual of ['unknown', 'offline', 'creating', null, undefined])
      expect(billing(actual, running), String(actual)).toBe('unknown');
    for (const actual of ['unknown', 'offline', 'creating', null])
      expect(billing(actual, stopped), String(actual)).toBe('disk');
    expect(billing('created', running)).toBe('disk');
    expect(billing(null, { intended_status: 'running', cur_state: 'unloaded' })).toBe('disk');
    expect(lifecycleOf({ unreadable: true }).billing).toBe('unknown');
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
        'created',
        'creating',
        '',
      ),
      { nil: undefined },
    );
    fc.assert(
      fc.property(
        word,
        word,
        word,
        fc.boolean(),
        fc.oneof(fc.string(), fc.constantFrom(...startFailures)),
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
