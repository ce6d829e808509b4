import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../../src/api/client';
import type { Choice } from '../../../../src/ask/dialogs';
import { changeInstance } from '../../../../src/commands/instances/changeInstance';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import type { Run } from '../../../../src/domain/runs/run';
import type { Services } from '../../../../src/prompts/services';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { ToldStops } from '../../../../src/stores/stops/toldStops';
import { temporaryFolder } from '../../ssh/support/temporary';
import type { TestAccount } from '../../api/support/account';
import { launchServices } from '../../prompts/support/launchServices';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';
import { useAccount } from '../../support/useAccount';
import { LocalError } from '../../../../src/api/localError';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const env = { HF_TOKEN: 'hf_1', MODE: 'slow', '-p 6006:6006': '1' };
const onstart = 'pip install x\npython train.py';

let account: TestAccount;
let id: number;
let listed: ReadonlyMap<number, SharedInstance>;
let choices: Choice[];
/** What is pressed in each dialog. */
let answers: (string | undefined)[];
let told: string[];
let runs: (Pick<Run, 'name' | 'instanceId' | 'phase' | 'fetch'> & Partial<Run>)[];
let stops: Map<number, object>;
let missing: boolean[];
let folder: string;
let services: Services;

useAccount((one) => (account = one));
beforeEach(async () => {
  clearScreen();
  screen.settings = { 'rent.image': 'debian:12', 'rent.disk': 20, 'rent.runtype': 'ssh_direct' };
  account.sandbox.control.clearFailures();
  id = await account.rentRunning({ label: 'train', env, onstart });
  listed = new Map();
  [choices, answers, told, runs, missing] = [[], [], [], [], []];
  stops = new Map();
  folder = await temporaryFolder();
  services = servicesOf(account.client, launchServices().services);
  await services.instances.refresh();
  account.sandbox.control.clearRequests();
});

function servicesOf(client: Client, launching: Services): Services {
  return {
    ...launching,
    accounts: { accounts: [], client, active: { id: 'a', baseUrl: account.sandbox.url } },
    instances: {
      get state() {
        return { accountId: 'a', instances: listed, expected: [], fetchedAt: 1 };
      },
      get: (one: number) => listed.get(one),
      figures: () => undefined,
      burst: () => undefined,
      refresh: async () => {
        listed = new Map((await client.instances.list()).map((instance) => [instance.id, instance]));
      },
    },
    templates: {
      load: () => Promise.resolve(),
      known: () => [],
      ask: async ({ hashId = '' }: { hashId?: string }) => {
        const [found] = await client.templates.search({ hash_id: { eq: hashId } });
        if (found) return found;
        throw new LocalError('not_found', 'Template not found. It may have been edited or deleted.');
      },
    },
    volumes: { state: { accountId: 'a', volumes: [], fetchedAt: 1 }, get: () => undefined },
    dialogs: {
      choose: (choice: Choice) => {
        choices.push(choice);
        return Promise.resolve(answers.shift());
      },
    },
    features: {
      use: async (_feature: string, call: () => Promise<unknown>) => {
        try {
          return await call();
        } catch (error) {
          missing.push(!(error instanceof LocalError) && (error as { status?: number }).status === 404);
          throw error;
        }
      },
    },
    scheduledStops: { known: () => stops, read: () => Promise.resolve(stops) },
    files: new AccountFiles(folder),
    runs: {
      read: () => Promise.resolve(runs),
      readAll: () => Promise.resolve(runs),
      edit: (_: string, runId: string, edit: (run: Run) => Run) => {
        for (const one of runs) if (one.id === runId) Object.assign(one, edit(one as Run));
        return Promise.resolve(true);
      },
    },
    underWay: {
      begin: (ids: readonly number[], deed: string) => told.push(`${deed} ${ids.join(' ')}`),
      end: (one: number) => told.push(`over ${one}`),
    },
    sshEntries: {
      sync: () => Promise.resolve(),
      forget: (ids: readonly number[]) => told.push(`forgotten ${ids.join(' ')}`),
    },
    texts: { put: () => ({ scheme: 'x' }) },
  } as unknown as Services;
}

const program = (request: unknown, confirmed = true) => ({
  instanceIds: [id],
  confirmed,
  interactive: false,
  arguments: { instanceId: id, request },
});
const person = () => ({ instanceIds: [id], confirmed: false, interactive: true, arguments: {} });
const sent = () =>
  account.sandbox.control
    .requests()
    .filter(({ path }) => path.includes('/update_template/'))
    .map(({ body }) => body);
