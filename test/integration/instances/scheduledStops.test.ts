import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import {
  agreed,
  call,
  destroyAll,
  overSsh,
  rentRunning,
  sandbox,
  signIn,
  someOffer,
  until,
} from '../support/inHost';

describe('a scheduled stop', () => {
  let instanceId: number;

  before(async () => {
    await signIn();
    instanceId = await rentRunning();
  });
  after(destroyAll);

  const statusOf = async (): Promise<string> => (await sandbox.instance(instanceId)).intended_status;

  it('is refused without one way to tell when, and for a time that has passed', async () => {
    const given = { instanceId, action: 'stop' };
    await rejects(agreed('scheduleStop', given), /at least one of at, afterMinutes/);
    await rejects(agreed('scheduleStop', { ...given, afterMinutes: 1, at: '18:00' }), /one time at most/);
    await rejects(agreed('scheduleStop', { ...given, at: '2001-01-01T00:00' }), /has passed/);
    await rejects(agreed('scheduleStop', { ...given, afterMinutes: -1 }), /afterMinutes/);
    await rejects(agreed('scheduleStop', { ...given, action: 'explode', afterMinutes: 1 }), /action/);
    await rejects(agreed('cancelScheduledStop', { instanceId }), /Nothing is scheduled/);
  });

  it('is replaced and called off, and nothing happens to the instance', async () => {
    const given = { instanceId, action: 'destroy' };
    deepEqual(await agreed('scheduleStop', { ...given, whenClosed: true }), { ...given, whenClosed: true });
    deepEqual(await agreed('scheduleStop', { ...given, idleMinutes: 30 }), { ...given, idleMinutes: 30 });
    const both = { ...given, idleMinutes: 30, dollars: 5, whenRunsEnd: true };
    deepEqual(await agreed('scheduleStop', both), both);
    const { at } = await agreed<{ at: string }>('scheduleStop', { ...given, at: '18:00 tomorrow' });
    match(at, /^\d{4}-\d\d-\d\dT.*Z$/);
    equal(new Date(at).getHours(), 18);
    deepEqual(await agreed('cancelScheduledStop', { instanceId }), { instanceId });
    equal(await statusOf(), 'running');
  });

  it('is carried out when it is due', async () => {
    await agreed('scheduleStop', { instanceId, action: 'stop', afterMinutes: 0.01 });
    await until(async () => (await statusOf()) === 'stopped', 'the instance is stopped');
    await until(
      () =>
        agreed('cancelScheduledStop', { instanceId }).then(
          () => false,
          () => true,
        ),
      'nothing is scheduled any more',
    );
  });

  it('is carried out by the instance itself while nothing is due in VS Code', async () => {
    const own = await rentRunning();
    const machine = (command: string) => overSsh(`gpu-${own}`, `cd .gpu-rental/stop && ${command}`);
    const told = '[ -s token ] && grep -qx "token=$(cat token)" state && grep -x state=watching state';
    await agreed('connect', { instanceId: own });
    // The first login, which VS Code leaves to the person.
    await overSsh(`gpu-${own}`, 'true');
    const isTold = async () => {
      await call('refreshInstances');
      return (await machine(told).catch(() => '')) !== '';
    };
    await agreed('scheduleStop', { instanceId: own, action: 'stop', afterMinutes: 120 });
    await until(isTold, 'the instance was told');
    const left = Number(await machine('echo $(($(cat at) - $(date +%s)))'));
    ok(left > 6000 && left <= 7201, `${left} s are left`);
    // Taken back, it does nothing; told again, it goes by the new time.
    await agreed('cancelScheduledStop', { instanceId: own });
    const isGone = () => machine('[ -e token ] || echo gone').catch(() => '');
    await until(async () => (await isGone()) === 'gone', 'it was taken back');
    await agreed('scheduleStop', { instanceId: own, action: 'stop', afterMinutes: 180 });
    await until(isTold, 'the instance was told again');
    equal((await sandbox.instance(own)).intended_status, 'running');
    // Its clock is there before this computer's.
    await machine(
      `kill "$(sed -n 's/^pid=//p' state)"; while kill -0 "$(sed -n 's/^pid=//p' state)" 2>/dev/null; do sleep 0.1; done`,
    );
    // A watch that begins when its time has passed does nothing. Its stop ends this login, too.
    const soon = 'echo $(($(date +%s) + 2)) > at; sh ../hook; sleep 3';
    await machine(`until grep -qE '^state=(sent|done)$' state; do ${soon}; done`).catch(() => '');
    await until(
      async () => (await sandbox.instance(own)).intended_status === 'stopped',
      'the instance has stopped itself',
    );
    // That is no reason for VS Code to call anything off.
    deepEqual(await agreed('cancelScheduledStop', { instanceId: own }), { instanceId: own });
  });

  it('comes with a rental beyond the budget, if the person presses that', async () => {
    const settings = vscode.workspace.getConfiguration('gpuRental');
    const person = new Person();
    try {
      await settings.update('budget.perInstance', 1, vscode.ConfigurationTarget.Global);
      const { id: offerId } = await someOffer();
      person.willPress('Rent ', / and Stop at /);
      const request = { image: 'debian:12', disk: 10, runtype: 'ssh_direct' };
      const rented = await call<{ instanceId: number }>('rentOffer', { offerId, request });
      const asked = person.notifications.find(({ message }) => message.startsWith('Rent '));
      equal(asked?.buttons[0], 'Not Now');
      match(asked?.buttons[1] ?? '', /^Rent and Stop at ./);
      deepEqual(await agreed('cancelScheduledStop', rented), rented);
    } finally {
      await person.leave();
      await settings.update('budget.perInstance', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
