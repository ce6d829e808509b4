/**
 * The specification's tables, row by row, as data: what is asked under which condition, what must come back,
 * and the state after it. One file, so that it can be read beside the specification.
 */
import type { CallStep, Row, Step } from './row';
import type { Shape } from './shape';
import { uniqueLength } from './values';

// Where an expectation goes beyond the specification.
const notes = {
  errors: 'Errors of this endpoint are not shown; public clients of the service meet this one.',
  own: 'Errors of this endpoint are not shown; that it refuses this so is the sandbox’s own choice.',
  categories: 'Which endpoints a permission category covers is not shown; the vendor documents it.',
  fields: 'This instance field is not shown; public clients of the service read it.',
  operators: 'That the offer search accepts this operator is not shown; the template search defines it.',
  ascending: 'Only `desc` is shown; public clients send `asc`.',
  states: 'The state after it is not shown; the public service reports it so.',
  restart: 'Restarting is not shown; public clients send state = running.',
  status: 'The HTTP status of this error is not shown.',
  when: 'When the service reports this error is not shown; the sandbox’s own choice.',
  optional: 'The endpoint is not shown; public clients of the service call it.',
  order: 'Which of two failures is reported first is not shown.',
  threshold: 'The number of failures before a lock is not shown; ten are enough for any sensible one.',
  bounds: 'What happens beyond this limit is not shown; the sandbox refuses.',
} as const;

const isRefusal: Shape = { success: { $is: false }, msg: 'string' };
const isSuccess: Shape = { success: { $is: true } };

function group(name: string, rows: readonly Omit<Row, 'group'>[]): Row[] {
  return rows.map((row) => ({ group: name, ...row }));
}

/* ------------------------------------------------------------------ what rows begin with */

const cheapOffer: CallStep = {
  call: 'POST bundles/',
  body: {
    rentable: { eq: true },
    rented: { eq: false },
    order: [['dph_total', 'asc']],
    type: 'on-demand',
    limit: 1,
  },
  keep: { offer: 'offers.0.id' },
};
const bidOffer: CallStep = { ...cheapOffer, body: { rentable: { eq: true }, type: 'bid', limit: 1 } };
const vmOffer: CallStep = {
  ...cheapOffer,
  body: { vms_enabled: { eq: true }, rentable: { eq: true }, rented: { eq: false }, limit: 1 },
};
const image = 'ubuntu:22.04';
const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K someone';

function rented(request: Record<string, unknown> = {}): Step[] {
  const body = { image, runtype: 'ssh_direct', disk: 10, ...request };
  return [
    cheapOffer,
    { call: 'PUT asks/$offer/', body, keep: { instance: 'new_contract', instanceKey: 'instance_api_key' } },
  ];
}
const advance = (seconds: number): Step => ({ control: 'advance', args: [seconds] });
function running(request: Record<string, unknown> = {}): Step[] {
  return [...rented(request), advance(600)];
}
function hostBehaves(behaviour: string): Step[] {
  return [{ control: 'setHostBehaviour', args: ['next', behaviour] }, ...running()];
}
const oneInstance = (shape: Shape, call: Partial<CallStep> = {}): CallStep => ({
  call: 'GET instances/$instance/',
  shape: { instances: shape },
  ...call,
});

const templateFields = {
  name: 'Conformance $unique',
  image: 'ubuntu',
  docker_login_repo: '',
  docker_login_user: '',
  docker_login_pass: '',
};
function template(fields: Record<string, unknown> = {}): CallStep {
  return {
    call: 'POST template/',
    body: { ...templateFields, ...fields },
    keep: { template: 'template.id', hash: 'template.hash_id' },
  };
}
const scopedKey = (...permissions: string[]): Step => ({
  control: 'createKey',
  args: [{ permissions, accountId: '$account' }],
  keep: { scoped: 'apiKey', scopedId: 'id' },
});
const anotherAccount = (given: Record<string, unknown> = {}): Step => ({
  control: 'createAccount',
  args: [given],
  keep: { other: 'apiKey', otherAccount: 'id' },
});

/* ------------------------------------------------------------------ authentication */

const everyEndpoint = [
  'PUT machines/1/cancel_maint/',
  'POST bundles/',
  'PUT asks/1/',
  'GET instances/',
  'GET instances/1/',
  'PUT instances/1/',
  'DELETE instances/1/',
  'GET template/',
  'POST template/',
  'PUT template/',
  'DELETE template/',
  'GET users/current/',
  'GET tfa/status/',
  'POST tfa/',
  'DELETE tfa/',
  'POST tfa/email/',
  'POST tfa/sms/',
  'POST tfa/sms/resend/',
  'POST tfa/totp-setup/',
  'POST tfa/authorize-new-method/',
  'PUT tfa/authorize-new-method/',
  'POST tfa/confirm-new/',
  'PUT tfa/update/',
  'PUT tfa/regen-backup-codes/',
];
const deniedStatus = [401, 403];

const authentication = group('Authentication', [
  ...everyEndpoint.map((call) => ({
    says: `${call} without a key is refused`,
    call,
    as: 'nobody' as const,
    status: deniedStatus,
  })),
  ...everyEndpoint.map((call) => ({
    says: `${call} with a mistyped key is refused`,
    call,
    as: 'wrong' as const,
    ...(call.startsWith('GET') ? {} : { body: {} }),
    status: deniedStatus,
  })),
  ...['GET instances/abc/', 'PUT instances/abc/', 'DELETE instances/abc/'].map((call) => ({
    says: `${call}, which no instance has, without a key is refused for the key`,
    call,
    as: 'nobody' as const,
    status: 401,
    choice: notes.order,
  })),
  { says: 'A full key reads the account', call: 'GET users/current/', shape: { id: 'integer' } },
  {
    says: 'A deleted key stops working at once',
    given: [
      scopedKey('user_read'),
      { call: 'GET users/current/', as: '$scoped' },
      { control: 'deleteKey', args: ['$scoped'] },
    ],
    call: 'GET users/current/',
    as: '$scoped',
    status: 401,
  },
  {
    says: 'An expired key is refused',
    given: [
      {
        control: 'createKey',
        args: [{ accountId: '$account', expiresInSeconds: 60 }],
        keep: { scoped: 'apiKey' },
      },
      { call: 'GET users/current/', as: '$scoped' },
      advance(61),
    ],
    call: 'GET users/current/',
    as: '$scoped',
    status: deniedStatus,
  },
  {
    says: 'Keys do not expire by default',
    given: [scopedKey('user_read'), advance(3600 * 24 * 30)],
    call: 'GET users/current/',
    as: '$scoped',
  },
  ...(
    [
      ['user_read', 'GET users/current/', 'the account'],
      ['user_read', 'GET template/', 'templates'],
      ['instance_read', 'GET instances/', 'the list of instances'],
    ] as const
  ).flatMap(([permission, call, what]) => [
    {
      says: `A key scoped to ${permission} reads ${what}`,
      given: [scopedKey(permission)],
      call,
      as: '$scoped' as const,
      choice: notes.categories,
    },
    {
      says: `A key without ${permission} does not read ${what}`,
      given: [scopedKey('misc')],
      call,
      as: '$scoped' as const,
      status: deniedStatus,
      choice: notes.categories,
    },
  ]),
  {
    says: 'A key without instance_write does not rent',
    given: [cheapOffer, scopedKey('user_read', 'instance_read')],
    call: 'PUT asks/$offer/',
    body: { image },
    as: '$scoped',
    status: deniedStatus,
    choice: notes.categories,
  },
  {
    says: 'A key without instance_write does not stop',
    given: [...rented(), scopedKey('instance_read')],
    call: 'PUT instances/$instance/',
    body: { state: 'stopped' },
    as: '$scoped',
    status: deniedStatus,
    choice: notes.categories,
    after: [oneInstance({ id: { $is: '$instance' } })],
  },
  {
    says: 'A key without instance_write does not destroy',
    given: [...rented(), scopedKey('instance_read')],
    call: 'DELETE instances/$instance/',
    as: '$scoped',
    status: deniedStatus,
    choice: notes.categories,
    after: [oneInstance({ id: { $is: '$instance' } })],
  },
  {
    says: 'The least privilege (misc, user_read, instance_read, instance_write) rents',
    given: [cheapOffer, scopedKey('misc', 'user_read', 'instance_read', 'instance_write')],
    call: 'PUT asks/$offer/',
    body: { image },
    as: '$scoped',
    shape: { new_contract: 'integer' },
  },
  {
    says: 'An instance’s own key stops it',
    given: running(),
    call: 'PUT instances/$instance/',
    body: { state: 'stopped' },
    as: '$instanceKey',
    shape: isSuccess,
  },
  {
    says: 'An instance’s own key starts it',
    given: [...running(), { call: 'PUT instances/$instance/', body: { state: 'stopped' } }, advance(60)],
    call: 'PUT instances/$instance/',
    body: { state: 'running' },
    as: '$instanceKey',
    shape: isSuccess,
    choice: notes.restart,
  },
  {
    says: 'An instance’s own key destroys it',
    given: rented(),
    call: 'DELETE instances/$instance/',
    as: '$instanceKey',
    shape: isSuccess,
  },
  ...['GET instances/', 'GET users/current/', 'POST bundles/', 'GET template/', 'GET tfa/status/'].map(
    (call) => ({
      says: `An instance’s own key does nothing else: ${call}`,
      given: rented(),
      call,
      as: '$instanceKey' as const,
      status: deniedStatus,
    }),
  ),
  {
    says: 'An instance’s own key does not destroy another instance',
    given: [
      ...rented(),
      { call: 'POST bundles/', body: cheapOffer.body, keep: { next: 'offers.0.id' } },
      { call: 'PUT asks/$next/', body: { image }, keep: { second: 'new_contract' } },
    ],
    call: 'DELETE instances/$second/',
    as: '$instanceKey',
    status: deniedStatus,
  },
  {
    says: 'An instance’s own key ends with the instance',
    given: [...rented(), { call: 'DELETE instances/$instance/' }],
    call: 'DELETE instances/$instance/',
    as: '$instanceKey',
    status: [401, 403, 404],
  },
]);

