import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestOf, secretsOf, withAdditions } from '../../../../src/domain/launch/launchDraft';
import { fields } from '../../../../src/domain/launch/form/fields';
import { fittingDraft, viewOf } from '../../../../src/domain/launch/form/state';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import { clearScreen, screen } from '../../support/fakeVscode';
import { interruptible, launchServices, onDemand } from '../support/launchServices';
import { LaunchForm } from '../../../../src/prompts/launch/form';
import { startingState } from '../../../../src/prompts/launch/launchState';
import { type LaunchUser, openForm } from '../support/launchUser';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(() => {
  clearScreen();
  screen.settings = { 'rent.image': 'debian:12', 'rent.disk': 20, 'rent.runtype': 'ssh_direct' };
});

const script = 'python train.py\n';
const reachesSessions: unknown = expect.stringMatching(/^\(f=\/etc\/environment;.*"\$f".*$/m);
const usual = { image: 'debian:12', runtype: 'ssh_direct', disk: 20 };

interface Case {
  /** What the person does. */
  what: string;
  does: (user: LaunchUser) => Promise<void>;
  on?: FoundOffer;
  /** The request, besides what the form begins with. */
  sends?: Record<string, unknown>;
  problems?: string[];
  label?: string;
  sets?: string[];
}

const cases: Case[] = [
  { what: 'nothing', does: () => Promise.resolve(), label: 'Rent for $0.31/h' },
  {
    what: 'a label',
    sets: ['label'],
    does: (user) => user.type('label', ' train '),
    sends: { label: 'train' },
  },
  {
    what: 'more disk',
    sets: ['disk'],
    does: (user) => user.type('disk', '100'),
    sends: { disk: 100 },
    label: 'Rent for $0.35/h',
  },
  {
    what: 'an image',
    sets: ['image'],
    does: (user) => user.chooseImage('ghcr.io/me/trainer:2'),
    sends: { image: 'ghcr.io/me/trainer:2' },
  },
  {
    what: 'a template',
    sets: ['template_hash_id'],
    does: (user) => user.chooseTemplate('notebook'),
    sends: { image: undefined, runtype: undefined, disk: undefined },
  },
  {
    what: 'a template and a value of its own',
    does: async (user) => {
      await user.chooseTemplate('notebook');
      await user.type('disk', '40');
      await user.turn('use_jupyter_lab', true);
    },
    sets: ['use_jupyter_lab'],
    sends: { image: undefined, runtype: undefined, disk: 40, use_jupyter_lab: true },
  },
  {
    what: 'a template, and none again',
    does: async (user) => {
      await user.chooseTemplate('notebook');
      await user.chooseTemplate(undefined);
    },
  },
  {
    what: 'startup commands',
    sets: ['onstart'],
    does: (user) => user.writeScript(),
    sends: { onstart: script },
  },
  {
    what: 'variables, one of them secret',
    sets: ['env'],
    does: async (user) => {
      await user.addVariable('MODE', 'fast');
      await user.addVariable('HF_TOKEN', 'hf_1');
    },
    sends: { env: { MODE: 'fast', HF_TOKEN: 'hf_1' }, onstart: reachesSessions },
  },
  {
    what: 'a variable that stays out of SSH sessions',
    does: async (user) => {
      await user.turn('additions.environmentInSessions', false);
      await user.addVariable('MODE', 'fast');
    },
    sends: { env: { MODE: 'fast' } },
  },
  {
    what: 'a variable where nobody logs in',
    does: async (user) => {
      await user.addVariable('MODE', 'fast');
      await user.choose('runtype', 'args');
    },
    sends: { env: { MODE: 'fast' }, runtype: 'args' },
  },
  {
    what: 'ports beside a variable',
    sets: ['ports'],
    does: async (user) => {
      await user.addVariable('MODE', 'fast');
      await user.type('ports', '8000:80 5000/udp');
    },
    sends: { env: { MODE: 'fast', '-p 8000:80': '1', '-p 5000:5000/udp': '1' }, onstart: reachesSessions },
  },
  {
    what: 'a registry login',
    sets: ['image_login'],
    does: (user) => user.logIn('ghcr.io', 'robin', 'token_1'),
    sends: { image_login: '-u robin -p token_1 ghcr.io' },
  },
  {
    what: 'the image’s own program with arguments',
    sets: ['runtype', 'args_str'],
    does: async (user) => {
      await user.choose('runtype', 'args');
      await user.type('args_str', '--port 80');
    },
    sends: { runtype: 'args', args_str: '--port 80' },
  },
  {
    what: 'a folder for Jupyter, and a mode that has none',
    sets: ['jupyter_dir'],
    does: async (user) => {
      await user.choose('runtype', 'jupyter_proxy');
      await user.type('jupyter_dir', '/data');
      await user.choose('runtype', 'ssh_proxy');
    },
    sends: { runtype: 'ssh_proxy' },
  },
  {
    what: 'flags',
    sets: ['cancel_unavail', 'vm', 'python_utf8', 'lang_utf8'],
    does: async (user) => {
      for (const key of ['cancel_unavail', 'vm', 'python_utf8', 'lang_utf8']) await user.turn(key, true);
    },
    sends: { cancel_unavail: true, vm: true, python_utf8: true, lang_utf8: true },
  },
  {
    what: 'additions to the startup commands',
    sets: ['additions.environmentInSessions', 'additions.noAutoTmux'],
    does: async (user) => {
      await user.turn('additions.environmentInSessions', true);
      await user.turn('additions.noAutoTmux', true);
    },
    sends: { onstart: expect.stringContaining('tmux') },
  },
  {
    what: 'an instance that stops itself',
    sets: ['additions.stopAfterHours', 'additions.stopWhenIdleMinutes'],
    does: async (user) => {
      await user.type('additions.stopAfterHours', '2,5');
      await user.type('additions.stopWhenIdleMinutes', '30');
    },
    sends: { onstart: expect.stringMatching(/sleep 9000;[^]*-lt 30 /) },
  },
  {
    what: 'a budget, which the service isn’t told',
    sets: ['budget'],
    does: (user) => user.type('budget', '4,5'),
  },
  {
    what: 'a start later',
    sets: ['target_state'],
    does: (user) => user.choose('target_state', 'stopped'),
    sends: { target_state: 'stopped' },
  },
  {
    what: 'a bid',
    sets: ['price'],
    on: interruptible,
    does: (user) => user.type('price', '0,1512'),
    sends: { price: 0.152 },
    label: 'Rent for $0.16/h',
  },
  {
    what: 'several',
    sets: ['count'],
    does: (user) => user.type('count', '3'),
    label: 'Rent 3 for about $0.93/h',
  },
  {
    what: 'a new volume',
    sets: ['volume_info'],
    does: (user) => user.createVolume('20', 'models', '/data'),
    sends: {
      volume_info: { create_new: true, volume_id: 77, size: 20, name: 'models', mount_path: '/data' },
    },
    label: 'Rent for $0.33/h',
  },
  {
    what: 'a volume of this machine',
    does: (user) => user.linkVolume('here', '/data'),
    sends: { volume_info: { create_new: false, volume_id: 3, mount_path: '/data' } },
  },
  {
    what: 'a volume, and none again',
    does: async (user) => {
      await user.createVolume('20', 'models', '/data');
      await user.removeVolume();
    },
    label: 'Rent for $0.31/h',
  },
  {
    what: 'a volume with several instances',
    does: async (user) => {
      await user.linkVolume('here', '/data');
      await user.type('count', '2');
    },
    sends: { volume_info: { create_new: false, volume_id: 3, mount_path: '/data' } },
    problems: [
      'volume_info: A volume exists on one machine only, so you can rent only one instance with it.',
    ],
  },
];

/** What would be sent, with the secrets in it. */
async function request(user: LaunchUser, services: ReturnType<typeof launchServices>['services']) {
  const { found, state } = user.form;
  const draft = withAdditions(fittingDraft(found, state), state.template?.onstart, state.service);
  const { values } = await services.launchSecrets.reveal(secretsOf(draft));
  return requestOf(draft, values);
}

describe('the form of a launch', () => {
  it.each(cases)('takes $what', async ({ does, on = onDemand, sends = {}, problems = [], label }) => {
    const { services, launches } = launchServices({ script });
    const user = openForm(services, on);
    await does(user);
    const price = on.isBid ? { price: 0.1 } : {};
    const expected = Object.entries({ ...usual, ...price, ...sends }).filter(
      ([, value]) => value !== undefined,
    );
    await eventually(async () => expect(await request(user, services)).toEqual(Object.fromEntries(expected)));
    expect(user.problems()).toEqual(problems);
    const { cost } = viewOf(user.form.found, user.form.state);
    expect(cost.running).toBeGreaterThan(0);
    if (label !== undefined) expect(user.rentLabel()).toBe(label);
    if (problems.length === 0) expect(await user.rent()).toEqual({ kind: 'rent' });
    // What is stored to resume it has no secret in it.
    expect(JSON.stringify(launches.closedForm ?? {})).not.toMatch(/hf_1|token_1/);
  });

  it.each([
    ['disk', '500', 'This machine offers 200 GB. You asked for 500 GB.'],
    ['disk', 'much', 'Enter a number.'],
    ['price', '0.01', 'The lowest bid for this offer is $0.10/h.'],
    ['count', '101', 'Enter a whole number from 1 to 100.'],
    ['ports', '0:80', /port/i],
  ])('does not apply %s with %j, and keeps the text', async (key, text, problem) => {
    const { services, launches } = launchServices();
    const user = openForm(services, interruptible);
    const before = user.form.state.draft;
    await user.type(key, text);
    expect(user.form.state.draft).toEqual(before);
    expect(user.form.state.typed[key]).toBe(text);
    expect(launches.closedForm?.typed[key]).toBe(text);
    const line = fields.find((field) => field.key === key)!.control;
    if (line.kind !== 'line') throw new Error(`${key} is no line.`);
    const message = line.check(viewOf(user.form.found, user.form.state), text);
    expect(message).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  });

  it('shows a refusal at its field until that is changed', async () => {
    const { services } = launchServices();
    const user = openForm(services, onDemand);
    await user.type('label', 'train');
    user.form.refuse({ field: 'disk', message: 'not on a Sunday' });
    await user.type('label', 'train it');
    expect(user.problems()).toEqual(['disk: not on a Sunday']);
    expect(user.rentLabel()).toBeUndefined();
    await user.type('disk', '30');
    expect(user.problems()).toEqual([]);
  });

  it('leads to the machine of a volume', async () => {
    const { services } = launchServices();
    const user = openForm(services, onDemand);
    await user.linkVolume('elsewhere', '/data');
    expect(user.form.state.machineId).toBe(8);
    const { problems } = viewOf(user.form.found, user.form.state);
    expect(problems.map(({ field }) => field)).toEqual(['volume_info']);
  });
});

describe('a launch form that was closed while something was typed', () => {
  const openList = (typed: Record<string, string>) => {
    const { services } = launchServices();
    const form = new LaunchForm(services, onDemand, { ...startingState(onDemand, { disk: 20 }), typed });
    void form.ask();
    const rows = screen.picks.at(-1)!.items as { key?: string; label: string; detail?: string }[];
    return { form, rentRow: rows[0], rows };
  };

  it('goes on with what fits', () => {
    const { form, rentRow } = openList({ label: 'train', disk: '31' });
    expect(form.state).toMatchObject({ draft: { label: 'train', disk: 31 }, typed: {} });
    expect(rentRow?.key).toBe('rent');
  });

  it.each([
    [{ disk: '500' }, 'disk'],
    [{ '/variables.env': 'A=1\nnonsense' }, 'env'],
    [{ 'env.TOKEN': '${secret:form/typed/env.TOKEN}' }, 'env'],
    [{ '/onstart.sh': 'python' }, 'onstart'],
    [{ 'image_login.user': 'robin' }, 'image_login'],
    [{ 'volume_info.size': '20' }, 'volume_info'],
  ])('rents nothing past what does not fit or is not finished: %j', (typed, key) => {
    const { rentRow } = openList(typed);
    expect(rentRow).toMatchObject({ key, label: expect.stringContaining('Not ready') as string });
  });
});

it('every field of the table is set in the suite', () => {
  const set = new Set(cases.flatMap(({ sets = [] }) => sets));
  expect(fields.map(({ key }) => key).filter((key) => !set.has(key))).toEqual([]);
});
