import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, rentRunning, sandbox, signIn, until } from '../support/inHost';

describe('a price that a host wants to raise', () => {
  let instanceId: number;
  let person: Person;
  before(async () => {
    await signIn();
    instanceId = await rentRunning();
  });
  beforeEach(async () => {
    person = new Person();
    await sandbox.clearRequests();
  });
  afterEach(async () => {
    await person.leave();
    await sandbox.clearFailures();
  });
  after(destroyAll);

  const priceNow = async () => (await sandbox.instance(instanceId)).dph_base ?? 0;
  const answers = async () =>
    (await sandbox.requests()).filter(({ path }) => path.endsWith('-price-increase/'));
  const announced = async () => {
    const before = await priceNow();
    const after = Math.round(before * 150) / 100;
    return { before, after, id: await sandbox.announcePrice(instanceId, after) };
  };

  it('can’t be answered where none is pending', async () => {
    await rejects(agreed('acceptPriceIncrease', { instanceId }), /No new price is pending/);
    await rejects(agreed('declinePriceIncrease', { instanceId }), /No new price is pending/);
    deepEqual(await answers(), []);
  });

  it('is told once with both prices, and costs as much as before once it is declined', async () => {
    const { before, id } = await announced();
    deepEqual(await agreed('declinePriceIncrease', { instanceId }), { instanceId });
    equal(await priceNow(), before);
    deepEqual(
      (await answers()).map(({ path, body }) => [path.split('/').at(-2), body]),
      [['reject-price-increase', { pending_price_increase_id: id }]],
    );
    await rejects(agreed('declinePriceIncrease', { instanceId }), /No new price is pending/);
    const told = person.notifications.filter(({ message }) => message.includes('wants to raise the price'));
    equal(told.length, 1);
    match(told[0]!.message, /from \$[\d.]+\/h to \$[\d.]+\/h\. The price that you agreed to ends on /);
    deepEqual(told[0]!.buttons, ['Accept…', 'Decline…']);
  });

  it('is billed once a person has accepted it in a dialog with the price on the button', async () => {
    const { after } = await announced();
    person.willPress('Accept $', /^Accept \$[\d.]+\/h$/);
    const { setStatusBarMessage } = vscode.window;
    const said: string[] = [];
    const note = (text: string) => {
      said.push(text);
      return setStatusBarMessage(text, 1);
    };
    Object.assign(vscode.window, { setStatusBarMessage: note });
    try {
      await vscode.commands.executeCommand('gpuRental.acceptPriceIncrease', { instanceId, asRow: true });
    } finally {
      Object.assign(vscode.window, { setStatusBarMessage });
    }
    ok(person.dialogs.some(({ message }) => /^Accept \$[\d.]+\/h for /.test(message)));
    match(said.join(), /Accepted \$[\d.]+\/h for /);
    equal(await priceNow(), after);
  });

  it('is no news once it was accepted, and a rise beyond it is', async () => {
    const { after } = await announced();
    await agreed('acceptPriceIncrease', { instanceId });
    const rises = () =>
      person.notifications
        .filter(({ message }) => message.includes('rose from'))
        .map(({ message }) => message);
    const listed = async (price: number) => {
      const { search } = await sandbox.instance(instanceId);
      await sandbox.showInstance(instanceId, {
        members: { search: { ...search, totalHour: price }, dph_total: price },
      });
      await call('refreshInstances');
    };
    await call('refreshInstances');
    deepEqual(rises(), []);
    await listed(after + 2);
    await until(() => rises().length > 0, 'a warning of the second rise');
    equal(rises().length, 1);
    match(rises()[0]!, new RegExp(`to \\$${(after + 2).toFixed(2)}`));
    await sandbox.showInstance(instanceId, null);
    await call('refreshInstances');
  });

  it('changes nothing when the person closes the dialog', async () => {
    const { before } = await announced();
    await vscode.commands.executeCommand('gpuRental.acceptPriceIncrease', { instanceId, asRow: true });
    equal(await priceNow(), before);
    deepEqual(await answers(), []);
    await agreed('declinePriceIncrease', { instanceId });
  });

  it('is answered once, also when the service’s answer is lost', async () => {
    const { before } = await announced();
    await sandbox.failNext({ path: '/accept-price-increase/', reset: true });
    await rejects(agreed('acceptPriceIncrease', { instanceId }), /response was lost/);
    equal((await answers()).length, 1);
    equal(await priceNow(), before);
    await agreed('declinePriceIncrease', { instanceId });
  });
});
