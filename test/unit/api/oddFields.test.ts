import fc from '../support/fastCheck';
import fetch from 'node-fetch';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { Client } from '../../../src/api/client';
import { decode } from '../support/decode';
import { apiKeysSchema } from '../../../src/api/schemas/account/apiKey';
import { chargesSchema } from '../../../src/api/schemas/account/charge';
import { createdInstanceSchema, instanceListSchema } from '../../../src/api/schemas/instances/instance';
import { offersSchema } from '../../../src/api/schemas/offers/offer';
import { sshKeysSchema } from '../../../src/api/schemas/account/sshKey';
import { templatesSchema } from '../../../src/api/schemas/templates/template';
import { twoFactorStatusSchema } from '../../../src/api/schemas/account/twoFactor';
import { userSchema } from '../../../src/api/schemas/account/user';
import { volumesSchema } from '../../../src/api/schemas/volume';
import { createSandbox, type Sandbox } from '../../sandbox';
import { TestAccount } from './support/account';
import { silent } from '../../../src/log/log';

type Row = Record<string, unknown>;

let sandbox: Sandbox;
let account: TestAccount;
let key: string;
beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false, offers: 60 });
  account = new TestAccount(sandbox);
  key = sandbox.control.createKey({ accountId: account.id }).apiKey;
  for (const label of ['one', 'two', 'three']) await account.rentRunning({ label });
  await account.template();
  const [offer] = await account.client.volumeOffers.search({});
  await account.client.volumeOffers.create({ id: offer!.id, size: 5 });
  await account.client.volumeOffers.create({ id: offer!.id, size: 6 });
  await account.addTotp();
  account.addSms();
});
afterAll(() => sandbox.close());
afterEach(() => sandbox.control.clearFailures());

