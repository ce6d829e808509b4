import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/clock';
import { ApiError } from '../../../src/api/errors';
import type { Launched } from '../../../src/prompts/launch/launchFlow';
import { launch } from '../../../src/prompts/launch/launch';
import { reopenedState, startingState } from '../../../src/prompts/launch/launchState';
import type { FoundOffer } from '../../../src/stores/offers/offerStore';
import { closedForm } from '../../../src/prompts/launch/launchState';
import { Person } from '../support/accountsPerson';
import { openAccount } from '../support/rentingAccount';
import { sandbox } from '../support/inHost';
import { ownRows } from '../support/oddMode';

/** What a launch form that did not end well is remembered as. */
describe('a launch that was broken off', () => {
  let folder: string;
  let account: Awaited<ReturnType<typeof openAccount>>;
  let person: Person;
  let found: FoundOffer;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    // What was listed stays just listed, however long a test takes.
    const begun = Date.now();
    account = await openAccount(folder, { ...systemClock, now: () => begun, monotonic: () => 0 });
    found = (await account.plan(1)).chosen[0]!;
    person = new Person();
  });
  afterEach(async () => {
    await person.leave();
    await sandbox.clearFailures();
    for (const { id } of ownRows(await account.client.instances.list()))
      await account.client.instances.destroy(id);
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  const isMarked = (): boolean => account.launches.closedForm?.sent === true;
  // More often than the window around the tests uses up by its own requests.
  const failing = (method: string, path: string, how: object) =>
    sandbox.failNext({ method, path, count: 100, ...how });

  it('may have been rented when the answer was lost, and else not', async () => {
    await failing('POST', '/bundles/', { status: 500 });
    equal(await codeOf(play(true)), 'server_error');
    equal(isMarked(), false);
    await sandbox.clearFailures();
    await failing('GET', '/instances/', { status: 500 });
    equal(await codeOf(play(true)), 'server_error');
    equal(isMarked(), false);
    await sandbox.clearFailures();
    await failing('PUT', '/asks/', { reset: true });
    equal(await codeOf(play(true)), 'outcome_unknown');
    equal(isMarked(), true);
  });

  it('stays marked when its form is opened again and nothing is rented', async () => {
    const form = closedForm(found, { ...startingState(found), sent: true }, systemClock);
    await account.launches.keepForm(form);
    deepEqual(await play(false), { kind: 'cancelled' });
    equal(isMarked(), true);
    await failing('POST', '/bundles/', { status: 500 });
    equal(await codeOf(play(true)), 'server_error');
    equal(isMarked(), true);
  });

  it('asks at once about an offer that was just listed, while its price is looked up again', async () => {
    const { offers } = account.client;
    const search = offers.search.bind(offers);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const events: string[] = [];
    offers.search = async (...args) => {
      events.push('look');
      await held;
      const found = await search(...args);
      events.push('looked');
      return found;
    };
    await sandbox.clearRequests();
    const launched = await play(true, startingState(found), () => {
      events.push('asked');
      letGo();
    });
    equal(launched.kind, 'rented');
    deepEqual(events, ['look', 'asked', 'looked']);
    const searches = (await sandbox.requests()).filter(({ path }) => path.includes('/bundles'));
    equal(searches.filter(({ body }) => JSON.stringify(body).includes(String(found.offer.id))).length, 1);
  });

  it('comes back to the form with a template that was edited elsewhere meanwhile', async () => {
    const { templates } = account.client;
    const older = await templates.create({ ...docker, name: 'mine', image: 'debian', tag: '12' });
    const template = await account.answering(() => true).templates.ask({ templateId: older.id });
    const newer = await templates.edit({ hash_id: older.hash_id, tag: '13' });
    await sandbox.clearRequests();
    equal((await play(true, startingState(found, { template }))).kind, 'rented');
    ok(person.heard('was changed while you edited the form'));
    const sent = (await sandbox.requests()).filter(({ method }) => method === 'PUT');
    deepEqual(
      sent.map(({ body }) => (body as { template_hash_id: string }).template_hash_id),
      [older.hash_id, newer.hash_id],
    );
  });

  /** Presses Enter on the row that rents, and Escape when the form comes back. */
  async function play(
    answer: boolean,
    start = startingState(found),
    whenAsked: () => void = () => undefined,
  ): Promise<Launched> {
    let asked = false;
    const services = account.answering(() => {
      asked = true;
      whenAsked();
      return answer;
    });
    const closed = account.launches.closedForm;
    const state = closed ? await reopenedState(services, closed) : start;
    let ended = false;
    const inputs = person.inputs.length;
    const launched = launch(services, found, state, { earlier: undefined }).finally(() => {
      ended = true;
    });
    launched.catch(() => undefined);
    await person.pressEnterUntil(() => ended || (asked && !answer));
    if (!answer && asked) await person.pressEscapeUntil(() => ended);
    ok(person.inputs.length > inputs);
    return launched;
  }
});

const docker = { docker_login_repo: '', docker_login_user: '', docker_login_pass: '' };

async function codeOf(launched: Promise<Launched>): Promise<string> {
  try {
    return (await launched).kind;
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}
