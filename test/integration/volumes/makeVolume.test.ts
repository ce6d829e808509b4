import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Volume } from '../../../src/api/schemas/volume';
import { Person } from '../support/accountsPerson';
import { agreed, call, sandbox, signIn, until } from '../support/inHost';

/** The service wants seconds between two volumes, so each of them goes through several steps. */
describe('volumes made by themselves', () => {
  let person: Person;
  let made: number[] = [];

  before(signIn);
  beforeEach(() => {
    person = new Person();
  });
  afterEach(async () => {
    await person.leave();
    await sandbox.clearFailures();
  });
  after(async () => {
    for (const { id } of await sandbox.volumes()) await agreed('deleteVolume', { volumeId: id });
  });

  it('are made by a person in a list, a name and one dialog with the price', async () => {
    const before = await ids();
    person.willPress('Create a volume of', /^Create for/);
    let isOver = false;
    void vscode.commands.executeCommand('gpuRental.createVolume').then(() => (isOver = true));
    await person.pressEnterUntil(() => isOver);
    const [dialog] = person.dialogs;
    equal(person.dialogs.length, 1);
    match(dialog?.message ?? '', /^Create a volume of 100 GB for \$[\d.]+\/month\?$/);
    match(dialog?.detail ?? '', /Name: data/);
    match(dialog?.detail ?? '', /until you delete the volume, even without an instance/);
    ok(person.heard('The volume “data” was created.'));
    made = (await ids()).filter((id) => !before.includes(id));
    equal(made.length, 1);
    const [own] = await listed(made[0]);
    deepEqual([own?.name, own?.size], ['data', 100]);
  });

  it('are cloned, and show that they aren’t ready until they have everything', async () => {
    const before = await ids();
    const [source] = made;
    const offers = await sandbox.volumeOffers();
    const { id: offerId = 0 } = offers.find(({ free }) => free >= 200) ?? {};
    // Without consent it is asked for, and no answer is none.
    equal(await call('cloneVolume', { volumeId: source, offerId, size: 100 }), undefined);
    match(person.dialogs[0]?.message ?? '', /^Clone the volume “data” to machine \d+ .*\/month\?$/);
    await rejects(agreed('cloneVolume', { volumeId: source, offerId, size: 99 }), /at least 100 GB/);
    deepEqual(await ids(), before);
    const request = { volumeId: source, offerId, size: 120 };
    const { volumeId } = await agreed<{ volumeId: number }>('cloneVolume', request);
    deepEqual(await statuses(volumeId), ['copying']);
    await sandbox.advance(10);
    deepEqual(await statuses(volumeId), ['created']);
  });

  it('are none where the space is taken while it is asked, or the account is empty', async () => {
    const before = await ids();
    const [{ id: offerId, free } = { id: 0, free: 0 }] = await sandbox.volumeOffers();
    const create = (size: number) => agreed('createVolume', { offerId, size });
    await rejects(create(free + 1), /GB left for volumes/);
    await sandbox.failNext({
      method: 'PUT',
      path: '/volumes/',
      status: 404,
      body: { success: false, msg: 'no such offer' },
    });
    await rejects(create(1), /no such volume or space any more\. Nothing was created/);
    const credit = await sandbox.credit();
    await sandbox.setCredit(0);
    try {
      await rejects(create(1), /credit/);
    } finally {
      await sandbox.setCredit(credit);
    }
    deepEqual(await ids(), before);
  });

  it('are sent once when the answer is lost', async () => {
    const before = await ids();
    await sandbox.clearRequests();
    await sandbox.failNext({ method: 'PUT', path: '/volumes/', reset: true, carryOut: true });
    const [{ id: offerId } = { id: 0 }] = await sandbox.volumeOffers();
    await rejects(agreed('createVolume', { offerId, size: 1 }), /Look at the list of volumes before/);
    const sent = (await sandbox.requests()).filter(({ method }) => method === 'PUT');
    equal(sent.length, 1);
    equal((await ids()).length, before.length + 1);
    const isShown = async () => (await call<Volume[]>('refreshVolumes')).length === before.length + 1;
    await until(isShown, 'the list has it');
  });
});

const ids = async () => (await sandbox.volumes()).map(({ id }) => id);
const listed = async (id: number | undefined) =>
  (await call<Volume[]>('refreshVolumes')).filter((volume) => volume.id === id);
const statuses = async (id: number) => (await listed(id)).map(({ status }) => status);