/** An answer of the sandbox as it goes over the wire. */
async function answerOf(path: string, body?: object): Promise<unknown> {
  const version = path === 'instances/' ? 'v1' : 'v0';
  const response = await fetch(`${sandbox.url}/api/${version}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  return response.json();
}

const publicKeys = [
  { id: 1, key: 'ssh-ed25519 AAAA a', created_at: '2026-11-20T10:00:00Z' },
  { id: 2, key: 'ssh-ed25519 BBBB b', created_at: 1_700_000_000 },
];
const charges = [
  { type: 'gpu', source: 'instance-1', amount: '1.25', start: 1_700_000_000, end: 1_700_003_600 },
  { type: 'disk', source: 'instance-1', amount: 0.1, start: '1700000000', end: null },
];

/** Each list: where it comes from, under which name it stands, and how it is read. */
const lists: Record<string, [answer: () => Promise<unknown>, name: string, schema: z.ZodMiniType]> = {
  instances: [() => answerOf('instances/'), 'instances', instanceListSchema],
  offers: [() => answerOf('bundles/', { limit: 5 }), 'offers', offersSchema],
  templates: [() => answerOf('template/?select_filters={}'), 'templates', templatesSchema],
  volumes: [() => answerOf('volumes/?owner=me'), 'volumes', volumesSchema],
  'ssh keys': [() => Promise.resolve({ ssh_keys: publicKeys }), 'ssh_keys', sshKeysSchema],
  'api keys': [() => answerOf('auth/apikeys/'), 'apikeys', apiKeysSchema],
  charges: [() => Promise.resolve({ results: charges }), 'results', chargesSchema],
  'two-factor methods': [() => answerOf('tfa/status/'), 'methods', twoFactorStatusSchema],
};

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>('1', 'yes', '', ' ', '2026-11-20', -1, 1e300, [], {}, null, 'NaN', '0x10', 1.5),
);

/** A list's rows, whether it stands alone or in an object. */
function rowsIn(read: unknown, name: string): Row[] {
  return (Array.isArray(read) ? read : (read as Record<string, unknown>)[name]) as Row[];
}

describe.each(Object.entries(lists))('the list of %s', (_what, [answerFor, name, schema]) => {
  it('keeps its other rows, and itself, whatever one field holds', async () => {
    const answer = await answerFor();
    const rows = Array.isArray(answer) ? (answer as Row[]) : rowsIn(answer, name);
    expect(rows.length).toBeGreaterThan(1);
    const withRows = (changed: unknown[]) =>
      Array.isArray(answer) ? changed : { ...(answer as object), [name]: changed };
    const sound = rowsIn(decode(schema, withRows(rows), ''), name);
    const place = fc.record({ row: fc.nat(rows.length - 1), field: fc.nat(), value: odd });
    fc.assert(
      fc.property(place, ({ row, field, value }) => {
        const fields = Object.keys(rows[row]!);
        const changed = fields[field % fields.length]!;
        const read = rowsIn(
          decode(schema, withRows(rows.with(row, { ...rows[row], [changed]: value })), ''),
          name,
        );
        const others = sound.filter((_, index) => index !== row);
        // A method without an id is left out; all other rows stay, readable or not.
        const isLeftOut = name === 'methods' && changed === 'id' && read.length < sound.length;
        expect(isLeftOut ? read : read.filter((_, index) => index !== row)).toEqual(others);
        if (changed !== 'id') expect(read[row]!.id).toBe(sound[row]!.id);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps its other rows beside one that is no row', async () => {
    const answer = await answerFor();
    const rows = Array.isArray(answer) ? (answer as Row[]) : rowsIn(answer, name);
    for (const junk of [null, 7, 'row', [], true]) {
      const list = [...rows, junk];
      const read = rowsIn(
        decode(schema, Array.isArray(answer) ? list : { ...(answer as object), [name]: list }, ''),
        name,
      );
      expect(read.filter(({ unreadable }) => !unreadable)).toHaveLength(rows.length);
      if (name !== 'methods') expect(read).toHaveLength(rows.length + 1);
    }
  });
});

describe('the account', () => {
  it('is known whatever a field but its id holds', async () => {
    const user = (await answerOf('users/current/')) as Row;
    const fields = Object.keys(user).filter((field) => field !== 'id');
    fc.assert(
      fc.property(fc.constantFrom(...fields), odd, (field, value) => {
        expect(decode(userSchema, { ...user, [field]: value }, '').id).toBe(user.id);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a value', () => {
  const read = (fields: Row) =>
    decode(instanceListSchema, { instances: [{ id: 1, ...fields }] }, '').instances[0];

  it('is read as what it means', () => {
    expect(read({ ssh_port: ' 40022 ', label: 5, dph_total: '0.31', is_bid: 'false' })).toEqual({
      id: 1,
      ssh_port: 40022,
      label: '5',
      dph_total: 0.31,
      is_bid: false,
    });
    expect(read({ id: '12' })).toEqual({ id: 12 });
    expect(decode(createdInstanceSchema, { new_contract: '99' }, '')).toEqual({ new_contract: 99 });
    expect(decode(userSchema, { id: '7', credit: '5.50', is_admin: 0 }, '')).toEqual({
      id: 7,
      credit: 5.5,
      is_admin: false,
    });
  });

  it.each([
    ['verified', true],
    ['YES', true],
    ['1', true],
    [1, true],
    ['unverified', false],
    ['deverified', false],
    ['False', false],
    [0, false],
    ['perhaps', undefined],
    [2, undefined],
    [[], undefined],
    [{ toString: false }, undefined],
  ])('that may be a boolean is one: %j', (verified, expected) => {
    expect(decode(offersSchema, { offers: [{ id: 1, verified }] }, '').offers).toEqual([
      { id: 1, ...(expected === undefined ? {} : { verified: expected }) },
    ]);
  });

  it.each([
    [1_763_632_800, 1_763_632_800],
    ['1763632800.5', 1_763_632_800.5],
    ['2025-11-20T10:00:00Z', 1_763_632_800],
    ['2025-11-20T10:00:00', 1_763_632_800],
    ['2025-11-20 10:00:00.000000', 1_763_632_800],
    ['2025-11-20T12:00:00+02:00', 1_763_632_800],
    ['2025-11-20', 1_763_596_800],
    ['2025-13-40T99:00:00', undefined],
    ['tomorrow', undefined],
    [{}, undefined],
  ])('that may be a date is Unix time: %j', (start_date, expected) => {
    expect(read({ start_date })).toEqual({
      id: 1,
      ...(expected === undefined ? {} : { start_date: expected }),
    });
  });

  it('that is no number never becomes one', () => {
    for (const ssh_port of ['', ' ', '0x16', 'Infinity', '22 ', '2_2', true, [22]])
      expect(read({ ssh_port })).toEqual(ssh_port === '22 ' ? { id: 1, ssh_port: 22 } : { id: 1 });
  });
});

describe('over HTTP', () => {
  const client = (warn: (line: string) => void = () => undefined) =>
    new Client({
      baseUrl: sandbox.url,
      apiKey: key,
      fetch,
      spacingScale: 0,
      timeoutMs: 900_000,
      log: { ...silent, warn },
    });
  const failWith = (path: string, body: unknown, count = 1) =>
    sandbox.control.failNext({ path, status: 200, body, count });

  it('a list with odd rows is whole, and the log has the places without the values', async () => {
    const { instances } = (await answerOf('instances/')) as { instances: Row[] };
    const [first, second, third] = instances;
    const body = {
      instances_found: 5,
      instances: [
        { ...first, actual_status: { word: 'canary' } },
        { ...second, ssh_port: String(second!.ssh_port), gpu_ram: ['canary'] },
        third,
        { id: 'canary', label: 'canary' },
        null,
      ],
    };
    failWith('/instances/', body, 2);
    const lines: string[] = [];
    const reading = client((line) => lines.push(line));
    const listed = await reading.instances.list();
    await reading.instances.list();
    expect(listed).toHaveLength(5);
    expect(listed[0]).toEqual({ id: first!.id, unreadable: true });
    expect(listed[1]).toMatchObject({ id: second!.id, ssh_port: second!.ssh_port });
    expect(listed[2]).toMatchObject({ id: third!.id, label: third!.label });
    expect(listed.slice(3)).toEqual([
      { id: -4, unreadable: true },
      { id: -5, unreadable: true },
    ]);
    expect(lines).toEqual([
      'GET /api/v0/instances/: cannot read instances[].actual_status',
      'GET /api/v0/instances/: cannot read instances[].gpu_ram',
      'GET /api/v0/instances/: cannot read instances[].id',
      'GET /api/v0/instances/: cannot read instances[]',
    ]);
  });

  it('pages with odd rows are a whole list', async () => {
    const [known] = (await client().instances.list()).map(({ id }) => id);
    failWith('/v1/instances/', { total_instances: 3, instances: [{ id: known }, 'junk'], next_token: 't' });
    failWith('/v1/instances/', { total_instances: 3, instances: [null], next_token: null });
    expect(await client().instances.list()).toEqual([
      { id: known },
      { id: -1, unreadable: true },
      { id: -2, unreadable: true },
    ]);
  });

  it('a template without a hash hides no other', async () => {
    const { templates } = (await answerOf('template/?select_filters={}')) as { templates: Row[] };
    failWith('/template/', { templates: templates.with(0, { ...templates[0], hash_id: null }) });
    const read = await client().templates.search({});
    expect(read).toHaveLength(templates.length);
    expect(read[0]).toEqual({ id: templates[0]!.id, hash_id: '', unreadable: true });
    expect(read[1]).toMatchObject({ id: templates[1]!.id, hash_id: templates[1]!.hash_id });
  });
});
