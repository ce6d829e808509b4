import fc from '../../support/fastCheck';
import { scene } from './randomScenes';

/** A value that only the moment of the request can tell, such as the code that was sent last. */
export interface Later {
  later:
    | 'secret'
    | 'login'
    | 'code'
    | 'totp'
    | 'setupSecret'
    | 'setupCode'
    | 'backupCode'
    | 'hash'
    | 'methodId'
    | 'volumeOffer'
    | 'volume';
}

export const callers = [
  'full',
  'full',
  'full',
  'other',
  'scoped',
  'instance',
  'session',
  'team',
  'wrong',
  'none',
] as const;

/** One random request, or a move of the clock. */
export type Step =
  | { kind: 'advance'; seconds: number }
  | {
      kind: 'request';
      method: string;
      path: string;
      caller: (typeof callers)[number];
      pick: number;
      body: unknown;
    };

const later = (name: Later['later']) => fc.constant<Later>({ later: name });
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    -1,
    0,
    1.5,
    1e308,
    true,
    [],
    {},
    '__proto__',
    '\u202e',
    '5',
    'x'.repeat(5_000),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
/** Lists within each other, also more of them than a program can follow by calling itself. */
const deep = fc.nat(8_000).map((levels) => '['.repeat(levels) + ']'.repeat(levels));
const number = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.double({ noNaN: true, min: 0, max: 3 }));
const word = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('image:tag', 'a', '/data'));
const flag = fc.boolean();
const operators = fc.constantFrom('eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'notin', 'like');
const condition = fc.dictionary(operators, fc.oneof(number, word, flag, fc.array(word, { maxLength: 3 })), {
  maxKeys: 2,
});
const phone = fc.constantFrom('+491701234567', '+491707654321', '0170');

const proof = {
  tfa_method: fc.constantFrom('sms', 'totp', 'email'),
  code: fc.oneof(later('code'), later('totp'), fc.constantFrom('123456', '12345')),
  secret: fc.oneof(later('secret'), later('secret'), later('login'), word),
  backup_code: later('backupCode'),
  tfa_method_id: later('methodId'),
};
const template = {
  hash_id: later('hash'),
  template_id: number,
  name: word,
  image: word,
  docker_login_repo: word,
  docker_login_user: word,
  docker_login_pass: word,
  env: fc.oneof(fc.constant('-e A=b -p 80:80'), word),
  runtype: fc.constantFrom('ssh', 'jupyter', 'args'),
  private: flag,
};
const volumeInfo = fc.record({
  create_new: flag,
  volume_id: fc.oneof(later('volume'), later('volumeOffer')),
  size: number,
  mount_path: fc.constantFrom('/data', 'data'),
});
const instance = {
  image: word,
  template_hash_id: later('hash'),
  label: word,
  disk: number,
  runtype: fc.constantFrom('ssh_direct', 'ssh', 'jupyter_direct', 'jupyter', 'args'),
  target_state: fc.constantFrom('running', 'stopped'),
  price: number,
  env: fc.dictionary(fc.oneof(word, fc.constant('-p 80:80')), fc.constantFrom('1', 'x'), { maxKeys: 2 }),
  onstart: word,
  vm: flag,
  cancel_unavail: flag,
  volume_info: volumeInfo,
};

const templateFilters = fc.dictionary(
  fc.constantFrom('id', 'name', 'recommended', 'created_at', 'hash_id', 'no_such_field'),
  condition,
  { maxKeys: 2 },
);

type Fields = Record<string, fc.Arbitrary<unknown>>;

/** Every endpoint with its fields; `:id` becomes an id of the kind that the path speaks of. */
const endpoints: readonly (readonly [method: string, path: string, fields: Fields])[] = [
  ['GET', '/api/v0/users/current/', {}],
  [
    'POST',
    '/api/v0/users/',
    { email: fc.emailAddress(), username: word, password: word, parent_id: fc.constant('me') },
  ],
  [
    'POST',
    '/api/v0/bundles/',
    { gpu_name: condition, num_gpus: condition, dph_total: condition, limit: number },
  ],
  ['PUT', '/api/v0/asks/:id/', instance],
  ['PUT', '/api/v0/asks/:id/', { image: fc.constant('a'), disk: number, runtype: instance.runtype }],
  ['GET', '/api/v0/instances/', {}],
  ['GET', '/api/v1/instances/', {}],
  ['GET', '/api/v1/instances/', { limit: number, after_token: word }],
  ['GET', '/api/v0/instances/:id/', {}],
  ['PUT', '/api/v0/instances/:id/', { state: fc.constantFrom('running', 'stopped'), label: word }],
  ['DELETE', '/api/v0/instances/:id/', {}],
  ['GET', '/api/v0/template/', { select_filters: fc.oneof(templateFilters, templateFilters, deep) }],
  ['POST', '/api/v0/template/', template],
  ['PUT', '/api/v0/template/', template],
  ['DELETE', '/api/v0/template/', template],
  ['PUT', '/api/v0/machines/:id/cancel_maint/', {}],
  ['GET', '/api/v0/tfa/status/', {}],
  ['POST', '/api/v0/tfa/', { ...proof, admin: flag }],
  ['DELETE', '/api/v0/tfa/', { ...proof, target_id: later('methodId') }],
  ['POST', '/api/v0/tfa/email/', { secret: proof.secret }],
  ['POST', '/api/v0/tfa/sms/', { secret: proof.secret, phone_number: phone }],
  ['POST', '/api/v0/tfa/sms/resend/', { secret: proof.secret, phone_number: phone }],
  ['POST', '/api/v0/tfa/totp-setup/', {}],
  [
    'POST',
    '/api/v0/tfa/authorize-new-method/',
    { tfa_method: proof.tfa_method, backup_code: proof.backup_code },
  ],
  ['PUT', '/api/v0/tfa/authorize-new-method/', { code: proof.code, secret: proof.secret }],
  [
    'POST',
    '/api/v0/tfa/confirm-new/',
    { tfa_method: fc.constant('totp'), code: later('setupCode'), secret: later('setupSecret'), label: word },
  ],
  [
    'POST',
    '/api/v0/tfa/confirm-new/',
    { tfa_method: fc.constant('sms'), code: later('code'), secret: later('secret'), phone_number: phone },
  ],
  ['PUT', '/api/v0/tfa/update/', { tfa_method_id: later('methodId'), label: word, is_primary: flag }],
  ['PUT', '/api/v0/tfa/regen-backup-codes/', proof],
  ['POST', '/api/v0/tfa/test/', { phone_number: phone }],
  ['POST', '/api/v0/tfa/test-submit/', proof],
  ['POST', '/api/v0/tfa/resend/', { phone_number: phone }],
  ['GET', '/api/v0/ssh/', {}],
  ['POST', '/api/v0/ssh/', { ssh_key: fc.constantFrom('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA a', 'no key') }],
  ['GET', '/api/v0/instances/:id/ssh/', {}],
  ['POST', '/api/v0/instances/:id/ssh/', { ssh_key: fc.constant('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5BBBB b') }],
  ['PUT', '/api/v0/instances/reboot/:id/', {}],
  ['PUT', '/api/v0/instances/recycle/:id/', {}],
  ['PUT', '/api/v0/instances/bid_price/:id/', { price: number }],
  ['PUT', '/api/v0/instances/request_logs/:id/', { tail: word }],
  ['GET', '/api/v0/auth/apikeys/', {}],
  ['POST', '/api/v0/auth/apikeys/', { name: word, permissions: fc.constant({ api: { misc: {} } }) }],
  ['POST', '/api/v0/volumes/search/', { disk_space: condition }],
  ['GET', '/api/v0/volumes/', { owner: fc.constantFrom('me', 'all'), type: word }],
  ['PUT', '/api/v0/volumes/', { id: later('volumeOffer'), size: number, name: word }],
  ['DELETE', '/api/v0/volumes/', { id: later('volume') }],
  ['GET', '/api/v0/charges/', { select_filters: fc.record({ day: condition }), limit: number }],
  ['DELETE', '/api/v0/ssh/:id/', {}],
  ['GET', '/api/v0/auth/apikeys/:id/', {}],
  ['DELETE', '/api/v0/auth/apikeys/:id/', {}],
];

function bodyFor(fields: Fields): fc.Arbitrary<unknown> {
  const plausible = fc.record(fields);
  const partial = fc.record(fields, { requiredKeys: [] });
  const spoilt = fc
    .tuple(partial, fc.constantFrom('unknown', ...Object.keys(fields)), odd)
    .map(([body, name, value]) => ({ ...body, [name]: value }));
  return fc.oneof(
    { weight: 6, arbitrary: plausible },
    { weight: 4, arbitrary: partial },
    { weight: 3, arbitrary: spoilt },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.json({ maxDepth: 2 }), deep).map((raw) => ({ raw })) },
  );
}

const request: fc.Arbitrary<Step> = fc.oneof(
  ...endpoints.map(([method, path, fields]) =>
    fc.record({
      kind: fc.constant('request' as const),
      method: fc.constant(method),
      path: fc.constant(path),
      caller: fc.constantFrom(...callers),
      pick: fc.nat(20),
      body: bodyFor(fields),
    }),
  ),
);

const advance: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('advance' as const),
  seconds: fc.constantFrom(1, 31, 61, 700, 2_000, 90_000, 2_000_000),
});

/** A random request, a move of the clock, or a scene. */
export const steps: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 16, arbitrary: request.map((one) => [one]) },
  { weight: 2, arbitrary: advance.map((one) => [one]) },
  { weight: 1, arbitrary: scene },
);
