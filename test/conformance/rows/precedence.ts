import type { Step } from '../row';
import type { Shape } from '../shape';
import { group, isRefusal } from './shared/group';
import { notes } from './shared/notes';
import { cheapOffer, created, oneInstance } from './shared/steps';
import { template } from './shared/templateSteps';

function rentedFromTemplate(stored: Record<string, unknown>, request: Record<string, unknown>): Step[] {
  return [
    template(stored),
    cheapOffer,
    {
      call: 'PUT asks/$offer/',
      body: { template_hash_id: '$hash', ...request },
      keep: { instance: 'new_contract' },
    },
  ];
}

/** What the sandbox made of template and request: no answer of the service shows it. */
const launched = (shape: Shape): Step => ({ control: 'launch', args: ['$instance'], shape });

export const precedence = group('Template precedence', [
  {
    says: 'An image comes from the template',
    given: rentedFromTemplate({ image: 'debian', tag: '12' }, {}),
    ...oneInstance({ image_uuid: { $is: 'debian:12' } }),
    choice: notes.fields,
  },
  {
    says: '1. Scalar: the request’s image wins',
    given: rentedFromTemplate({ image: 'debian', tag: '12' }, { image: 'alpine:3' }),
    ...oneInstance({ image_uuid: { $is: 'alpine:3' } }),
    choice: notes.fields,
  },
  {
    says: '1. Scalar: the template’s disk counts',
    given: rentedFromTemplate({ recommended_disk_space: 20 }, {}),
    ...oneInstance({ disk_space: { $is: 20 } }),
    choice: notes.fields,
  },
  {
    says: '1. Scalar: the request’s disk wins',
    given: rentedFromTemplate({ recommended_disk_space: 20 }, { disk: 11 }),
    ...oneInstance({ disk_space: { $is: 11 } }),
    choice: notes.fields,
  },
  {
    says: '1. Scalar: the template’s runtype counts',
    given: rentedFromTemplate({ runtype: 'ssh', use_ssh: true, ssh_direct: true }, {}),
    ...oneInstance({ image_runtype: { $match: 'ssh_direc' } }),
    choice: notes.fields,
  },
  {
    says: '1. Scalar: the request’s runtype wins',
    given: rentedFromTemplate({ runtype: 'ssh', use_ssh: true }, { runtype: 'jupyter_proxy' }),
    ...oneInstance({ image_runtype: { $match: 'jupyter' } }),
    choice: notes.fields,
  },
  {
    says: '1. Scalar: the request’s onstart wins',
    given: rentedFromTemplate({ onstart: 'echo template' }, { onstart: 'echo request' }),
    ...oneInstance({ onstart: { $is: 'echo request' } }),
    choice: notes.fields,
  },
  ...(
    [
      ['keys of the template are kept', 'FROM_TEMPLATE', 'a'],
      ['keys of the request are added', 'FROM_REQUEST', 'b'],
      ['on a conflict the request wins', 'BOTH', 'request'],
      ['a quoted value of the flag string is converted whole', 'QUOTED', 'two words'],
    ] as const
  ).map(([what, name, value]) => ({
    says: `2. env: ${what}`,
    given: rentedFromTemplate(
      { env: '-e FROM_TEMPLATE=a -e BOTH=template -e QUOTED="two words" -p 8080:8080' },
      { env: { FROM_REQUEST: 'b', BOTH: 'request' } },
    ),
    ...oneInstance({ extra_env: { $some: { 0: { $is: name }, 1: { $is: value } } } }),
    choice: notes.fields,
  })),
  {
    says: '3. extra_filters: merged by key, the request wins',
    given: rentedFromTemplate(
      { extra_filters: { gpu_ram: { gte: 1 }, num_gpus: { gte: 1 } } },
      { extra_filters: { gpu_ram: { gte: 2 } } },
    ),
    ...oneInstance({}),
    after: [launched({ extraFilters: { gpu_ram: { $is: { gte: 2 } }, num_gpus: { $is: { gte: 1 } } } })],
  },
  ...(
    [
      ['the template’s count', {}, '-u stored -p pass r.example.com'],
      ['the request’s win', { image_login: '-u own -p pass r.example.com' }, '-u own -p pass r.example.com'],
    ] as const
  ).map(([what, request, imageLogin]) => ({
    says: `4. Registry credentials: ${what}`,
    given: rentedFromTemplate(
      { docker_login_repo: 'r.example.com', docker_login_user: 'stored', docker_login_pass: 'pass' },
      request,
    ),
    ...oneInstance({}),
    after: [launched({ imageLogin: { $is: imageLogin } })],
  })),
  {
    says: 'A template that does not exist is refused',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { template_hash_id: 'no-such-hash' },
    status: [400, 404],
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'volume_info within a template has no effect',
    ...template({ volume_info: { create_new: true, volume_id: 1, size: 10, mount_path: '/data' } }),
    after: [cheapOffer, { call: 'PUT asks/$offer/', body: { template_hash_id: '$hash' }, shape: created }],
  },
]);
