import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Player } from '../../conformance/player';
import { reportOf, type Result } from '../../conformance/report';
import { rows } from '../../conformance/rows';
import { Service } from '../../conformance/service';
import { twoFactorCodes } from '../../../src/api/answers/twoFactorCodes';
import { createSandbox, type Sandbox } from '../../sandbox';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false });
});
afterAll(() => sandbox.close());

function player(options: { hasControl?: boolean; allowChanges?: boolean } = {}): Player {
  const { hasControl = true, allowChanges = true } = options;
  return new Player({
    service: new Service(sandbox.url, 0),
    apiKey: sandbox.apiKey,
    hasControl,
    allowChanges,
  });
}

describe('the sandbox', () => {
  const results: Result[] = [];
  afterAll(() => console.log(`Conformance of the sandbox\n${reportOf(results)}`));

  it.each([...new Set(rows.map(({ group }) => group))])(
    'answers as the specification’s tables say: %s',
    async (group) => {
      for (const row of rows.filter((one) => one.group === group)) {
        const outcome = await player().play(row);
        results.push({ row, outcome });
        expect(outcome, row.says).toEqual({ kind: 'passed' });
      }
    },
  );
});

describe('the rows', () => {
  it('have a name of their own within their group', () => {
    const names = rows.map(({ group, says }) => `${group}: ${says}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('meet each of the 32 two-factor errors', () => {
    const met = new Set(rows.filter(({ group }) => group === 'Two-factor errors').map(({ error }) => error));
    expect(twoFactorCodes.filter((code) => !met.has(code))).toEqual([]);
  });

  it('say where an expectation comes from when the specification leaves it open', () => {
    for (const row of rows)
      if (row.choice !== undefined) expect(row.choice, row.says).toMatch(/^\p{Lu}.{10,}\.$/u);
  });
});

describe('a service without control', () => {
  it('is asked only what neither needs control nor changes the account', async () => {
    const cautious = player({ hasControl: false, allowChanges: false });
    sandbox.control.clearRequests();
    for (const row of rows.filter(({ group }) =>
      ['Search', 'Accounts', 'Instances', 'Machines'].includes(group),
    )) {
      const outcome = await cautious.play(row);
      if (outcome.kind === 'failed') expect(outcome.problems, row.says).toEqual([]);
    }
    const methods = sandbox.control.requests().map(({ method, path }) => `${method} ${path}`);
    expect(methods.filter((one) => !one.startsWith('GET ') && one !== 'POST /api/v0/bundles/')).toEqual([]);
  });

  it('is left as it was found', async () => {
    const guest = player({ hasControl: false });
    const before = await accountAsItIs();
    sandbox.control.clearOutbox();
    const outcomes = [];
    for (const row of rows) outcomes.push(await guest.play(row));
    expect(outcomes.filter(({ kind }) => kind === 'passed').length).toBeGreaterThan(rows.length / 3);
    expect(await accountAsItIs()).toEqual(before);
    expect(sandbox.control.outbox().filter(({ channel }) => channel === 'sms')).toEqual([]);
    const accepted = sandbox.control
      .requests()
      .filter(({ method, path, status }) => method === 'POST' && path === '/api/v0/users/' && status === 200);
    expect(accepted).toEqual([]);
  });

  it('is named what could not be taken back', async () => {
    const [row] = rows.filter(({ says }) => says.startsWith('List: instances_found'));
    sandbox.control.failNext({ method: 'DELETE', path: '/instances/', count: 3, status: 500 });
    const outcome = await player({ hasControl: false }).play(row!);
    const id = sandbox.control.instanceIds().at(-1);
    expect(outcome).toEqual({
      kind: 'failed',
      problems: [`left behind, take it back yourself: DELETE instances/${id}/`],
    });
    await new Service(sandbox.url, 0).send({ call: `DELETE instances/${id}/` }, sandbox.apiKey);
  });

  it('may lack what lies beyond the specification', async () => {
    const bare = await createSandbox({ sshd: false, offers: 50, extensions: false });
    const service = new Service(bare.url, 0);
    const guest = new Player({ service, apiKey: bare.apiKey, hasControl: true, allowChanges: true });
    const outcomes: Result[] = [];
    for (const row of rows.filter(({ optional }) => optional))
      outcomes.push({ row, outcome: await guest.play(row) });
    await bare.close();
    const others = outcomes.filter(({ outcome }) => outcome.kind !== 'skipped');
    const refusals = outcomes.filter(({ row }) => [row.status ?? 200].flat().every((one) => one >= 400));
    expect(refusals.length).toBeGreaterThan(0);
    expect(others).toEqual(refusals);
  });
});

/** All that a row could leave behind. */
async function accountAsItIs(): Promise<unknown> {
  const service = new Service(sandbox.url, 0);
  const ask = async (call: string, query: Record<string, unknown> = {}) =>
    (await service.send({ call, query }, sandbox.apiKey)).json;
  const { credit, ...user } = (await ask('GET users/current/')) as Record<string, unknown>;
  expect(credit).toBeGreaterThan(0);
  return {
    user,
    instances: await ask('GET instances/'),
    templates: await ask('GET template/', { select_filters: { creator_id: { eq: user.id } } }),
    volumes: await ask('GET volumes', { owner: 'me', type: 'all_volume' }),
    sshKeys: await ask('GET ssh/'),
    apiKeys: await ask('GET auth/apikeys/'),
  };
}
