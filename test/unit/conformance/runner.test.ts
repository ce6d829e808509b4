import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Player, type Outcome } from '../../conformance/player';
import { reportOf } from '../../conformance/report';
import type { Row } from '../../conformance/row';
import { Service } from '../../conformance/service';
import { problemsOf, type Shape } from '../../conformance/shape';
import { createSandbox, type Sandbox } from '../../sandbox';

describe('a shape', () => {
  it.each<[unknown, Shape]>([
    [5, 'integer'],
    [null, 'string|null'],
    [undefined, 'absent'],
    [{ a: 1, more: 2 }, { a: 'integer' }],
    [[1, 2], ['integer']],
    [[], ['integer']],
    [{ a: 5 }, { a: { $gte: 5, $lte: 5 } }],
    [[{ n: 2 }, { n: 1 }], { $sorted: ['n', 'desc'], $length: 2 }],
    [[1, 2], { $some: { $is: 2 } }],
    [['A', '1'], { 0: { $is: 'A' } }],
    ['abc', { $match: '^a', $minLength: 3, $maxLength: 3 }],
  ])('%j fits %j', (value, shape) => {
    expect(problemsOf(value, shape)).toEqual([]);
  });

  it.each<[unknown, Shape, string]>([
    [5.5, 'integer', 'body is not integer'],
    [{}, { a: { b: 'string' } }, 'body.a.b is not string'],
    [{ a: 1 }, { a: 'absent' }, 'body.a is not absent'],
    ['no', ['integer'], 'body is not a list'],
    [[1, 'x'], ['integer'], 'body[1] is not integer'],
    [{ a: '5' }, { a: { $gte: 5 } }, 'body.a does not fit $gte'],
    [[{ n: 1 }, { n: 2 }], { $sorted: ['n', 'desc'] }, 'body does not fit $sorted'],
    [[1], { $none: { $is: 1 } }, 'body does not fit $none'],
    [undefined, { $none: { $is: 1 } }, 'body does not fit $none'],
    [3, { $in: [1, 2] }, 'body does not fit $in'],
    [{ secret: 'value' }, { secret: 'absent' }, 'body.secret is not absent'],
  ])('%j does not fit %j', (value, shape, problem) => {
    expect(problemsOf(value, shape)).toEqual([problem]);
  });
});

describe('the runner', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ sshd: false, offers: 50 });
  });
  afterAll(() => sandbox.close());

  const play = (row: Partial<Row>): Promise<Outcome> =>
    new Player({
      service: new Service(sandbox.url, 0),
      apiKey: sandbox.apiKey,
      hasControl: true,
      allowChanges: true,
    }).play({
      group: 'Test',
      says: 'something',
      call: 'GET users/current/',
      ...row,
    });

  it.each<[string, Partial<Row>, RegExp]>([
    ['another status', { as: 'wrong' }, /status 401 instead of 200: auth_error \/ Invalid user key/],
    ['another shape', { shape: { id: 'string' } }, /body\.id is not string/],
    ['another error', { as: 'wrong', status: 401, error: 'forbidden' }, /body\.error does not fit/],
    ['a set-up that fails', { given: [{ call: 'GET ssh/1/' }] }, /^given: GET ssh/],
    [
      'a state after it that is another',
      { after: [{ call: 'GET instances/', shape: { instances: { $length: 1 } } }] },
      /^after: /,
    ],
    ['a value that is not there', { keep: { x: 'nothing.here' } }, /the answer has no nothing\.here/],
    ['a control that fails', { given: [{ control: 'deleteEverything' }] }, /control deleteEverything/],
  ])('reports %s', async (_what, row, problem) => {
    const outcome = await play(row);
    expect(outcome.kind === 'failed' && outcome.problems.join('\n')).toMatch(problem);
  });

  it('reports an answer that has not exactly the content type application/json', async () => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end('{}'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = new Service(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 0);
    const stranger = new Player({ service, apiKey: 'a-key', hasControl: false, allowChanges: false });
    const outcome = await stranger.play({ group: 'Test', says: 'x', call: 'GET users/current/' });
    expect(outcome).toMatchObject({ kind: 'failed', problems: [expect.stringContaining('charset')] });
    server.close();
  });

  it('counts by group and lists what failed', async () => {
    const row: Row = { group: 'Group', says: 'it fails', call: 'GET x/', choice: 'Chosen.' };
    const report = reportOf([
      { row, outcome: { kind: 'failed', problems: ['why'] } },
      { row, outcome: { kind: 'skipped', reason: 'because' } },
    ]);
    expect(report).toMatch(/^Group +2 rows: 0 passed, 1 failed, 1 skipped; 2 of them choices$/m);
    expect(report).toContain('FAILED Group: it fails\n       why\nskipped 1: because');
  });

  async function commandLine(args: string[], key: { env?: string; input?: string }) {
    const env = { ...process.env, GPU_RENTAL_API_KEY: key.env };
    const child = spawn(process.execPath, ['--import', 'tsx', 'test/conformance/cli.ts', ...args], { env });
    child.stdin.end(key.input ?? '');
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, output };
  }

  it('takes the key from the environment, prints the counts and ends with 0 when all passed', async () => {
    const { code, output } = await commandLine(['--base-url', sandbox.url, '--group', 'Versioning'], {
      env: sandbox.apiKey,
    });
    expect(output).toMatch(/All +(\d+) rows: \1 passed, 0 failed, 0 skipped/);
    expect(code).toBe(0);
    expect(output).not.toContain(sandbox.apiKey);
  });

  it('asks for the key and does not show it', async () => {
    const input = `${sandbox.apiKey}\n`;
    const { code, output } = await commandLine(['--base-url', sandbox.url, '--group', 'Accounts'], { input });
    expect(code).toBe(0);
    expect(output).not.toContain(sandbox.apiKey);
  });

  it('ends with 1 when a row failed', async () => {
    sandbox.control.failNext({ count: 100, path: 'users/current', status: 500 });
    const { code, output } = await commandLine(['--base-url', sandbox.url, '--group', 'Accounts'], {
      env: sandbox.apiKey,
    });
    sandbox.control.clearFailures();
    expect(output).toContain('FAILED Accounts');
    expect(code).toBe(1);
  });
});
