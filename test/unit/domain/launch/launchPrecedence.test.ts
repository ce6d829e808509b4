import fc from '../../support/fastCheck';
import fetch from 'node-fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../src/api/client';
import { runtypes } from '../../../../src/api/schemas/instances/creationFields';
import type { Template } from '../../../../src/api/schemas/templates/template';
import { type Env, printDockerFlags } from '../../../../src/domain/launch/envFlags';
import { type LaunchDraft, requestOf } from '../../../../src/domain/launch/launchDraft';
import {
  hasOwnFields,
  launchOfTemplate,
  resolveLaunch,
} from '../../../../src/domain/launch/launchPrecedence';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { anyEnv } from '../support/anyEnv';

/** Without volumes, which the account would have to have. */
const envWithoutMounts = anyEnv.map((env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('-v '))),
);

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false, offers: 20 });
  client = new Client({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, fetch, spacingScale: 0 });
});
afterAll(() => sandbox.close());

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const text = fc.string({ maxLength: 20 });
const image = fc.constantFrom(
  'ubuntu',
  'ubuntu:24.04',
  'reg.io:5000/me/app',
  'reg.io:5000/me/app:2',
  'a/b@sha256:ab',
);
const filters = fc.dictionary(
  fc.constantFrom('gpu_ram', 'num_gpus', 'reliability'),
  fc.record({ gte: fc.integer({ min: 0, max: 9 }) }),
  { noNullPrototype: true },
);

const anyTemplate = fc.record(
  {
    name: word,
    image,
    docker_login_repo: word,
    docker_login_user: fc.constantFrom('', 'robin'),
    docker_login_pass: word,
    tag: fc.constantFrom('latest', '1.2', ''),
    env: envWithoutMounts.map(printDockerFlags),
    onstart: text,
    runtype: fc.constantFrom('ssh', 'jupyter', 'args'),
    args_str: text,
    ssh_direct: fc.boolean(),
    jup_direct: fc.boolean(),
    jupyter_dir: fc.option(word),
    use_jupyter_lab: fc.boolean(),
    extra_filters: filters,
    recommended_disk_space: fc.integer({ min: 1, max: 12 }),
    volume_info: fc.constant({ create_new: false, volume_id: 1, mount_path: '/never' }),
  },
  { requiredKeys: ['name', 'image', 'docker_login_repo', 'docker_login_user', 'docker_login_pass'] },
);

const anyRequest: fc.Arbitrary<LaunchDraft> = fc.record(
  {
    image,
    label: text,
    disk: fc.integer({ min: 1, max: 12 }),
    runtype: fc.constantFrom(...runtypes),
    target_state: fc.constantFrom('running', 'stopped'),
    env: envWithoutMounts,
    onstart: text,
    args_str: text,
    use_jupyter_lab: fc.boolean(),
    jupyter_dir: word,
    python_utf8: fc.boolean(),
    lang_utf8: fc.boolean(),
    image_login: fc.record({ user: word, registry: word, secret: fc.constant('token') }),
    extra_filters: filters,
  },
  { requiredKeys: [] },
);

const secrets = new Map([['token', 'of-the-request']]);

/** What the service really made of it, in the terms of `resolveLaunch`. */
async function asTheServiceDoes(template: Template | undefined, draft: LaunchDraft) {
  const request = {
    ...requestOf(draft, secrets),
    ...(draft.extra_filters ? { extra_filters: draft.extra_filters } : {}),
    ...(template ? { template_hash_id: template.hash_id } : { image: draft.image ?? 'debian' }),
  };
  const [offer = 0] = sandbox.control.freeOffers();
  const { instanceId } = await client.instances.create(offer, request);
  const launch = sandbox.control.launch(instanceId);
  await client.instances.destroy(instanceId);
  return launch;
}

describe('a request and its template', () => {
  it('come to what the service makes of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(anyTemplate, { nil: undefined }), anyRequest, async (fields, draft) => {
        const template = fields && (await client.templates.create(fields));
        const launch = await asTheServiceDoes(template, draft);
        const { values, templateLogin } = resolveLaunch(
          template ? draft : { image: 'debian', ...draft },
          template,
        );
        expect({
          image: values.image,
          label: values.label,
          disk: values.disk,
          // The service's own default is not specified; without a template it stays open here.
          runtype: values.runtype ?? launch.runtype,
          targetState: values.target_state,
          env: values.env ?? {},
          onstart: values.onstart,
          argsStr: values.args_str,
          useJupyterLab: values.use_jupyter_lab ?? false,
          jupyterDir: values.jupyter_dir,
          pythonUtf8: values.python_utf8 ?? false,
          langUtf8: values.lang_utf8 ?? false,
          extraFilters: values.extra_filters ?? {},
        }).toEqual({
          image: launch.image,
          label: launch.label,
          disk: launch.disk,
          runtype: launch.runtype,
          targetState: launch.targetState,
          env: launch.env,
          onstart: launch.onstart,
          argsStr: launch.argsStr,
          useJupyterLab: launch.useJupyterLab,
          jupyterDir: launch.jupyterDir,
          pythonUtf8: launch.pythonUtf8,
          langUtf8: launch.langUtf8,
          extraFilters: launch.extraFilters,
        });
        const login = values.image_login ?? templateLogin;
        expect(launch.imageLogin).toBe(
          login &&
            `-u ${login.user} -p ${values.image_login ? 'of-the-request' : fields?.docker_login_pass} ${login.registry}`,
        );
        expect(launch.volume).toBeUndefined();
        if (template) await client.templates.delete(template.id);
      }),
      { numRuns: 60 },
    );
  });

  it('say of each value where it comes from', () => {
    const template = {
      id: 1,
      hash_id: 'h',
      image: 'ubuntu',
      env: '-e A=1 -e B=2',
      recommended_disk_space: 9,
    };
    const { origins, values } = resolveLaunch(
      { template_hash_id: 'h', env: { B: '3', C: '4' }, label: 'x' },
      template,
    );
    expect(origins).toMatchObject({
      image: 'template',
      disk: 'template',
      label: 'request',
      target_state: 'default',
      'env.A': 'template',
      'env.B': 'request',
      'env.C': 'request',
    });
    expect(values.env).toEqual({ A: '1', B: '3', C: '4' });
  });

  it('count as one with own fields as soon as there is one', () => {
    expect(hasOwnFields({ template_hash_id: 'h' })).toBe(false);
    expect(hasOwnFields({ template_hash_id: 'h', label: 'x' })).toBe(true);
  });

  it('survive a template whose flags cannot be read', () => {
    expect(launchOfTemplate({ id: 1, hash_id: 'h', env: '-e "open' }).env).toEqual({});
  });
});