/* ------------------------------------------------------------------ search */

const offerShape: Shape = {
  id: 'integer',
  gpu_name: 'string',
  num_gpus: 'integer',
  dph_total: 'number',
  gpu_ram: 'number',
  reliability: { $gte: 0, $lte: 1 },
  rentable: 'boolean',
  direct_port_count: 'integer',
  dlperf_per_dphtotal: 'number',
};
const sortedBy = (field: string, direction: 'asc' | 'desc'): Shape => ({
  offers: { $minLength: 2, $sorted: [field, direction] },
});
const offersWhere = (each: Shape): Shape => ({ offers: { $minLength: 1, $each: each } });

const search = group('Search', [
  {
    says: 'No filter: an object with the offers',
    call: 'POST bundles/',
    body: {},
    shape: offersWhere(offerShape),
  },
  ...(
    [
      ['eq', 'num_gpus', 2, { $is: 2 }, undefined],
      ['gte', 'reliability', 0.95, { $gte: 0.95 }, undefined],
      ['in', 'num_gpus', [1, 4], { $in: [1, 4] }, undefined],
      ['neq', 'num_gpus', 1, { $not: 1 }, notes.operators],
      ['lt', 'dph_total', 1, { $lt: 1 }, notes.operators],
      ['lte', 'num_gpus', 2, { $lte: 2 }, notes.operators],
      ['gt', 'gpu_ram', 24_000, { $gt: 24_000 }, notes.operators],
      ['notin', 'num_gpus', [1, 2], { $notin: [1, 2] }, notes.operators],
    ] as const
  ).map(([operator, field, value, rule, choice]) => ({
    says: `Operator ${operator} on ${field}`,
    call: 'POST bundles/',
    body: { [field]: { [operator]: value }, limit: 200 },
    shape: offersWhere({ [field]: rule as Shape }),
    ...(choice === undefined ? {} : { choice }),
  })),
  ...(
    [
      ['gpu_name', { eq: 'RTX 4090' }, { gpu_name: { $is: 'RTX 4090' } }],
      ['gpu_ram in MB', { gte: 40_000 }, { gpu_ram: { $gte: 40_000 } }],
      ['reliability', { gte: 0.99 }, { reliability: { $gte: 0.99 } }],
      ['rentable', { eq: true }, { rentable: { $is: true } }],
      ['direct_port_count', { gte: 4 }, { direct_port_count: { $gte: 4 } }],
      ['dph_total', { lte: 0.8 }, { dph_total: { $lte: 0.8 } }],
    ] as const
  ).map(([field, filter, shape]) => ({
    says: `Filter on ${field}`,
    call: 'POST bundles/',
    body: { [field.split(' ')[0] ?? '']: filter },
    shape: offersWhere(shape),
  })),
  {
    says: 'Filter on verified',
    call: 'POST bundles/',
    body: { verified: { eq: true } },
    shape: offersWhere({ verified: { $is: true } }),
    choice: 'That an offer shows whether its host is verified is not shown; public clients read it.',
  },
  {
    says: 'Two operators on one field both hold',
    call: 'POST bundles/',
    body: { num_gpus: { gte: 2, lte: 4 } },
    shape: offersWhere({ num_gpus: { $gte: 2, $lte: 4 } }),
    choice: 'Each filter is shown with one operator; ranges need two.',
  },
  {
    says: 'A number written as a string compares as a number',
    call: 'POST bundles/',
    body: { num_gpus: { gte: '4' } },
    shape: offersWhere({ num_gpus: { $gte: 4 } }),
    choice: 'Not shown; the public service tolerates it.',
  },
  ...['dph_total', 'dlperf_per_dphtotal', 'gpu_ram', 'num_gpus'].map((field) => ({
    says: `order desc by ${field}`,
    call: 'POST bundles/',
    body: { order: [[field, 'desc']], limit: 100 },
    shape: sortedBy(field, 'desc'),
  })),
  {
    says: 'order asc',
    call: 'POST bundles/',
    body: { order: [['dph_total', 'asc']], limit: 100 },
    shape: sortedBy('dph_total', 'asc'),
    choice: notes.ascending,
  },
  ...['ondemand', 'on-demand', 'bid'].map((type) => ({
    says: `type ${type}`,
    call: 'POST bundles/',
    body: { type },
    shape: offersWhere(offerShape),
  })),
  ...[1, 7, 200].map((limit) => ({
    says: `limit ${limit} is the maximum number of results`,
    call: 'POST bundles/',
    body: { limit },
    shape: { offers: { $minLength: 1, $maxLength: limit } },
  })),
  {
    says: 'Without limit there are 64',
    call: 'POST bundles/',
    body: {},
    shape: { offers: { $length: 64 } },
    choice: 'The default limit is not shown; the public service has this one.',
  },
  {
    says: 'No match: an empty array',
    call: 'POST bundles/',
    body: { num_gpus: { gte: 100_000 } },
    shape: { offers: { $length: 0 } },
  },
  ...(
    [
      ['an unknown operator', { num_gpus: { about: 2 } }],
      ['an unknown type', { type: 'auction' }],
      ['a limit that is no number', { limit: 'many' }],
      ['an order that is no list of pairs', { order: 'dph_total' }],
      ['an order of an unknown direction', { order: [['dph_total', 'sideways']] }],
    ] as const
  ).map(([what, body]) => ({
    says: `Refused: ${what}`,
    call: 'POST bundles/',
    body,
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  })),
  {
    says: 'Refused: malformed JSON',
    call: 'POST bundles/',
    text: '{"limit": 1,',
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
]);

/* ------------------------------------------------------------------ instance creation */

const created: Shape = {
  success: { $is: true },
  new_contract: 'integer',
  instance_api_key: 'string',
  id: 'absent',
};

const creation = group('Instance creation', [
  {
    says: 'The response names new_contract and instance_api_key, not id',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image },
    shape: created,
  },
  {
    says: 'new_contract is the instance’s id',
    given: rented(),
    call: 'GET instances/$instance/',
    shape: { instances: { id: { $is: '$instance' } } },
  },
  {
    says: 'The new instance begins with actual_status null',
    given: rented(),
    call: 'GET instances/$instance/',
    shape: { instances: { actual_status: { $is: null } } },
  },
  {
    says: 'A rented offer is no longer found as rentable',
    given: rented(),
    call: 'POST bundles/',
    body: { rentable: { eq: true }, rented: { eq: false }, limit: 5000 },
    shape: { offers: { $minLength: 1, $none: { id: { $is: '$offer' } } } },
    choice: 'Not shown; a machine is rented once.',
  },
  {
    says: 'An offer that is gone: no_such_ask',
    given: [...rented(), anotherAccount()],
    call: 'PUT asks/$offer/',
    as: '$other',
    body: { image },
    status: [404, 410],
    shape: { success: { $is: false } },
    choice: notes.errors,
  },
  {
    says: 'An offer that never was',
    call: 'PUT asks/1/',
    body: { image },
    status: [404, 410],
    shape: { success: { $is: false } },
    choice: notes.errors,
  },
  {
    says: 'image is required without a template',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { disk: 10 },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
  ...(
    [
      ['image', 'pytorch/pytorch:latest', { image_uuid: { $is: 'pytorch/pytorch:latest' } }],
      ['label', 'my own name', { label: { $is: 'my own name' } }],
      ['disk', 12.5, { disk_space: { $gte: 12 } }],
      ['runtype', 'ssh_proxy', { image_runtype: { $match: 'ssh_proxy' } }],
      ['target_state', 'stopped', { intended_status: { $is: 'stopped' } }],
      ['target_state', 'running', { intended_status: { $is: 'running' } }],
      [
        'env',
        { NAME: 'value', '-p 8081:8081': '1' },
        { extra_env: { $some: { 0: { $is: 'NAME' }, 1: { $is: 'value' } } } },
      ],
      ['onstart', 'touch /tmp/started', { onstart: { $is: 'touch /tmp/started' } }],
      ['args_str', '--port 80', { id: 'integer' }],
      ['use_jupyter_lab', true, { id: 'integer' }],
      ['jupyter_dir', '/workspace', { id: 'integer' }],
      ['python_utf8', true, { id: 'integer' }],
      ['lang_utf8', true, { id: 'integer' }],
      ['image_login', '-u someone -p token registry.example.com', { id: 'integer' }],
      ['cancel_unavail', true, { id: 'integer' }],
    ] as const
  ).map(([field, value, shape]) => ({
    says: `Field ${field} is accepted (${JSON.stringify(value)})`,
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, [field]: value },
    keep: { instance: 'new_contract' },
    after: [oneInstance(shape as Shape)],
    ...(field === 'label' ? {} : { choice: notes.fields }),
  })),
  {
    says: 'Field price is accepted for an interruptible offer',
    given: [
      {
        call: 'POST bundles/',
        body: { rentable: { eq: true }, type: 'bid', order: [['dph_total', 'asc']], limit: 1 },
        keep: { offer: 'offers.0.id' },
      },
    ],
    call: 'PUT asks/$offer/',
    body: { image, price: 9.5 },
    shape: created,
  },
  {
    says: 'Without price an interruptible offer is rented on demand',
    given: [bidOffer],
    call: 'PUT asks/$offer/',
    body: { image },
    keep: { instance: 'new_contract' },
    after: [oneInstance({ is_bid: { $is: false } })],
    choice: notes.fields,
  },
  {
    says: 'Unknown and null members are tolerated',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, label: null, client_id: 'me', anything: [1] },
    shape: created,
    choice: 'Not shown; the public service tolerates them.',
  },
  ...(
    [
      ['image', 5],
      ['image', ''],
      ['label', 5],
      ['disk', 'large'],
      ['disk', 0],
      ['disk', -1],
      ['runtype', 'telnet'],
      ['target_state', 'paused'],
      ['price', 'cheap'],
      ['env', '-e NAME=value'],
      ['env', { NAME: 5 }],
      ['env', { '-p 80': '1' }],
      ['env', { '-p 80:80': 'yes' }],
      ['onstart', 5],
      ['onstart', 'x'.repeat(4049)],
      ['args_str', ['--port']],
      ['use_jupyter_lab', 'yes'],
      ['jupyter_dir', 5],
      ['python_utf8', 'yes'],
      ['lang_utf8', 1],
      ['image_login', 'someone:token'],
      ['cancel_unavail', 'yes'],
      ['vm', 'yes'],
      ['volume_info', 'none'],
    ] as const
  ).map(([field, value]) => ({
    says: `Field ${field} is refused as ${describe(value)}`,
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, [field]: value },
    status: 400,
    shape: isRefusal,
    after: [{ call: 'GET instances/', shape: { instances: { $length: 0 } } }],
    choice: notes.own,
  })),
  ...(
    [
      ['missing_billing', { hasBilling: false }],
      ['spend_rate_limit', { spendLimited: true }],
    ] as const
  ).map(([error, members]) => ({
    says: `${error}: the account may not spend`,
    given: [cheapOffer, { control: 'setAccount', args: ['$account', members] }],
    call: 'PUT asks/$offer/',
    body: { image },
    status: 400,
    error,
    shape: isRefusal,
    choice: notes.errors,
  })),
  {
    says: 'invalid_price: a bid below the offer’s lowest',
    given: [bidOffer],
    call: 'PUT asks/$offer/',
    body: { image, price: 0.0001 },
    status: 400,
    error: 'invalid_price',
    shape: isRefusal,
    choice: notes.errors,
  },
  {
    says: 'no_ssh_key_for_vm: a VM needs a key in the account',
    given: [vmOffer],
    call: 'PUT asks/$offer/',
    body: { image, vm: true, runtype: 'ssh_direct' },
    status: 400,
    error: 'no_ssh_key_for_vm',
    shape: isRefusal,
    choice: notes.errors,
  },
  {
    says: 'cancel_unavail: fails at once when the offer cannot start immediately',
    given: [{ control: 'setHostBehaviour', args: ['next', 'busy'] }, cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, cancel_unavail: true },
    status: [400, 404, 410],
    shape: { success: { $is: false } },
    after: [{ call: 'GET instances/', shape: { instances: { $length: 0 } } }],
  },
  {
    says: 'Field vm creates a VM',
    given: [vmOffer, { control: 'addUserSshKey', args: [publicKey, '$account'] }],
    call: 'PUT asks/$offer/',
    body: { image, vm: true, runtype: 'ssh_direct' },
    shape: created,
  },
]);

