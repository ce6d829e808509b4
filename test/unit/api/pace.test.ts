import fetch from 'node-fetch';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CancelledError } from '../../../src/api/cancelled';
import { Client } from '../../../src/api/client';
import { createSandbox } from '../../sandbox';
import { failureOf } from './support/failures';
import { clientOf, json, startScriptedServer, text, type ScriptedServer } from './support/scriptedServer';

let server: ScriptedServer;
let times: number[];
beforeEach(async () => {
  server = await startScriptedServer();
  times = [];
  server.server.on('request', () => times.push(performance.now()));
});
afterEach(() => server.close());

function gaps(): number[] {
  return times.slice(1).map((time, index) => time - times[index]!);
}
/** A timer may fire a hair early against another clock. */
const slack = 3;

describe('calls of one endpoint', () => {
  it('keep the distance that the service wants', async () => {
    const client = clientOf(server, { spacingScale: 0.05 });
    await Promise.all([1, 2, 3].map((id) => client.instances.setState(id, 'stopped')));
    for (const gap of gaps()) expect(gap).toBeGreaterThanOrEqual(50 - slack);
    expect(gaps()).toHaveLength(2);
  });

  it('do not wait for those of another endpoint', async () => {
    const client = clientOf(server, { spacingScale: 1000 });
    server.answer(json({ id: 1, instances: [], offers: [], success: true }));
    await Promise.all([
      client.users.current(),
      client.instances.list(),
      client.offers.search({ filters: {} }),
      client.instances.destroy(1),
      client.instances.setLabel(1, 'a'),
    ]);
    expect(server.requests).toHaveLength(5);
  });
});

describe('calls at their real distance', () => {
  it('are never too quick for the service', async () => {
    const sandbox = await createSandbox({ sshd: false, offers: 50, spacing: true, clock: 'real' });
    onTestFinished(() => sandbox.close());
    const { control, url: baseUrl, apiKey } = sandbox;
    // Each with a key of its own, so that nothing has to wait for the distance between two rentals.
    const rent = async (offer: number) => {
      const renter = new Client({ baseUrl, apiKey: control.createKey().apiKey, fetch, spacingScale: 0 });
      return (await renter.instances.create(offer, { image: 'ubuntu', runtype: 'ssh_direct' })).instanceId;
    };
    const [first, second] = control.freeOffers();
    const ids = [await rent(first!), await rent(second!)];
    control.clearRequests();
    const client = new Client({ baseUrl, apiKey, fetch });
    const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me';
    await Promise.allSettled([
      ...ids.map((id) => client.instances.get(id)),
      ...ids.map((id) => client.sshKeys.registerWithInstance(id, publicKey)),
      ...ids.map(() => client.instances.list()),
    ]);
    // The list has moved, which each of the two finds out by itself.
    const answers = control.requests().map(({ status }) => status);
    expect(answers.sort()).toEqual([200, 200, 200, 200, 200, 200, 410, 410]);
  });
});

describe('a call that is cancelled while it runs', () => {
  it('keeps the next one at its distance all the same', async () => {
    const client = clientOf(server, { spacingScale: 0.1 });
    const controller = new AbortController();
    server.answer(() => controller.abort(), json({ success: true }));
    const calls = [
      client.instances.setLabel(1, 'a', { signal: controller.signal }),
      client.instances.setLabel(1, 'b'),
    ];
    await Promise.allSettled(calls);
    expect(gaps()[0]).toBeGreaterThanOrEqual(100 - slack);
  });
});

describe('a call that is cancelled while it waits for its turn', () => {
  it('leaves the one behind it at its distance from the one before', async () => {
    const client = clientOf(server, { spacingScale: 0.1 });
    const controller = new AbortController();
    const { signal } = controller;
    await client.instances.setLabel(1, 'a');
    const waiting = client.instances.setLabel(1, 'b', { signal });
    const behind = client.instances.setLabel(1, 'c');
    controller.abort();
    await expect(waiting).rejects.toThrow(CancelledError);
    await behind;
    expect(gaps()).toHaveLength(1);
    expect(gaps()[0]).toBeGreaterThanOrEqual(100 - slack);
  });
});

