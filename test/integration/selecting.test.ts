import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import type { Instance } from '../../src/api/schemas/instance';
import { readCall } from '../../src/commands/call';
import type { Services } from '../../src/commands/services';
import { startInstance } from '../../src/commands/startInstance';
import { stopInstance } from '../../src/commands/stopInstance';
import type { Question } from '../../src/connect/dialogs';
import { InstanceNode } from '../../src/views/instanceNodes';

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
    await rejects(stopInstance(services, selected(stopped, { ...stopped, id: 4 })), /no instance/);
    equal(sent.length, 2);
  });

  it('has no price together when one of them has none', async () => {
    await startInstance(servicesWith(stopped, unpriced), selected(stopped, unpriced));
    match(asked[0]!, /^Start 2 instances for \$\?\/h together\?$/);
  });

  function selected(...instances: { id: number }[]) {
    const nodes = instances.map(({ id }) => new InstanceNode(id));
    return readCall(nodes[0], nodes);
  }

  function servicesWith(...instances: { id: number }[]): Services {
    const known = new Map(instances.map((one) => [one.id, one as Instance]));
    const done = () => Promise.resolve();
    const setInstanceState = (id: number, state: string) => {
      sent.push([id, state]);
      return done();
    };
    return {
      accounts: { active: { id: 'a' }, client: { setInstanceState } },
      instances: {
        state: { instances: known },
        get: (id: number) => known.get(id),
        burst: () => undefined,
        refresh: done,
      },
      dialogs: {
        confirm: ({ message }: Question) => {
          asked.push(message);
          return Promise.resolve(true);
        },
      },
      awaited: { add: done, take: done },
      sshEntries: { sync: done },
    } as unknown as Services;
  }
});
