import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import type { Instance } from '../../../src/api/schemas/instances/instance';
import { readCall } from '../../../src/commands/call';
import { renameInstance } from '../../../src/commands/instances/renameInstance';
import type { Services } from '../../../src/prompts/services';
import { startInstance } from '../../../src/commands/instances/startInstance';
import { stopInstance } from '../../../src/commands/instances/stopInstance';
import type { Question } from '../../../src/ask/dialogs';
import { InstanceNode } from '../../../src/views/instances/instanceNodes';
import { silent } from '../../../src/log/log';

/** Rows of the instances view of which several are selected. */
describe('a selection of instances', () => {
  const running = { id: 1, actual_status: 'running', intended_status: 'running', dph_total: 2 };
  const stopped = { id: 2, actual_status: 'exited', intended_status: 'stopped', dph_total: 0.3 };
  const unpriced = { id: 3, actual_status: 'exited', intended_status: 'stopped' };
  let asked: string[];
  let sent: [number, string][];
  beforeEach(() => {
    asked = [];
    sent = [];
  });

  it('is started and stopped only where that is possible', async () => {
    const services = servicesWith(running, stopped);
    await startInstance(services, selected(running, stopped));
    deepEqual(sent, [[2, 'running']]);
    match(asked[0]!, /^Start .* for \$0\.3/);
    await stopInstance(services, selected(running, stopped));
    deepEqual(sent[1], [1, 'stopped']);
    await rejects(
      stopInstance(services, selected(stopped, { ...stopped, id: 4 })),
      /“Stop” isn’t available for the selected instances/,
    );
    equal(sent.length, 2);
  });

  it('has no price together when one of them has none', async () => {
    await startInstance(servicesWith(stopped, unpriced), selected(stopped, unpriced));
    match(asked[0]!, /^Start 2 instances for \$\?\/h in total\?$/);
  });

  it('leaves what can only be done with one to the row that was clicked', async () => {
    const nodes = [running, stopped, unpriced].map(({ id }) => new InstanceNode(id));
    const clicked = readCall(nodes[1], nodes, 'consent');
    deepEqual(clicked.instanceIds, [2, 1, 3]);
    const named = await renameInstance(servicesWith(running, stopped, unpriced), {
      ...clicked,
      arguments: { label: 'new' },
    });
    deepEqual(named, { instanceId: 2, label: 'new' });
    deepEqual(sent, [[2, 'new']]);
  });

  function selected(...instances: { id: number }[]) {
    const nodes = instances.map(({ id }) => new InstanceNode(id));
    return readCall(nodes[0], nodes, 'consent');
  }

  function servicesWith(...instances: { id: number }[]): Services {
    const known = new Map(instances.map((one) => [one.id, one as Instance]));
    const done = () => Promise.resolve();
    const setState = (id: number, state: string) => {
      sent.push([id, state]);
      return done();
    };
    return {
      runs: { readAll: () => Promise.resolve([]) },
      accounts: {
        active: { id: 'a' },
        accounts: [],
        client: { instances: { setState, setLabel: setState } },
      },
      instances: {
        state: { instances: known },
        get: (id: number) => known.get(id),
        burst: () => undefined,
        refresh: done,
      },
      volumes: { state: { volumes: [] }, get: () => undefined },
      dialogs: {
        confirm: ({ message }: Question) => {
          asked.push(message);
          return Promise.resolve(true);
        },
      },
      starts: { add: done, take: done },
      news: { expectEnd: done },
      spending: { did: done },
      pending: { forget: done },
      sshEntries: { sync: done },
      underWay: { begin: () => undefined, end: () => undefined },
      log: silent,
    } as unknown as Services;
  }
});
