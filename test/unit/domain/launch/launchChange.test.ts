import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import type { Template } from '../../../../src/api/schemas/templates/template';
import {
  changeLines,
  currentLaunch,
  isChange,
  losesOwnStop,
  ownEnv,
  planChange,
  unlike,
} from '../../../../src/domain/launch/launchChange';
import { composeOnstart } from '../../../../src/domain/launch/onstart';
import { looksSecret } from '../../../../src/domain/secretReference';
import fc from '../../support/fastCheck';

const instance: Instance = {
  id: 7,
  image_uuid: 'pytorch/pytorch:2.8',
  image_runtype: 'ssh_direc ssh_proxy',
  onstart: 'pip install x\npython train.py',
  template_name: 'trainer',
  template_hash_id: 'ab',
  extra_env: [
    ['HF_TOKEN', 'hf_1'],
    ['MODE', 'slow'],
    ['-p 6006:6006', '1'],
    ['-p nonsense', '1'],
    ['CONTAINER_API_KEY', 'its own'],
  ],
};
const now = currentLaunch(instance);
const notebook = {
  id: 5,
  hash_id: 'cd',
  name: 'notebook',
  image: 'jupyter/base',
  tag: '9',
  env: '-e MODE=fast -e HUB=yes',
} as Template;
const lines = (request: Parameters<typeof planChange>[1], template?: Template) =>
  changeLines(now, planChange(now, request, template), looksSecret);

describe('what an instance runs now', () => {
  it('has what can be changed; variables of the service and what can’t be read are kept apart', () => {
    expect(now).toEqual({
      template: 'trainer',
      templateHash: 'ab',
      image: 'pytorch/pytorch:2.8',
      args: '',
      onstart: 'pip install x\npython train.py',
      runtype: 'ssh_direct',
      env: { HF_TOKEN: 'hf_1', MODE: 'slow', '-p 6006:6006': '1' },
      kept: { '-p nonsense': '1', CONTAINER_API_KEY: 'its own' },
    });
  });

  it('is nothing where the service tells nothing', () => {
    expect(currentLaunch({ id: 1 })).toMatchObject({
      template: '',
      image: '',
      args: '',
      onstart: '',
      env: {},
    });
  });
});

describe('a change', () => {
  it('without a difference sends nothing', () => {
    expect(isChange(planChange(now, {}))).toBe(false);
    const { image, onstart, env } = now;
    expect(isChange(planChange(now, { image, onstart, env }))).toBe(false);
  });

  it('sends only what differs, and all variables where one does, with those that are not offered', () => {
    expect(planChange(now, { image: 'pytorch/pytorch:2.9' }).change).toEqual({
      image: 'pytorch/pytorch:2.9',
    });
    expect(planChange(now, { onstart: '' }).change).toEqual({ onstart: '' });
    expect(planChange(now, { args_str: '--fast' }).change).toEqual({ args: '--fast' });
    expect(planChange(now, { env: { MODE: 'slow' } }).change).toEqual({
      env: { MODE: 'slow', '-p nonsense': '1', CONTAINER_API_KEY: 'its own' },
    });
  });

  it('to a template says what the template says, besides what was set', () => {
    const { change, wanted } = planChange(now, { env: { HF_TOKEN: 'hf_1', MODE: 'fast' } }, notebook);
    expect(wanted).toMatchObject({ template: 'notebook', image: 'jupyter/base:9', onstart: '' });
    expect(wanted.env).toEqual({ MODE: 'fast', HUB: 'yes', HF_TOKEN: 'hf_1' });
    expect(change).toEqual({
      template_hash_id: 'cd',
      // The template has none, and the service might keep those of the instance.
      onstart: '',
      env: { HF_TOKEN: 'hf_1', '-p nonsense': '1', CONTAINER_API_KEY: 'its own' },
    });
  });

  it('to another template keeps the variables that were set besides the one before', () => {
    expect(ownEnv(now, undefined)).toEqual(now.env);
    expect(ownEnv(now, { ...notebook, env: '-e MODE=slow -e HF_TOKEN=other' })).toEqual({
      HF_TOKEN: 'hf_1',
      '-p 6006:6006': '1',
    });
  });
});

describe('the lines of a change', () => {
  it('say old and new, one fact each, without a value that is secret', () => {
    expect(
      lines({
        image: 'pytorch/pytorch:2.9',
        onstart: 'pip install y\npython train.py',
        env: { HF_TOKEN: 'hf_2', WANDB_API_KEY: 'w', MODE: '', '-p 8000:80': '1' },
      }),
    ).toEqual([
      'Image: pytorch/pytorch:2.8 → pytorch/pytorch:2.9',
      'Startup commands: 2 lines, changed',
      'HF_TOKEN: changed (value not shown)',
      'MODE: slow → empty',
      '6006:6006: removed',
      'WANDB_API_KEY: added (value not shown)',
      '8000:80: added',
    ]);
    expect(lines({ onstart: '', env: {} })).toEqual([
      'Startup commands: 2 lines → none',
      'HF_TOKEN: removed',
      'MODE: slow → not set',
      '6006:6006: removed',
    ]);
  });

  it('name a template, also one that is applied once more', () => {
    expect(lines({}, notebook)[0]).toBe('Template: trainer → notebook');
    expect(lines({}, { ...notebook, name: 'trainer' })[0]).toBe('Template: trainer, as it is now');
  });

  it('never have the value of a secret, whatever it is', () => {
    const value = fc.stringMatching(/^[a-z]{12,30}$/);
    fc.assert(
      fc.property(value, value, (before, after) => {
        const had = { ...now, env: { API_TOKEN: before } };
        const said = changeLines(had, planChange(had, { env: { API_TOKEN: after } }), looksSecret).join('\n');
        expect(said.includes(before) || said.includes(after)).toBe(false);
        expect(said === '').toBe(before === after);
      }),
    );
  });

  it('are none exactly where nothing is sent', () => {
    const env = fc.dictionary(fc.constantFrom('A', 'B', '-p 80:80'), fc.constant('1'));
    const text = fc.constantFrom('', 'a', 'b');
    const request = fc.record({ image: fc.constantFrom('a', 'b'), onstart: text, env });
    fc.assert(
      fc.property(request, request, (had, wanted) => {
        const before = { ...now, ...had, kept: {} };
        const planned = planChange(before, wanted);
        expect(changeLines(before, planned, looksSecret).length > 0).toBe(isChange(planned));
        expect(unlike(planned.wanted, planned.wanted)).toEqual([]);
        expect(unlike(before, planned.wanted).length > 0).toBe(isChange(planned));
      }),
    );
  });
});

describe('the stop of the instance by itself', () => {
  const stopping = composeOnstart('sleep 1', { stopAfterHours: 2 });
  const long = Array.from({ length: 400 }, (_, line) => `echo this is line ${line}`).join('\n');
  const packed = composeOnstart(long, { stopAfterHours: 2 });
  it.each([
    ['plain', stopping],
    ['compressed', packed],
  ])('is lost with the %s lines that do it', (_how, composed) => {
    if ('problem' in composed) throw new Error(composed.problem.message);
    const had = { ...now, onstart: composed.onstart };
    expect(losesOwnStop(had, planChange(had, { onstart: 'echo' }))).toBe(true);
    expect(losesOwnStop(had, planChange(had, {}, notebook))).toBe(true);
    expect(losesOwnStop(had, planChange(had, { image: 'x' }))).toBe(false);
    expect(losesOwnStop(now, planChange(now, { onstart: 'echo' }))).toBe(false);
  });

  it('is compressed in that case', () => {
    expect(packed).toMatchObject({ encoded: true });
  });
});