const look = () => account.sandbox.control.instance(id);

describe('a program that changes an instance', () => {
  it('gets what was changed, asks nothing with consent, and the row says so until it is done', async () => {
    await expect(changeInstance(services, program({ image: 'alpine:3' }))).resolves.toEqual({
      instanceId: id,
      changed: ['image'],
    });
    expect(sent()).toEqual([{ id, image: 'alpine:3' }]);
    expect(told).toEqual([`changing ${id}`, `forgotten ${id}`, `over ${id}`]);
    expect(look()).toMatchObject({ image_uuid: 'alpine:3', actual_status: 'recycling' });
    expect(choices).toEqual([]);
  });

  it('ends the run that went on there and what its machine was told, and gives up no results of one that is over', async () => {
    const run = { name: 'train', instanceId: id, phase: 'running' as const, fetch: ['out'] };
    runs = [
      { ...run, id: 'a' },
      { ...run, id: 'b', phase: 'ended' },
      { ...run, id: 'c', instanceId: 1 },
    ];
    const told = new ToldStops(services.files, services.clock);
    await told.edit('a', id, () => ({ token: 't', at: 9, toldAt: 1, watches: true }));
    await changeInstance(services, program({ image: 'alpine:3' }));
    expect((await told.read('a')).get(id)?.wasDown).toBe(true);
    expect(runs.map(({ recreatedAt }) => recreatedAt !== undefined)).toEqual([true, false, false]);
  });

  it('sends nothing where nothing differs', async () => {
    await expect(changeInstance(services, program({ onstart, env }))).resolves.toEqual({
      instanceId: id,
      changed: [],
    });
    expect(sent()).toEqual([]);
  });

  it('without consent has the person asked, who sees old and new, and what is lost', async () => {
    runs = [
      { name: 'nightly', instanceId: id, phase: 'running', fetch: ['out'] },
      { name: 'over', instanceId: id, phase: 'ended', fetch: [] },
      { name: 'elsewhere', instanceId: 1, phase: 'running', fetch: [] },
    ];
    const stop = { token: 't', action: 'stop', when: { kind: 'at', at: 9 }, createdAt: 1 } as const;
    stops.set(id, stop);
    const told = new ToldStops(services.files, services.clock);
    await told.edit('a', id, () => ({ token: 't', at: 9, toldAt: 1, watches: true }));
    const asked = program({ image: 'alpine:3', env: { HF_TOKEN: 'hf_2', MODE: 'fast' } }, false);
    await expect(changeInstance(services, asked)).resolves.toBeUndefined();
    expect(sent()).toEqual([]);
    const [{ message, detail = '', options, warns }] = choices as [Choice];
    expect(message).toBe(`Change train (${id}) and recreate its container?`);
    expect([options, warns]).toEqual([['Change'], true]);
    for (const part of [
      'Image: ubuntu:22.04 → alpine:3\nHF_TOKEN: changed (value not shown)\nMODE: slow → fast\n6006:6006: removed',
      'A run in progress on it is interrupted: nightly.',
      'aren’t on this computer and would be lost: nightly.',
      'Running programs end, and the container is recreated. Expect everything on its disk to be lost',
      'A registry login for a private image can’t be changed here.',
      'The machine, the price and the scheduled stop stay the same.',
      `train (${id}) no longer stops itself as scheduled until you connect to it again: VS Code must be running`,
    ])
      expect(detail).toContain(part);
    expect(detail).not.toMatch(/hf_|elsewhere|over\b/);
  });

  it('can have its startup commands read before', async () => {
    answers = ['Show Commands', 'Change'];
    const changing = changeInstance(services, program({ onstart: 'curl x | sh' }, false));
    await eventually(() => expect(screen.picks).toHaveLength(1));
    screen.picks[0]!.choose(screen.picks[0]!.items[0]!);
    await expect(changing).resolves.toMatchObject({ changed: ['onstart'] });
    expect(choices).toHaveLength(2);
    expect(choices[0]?.detail).not.toContain('registry login');
  });

  it.each([
    [
      { image: 'alpine:3', disk: 50, runtype: 'args' },
      'These can’t be changed on an existing instance: disk, runtype.',
    ],
    [{ env: { CONTAINER_API_KEY: 'mine' } }, 'The service sets CONTAINER_API_KEY itself.'],
    [{ image: 'a b' }, 'image: An image name can’t contain spaces.'],
    [{ onstart: 'x'.repeat(4049) }, 'onstart: At most'],
    [undefined, 'Argument request is missing'],
    [{ env: '-e A=1' }, 'Argument request.env is missing or has the wrong type.'],
  ])('is refused %o before anything is asked or sent', async (request, message) => {
    await expect(changeInstance(services, program(request))).rejects.toThrow(message);
    expect([choices, sent()]).toEqual([[], []]);
  });
});

