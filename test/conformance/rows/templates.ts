import type { CallStep } from '../row';
import type { Shape } from '../shape';
import { describe, group, isRefusal, isSuccess } from './shared/group';
import { notes } from './shared/notes';
import { anotherAccount, cheapOffer } from './shared/steps';
import { template, templateFields } from './shared/templateSteps';

const savedTemplate: Shape = { template: { id: 'integer', hash_id: { $minLength: 1 }, name: 'string' } };
const byId = { id: { eq: '$template' } };
const found = (shape: Shape): CallStep => ({
  call: 'GET template/',
  query: { select_filters: byId },
  shape: { templates: [shape] },
});

export const templates = group('Templates', [
  { says: 'Create: the template with id and hash_id', ...template(), shape: savedTemplate },
  ...['name', 'image', 'docker_login_repo', 'docker_login_user', 'docker_login_pass'].map((field) => ({
    says: `Create: ${field} is required`,
    call: 'POST template/',
    body: { ...templateFields, [field]: undefined },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  })),
  {
    says: 'Create: null for docker_login_repo is no registry, without user and password',
    ...template({ docker_login_repo: null, docker_login_user: undefined, docker_login_pass: undefined }),
    choice: notes.vendor,
  },
  ...(
    [
      ['tag', 'v2'],
      ['desc', 'A description'],
      ['readme', '# Readme'],
      ['env', '-e NAME=value -p 8080:8080'],
      ['onstart', 'echo started'],
      ['runtype', 'ssh'],
      ['runtype', 'jupyter'],
      ['runtype', 'args'],
      ['args_str', '--port 80'],
      ['ssh_direct', true],
      ['use_ssh', true],
      ['jup_direct', true],
      ['jupyter_dir', '/workspace'],
      ['use_jupyter_lab', true],
      ['href', 'https://hub.example.com'],
      ['repo', 'ubuntu'],
      ['extra_filters', { num_gpus: { eq: 2 } }],
      ['recommended_disk_space', 32],
      ['private', true],
    ] as const
  ).map(([field, value]) => ({
    says: `Field ${field} is stored (${JSON.stringify(value)})`,
    ...template({ [field]: value }),
    after: [found({ [field]: { $is: value } })],
    ...(['tag', 'runtype', 'recommended_disk_space'].includes(field)
      ? {}
      : { choice: 'Which fields an answer carries besides id, hash_id and name is not shown.' }),
  })),
  ...(
    [
      ['tag', 'latest'],
      ['runtype', 'args'],
      ['recommended_disk_space', 8],
    ] as const
  ).map(([field, value]) => ({
    says: `Field ${field} defaults to ${value}`,
    ...template(),
    after: [found({ [field]: { $is: value } })],
  })),
  ...(
    [
      ['name', 5],
      ['image', ''],
      ['env', { NAME: 'value' }],
      ['runtype', 'ssh_direct'],
      ['use_ssh', 'yes'],
      ['recommended_disk_space', 'large'],
      ['extra_filters', 'num_gpus=2'],
    ] as const
  ).map(([field, value]) => ({
    says: `Field ${field} is refused as ${describe(value)}`,
    call: 'POST template/',
    body: { ...templateFields, [field]: value },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  })),
  {
    says: 'Search: the templates array',
    given: [template()],
    ...found({ id: { $is: '$template' }, hash_id: { $is: '$hash' }, name: 'string' }),
  },
  ...(
    [
      ['id', '$template'],
      ['hash_id', '$hash'],
      ['name', 'Conformance $unique'],
      ['image', 'ubuntu'],
      ['tag', 'v7'],
      ['use_ssh', true],
      ['ssh_direct', true],
      ['jup_direct', false],
      ['docker_login_repo', ''],
      ['recommended_disk_space', 77],
      ['recommended', false],
      ['count_created', 0],
      ['default_tag', 'v7'],
    ] as const
  ).map(([field, value]) => ({
    says: `Search by ${field}`,
    given: [template({ tag: 'v7', use_ssh: true, ssh_direct: true, recommended_disk_space: 77 })],
    call: 'GET template/',
    query: { select_filters: { [field]: { eq: value } } },
    shape: {
      templates: { $some: { id: { $is: '$template' } }, $each: { [field]: { $is: value } } },
    },
    ...(field === 'default_tag'
      ? { choice: 'What default_tag holds is not shown; the tag at creation.' }
      : {}),
  })),
  ...(
    [
      ['eq', 77, true],
      ['eq', 76, false],
      ['neq', 76, true],
      ['lt', 78, true],
      ['lt', 77, false],
      ['lte', 77, true],
      ['gt', 76, true],
      ['gt', 77, false],
      ['gte', 77, true],
      ['in', [1, 77], true],
      ['notin', [1, 2], true],
      ['notin', [77], false],
    ] as const
  ).map(([operator, value, isThere]) => ({
    says: `Search by operator ${operator} ${JSON.stringify(value)} ${isThere ? 'finds' : 'leaves out'} 77`,
    given: [template({ recommended_disk_space: 77 })],
    call: 'GET template/',
    query: { select_filters: { ...byId, recommended_disk_space: { [operator]: value } } },
    shape: { templates: { $length: isThere ? 1 : 0 } },
  })),
  ...(['creator_id', 'created_at'] as const).flatMap((field) =>
    (
      [
        [{ gt: 0 }, 1],
        [{ lte: 0 }, 0],
      ] as const
    ).map(([filter, count]) => ({
      says: `Search by ${field} ${count === 1 ? 'finds' : 'leaves out'}`,
      given: [template()],
      call: 'GET template/',
      query: { select_filters: { ...byId, [field]: filter } },
      shape: { templates: { $length: count } },
    })),
  ),
  ...(
    [
      ['leaves out', 'not used yet', []],
      [
        'finds',
        'used',
        [cheapOffer, { call: 'PUT asks/$offer/', body: { template_hash_id: '$hash' } } as const],
      ],
    ] as const
  ).map(([finds, used, steps]) => ({
    says: `Search by recent_create_date ${finds} a template ${used}`,
    given: [template(), ...steps],
    call: 'GET template/',
    query: { select_filters: { ...byId, recent_create_date: { gt: 0 } } },
    shape: { templates: { $length: finds === 'finds' ? 1 : 0 } },
    choice: 'What recent_create_date holds is not shown; the last creation of an instance.',
  })),
  {
    says: 'Search: filters that are no JSON are refused',
    call: 'GET template/',
    query: { select_filters: 'name=a' },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'Search: an unknown operator is refused',
    call: 'GET template/',
    query: { select_filters: { id: { like: 5 } } },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'Edit by hash_id: only the given fields change, and the hash_id does',
    given: [template({ desc: 'before', tag: 'v1' })],
    call: 'PUT template/',
    body: { hash_id: '$hash', desc: 'after' },
    shape: { template: { id: { $is: '$template' }, hash_id: { $not: '$hash' } } },
    after: [found({ desc: { $is: 'after' }, tag: { $is: 'v1' } })],
  },
  {
    says: 'Edit: hash_id is required',
    call: 'PUT template/',
    body: { desc: 'x' },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'Edit: the hash_id from before an edit is no longer known',
    given: [template(), { call: 'PUT template/', body: { hash_id: '$hash', desc: 'after' } }],
    call: 'PUT template/',
    body: { hash_id: '$hash', desc: 'again' },
    status: [400, 404],
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'Edit of another account’s template is refused',
    given: [template(), anotherAccount()],
    call: 'PUT template/',
    as: '$other',
    body: { hash_id: '$hash', desc: 'mine now' },
    status: [400, 403, 404],
    choice: notes.own,
  },
  {
    says: 'Delete by the numeric id',
    given: [template()],
    call: 'DELETE template/',
    body: { template_id: '$template' },
    shape: isSuccess,
    after: [{ call: 'GET template/', query: { select_filters: byId }, shape: { templates: { $length: 0 } } }],
  },
  {
    says: 'Delete by the hash_id is refused',
    given: [template()],
    call: 'DELETE template/',
    body: { template_id: '$hash' },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'Delete of one that does not exist',
    call: 'DELETE template/',
    body: { template_id: 999999999 },
    status: [400, 404],
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'Delete of another account’s template is refused',
    given: [template(), anotherAccount()],
    call: 'DELETE template/',
    as: '$other',
    body: { template_id: '$template' },
    status: [400, 403, 404],
    after: [found({ id: { $is: '$template' } })],
    choice: notes.own,
  },
]);
