import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '../../src/api/errors';
import { launchAgain, type Launched } from '../../src/commands/launchFlow';
import { reopenedState, startingState } from '../../src/commands/launchState';
import type { FoundOffer } from '../../src/stores/offerStore';
import { closedForm } from '../../src/views/launch/form';
import { Person } from './accountsPerson';
import { openAccount } from './rentingAccount';
import { sandbox } from './support';

/** What a launch form that did not end well is remembered as. */
describe('a launch that was broken off', () => {
  let folder: string;
  let account: Awaited<ReturnType<typeof openAccount>>;
  let person: Person;
  let found: FoundOffer;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    account = await openAccount(folder);
    found = (await account.plan(1)).chosen[0]!;
    person = new Person();
  });
  afterEach(async () => {
    person.leave();
    await sandbox.clearFailures();
    for (const { id } of await account.client.listInstances()) await account.client.destroyInstance(id);
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
    const form = closedForm(found, { ...startingState(found), sent: true });
    await account.launches.keepForm(form);
    deepEqual(await play(false), { kind: 'cancelled' });
    equal(isMarked(), true);
    await failing('POST', '/bundles/', { status: 500 });
    equal(await codeOf(play(false)), 'server_error');
    equal(isMarked(), true);
  });

  it('comes back to the form with a template that was edited elsewhere meanwhile', async () => {
    const { templates } = account.client;
    const older = await templates.create({ ...docker, name: 'mine', image: 'debian', tag: '12' });
    const template = await account.answering(() => true).templates.ask({ templateId: older.id });
    const newer = await templates.edit({ hash_id: older.hash_id, tag: '13' });
    await sandbox.clearRequests();
    equal((await play(true, startingState(found, { template }))).kind, 'rented');
    ok(person.heard('was edited meanwhile'));
    const sent = (await sandbox.requests()).filter(({ method }) => method === 'PUT');
    deepEqual(
      sent.map(({ body }) => (body as { template_hash_id: string }).template_hash_id),
      [older.hash_id, newer.hash_id],
    );
  });

  /** Presses Enter on the row that rents, and Escape when the form comes back. */
  async function play(answer: boolean, start = startingState(found)): Promise<Launched> {
    let asked = false;
    const services = account.answering(() => {
      asked = true;
      return answer;
    });
    const closed = account.launches.closedForm;
    const state = closed ? await reopenedState(services, closed) : start;
    let ended = false;
    const inputs = person.inputs.length;
    const launched = launchAgain(services, found, state).finally(() => {
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