describe('a client that is closed', () => {
  it('sends nothing more, and lets go on what was sent', async () => {
    const closing = new AbortController();
    const client = clientOf(server, { spacingScale: 0.01, closing: closing.signal });
    server.answer(() => undefined, json({ success: true, new_contract: 7 }));
    // Behind one without an answer yet.
    const timedOut = new AbortController();
    const sent = client.instances.create(1, { image: 'a' }, { signal: timedOut.signal });
    const waiting = client.instances.create(2, { image: 'a' });
    await expect.poll(() => server.requests.length).toBe(1);
    closing.abort();
    timedOut.abort();
    await expect(sent).rejects.toMatchObject({ name: 'CancelledError', sent: true });
    await expect(waiting).rejects.toMatchObject({ name: 'CancelledError', sent: false });
    expect(server.requests).toHaveLength(1);
  });

  it('gets the answer to what was sent', async () => {
    const closing = new AbortController();
    const client = clientOf(server, { closing: closing.signal });
    server.answer((seen, response) => {
      closing.abort();
      json({ success: true, new_contract: 7 })(seen, response);
    });
    expect(await client.instances.create(1, { image: 'a' })).toMatchObject({ instanceId: 7 });
  });

  it('tries no read again', async () => {
    const closing = new AbortController();
    server.answer((seen, response) => {
      closing.abort();
      json({}, 503)(seen, response);
    });
    const client = clientOf(server, { closing: closing.signal });
    await expect(client.users.current()).rejects.toThrow(CancelledError);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a read that fails', () => {
  const user = json({ id: 1 });

  it.each([500, 502, 503, 504, 429])('with status %i is tried again', async (status) => {
    server.answer(json({}, status), json({}, status), user);
    expect(await clientOf(server).users.current()).toMatchObject({ id: 1 });
    expect(server.requests).toHaveLength(3);
  });

  it('gives up after three attempts', async () => {
    server.answer(json({}, 503));
    expect(await failureOf(clientOf(server).users.current())).toMatchObject({
      code: 'server_error',
      status: 503,
    });
    expect(server.requests).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 405, 410, 422])('with status %i is not tried again', async (status) => {
    server.answer(json({}, status));
    await failureOf(clientOf(server).users.current());
    expect(server.requests).toHaveLength(1);
  });

  it('waits longer each time, with jitter', async () => {
    server.answer(json({}, 500));
    await failureOf(clientOf(server, { spacingScale: 0.1, random: () => 0.5 }).users.current());
    expect(gaps()[0]).toBeGreaterThanOrEqual(50 - slack);
    expect(gaps()[1]).toBeGreaterThanOrEqual(100 - slack);
  });

  it('waits after 429 as long as the service’s threshold says', async () => {
    const refusal = text(
      '{"detail":"API requests too frequent endpoint threshold=3.0"}',
      429,
      'application/json',
    );
    server.answer(refusal, user);
    await clientOf(server, { spacingScale: 0.05, random: () => 0 }).users.current();
    expect(gaps()[0]).toBeGreaterThanOrEqual(150 - slack);
  });

  it('does not wait for a threshold beyond patience', async () => {
    server.answer(text('threshold=3600', 429));
    expect((await failureOf(clientOf(server).users.current())).thresholdSeconds).toBe(3600);
    expect(server.requests).toHaveLength(1);
  });

  it('may be a POST that only searches', async () => {
    server.answer(json({}, 500), json({ offers: [] }));
    expect(await clientOf(server).offers.search({ filters: {} })).toEqual([]);
  });
});

describe('a change that fails', () => {
  const costly = (client: Client) => [
    client.instances.create(1, { image: 'a' }),
    client.instances.setState(1, 'running'),
    client.instanceActions.changeBid(1, 0.2),
    client.volumeOffers.create({ id: 1, size: 10 }),
    client.volumeOffers.clone({ src_id: 1, dst_id: 2, size: 10 }),
    client.sshKeys.register('ssh-ed25519 AAAA'),
    client.sshKeys.registerWithInstance(1, 'ssh-ed25519 AAAA'),
    client.twoFactor.regenerateBackupCodes({ tfa_method: 'totp', code: '123456' }),
  ];
  const harmless = (client: Client) => [
    client.instances.setState(1, 'stopped'),
    client.instances.setLabel(1, 'a'),
    client.instances.destroy(1),
    client.volumes.delete(1),
    client.sshKeys.remove(1),
  ];

  it.each([500, 503])('with status %i is never repeated', async (status) => {
    server.answer(json({}, status));
    const changes = [...costly(clientOf(server)), ...harmless(clientOf(server))];
    await Promise.all(changes.map((change) => failureOf(change)));
    expect(server.requests).toHaveLength(changes.length);
  });

  it('with status 429 is never repeated where it costs money, or where that is not known', async () => {
    server.answer(text('API requests too frequent', 429));
    const changes = costly(clientOf(server));
    await Promise.all(changes.map((change) => failureOf(change)));
    expect(server.requests).toHaveLength(changes.length);
  });

  it('with status 429, which did nothing, is waited for and sent again, at most twice', async () => {
    server.answer(text('API requests too frequent', 429));
    const changes = harmless(clientOf(server));
    const failures = await Promise.all(changes.map((change) => failureOf(change)));
    expect(failures.map(({ code }) => code)).toEqual(changes.map(() => 'rate_limited'));
    expect(server.requests).toHaveLength(3 * changes.length);
  });

  it('with status 429 succeeds once the service takes it, after the time that it named', async () => {
    const refusal = text('{"detail":"endpoint threshold=3.0"}', 429, 'application/json');
    server.answer(refusal, json({ success: true }));
    const client = clientOf(server, { spacingScale: 0.05, random: () => 0 });
    await client.instances.setState(1, 'stopped');
    expect(server.requests).toHaveLength(2);
    expect(gaps()[0]).toBeGreaterThanOrEqual(150 - slack);
  });

  it('as too frequent with another status is not repeated', async () => {
    server.answer(json({ success: false, error: 'rate_limit_exceeded' }, 403));
    expect(await failureOf(clientOf(server).instances.destroy(1))).toMatchObject({ code: 'rate_limited' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a call in the background', () => {
  it('goes at once while nobody else calls, and stays behind all that others want', async () => {
    const client = clientOf(server, { spacingScale: 0.01 });
    server.answer(json({ offers: [] }));
    const order: string[] = [];
    const search = (name: string, background = false) =>
      client.offers.search({ filters: {} }, { background, onSend: () => void order.push(name) });
    await search('first', true);
    const later = [search('quiet', true), search('one'), search('two')];
    await later[1];
    later.push(search('three'));
    await Promise.all(later);
    expect(order).toEqual(['first', 'one', 'two', 'three', 'quiet']);
    expect(gaps().at(-1)).toBeGreaterThanOrEqual(120 - slack);
  });

  it('leaves the line when it is cancelled', async () => {
    const client = clientOf(server, { spacingScale: 0.01 });
    server.answer(json({ offers: [] }));
    await client.offers.search({ filters: {} });
    const controller = new AbortController();
    const waiting = client.offers.search({ filters: {} }, { background: true, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toThrow(CancelledError);
    expect(server.requests).toHaveLength(1);
  });

  it('is not tried again after a failure', async () => {
    const client = clientOf(server, { spacingScale: 0 });
    server.answer(text('too frequent', 429));
    expect(await failureOf(client.offers.search({ filters: {} }, { background: true }))).toMatchObject({
      code: 'rate_limited',
    });
    expect(server.requests).toHaveLength(1);
  });
});