function describe(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.length - 2} characters` : text;
}

const runtypes = group('Runtype values', [
  ...(
    [
      ['ssh_direct', { '22/tcp': 'list', '8080/tcp': 'absent' }],
      ['jupyter_direct', { '22/tcp': 'list', '8080/tcp': 'list' }],
    ] as const
  ).map(([runtype, ports]) => ({
    says: `${runtype} provisions ${Object.entries(ports)
      .flatMap(([port, shape]) => (shape === 'list' ? [port] : []))
      .join(' and ')}`,
    given: running({ runtype }),
    ...oneInstance({ actual_status: { $is: 'running' }, ports: ports as Shape }),
    choice: notes.fields,
  })),
  ...['ssh_proxy', 'ssh', 'jupyter_proxy', 'jupyter', 'args'].map((runtype) => ({
    says: `${runtype} provisions no port`,
    given: running({ runtype }),
    ...oneInstance({ actual_status: { $is: 'running' } }),
    after: [oneInstance({ ports: { '22/tcp': 'absent', '8080/tcp': 'absent' } })],
    choice: notes.fields,
  })),
  ...['ssh_direct', 'ssh_proxy', 'ssh', 'jupyter_direct', 'jupyter_proxy', 'jupyter'].map((runtype) => ({
    says: `${runtype} includes SSH: ssh_host and ssh_port are there`,
    given: running({ runtype }),
    ...oneInstance({ ssh_host: 'string', ssh_port: 'integer' }),
  })),
]);

const volumeOffer: Step[] = [
  {
    call: 'POST volumes/search/',
    body: {},
    keep: { volumeOffer: 'offers.0.id', machine: 'offers.0.machine_id' },
  },
  {
    call: 'POST bundles/',
    body: { machine_id: { eq: '$machine' }, rented: { eq: false }, limit: 1 },
    keep: { offer: 'offers.0.id' },
  },
];
const newVolume = { create_new: true, volume_id: '$volumeOffer', size: 10, mount_path: '/data' };

const volumes = group('volume_info', [
  {
    says: 'create_new with a size and a mount path makes a volume',
    given: volumeOffer,
    call: 'PUT asks/$offer/',
    body: { image, volume_info: newVolume },
    shape: created,
    keep: { instance: 'new_contract' },
    after: [{ call: 'DELETE instances/$instance/' }],
    choice: notes.optional,
    optional: true,
    leaves: 'a volume',
  },
  {
    says: 'create_new false links an existing volume',
    given: [
      ...volumeOffer,
      {
        call: 'PUT asks/$offer/',
        body: { image, volume_info: newVolume },
        keep: { first: 'new_contract' },
      },
      { call: 'DELETE instances/$first/' },
      { call: 'GET volumes', query: { owner: 'me' }, keep: { volume: 'volumes.0.id' } },
      {
        call: 'POST bundles/',
        body: { machine_id: { eq: '$machine' }, rented: { eq: false }, limit: 1 },
        keep: { offer: 'offers.0.id' },
      },
    ],
    call: 'PUT asks/$offer/',
    body: { image, volume_info: { create_new: false, volume_id: '$volume', mount_path: '/data' } },
    shape: created,
    choice: notes.optional,
    optional: true,
    leaves: 'a volume',
  },
  {
    says: 'Linking a volume that does not exist is refused',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, volume_info: { create_new: false, volume_id: 999_999_999, mount_path: '/data' } },
    status: [400, 404],
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'create_new without a size is refused',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, volume_info: { create_new: true, volume_id: 1, mount_path: '/data' } },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
]);

/* ------------------------------------------------------------------ instances */

const instances = group('Instances', [
  {
    says: 'List: empty when there are none',
    call: 'GET instances/',
    shape: { instances_found: { $is: 0 }, instances: { $length: 0 } },
  },
  {
    says: 'List: instances_found and the instances',
    given: rented({ label: 'one' }),
    call: 'GET instances/',
    shape: {
      instances_found: { $is: 1 },
      instances: [{ id: { $is: '$instance' }, actual_status: 'string|null', label: { $is: 'one' } }],
    },
  },
  {
    says: 'List: without a slash at the end it is the same',
    call: 'GET instances',
    shape: { instances: 'list' },
    choice: 'Paths end with a slash; the public service tolerates its absence.',
  },
  {
    says: 'One: an object with the instance’s fields',
    given: running(),
    ...oneInstance({
      id: { $is: '$instance' },
      actual_status: 'string',
      ssh_host: 'string',
      ssh_port: 'integer',
      label: 'string|null',
    }),
  },
  {
    says: 'One that does not exist',
    call: 'GET instances/999999999/',
    status: 404,
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'One of another account does not exist',
    given: [...rented(), anotherAccount()],
    call: 'GET instances/$instance/',
    as: '$other',
    status: 404,
    choice: notes.own,
  },
  {
    says: 'Another account’s list does not show it',
    given: [...rented(), anotherAccount()],
    call: 'GET instances/',
    as: '$other',
    shape: { instances: { $length: 0 } },
  },
  {
    says: 'PUT state stopped: success',
    given: running(),
    call: 'PUT instances/$instance/',
    body: { state: 'stopped' },
    shape: isSuccess,
  },
  {
    says: 'PUT state running: success',
    given: [...running(), { call: 'PUT instances/$instance/', body: { state: 'stopped' } }, advance(60)],
    call: 'PUT instances/$instance/',
    body: { state: 'running' },
    shape: isSuccess,
    choice: notes.restart,
  },
  {
    says: 'PUT an unknown state is refused',
    given: rented(),
    call: 'PUT instances/$instance/',
    body: { state: 'asleep' },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'PUT to an instance that does not exist',
    call: 'PUT instances/999999999/',
    body: { state: 'stopped' },
    status: 404,
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'PUT label renames',
    given: rented(),
    call: 'PUT instances/$instance/',
    body: { label: 'renamed' },
    shape: isSuccess,
    after: [oneInstance({ label: { $is: 'renamed' } })],
    choice: notes.optional,
  },
  {
    says: 'DELETE: success, and it is gone',
    given: rented(),
    call: 'DELETE instances/$instance/',
    shape: isSuccess,
    after: [{ call: 'GET instances/', shape: { instances_found: { $is: 0 } } }],
  },
  {
    says: 'DELETE twice',
    given: [...rented(), { call: 'DELETE instances/$instance/' }],
    call: 'DELETE instances/$instance/',
    status: 404,
    choice: notes.own,
  },
  {
    says: 'DELETE with a JSON body is the same',
    given: rented(),
    call: 'DELETE instances/$instance/',
    body: {},
    shape: isSuccess,
    choice: 'The request has none; the public service tolerates it.',
  },
  {
    says: 'DELETE of another account’s instance is refused',
    given: [...rented(), anotherAccount()],
    call: 'DELETE instances/$instance/',
    as: '$other',
    status: 404,
    after: [oneInstance({ id: { $is: '$instance' } })],
    choice: notes.own,
  },
  ...['abc', '0', '-1', '1e3', '99999999999999999999999'].map((id) => ({
    says: `An id that is none (${id}) is not found`,
    call: `GET instances/${id}/`,
    status: [400, 404],
    shape: isRefusal,
    choice: notes.own,
  })),
  {
    says: 'The list’s successor answers in pages',
    given: rented(),
    call: 'GET /api/v1/instances/',
    query: { limit: '25' },
    shape: { instances: [{ id: 'integer' }], next_token: 'null|string|absent' },
    choice: notes.optional,
  },
]);

const states = group('Instance states', [
  { says: '(none) → null: created', given: rented(), ...oneInstance({ actual_status: { $is: null } }) },
  {
    says: 'null → loading',
    given: hostBehaves('stuck'),
    ...oneInstance({ actual_status: { $is: 'loading' } }),
  },
  { says: 'loading → running', given: running(), ...oneInstance({ actual_status: { $is: 'running' } }) },
  {
    says: 'any → stopped by PUT state stopped',
    given: [...running(), { call: 'PUT instances/$instance/', body: { state: 'stopped' } }, advance(60)],
    ...oneInstance({
      actual_status: { $in: ['stopped', 'exited'] },
      intended_status: { $is: 'stopped' },
      cur_state: { $is: 'stopped' },
    }),
    choice: notes.states,
  },
  {
    says: 'Stopped → running again',
    given: [
      ...running(),
      { call: 'PUT instances/$instance/', body: { state: 'stopped' } },
      advance(60),
      { call: 'PUT instances/$instance/', body: { state: 'running' } },
      advance(600),
    ],
    ...oneInstance({ actual_status: { $is: 'running' } }),
    choice: notes.restart,
  },
  {
    says: 'any → removed by DELETE',
    given: [...running(), { call: 'DELETE instances/$instance/' }],
    call: 'GET instances/$instance/',
    status: 404,
    choice: notes.own,
  },
  ...['exited', 'unknown', 'offline'].map((state) => ({
    says: `${state} never becomes running`,
    given: [...hostBehaves(state), advance(3600)],
    ...oneInstance({ actual_status: { $is: state } }),
  })),
  {
    says: 'A stopped instance accrues no compute charges, but its disk’s',
    given: [
      ...running(),
      { call: 'PUT instances/$instance/', body: { state: 'stopped' } },
      advance(60),
      // A hundred hours of the disk cost less than this, and of the GPU more.
      { control: 'setCredit', args: [1, '$account'] },
      advance(360_000),
    ],
    call: 'GET users/current/',
    shape: { credit: { $gt: 0, $lt: 1 } },
  },
  {
    says: 'An instance that never runs goes on accruing disk charges',
    given: [
      ...hostBehaves('stuck'),
      { call: 'GET users/current/', keep: { before: 'credit' } },
      advance(36_000),
    ],
    call: 'GET users/current/',
    shape: { credit: { $lt: '$before' } },
  },
  {
    says: 'Destroying stops all billing',
    given: [
      ...running(),
      { call: 'DELETE instances/$instance/' },
      { call: 'GET users/current/', keep: { before: 'credit' } },
      advance(360_000),
    ],
    call: 'GET users/current/',
    shape: { credit: { $is: '$before' } },
  },
]);

/* ------------------------------------------------------------------ templates */

const savedTemplate: Shape = { template: { id: 'integer', hash_id: { $minLength: 1 }, name: 'string' } };
const byId = { id: { eq: '$template' } };
const found = (shape: Shape): CallStep => ({
  call: 'GET template/',
  query: { select_filters: byId },
  shape: { templates: [shape] },
});

const templates = group('Templates', [
  { says: 'Create: the template with id and hash_id', ...template(), shape: savedTemplate },
  ...['name', 'image', 'docker_login_repo', 'docker_login_user', 'docker_login_pass'].map((field) => ({
    says: `Create: ${field} is required`,
    call: 'POST template/',
    body: { ...templateFields, [field]: null },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  })),
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

const precedence = group('Template precedence', [
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

/* ------------------------------------------------------------------ accounts */

const accounts = group('Accounts', [
  {
    says: 'The user object',
    call: 'GET users/current/',
    shape: {
      id: 'integer',
      email: 'string|null',
      full_name: 'string|null',
      credit: 'number',
      ssh_key: 'string|null',
      tfa_status: { $in: ['enabled', 'disabled', 'legacy'] },
    },
  },
]);

const subaccount = {
  email: '$unique@example.com',
  username: '$unique',
  password: 'a long password',
  parent_id: 'me',
};
const email = (length: number, unique?: '$unique'): string =>
  `${'e'.repeat(length - '@example.com'.length - (unique ? uniqueLength : 0))}${unique ?? ''}@example.com`;
const subaccountCreated: Shape = { id: 'integer', username: 'string', email: 'string', key_id: 'integer' };
const oneMore = { leaves: 'a subaccount' } as const;
const subaccountRefused = { status: [400, 401, 403, 409, 422], choice: notes.status } as const;

const subaccounts = group('Subaccount creation', [
  {
    says: 'id, username, email, key_id',
    call: 'POST users/',
    body: subaccount,
    shape: { ...subaccountCreated, username: { $is: '$unique' } },
    ...oneMore,
  },
  ...(
    [
      ['host_only', true],
      ['ssh_key', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K someone'],
      ['captcha', 'token'],
    ] as const
  ).map(([field, value]) => ({
    says: `Field ${field} is accepted`,
    call: 'POST users/',
    body: { ...subaccount, [field]: value },
    shape: subaccountCreated,
    ...oneMore,
  })),
  ...['email', 'username', 'password'].map((field) => ({
    says: `${field} is required`,
    call: 'POST users/',
    body: { ...subaccount, [field]: null },
    shape: { error: 'string', msg: 'string' },
    ...subaccountRefused,
  })),
  {
    says: 'captcha is required for non-subaccounts',
    call: 'POST users/',
    body: { ...subaccount, parent_id: null },
    shape: isRefusal,
    ...subaccountRefused,
  },
  ...(
    [
      ['email', email(64, '$unique'), email(65)],
      ['username', `${'u'.repeat(64 - uniqueLength)}$unique`, 'u'.repeat(65)],
      ['password', 'p'.repeat(256), 'p'.repeat(257)],
      ['ssh_key', `ssh-rsa ${'A'.repeat(4088)}`, `ssh-rsa ${'A'.repeat(4089)}`],
      ['captcha', 'c'.repeat(8192), 'c'.repeat(8193)],
    ] as const
  ).flatMap(([field, longest, tooLong]) => [
    {
      says: `${field} of ${tooLong.length - 1} characters is accepted`,
      call: 'POST users/',
      body: { ...subaccount, [field]: longest },
      shape: subaccountCreated,
      ...oneMore,
    },
    {
      says: `${field} of ${tooLong.length} characters is refused`,
      call: 'POST users/',
      body: { ...subaccount, [field]: tooLong },
      ...subaccountRefused,
    },
  ]),
  ...[
    'someone@vast.ai',
    'x@vast',
    'a@b@vast.com',
    'no-at-sign',
    'someone@nowhere',
    '@example.com',
    'a b@example.com',
  ].map((address) => ({
    says: `invalid_email: ${address}`,
    call: 'POST users/',
    body: { ...subaccount, email: address },
    error: 'invalid_email',
    shape: { msg: 'string' },
    status: [200, 400, 422],
    choice: notes.status,
  })),
  {
    says: 'user_exists',
    given: [{ call: 'POST users/', body: subaccount }, advance(10)],
    call: 'POST users/',
    body: subaccount,
    error: 'user_exists',
    shape: { msg: 'string' },
    status: [200, 400, 409],
    choice: notes.status,
  },
  {
    says: 'Two calls within 3 s: detail reports too frequent requests',
    ...oneMore,
    given: [{ call: 'POST users/', body: subaccount }],
    call: 'POST users/',
    body: { ...subaccount, email: 'b$unique@example.com', username: 'b$unique' },
    shape: { detail: { $match: 'too frequent.*threshold=3\\.0' } },
    status: [200, 400, 403, 429],
    choice: notes.status,
  },
  {
    says: 'After 3 s it is accepted',
    given: [{ call: 'POST users/', body: subaccount }, advance(3)],
    call: 'POST users/',
    body: { ...subaccount, email: 'b$unique@example.com', username: 'b$unique' },
    shape: subaccountCreated,
    choice: 'Unit and window of the threshold are not shown; seconds between two calls.',
  },
]);

/* ------------------------------------------------------------------ machines */

const ownMachine: Step = { control: 'addHostedMachine', args: ['$account', 2], keep: { machine: '' } };

const machines = group('Machines', [
  {
    says: 'Cancelling maintenance: success, ctime, machine_id, msg with the count',
    given: [ownMachine],
    call: 'PUT machines/$machine/cancel_maint/',
    shape: { success: { $is: true }, ctime: 'number', machine_id: { $is: '$machine' }, msg: { $match: '2' } },
  },
  {
    says: 'A second time there is nothing to cancel',
    given: [ownMachine, { call: 'PUT machines/$machine/cancel_maint/' }],
    call: 'PUT machines/$machine/cancel_maint/',
    shape: { success: { $is: true }, msg: { $match: '0' } },
    choice: 'What happens without a window is not shown.',
  },
  {
    says: 'A machine that does not exist',
    call: 'PUT machines/999999999/cancel_maint/',
    status: 404,
    shape: { success: { $is: false }, msg: 'string', machine_id: { $is: 999999999 }, user_id: 'integer' },
  },
  {
    says: 'A machine of somebody else',
    given: [ownMachine, anotherAccount()],
    call: 'PUT machines/$machine/cancel_maint/',
    as: '$other',
    status: 404,
    shape: {
      success: { $is: false },
      msg: 'string',
      machine_id: { $is: '$machine' },
      user_id: { $is: '$otherAccount' },
    },
  },
]);

/* ------------------------------------------------------------------ two-factor authentication */

const lastCode = (name = 'code'): Step => ({ control: 'outbox', keep: { [name]: '-1.code' } });
const lastMessage = (shape: Shape): Step => ({ control: 'outbox', at: '-1', shape });
const providerFails = (fault: string): Step => ({ control: 'setTwoFactorFault', args: [fault] });
const emailUnverified: Step = { control: 'unsetEmail', args: ['$account', { keepAddress: true }] };
const administrator: Step = { control: 'setAccount', args: ['$account', { isAdmin: true }] };
const legacy: Step = {
  control: 'makeLegacy',
  args: ['$account', { phoneNumber: '$phone', backupCodes: true }],
};
const login: Step = { control: 'beginLogin', args: ['$account'], keep: { login: '' } };
const teamKey: Step = {
  control: 'createKey',
  args: [{ accountId: '$account', team: true }],
  keep: { team: 'apiKey' },
};

const beginByEmail: Step[] = [
  { call: 'POST tfa/authorize-new-method/', body: {}, keep: { authorization: 'secret' } },
  lastCode(),
];
const authorizedByEmail: Step[] = [
  ...beginByEmail,
  { call: 'PUT tfa/authorize-new-method/', body: { code: '$code', secret: '$authorization' } },
];
/** A code is good once, so the next one is waited for. */
const nextTotp: Step[] = [advance(30), { totp: '$totpSecret', keep: 'code' }];
const totpSetUp: Step[] = [
  { call: 'POST tfa/totp-setup/', keep: { totpSecret: 'secret' } },
  { totp: '$totpSecret', keep: 'code' },
];
const confirmTotp: CallStep = {
  call: 'POST tfa/confirm-new/',
  body: { tfa_method: 'totp', code: '$code', secret: '$totpSecret' },
};
const withTotp: Step[] = [
  ...authorizedByEmail,
  ...totpSetUp,
  {
    ...confirmTotp,
    keep: {
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [`backup${index}`, `backup_codes.${index}`]),
      ),
      backup: 'backup_codes.0',
      secondBackup: 'backup_codes.1',
      lastBackup: 'backup_codes.9',
    },
  },
  { call: 'GET tfa/status/', keep: { totpId: 'methods.0.id' } },
];
const nineBackupCodesUsed: Step[] = Array.from({ length: 9 }, (_, index) => ({
  call: 'POST tfa/',
  body: { backup_code: `$backup${index}` },
}));
const sendSms: CallStep = {
  call: 'POST tfa/sms/',
  body: { phone_number: '$phone' },
  keep: { sms: 'secret' },
};
/** The number belongs to nobody. */
const oneSms = { leaves: 'an SMS sent to a made-up number' } as const;
const smsSent: Step[] = [sendSms, lastCode()];
const confirmSms: CallStep = {
  call: 'POST tfa/confirm-new/',
  body: { tfa_method: 'sms', code: '$code', secret: '$sms', phone_number: '$phone' },
};
const withSms: Step[] = [
  ...authorizedByEmail,
  ...smsSent,
  { ...confirmSms, keep: { backup: 'backup_codes.0' } },
  { call: 'GET tfa/status/', keep: { smsId: 'methods.0.id' } },
];
const withBoth: Step[] = [
  ...withTotp,
  { call: 'POST tfa/authorize-new-method/', body: { backup_code: '$backup' } },
  ...smsSent,
  confirmSms,
  { call: 'GET tfa/status/', keep: { smsId: 'methods.1.id' } },
];
const emailSent: Step[] = [{ call: 'POST tfa/email/', body: {}, keep: { email: 'secret' } }, lastCode()];
const wrongCode = '000001';
const backupCodes: Shape = { $length: 10, $each: { $match: '^\\w{4}-\\w{4}-\\w{4}$' } };
const methodRecord: Shape = {
  id: 'integer',
  user_id: { $is: '$account' },
  method: { $in: ['sms', 'totp'] },
  label: 'string',
  is_primary: 'boolean',
  fail_count: 'integer',
  locked_until: 'number|null',
  created_at: 'number',
  last_used: 'number|null',
  secret: 'absent',
};
const status = (shape: Shape): CallStep => ({ call: 'GET tfa/status/', shape });
const user: Shape = { id: { $is: '$account' } };

const twoFactor = group('Two-factor endpoints', [
  {
    says: 'Status without methods',
    ...status({
      success: { $is: true },
      tfa_enabled: { $is: false },
      methods: { $length: 0 },
      backup_codes_remaining: 'integer',
      new_method_authorized: { $is: false },
    }),
  },
  {
    says: 'Status with a TOTP method: the record, without its secret',
    given: withTotp,
    ...status({
      tfa_enabled: { $is: true },
      methods: [{ ...methodRecord, method: { $is: 'totp' }, is_primary: { $is: true } }],
      backup_codes_remaining: { $is: 10 },
    }),
    after: [{ call: 'GET users/current/', shape: { tfa_status: { $is: 'enabled' } } }],
  },
  {
    says: 'Status with an SMS method: only the last 4 digits are visible',
    given: withSms,
    ...status({
      methods: [{ ...methodRecord, method: { $is: 'sms' }, phone_number: { $match: '^\\D*\\d{4}$' } }],
    }),
  },
  {
    says: 'Status of a legacy account: enabled',
    given: [legacy],
    ...status({ tfa_enabled: { $is: true } }),
    after: [{ call: 'GET users/current/', shape: { tfa_status: { $is: 'legacy' } } }],
  },

  {
    says: 'Login by TOTP with a key: the user and a session_key, which works',
    given: [...withTotp, ...nextTotp],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    shape: { ...user, session_key: 'string', backup_codes_remaining: 'absent', legacy_tfa_user: 'absent' },
    keep: { session: 'session_key' },
    after: [{ call: 'GET users/current/', as: '$session', shape: user }],
  },
  {
    says: 'Login by SMS, which is the default method',
    given: [...withSms, ...smsSent],
    call: 'POST tfa/',
    body: { code: '$code', secret: '$sms' },
    shape: { ...user, session_key: 'string' },
  },
  {
    says: 'Login by email',
    given: [...withTotp, ...emailSent],
    call: 'POST tfa/',
    body: { tfa_method: 'email', code: '$code', secret: '$email' },
    shape: { ...user, session_key: 'string' },
  },
  {
    says: 'Login by backup code: backup_codes_remaining',
    given: withTotp,
    call: 'POST tfa/',
    body: { backup_code: '$backup' },
    shape: { ...user, session_key: 'string', backup_codes_remaining: { $is: 9 } },
  },
  {
    says: 'Login by the last backup code: backup_codes_remaining is absent at 0',
    given: [...withTotp, ...nineBackupCodesUsed],
    call: 'POST tfa/',
    body: { backup_code: '$lastBackup' },
    shape: { ...user, backup_codes_remaining: 'absent' },
  },
  {
    says: 'Login by several methods of a type: tfa_method_id says which',
    given: [...withTotp, ...nextTotp],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code', tfa_method_id: '$totpId' },
    shape: { session_key: 'string' },
  },
  {
    says: 'Login of a legacy account: legacy_tfa_user',
    given: [legacy, ...smsSent],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
    shape: { legacy_tfa_user: { $is: true } },
  },
  {
    says: 'Login in the logged-out flow: no session_key in the body',
    given: [...withTotp, ...nextTotp, login],
    call: 'POST tfa/',
    as: 'nobody',
    body: { tfa_method: 'totp', code: '$code', secret: '$login' },
    shape: { ...user, session_key: 'absent' },
  },

  {
    says: 'Remove one of two methods: msg and remaining_methods',
    given: [...withBoth, ...nextTotp],
    call: 'DELETE tfa/',
    body: { tfa_method: 'totp', code: '$code', target_id: '$smsId' },
    shape: { msg: 'string', remaining_methods: { $is: 1 } },
    after: [status({ tfa_enabled: { $is: true }, methods: [{ id: { $is: '$totpId' } }] })],
  },
  {
    says: 'Remove without target_id: the verifying method',
    given: [...withBoth, ...nextTotp],
    call: 'DELETE tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    shape: { remaining_methods: { $is: 1 } },
    after: [status({ methods: [{ id: { $is: '$smsId' } }] })],
  },
  {
    says: 'Remove by backup code: target_id is required',
    given: withBoth,
    call: 'DELETE tfa/',
    body: { backup_code: '$secondBackup' },
    status: 400,
    shape: { error: 'string', msg: 'string' },
    after: [status({ methods: { $length: 2 } })],
  },
  {
    says: 'Remove by backup code and target_id',
    given: withBoth,
    call: 'DELETE tfa/',
    body: { backup_code: '$secondBackup', target_id: '$smsId' },
    shape: { remaining_methods: { $is: 1 } },
  },
  {
    says: 'Remove the last method: msg only, 2FA is disabled',
    given: [...withTotp, ...nextTotp],
    call: 'DELETE tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    shape: { msg: 'string', remaining_methods: 'absent' },
    after: [
      status({ tfa_enabled: { $is: false }, methods: { $length: 0 }, backup_codes_remaining: { $is: 0 } }),
      { call: 'GET users/current/', shape: { tfa_status: { $is: 'disabled' } } },
    ],
  },
  {
    says: 'Remove by a legacy account: msg only, 2FA is disabled',
    given: [legacy, ...smsSent],
    call: 'DELETE tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
    shape: { msg: 'string', remaining_methods: 'absent' },
    after: [status({ tfa_enabled: { $is: false } })],
  },

  {
    says: 'Send email: success, msg, secret',
    call: 'POST tfa/email/',
    body: {},
    shape: { success: { $is: true }, msg: 'string', secret: 'string' },
  },
  {
    says: 'Send email twice: each has a new secret',
    given: emailSent,
    call: 'POST tfa/email/',
    body: {},
    shape: { secret: { $not: '$email' } },
  },
  {
    says: 'Send email in the logged-out flow',
    given: [...withTotp, login],
    call: 'POST tfa/email/',
    as: 'nobody',
    body: { secret: '$login' },
    shape: { secret: 'string' },
  },
  { says: 'Send SMS: msg, secret', ...sendSms, ...oneSms, shape: { msg: 'string', secret: 'string' } },
  {
    says: 'Send SMS by tfa_method_id: to that method’s number',
    given: [...withSms, advance(601)],
    call: 'POST tfa/sms/',
    body: { tfa_method_id: '$smsId' },
    shape: { secret: 'string' },
    after: [lastMessage({ channel: { $is: 'sms' }, to: { $is: '$phone' } })],
  },
  {
    says: 'Send SMS: a number on the account needs no phone_number',
    given: [legacy],
    call: 'POST tfa/sms/',
    body: {},
    shape: { secret: 'string' },
  },
  {
    says: 'Resend SMS: msg, and a new secret for a key without one',
    given: smsSent,
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '$phone' },
    shape: { msg: 'string', secret: 'string' },
  },
  {
    says: 'The resent code counts, under its secret',
    given: [
      ...authorizedByEmail,
      ...smsSent,
      { call: 'POST tfa/sms/resend/', body: { phone_number: '$phone' }, keep: { sms: 'secret' } },
      lastCode(),
    ],
    ...confirmSms,
    shape: isSuccess,
  },
  {
    says: 'The resent code authorizes, under its secret',
    given: [
      ...withSms,
      advance(601),
      { call: 'POST tfa/authorize-new-method/', body: { tfa_method: 'sms' } },
      { call: 'POST tfa/sms/resend/', body: {}, keep: { authorization: 'secret' } },
      lastCode(),
    ],
    call: 'PUT tfa/authorize-new-method/',
    body: { code: '$code', secret: '$authorization' },
    shape: isSuccess,
  },
  {
    says: 'Of codes to two numbers each can be sent again',
    given: [...smsSent, { call: 'POST tfa/sms/', body: { phone_number: '+15550001234' } }],
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '$phone' },
    shape: { secret: 'string' },
    after: [lastMessage({ to: { $is: '$phone' } })],
  },
  {
    says: 'TOTP setup: a base32 secret and an otpauth URI; nothing is added',
    call: 'POST tfa/totp-setup/',
    shape: { secret: { $match: '^[A-Z2-7]{16,}=*$' }, provisioning_uri: { $match: '^otpauth://totp/' } },
    after: [status({ tfa_enabled: { $is: false }, methods: { $length: 0 } })],
  },
  {
    says: 'Authorize, step 1, without methods: forced to email',
    call: 'POST tfa/authorize-new-method/',
    body: { tfa_method: 'totp' },
    shape: { success: { $is: true }, secret: 'string' },
    after: [
      lastMessage({ channel: { $is: 'email' }, accountId: { $is: '$account' } }),
      status({ new_method_authorized: { $is: false } }),
    ],
  },
  {
    says: 'Authorize, step 1, by backup code: success and msg, and it is granted',
    given: withTotp,
    call: 'POST tfa/authorize-new-method/',
    body: { backup_code: '$backup' },
    shape: { success: { $is: true }, msg: 'string', secret: 'absent' },
    after: [status({ new_method_authorized: { $is: true }, backup_codes_remaining: { $is: 9 } })],
  },
  {
    says: 'Authorize, step 2: success, msg, granted',
    given: beginByEmail,
    call: 'PUT tfa/authorize-new-method/',
    body: { code: '$code', secret: '$authorization' },
    shape: { success: { $is: true }, msg: 'string' },
    after: [status({ new_method_authorized: { $is: true } })],
  },
  {
    says: 'Confirm the first method (TOTP): ten backup codes, 2FA is enabled',
    given: [...authorizedByEmail, ...totpSetUp],
    ...confirmTotp,
    shape: { success: { $is: true }, msg: 'string', backup_codes: backupCodes },
    after: [status({ tfa_enabled: { $is: true } })],
  },
  {
    says: 'Confirm the first method (SMS): ten backup codes',
    given: [...authorizedByEmail, ...smsSent],
    ...confirmSms,
    shape: { success: { $is: true }, msg: 'string', backup_codes: backupCodes },
  },
  {
    says: 'Confirm a second method: no backup codes',
    given: [
      ...withTotp,
      { call: 'POST tfa/authorize-new-method/', body: { backup_code: '$backup' } },
      ...smsSent,
    ],
    ...confirmSms,
    shape: { success: { $is: true }, backup_codes: 'absent' },
    after: [status({ methods: { $length: 2 } })],
  },
  {
    says: 'Confirm with a label',
    given: [...authorizedByEmail, ...totpSetUp],
    call: 'POST tfa/confirm-new/',
    body: { tfa_method: 'totp', code: '$code', secret: '$totpSecret', label: 'My phone' },
    after: [status({ methods: [{ label: { $is: 'My phone' } }] })],
  },
  {
    says: 'Update the label: success, msg, method',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method_id: '$totpId', label: 'Renamed' },
    shape: { success: { $is: true }, msg: 'string', method: { ...methodRecord, label: { $is: 'Renamed' } } },
  },
  {
    says: 'Update by tfa_method when there is one of the type',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method: 'totp', label: 'By type' },
    shape: { method: { label: { $is: 'By type' } } },
  },
  {
    says: 'Update is_primary: the other method is no longer',
    given: withBoth,
    call: 'PUT tfa/update/',
    body: { tfa_method_id: '$smsId', is_primary: true },
    shape: { method: { id: { $is: '$smsId' }, is_primary: { $is: true } } },
    after: [status({ methods: { $some: { id: { $is: '$totpId' }, is_primary: { $is: false } } } })],
  },
  {
    says: 'Regenerate backup codes: msg and ten new ones; the old are gone',
    given: [...withTotp, ...nextTotp],
    call: 'PUT tfa/regen-backup-codes/',
    body: { tfa_method: 'totp', code: '$code' },
    shape: { msg: 'string', backup_codes: backupCodes },
    after: [
      { call: 'POST tfa/', body: { backup_code: '$backup' }, status: 401, error: 'invalid_backup_code' },
    ],
  },
  {
    says: 'Regenerate on a legacy account: an SMS method is made from the number on file',
    given: [legacy, ...smsSent],
    call: 'PUT tfa/regen-backup-codes/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
    shape: { backup_codes: backupCodes },
    after: [status({ methods: [{ method: { $is: 'sms' } }] })],
  },
  {
    says: 'Deprecated: POST tfa/test/ sends an SMS',
    ...oneSms,
    call: 'POST tfa/test/',
    body: { phone_number: '$phone' },
    shape: { msg: 'string', secret: 'string' },
  },
  {
    says: 'Deprecated: POST tfa/resend/ sends it again',
    given: smsSent,
    call: 'POST tfa/resend/',
    body: { phone_number: '$phone' },
    shape: { msg: 'string', secret: 'string' },
  },
  {
    says: 'Deprecated: POST tfa/test-submit/ confirms',
    given: [...authorizedByEmail, ...smsSent],
    ...confirmSms,
    call: 'POST tfa/test-submit/',
    shape: { success: { $is: true }, backup_codes: backupCodes },
  },
  {
    says: 'Rule 1: an administrator without a verified email gets SMS codes',
    given: [administrator, emailUnverified],
    ...sendSms,
  },
  {
    says: 'Rule 1: an administrator without a verified email gets no email codes',
    given: [administrator, emailUnverified],
    call: 'POST tfa/email/',
    body: {},
    status: 400,
    error: 'email_not_verified',
  },
  {
    says: 'Rule 1: adding a later method by TOTP needs no verified email',
    given: [
      ...withTotp,
      emailUnverified,
      ...nextTotp,
      {
        call: 'POST tfa/authorize-new-method/',
        body: { tfa_method: 'totp' },
        keep: { authorization: 'secret' },
      },
    ],
    call: 'PUT tfa/authorize-new-method/',
    body: { code: '$code', secret: '$authorization' },
    shape: isSuccess,
  },
]);

const failed = (
  error: string,
  statusCode: number,
  more: Record<string, Shape> = {},
): Pick<CallStep, 'status' | 'error' | 'shape'> => ({
  status: statusCode,
  error,
  shape: { msg: 'string', ...more },
});
/** Others use the number as often as an account may. */
const codesToNumber: CallStep[] = [
  { call: 'POST tfa/sms/', as: '$other', body: { phone_number: '$phone' }, status: [200, 429] },
  {
    call: 'POST tfa/sms/resend/',
    as: '$other',
    body: { phone_number: '$phone' },
    status: [200, 400, 429],
    times: 10,
  },
];
const tenWrongCodes: CallStep = {
  call: 'POST tfa/',
  body: { tfa_method: 'totp', code: wrongCode },
  status: [400, 429],
  times: 10,
};

const twoFactorErrors = group('Two-factor errors', [
  ...(
    [
      ['a code of 5 digits', { tfa_method: 'totp', code: '12345' }],
      ['a code of 7 digits', { tfa_method: 'totp', code: '1234567' }],
      ['a code that is a number', { tfa_method: 'totp', code: 123456 }],
      ['an unknown tfa_method', { tfa_method: 'pigeon', code: '123456' }],
      ['a tfa_method_id that is no number', { tfa_method: 'totp', code: '123456', tfa_method_id: 'first' }],
    ] as const
  ).map(([what, body]) => ({
    says: `bad_request: ${what}`,
    given: withTotp,
    call: 'POST tfa/',
    body,
    status: 400,
    shape: { error: { $in: ['bad_request', 'invalid_tfa_method'] }, msg: 'string' },
  })),
  {
    says: 'bad_request: malformed JSON',
    call: 'POST tfa/email/',
    text: '{"secret":',
    ...failed('bad_request', 400),
  },
  ...['5551234', '+0123456789', '+1-555-123', 'mother'].map((phone_number) => ({
    says: `bad_request: a phone number that is not E.164 (${phone_number})`,
    call: 'POST tfa/sms/',
    body: { phone_number },
    ...failed('bad_request', 400),
  })),
  {
    says: 'bad_request: a label of 31 characters at confirm-new',
    given: [...authorizedByEmail, ...totpSetUp],
    call: 'POST tfa/confirm-new/',
    body: { tfa_method: 'totp', code: '$code', secret: '$totpSecret', label: 'l'.repeat(31) },
    ...failed('bad_request', 400),
  },
  {
    says: 'bad_request: a label of 31 characters at update',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method_id: '$totpId', label: 'l'.repeat(31) },
    ...failed('bad_request', 400),
  },
  {
    says: 'auth_error: a key that is not valid',
    call: 'GET tfa/status/',
    as: 'wrong',
    ...failed('auth_error', 403),
  },
  {
    says: 'invalid_tfa_method: email cannot be added',
    given: authorizedByEmail,
    call: 'POST tfa/confirm-new/',
    body: { tfa_method: 'email', code: '123456', secret: 'x' },
    ...failed('invalid_tfa_method', 400),
  },
  {
    says: 'invalid_tfa_method: update does not apply to email',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method: 'email', label: 'x' },
    ...failed('invalid_tfa_method', 400),
  },
  {
    says: 'missing_auth_value: code or backup_code missing',
    given: withTotp,
    call: 'POST tfa/',
    body: { tfa_method: 'totp' },
    ...failed('missing_auth_value', 400),
  },
  ...['POST tfa/', 'POST tfa/email/', 'POST tfa/sms/', 'POST tfa/sms/resend/'].map((call) => ({
    says: `missing_auth_value: ${call} with neither key nor secret`,
    call,
    as: 'nobody' as const,
    body: {},
    ...failed('missing_auth_value', 401),
  })),
  {
    says: 'missing_params: code and secret missing',
    given: beginByEmail,
    call: 'PUT tfa/authorize-new-method/',
    body: {},
    ...failed('missing_params', 400),
  },
  ...(
    [
      ['POST tfa/email/', {}],
      ['POST tfa/sms/', { phone_number: '$phone' }],
      ['POST tfa/authorize-new-method/', {}],
    ] as const
  ).map(([call, body]) => ({
    says: `email_not_verified: ${call}`,
    given: [emailUnverified],
    call,
    body,
    ...failed('email_not_verified', 400),
  })),
  {
    says: '2fa_expired: a code after 10 minutes',
    given: [...withSms, ...smsSent, advance(601)],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
    ...failed('2fa_expired', 400),
  },
  {
    says: 'challenge_not_found: no challenge matches the secret',
    given: [...withSms, ...smsSent],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: 'no-such-secret' },
    ...failed('challenge_not_found', 400),
  },
  {
    says: 'challenge_not_found: a code is good once',
    given: [
      ...withSms,
      ...smsSent,
      { call: 'POST tfa/', body: { tfa_method: 'sms', code: '$code', secret: '$sms' } },
    ],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
    ...failed('challenge_not_found', 400),
  },
  {
    says: 'no_challenge_found: resend without a code sent',
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '$phone' },
    ...failed('no_challenge_found', 400),
    choice: notes.when,
  },
  {
    says: 'tfa_challenge_exists: a recent SMS code',
    given: smsSent,
    call: 'POST tfa/sms/',
    body: { phone_number: '$phone' },
    ...failed('tfa_challenge_exists', 400),
  },
  {
    says: 'authorization_required: confirm-new without authorization',
    given: totpSetUp,
    ...confirmTotp,
    ...failed('authorization_required', 403),
  },
  {
    says: 'no_pending_authorization: PUT without POST',
    call: 'PUT tfa/authorize-new-method/',
    body: { code: '123456', secret: 'x' },
    ...failed('no_pending_authorization', 400),
  },
  {
    says: 'invalid_backup_code: unknown',
    given: withTotp,
    call: 'POST tfa/',
    body: { backup_code: 'aaaa-bbbb-cccc' },
    ...failed('invalid_backup_code', 401),
  },
  {
    says: 'invalid_backup_code: used',
    given: [...withTotp, { call: 'POST tfa/', body: { backup_code: '$backup' } }],
    call: 'POST tfa/',
    body: { backup_code: '$backup' },
    ...failed('invalid_backup_code', 401),
  },
  {
    says: 'untracked_2fa_found: a legacy account on test-submit',
    given: [legacy, ...smsSent],
    ...confirmSms,
    call: 'POST tfa/test-submit/',
    ...failed('untracked_2fa_found', 400),
  },
  {
    says: 'duplicate_tfa_method',
    given: [
      ...withTotp,
      { call: 'POST tfa/authorize-new-method/', body: { backup_code: '$backup' } },
      ...totpSetUp,
    ],
    ...confirmTotp,
    ...failed('duplicate_tfa_method', 400),
  },
  {
    says: 'twilio_error',
    given: [providerFails('twilio_error')],
    ...sendSms,
    keep: {},
    ...failed('twilio_error', 400),
  },
  {
    says: 'preauth_phone_cap: a number in too many attempts',
    given: [1, 2, 3, 4, 5].flatMap(() => [anotherAccount(), ...codesToNumber]),
    ...sendSms,
    keep: {},
    ...failed('preauth_phone_cap', 429),
    choice: 'How many are too many is not shown.',
  },
  {
    says: 'sms_rate_limited: too many codes requested',
    given: [
      ...smsSent,
      { call: 'POST tfa/sms/resend/', body: { phone_number: '$phone' }, times: 30, status: [200, 429] },
    ],
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '$phone' },
    ...failed('sms_rate_limited', 429),
    choice: 'How many are too many is not shown.',
  },
  {
    says: 'tfa_locked: too many failures; fail_count and locked_until',
    given: [...withTotp, tenWrongCodes],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: wrongCode },
    ...failed('tfa_locked', 429, { fail_count: { $gte: 1 }, locked_until: 'number' }),
    choice: notes.threshold,
  },
  {
    says: 'service_unavailable: the authorization check could not run',
    given: [...totpSetUp, providerFails('service_unavailable')],
    ...confirmTotp,
    ...failed('service_unavailable', 503),
  },
  {
    says: 'phone_number_mismatch: another number than the challenge’s',
    given: [...authorizedByEmail, ...smsSent],
    call: 'POST tfa/confirm-new/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms', phone_number: '+15550000000' },
    ...failed('phone_number_mismatch', 400),
  },
  {
    says: 'phone_number_mismatch: resend to another number',
    given: smsSent,
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '+15550000000' },
    ...failed('phone_number_mismatch', 400),
  },
  {
    says: '2fa_login_failed: wrong code',
    given: withTotp,
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: wrongCode },
    ...failed('2fa_login_failed', 400),
  },
  {
    says: '2fa_verification_failed: fail_count and locked_until null',
    given: withTotp,
    call: 'DELETE tfa/',
    body: { tfa_method: 'totp', code: wrongCode },
    ...failed('2fa_verification_failed', 400, { fail_count: { $is: 1 }, locked_until: { $is: null } }),
  },
  ...['GET tfa/status/', 'POST tfa/totp-setup/', 'POST tfa/authorize-new-method/', 'POST tfa/email/'].map(
    (call) => ({
      says: `team_user_forbidden: ${call}`,
      given: [teamKey],
      call,
      as: '$team' as const,
      ...failed('team_user_forbidden', 403),
    }),
  ),
  {
    says: 'missing_email',
    given: [{ control: 'unsetEmail', args: ['$account'] }],
    call: 'POST tfa/email/',
    body: {},
    ...failed('missing_email', 400),
  },
  {
    says: 'missing_phone_number: none given, none on the account',
    call: 'POST tfa/sms/',
    body: {},
    ...failed('missing_phone_number', 400),
  },
  {
    says: 'not_found: tfa_method_id at update',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method_id: 999999999, label: 'x' },
    ...failed('not_found', 404),
  },
  {
    says: 'not_found: target_id at remove',
    given: [...withTotp, ...nextTotp],
    call: 'DELETE tfa/',
    body: { tfa_method: 'totp', code: '$code', target_id: 999999999 },
    ...failed('not_found', 404),
  },
  {
    says: 'not_found: tfa_method_id at sms',
    call: 'POST tfa/sms/',
    body: { tfa_method_id: 999999999 },
    ...failed('not_found', 404),
  },
  {
    says: 'tfa_method_not_configured: the TOTP secret is missing',
    given: [...withTotp, ...nextTotp, { control: 'loseTotpSecret', args: ['$account'] }],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    ...failed('tfa_method_not_configured', 400),
  },
  {
    says: 'challenge_creation_failed',
    given: [providerFails('challenge_creation_failed')],
    call: 'POST tfa/authorize-new-method/',
    body: {},
    ...failed('challenge_creation_failed', 500),
  },
  {
    says: 'sms_blocked_number',
    given: [providerFails('sms_blocked_number')],
    ...sendSms,
    keep: {},
    ...failed('sms_blocked_number', 400),
  },
  {
    says: 'sms_fraud_detected',
    given: [{ control: 'setSmsFraud', args: ['$account', true] }],
    ...sendSms,
    keep: {},
    ...failed('sms_fraud_detected', 403),
  },
  {
    says: 'twilio_rate_limited',
    given: [providerFails('twilio_rate_limited')],
    ...sendSms,
    keep: {},
    ...failed('twilio_rate_limited', 429),
  },
]);

const windows = group('Two-factor windows and lockouts', [
  {
    says: 'A challenge is valid for 10 minutes',
    given: [...withSms, ...smsSent, advance(599)],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
  },
  {
    says: 'An authorization lasts 30 minutes',
    given: [...authorizedByEmail, advance(1799)],
    ...status({ new_method_authorized: { $is: true } }),
  },
  {
    says: 'After 30 minutes it is gone',
    given: [...authorizedByEmail, advance(1800), ...totpSetUp],
    ...confirmTotp,
    ...failed('authorization_required', 403),
    after: [status({ new_method_authorized: { $is: false } })],
  },
  {
    says: 'A locked method stays locked for 15 minutes, for the right code too',
    given: [...withTotp, tenWrongCodes, advance(870), { totp: '$totpSecret', keep: 'code' }],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    ...failed('tfa_locked', 429, { locked_until: 'number' }),
    choice: notes.threshold,
  },
  {
    says: 'After 15 minutes the right code is accepted',
    given: [...withTotp, tenWrongCodes, advance(901), { totp: '$totpSecret', keep: 'code' }],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    shape: { session_key: 'string' },
    choice: notes.threshold,
  },
  {
    says: 'The lock is the method’s, not the account’s',
    given: [
      ...withBoth,
      tenWrongCodes,
      advance(601),
      { call: 'POST tfa/sms/', body: { tfa_method_id: '$smsId' }, keep: { sms: 'secret' } },
      lastCode(),
    ],
    call: 'POST tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
    shape: { session_key: 'string' },
    choice: notes.threshold,
  },
  {
    says: 'The status shows the lock',
    given: [...withTotp, tenWrongCodes],
    ...status({ methods: [{ locked_until: 'number', fail_count: { $gte: 1 } }] }),
    choice: notes.threshold,
  },
]);

const refusedAuthentication: Pick<CallStep, 'status' | 'shape'> = {
  status: deniedStatus,
  shape: { error: { $in: ['auth_error', 'missing_auth_value'] } },
};
const acceptance = group('Two-factor acceptance of authentication', [
  {
    says: 'POST tfa/: secret only',
    given: [...withTotp, ...nextTotp, login],
    call: 'POST tfa/',
    as: 'nobody',
    body: { tfa_method: 'totp', code: '$code', secret: '$login' },
    shape: user,
  },
  {
    says: 'POST tfa/: Bearer only',
    given: [...withTotp, ...nextTotp],
    call: 'POST tfa/',
    body: { tfa_method: 'totp', code: '$code' },
    shape: { session_key: 'string' },
  },
  {
    says: 'POST tfa/email/: secret only',
    given: [...withTotp, login],
    call: 'POST tfa/email/',
    as: 'nobody',
    body: { secret: '$login' },
  },
  { says: 'POST tfa/email/: Bearer only', call: 'POST tfa/email/', body: {} },
  {
    says: 'POST tfa/sms/: secret only',
    given: [...withSms, advance(601), login],
    call: 'POST tfa/sms/',
    as: 'nobody',
    body: { tfa_method_id: '$smsId', secret: '$login' },
  },
  { says: 'POST tfa/sms/: Bearer only', ...sendSms, ...oneSms },
  {
    says: 'POST tfa/sms/resend/: secret only',
    given: [
      ...withSms,
      advance(601),
      login,
      {
        call: 'POST tfa/sms/',
        as: 'nobody',
        body: { tfa_method_id: '$smsId', secret: '$login' },
        keep: { sms: 'secret' },
      },
    ],
    call: 'POST tfa/sms/resend/',
    as: 'nobody',
    body: { tfa_method_id: '$smsId', secret: '$sms' },
    shape: { secret: 'string' },
  },
  {
    says: 'POST tfa/sms/resend/: the secret of a code that was sent, alone',
    given: smsSent,
    call: 'POST tfa/sms/resend/',
    as: 'nobody',
    body: { phone_number: '$phone', secret: '$sms' },
    shape: { secret: 'string' },
  },
  { says: 'POST tfa/sms/resend/: Bearer only', given: smsSent, call: 'POST tfa/sms/resend/', body: {} },
  {
    says: 'POST tfa/sms/resend/: Bearer and secret',
    given: smsSent,
    call: 'POST tfa/sms/resend/',
    body: { phone_number: '$phone', secret: '$sms' },
  },
  ...(
    [
      ['GET tfa/status/', undefined],
      ['POST tfa/authorize-new-method/', { secret: '$login' }],
      ['PUT tfa/authorize-new-method/', { secret: '$login', code: '123456' }],
      ['POST tfa/totp-setup/', { secret: '$login' }],
      ['PUT tfa/update/', { secret: '$login', tfa_method: 'totp', label: 'x' }],
      ['POST tfa/confirm-new/', { secret: '$login', tfa_method: 'totp', code: '123456' }],
      ['DELETE tfa/', { secret: '$login', tfa_method: 'totp', code: '123456' }],
      ['PUT tfa/regen-backup-codes/', { secret: '$login', tfa_method: 'totp', code: '123456' }],
    ] as const
  ).map(([call, body]) => ({
    says: `${call}: not by a secret alone`,
    given: [...withTotp, login],
    call,
    as: 'nobody' as const,
    ...(body === undefined ? {} : { body }),
    ...refusedAuthentication,
  })),
  {
    says: 'PUT tfa/authorize-new-method/: Bearer and secret',
    given: beginByEmail,
    call: 'PUT tfa/authorize-new-method/',
    body: { code: '$code', secret: '$authorization' },
  },
  {
    says: 'POST tfa/confirm-new/: Bearer without a secret is refused',
    given: [...authorizedByEmail, ...totpSetUp],
    call: 'POST tfa/confirm-new/',
    body: { tfa_method: 'totp', code: '$code' },
    status: 400,
    shape: { error: { $in: ['missing_params', 'bad_request'] } },
  },
  {
    says: 'DELETE tfa/: Bearer, no secret for TOTP',
    given: [...withTotp, ...nextTotp],
    call: 'DELETE tfa/',
    body: { tfa_method: 'totp', code: '$code' },
  },
  {
    says: 'DELETE tfa/: Bearer and secret for SMS',
    given: [...withSms, ...smsSent],
    call: 'DELETE tfa/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
  },
  {
    says: 'DELETE tfa/: Bearer and secret for email',
    given: [...withTotp, ...emailSent],
    call: 'DELETE tfa/',
    body: { tfa_method: 'email', code: '$code', secret: '$email', target_id: '$totpId' },
  },
  {
    says: 'PUT tfa/regen-backup-codes/: Bearer and secret for SMS',
    given: [...withSms, ...smsSent],
    call: 'PUT tfa/regen-backup-codes/',
    body: { tfa_method: 'sms', code: '$code', secret: '$sms' },
  },
]);

/* ------------------------------------------------------------------ limits, versioning */

const limits = group('Limits', [
  {
    says: 'onstart of 4048 characters is accepted',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, onstart: 'x'.repeat(4048) },
    shape: created,
  },
  {
    says: 'onstart of 4049 characters is refused',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, onstart: 'x'.repeat(4049) },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'disk defaults to 8 GB',
    given: [cheapOffer, { call: 'PUT asks/$offer/', body: { image }, keep: { instance: 'new_contract' } }],
    ...oneInstance({ disk_space: { $is: 8 } }),
    choice: notes.fields,
  },
  {
    says: 'A method’s label of 30 characters is accepted',
    given: withTotp,
    call: 'PUT tfa/update/',
    body: { tfa_method_id: '$totpId', label: 'l'.repeat(30) },
    shape: isSuccess,
  },
  {
    says: 'Codes have 6 digits',
    given: emailSent,
    call: 'POST tfa/email/',
    body: {},
    after: [lastMessage({ code: { $match: '^\\d{6}$' } })],
  },
]);

const versioning = group('Versioning', [
  { says: 'Paths carry the prefix /api/v0/', call: 'GET /api/v0/users/current/', shape: { id: 'integer' } },
  {
    says: 'There is nothing without it',
    call: 'GET /users/current/',
    status: [404, 301, 302],
    choice: 'What other paths answer is not shown; nothing of the service.',
  },
  {
    says: 'gpu_ram is in MB',
    call: 'POST bundles/',
    body: { gpu_ram: { gte: 8000 } },
    shape: offersWhere({ gpu_ram: { $gte: 8000 } }),
  },
]);

/* ------------------------------------------------------------------ beyond the specification */

const optional = group(
  'Optional endpoints',
  (
    [
      { says: 'GET ssh/: a list', call: 'GET ssh/', shape: 'list' },
      {
        says: 'POST ssh/: registers a key',
        leaves: 'an SSH key',
        call: 'POST ssh/',
        body: { ssh_key: publicKey },
        after: [{ call: 'GET ssh/', shape: { $some: { id: 'integer', key: 'string' } } }],
      },
      {
        says: 'POST ssh/: what is no public key is refused',
        call: 'POST ssh/',
        body: { ssh_key: 'hello' },
        status: 400,
        shape: isRefusal,
      },
      {
        says: 'POST instances/{id}/ssh/: registers a key',
        given: running(),
        call: 'POST instances/$instance/ssh/',
        body: { ssh_key: publicKey },
      },
      {
        says: 'GET instances/{id}/ssh/: the instance’s keys',
        given: running(),
        call: 'GET instances/$instance/ssh/',
      },
      {
        says: 'PUT instances/reboot/{id}/',
        given: running(),
        call: 'PUT instances/reboot/$instance/',
        body: {},
      },
      {
        says: 'PUT instances/recycle/{id}/',
        given: running(),
        call: 'PUT instances/recycle/$instance/',
        body: {},
      },
      {
        says: 'PUT instances/request_logs/{id}/: a result_url',
        given: running(),
        call: 'PUT instances/request_logs/$instance/',
        body: { tail: '10' },
        shape: { result_url: 'string' },
      },
      { says: 'GET auth/apikeys/', call: 'GET auth/apikeys/' },
      {
        says: 'POST auth/apikeys/: a scoped key, its value shown once',
        leaves: 'an API key',
        call: 'POST auth/apikeys/',
        body: { name: 'scoped', permissions: { api: { misc: {}, user_read: {} } } },
        keep: { made: 'key' },
        after: [
          { call: 'GET users/current/', as: '$made' },
          { call: 'GET instances/', as: '$made', status: deniedStatus },
        ],
      },
      {
        says: 'PUT commands/reset_apikey/: the old value stops at once',
        leaves: 'another API key than the one given',
        call: 'PUT commands/reset_apikey/',
        body: {},
        after: [{ call: 'GET users/current/', status: 401 }],
      },
      {
        says: 'POST volumes/search/',
        call: 'POST volumes/search/',
        body: {},
        shape: { offers: [{ id: 'integer' }] },
      },
      {
        says: 'GET volumes?owner=me',
        call: 'GET volumes',
        query: { owner: 'me', type: 'all_volume' },
        shape: { volumes: 'list' },
      },
      {
        says: 'GET charges/',
        call: 'GET charges/',
        query: { select_filters: { day: { gte: 0 } }, limit: '10' },
      },
    ] satisfies Omit<Row, 'group'>[]
  ).map((row) => ({ ...row, choice: notes.optional, optional: true as const })),
);

/** Every row of the specification's tables, in its order; the last group lies beyond it. */
export const rows: readonly Row[] = [
  ...search,
  ...creation,
  ...runtypes,
  ...volumes,
  ...instances,
  ...states,
  ...templates,
  ...precedence,
  ...accounts,
  ...subaccounts,
  ...machines,
  ...twoFactor,
  ...twoFactorErrors,
  ...windows,
  ...acceptance,
  ...authentication,
  ...limits,
  ...versioning,
  ...optional,
];
