import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Player } from '../../conformance/player';
import { reportOf, type Result } from '../../conformance/report';
import { rows } from '../../conformance/rows';
import { Service } from '../../conformance/service';
import { twoFactorCodes } from '../../../src/api/twoFactorCodes';
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

  it('keeps nothing that a row rented or stored', async () => {
    const guest = player({ hasControl: false });
    const rentals = rows.filter(
      ({ says }) => says.startsWith('List: instances_found') || says.startsWith('Search: the templates'),
    );
    for (const row of rentals) expect(await guest.play(row), row.says).toEqual({ kind: 'passed' });
    const service = new Service(sandbox.url, 0);
    expect((await service.send({ call: 'GET instances/' }, sandbox.apiKey)).json).toMatchObject({
      instances: [],
    });
  });
});