describe('a change that fails', () => {
  it('of an instance that is busy says that nothing was changed', async () => {
    await account.client.instanceActions.recycle(id);
    await expect(changeInstance(services, program({ image: 'alpine:3' }))).rejects.toThrow(
      /is recycling\.? Nothing was changed\. Try again later\./,
    );
    expect(sent()).toHaveLength(1);
    expect(told.at(-1)).toBe(`over ${id}`);
  });

  it('for a template that is gone is sent at most once, and is no missing endpoint', async () => {
    await expect(changeInstance(services, program({ template_hash_id: 'gone' }))).rejects.toThrow(
      'Template not found.',
    );
    expect(sent()).toEqual([]);
    const template = await account.template();
    const ask = services.templates.ask.bind(services.templates);
    services.templates.ask = async (key) => {
      const found = await ask(key);
      await account.client.templates.delete(found.id);
      services.templates.ask = ask;
      return found;
    };
    await expect(
      changeInstance(services, program({ template_hash_id: template.hash_id })),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect([sent().length, missing]).toEqual([1, [false]]);
  });

  it('for an instance that is gone meanwhile is no missing endpoint', async () => {
    answers = ['Change'];
    services.dialogs.choose = async (choice) => {
      await account.client.instances.destroy(id);
      return choice.options[0];
    };
    await expect(changeInstance(services, program({ image: 'alpine:3' }, false))).rejects.toThrow(
      `Instance ${id} not found.`,
    );
    expect(missing).toEqual([false]);
  });

  it('where the service has no such endpoint hides the command', async () => {
    account.sandbox.control.failNext({ path: '/update_template/', status: 404 });
    await expect(changeInstance(services, program({ image: 'alpine:3' }))).rejects.toMatchObject({
      status: 404,
    });
    expect(missing).toEqual([true]);
  });

  it('with a lost answer looks at the instance instead of sending it again', async () => {
    account.sandbox.control.failNext({ path: '/update_template/', reset: true });
    await expect(changeInstance(services, program({ image: 'alpine:3' }))).rejects.toMatchObject({
      code: 'outcome_unknown',
    });
    expect(sent()).toHaveLength(1);
    account.sandbox.control.failNext({ path: '/update_template/', reset: true, carryOut: true });
    await expect(changeInstance(services, program({ image: 'alpine:3' }))).resolves.toMatchObject({
      changed: ['image'],
    });
    expect(sent()).toHaveLength(2);
  });

  it('says to a person which changes the service does not show', async () => {
    answers = ['Change'];
    account.sandbox.control.failNext({ path: '/update_template/', body: { success: true } });
    await changeInstance(services, { ...program({ image: 'alpine:3' }, false), interactive: true });
    await eventually(() => expect(screen.shown).toHaveLength(1));
    expect(screen.shown[0]?.message).toContain(`doesn’t show these changes of train (${id}) yet: Image.`);
  });
});

describe('a person who changes an instance', () => {
  const list = () => screen.picks.at(-1)!;
  const rows = () => list().items as { key?: string; label: string; description?: string; detail?: string }[];
  const main = async (count: number) => {
    await eventually(() => expect(screen.picks.length).toBeGreaterThanOrEqual(count));
    await eventually(() => expect(rows().some(({ key }) => key === 'apply' || key === 'env')).toBe(true));
  };
  const choose = (key: string) => list().choose(rows().find((row) => row.key === key)!);
  const row = (key: string) => rows().find((one) => one.key === key)!;

  it('sees what it has, changes a field of the launch form, and is asked once', async () => {
    answers = [undefined, 'Change'];
    const changing = changeInstance(services, person());
    await main(1);
    expect(list().title).toBe(`Change train (${id})`);
    expect(rows().flatMap(({ key }) => key || [])).toEqual([
      ...['apply', 'template_hash_id', 'image', 'onstart', 'env', 'ports'],
    ]);
    expect(row('apply')).toMatchObject({ description: 'nothing changed yet' });
    expect(row('image').description).toBe('ubuntu:22.04');
    expect(row('env').description).toBe('HF_TOKEN, MODE');
    // Nothing to apply: the list stays.
    choose('apply');
    await main(2);
    choose('image');
    await main(2);
    await eventually(() => expect(list().title).toBe('Change: Image'));
    list().type('alpine:3');
    await eventually(() => expect(rows()[0]?.label).toBe('alpine:3'));
    list().choose(rows()[0]!);
    await eventually(() => expect(row('apply')?.description).toBe('1 change'));
    expect(row('apply').detail).toBe('Image: ubuntu:22.04 → alpine:3');
    choose('apply');
    // Who says no is back in the list.
    await eventually(() => expect(choices).toHaveLength(1));
    await eventually(() => expect(screen.picks.at(-1)?.title).toBe(`Change train (${id})`));
    await eventually(() => expect(row('apply')?.description).toBe('1 change'));
    choose('apply');
    await expect(changing).resolves.toEqual({ instanceId: id, changed: ['image'] });
    expect(sent()).toEqual([{ id, image: 'alpine:3' }]);
  });

  it('adds a variable, and all that it had are sent with it, secrets with their values', async () => {
    answers = ['Change'];
    const changing = changeInstance(services, person());
    await main(1);
    choose('env');
    await eventually(() => expect(list().title).toBe('Change: Variables'));
    list().type('SEED=1');
    await eventually(() => expect(rows()[0]?.label).toContain('Add SEED'));
    list().choose(rows()[0]!);
    await eventually(() => expect(row('apply')?.detail).toBe('SEED: not set → 1'));
    choose('apply');
    await changing;
    expect(sent()).toHaveLength(1);
    expect(look().onstart).toBe(onstart);
    expect(Object.fromEntries(look().extra_env)).toEqual({ ...env, SEED: '1' });
  });

  it('chooses a template, whose values come with the variables that were set', async () => {
    answers = ['Change'];
    const template = await account.client.templates.create({
      name: 'Another',
      image: 'jupyter/base',
      tag: '9',
      env: '-e MODE=fast -e HUB=yes',
      onstart: 'start.sh',
      ...{ docker_login_repo: '', docker_login_user: '', docker_login_pass: '' },
    });
    services.templates.known = () => [
      { ...template, tag: '9', env: '-e MODE=fast -e HUB=yes', onstart: 'start.sh' },
    ];
    const changing = changeInstance(services, person());
    await main(1);
    choose('template_hash_id');
    await eventually(() => expect(rows().map(({ label }) => label)).toContain('Another'));
    expect(rows()[0]?.label).toBe('$(discard) Don’t Change the Template');
    list().choose(rows().find(({ label }) => label === 'Another')!);
    await eventually(() => expect(row('template_hash_id')?.description).toBe('Another'));
    expect(row('image').description).toBe('jupyter/base:9 · from the template');
    choose('apply');
    await expect(changing).resolves.toEqual({
      instanceId: id,
      changed: expect.arrayContaining(['template_hash_id', 'env']) as string[],
    });
    expect(choices[0]?.detail).toContain('Template: none → Another\nImage: ubuntu:22.04 → jupyter/base:9');
    expect(look()).toMatchObject({ image_uuid: 'jupyter/base:9', template_name: 'Another' });
    expect(Object.fromEntries(look().extra_env)).toEqual({ ...env, HUB: 'yes' });
  });

  it('isn’t let set what the service sets', async () => {
    const changing = changeInstance(services, person());
    await main(1);
    choose('env');
    await eventually(() => expect(list().title).toBe('Change: Variables'));
    list().type('CONTAINER_ID=1');
    await eventually(() => expect(rows()[0]?.label).toContain('Add CONTAINER_ID'));
    list().choose(rows()[0]!);
    const problem = 'The service sets CONTAINER_ID itself.';
    await eventually(() => expect(rows().map(({ detail }) => detail)).toContain(problem));
    expect(rows().some(({ key }) => key === 'apply')).toBe(false);
    list().hide();
    await expect(changing).resolves.toBeUndefined();
    expect(sent()).toEqual([]);
  });
});
