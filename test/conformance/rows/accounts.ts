import type { Shape } from '../shape';
import { uniqueLength } from '../values';
import { group, isRefusal } from './shared/group';
import { notes } from './shared/notes';
import { advance } from './shared/steps';

export const accounts = group('Accounts', [
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

export const subaccounts = group('Subaccount creation', [
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
