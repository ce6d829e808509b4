import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ToldSpending } from '../../../src/commands/money/showSpending';
import type { LifeSign } from '../../../src/webviews/shared/messages';
import type { Action, SpendingPage, View } from '../../../src/webviews/spending/protocol';
import { agreed, call, environment, sandbox, signIn, someOffer, until } from '../support/inHost';
import { PanelStandIns } from '../support/panelStandIns';

const baseUrl = environment.sandboxUrl;

describe('what was spent', () => {
  let folder: string;
  let panels: PanelStandIns<View, Action | LifeSign>;
  let accountId: string;
  let instanceId: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    const { apiKey } = await sandbox.createAccount({});
    ({ accountId } = await agreed<{ accountId: string }>('signIn', { apiKey, baseUrl }));
    panels = new PanelStandIns();
    const { id: offerId } = await someOffer();
    const request = { image: 'debian:12', runtype: 'ssh_direct', disk: 10, label: 'trainer' };
    ({ instanceId } = await agreed<{ instanceId: number }>('rentOffer', { offerId, request }));
    await call('refreshInstances');
    await agreed('destroyInstance', { instanceId });
  });
  afterEach(async () => {
    panels.leave();
    for (const panel of panels.opened) panel.dispose();
    await rm(folder, { recursive: true, maxRetries: 5 });
    // One of the tests signs everybody out.
    await agreed('signOut', { accountId }).catch(() => undefined);
  });
  after(signIn);

  const spending = () => {
    const page = panels.opened[0]?.view?.page;
    return page?.kind === 'spending' ? page : undefined;
  };
  const nameIn = (page: SpendingPage | undefined) =>
    page?.rows.find(({ source, state }) => source === `instance-${instanceId}` && state === 'ended')?.name;

  it('has a destroyed instance with its name and sum, for a program and as a file', async () => {
    const isThere = async (): Promise<boolean | undefined> => {
      const { bySource } = await call<ToldSpending>('showSpending');
      return bySource.find(({ source }) => source === `instance-${instanceId}`)?.isThere;
    };
    await until(async () => (await isThere()) === false, 'destroyed');
    // Volumes would be billed, so they are listed first.
    const kind = async () => (await call<ToldSpending>('showSpending')).forecast.kind;
    await until(async () => (await kind()) === 'nothingBilled', 'all that is billed is known');
    const file = join(folder, 'spending.csv');
    const told = await call<ToldSpending>('showSpending', { period: 'last7Days', file });
    const [row] = told.bySource;
    equal(row?.name, `trainer (${instanceId})`);
    ok(row.amount > 0 && row.amount === told.inPeriod.amount && row.amount === row.total.amount);
    equal(told.byDay.length, 7);
    equal(told.forecast.kind, 'nothingBilled');
    const csv = await readFile(file, 'utf8');
    match(
      csv,
      new RegExp(`\\r\\n\\d{4}-\\d\\d-\\d\\d,instance-${instanceId},trainer \\(${instanceId}\\),\\d+\\.\\d`),
    );

    await rejects(call('showSpending', { file }), /already exists/);
    await rejects(call('showSpending', { file, confirmed: true }), /already exists/);
    await rejects(call('showSpending', { file: 'spending.csv' }), /Argument file/);
    await rejects(call('showSpending', { file: join(folder, '.bashrc') }), /Argument file/);
    await rejects(call('showSpending', { period: 'ever' }), /Argument period/);
    equal((await agreed<ToldSpending>('showSpending', { file })).file, file);
    deepEqual(panels.opened, []);
  });

  it('is drawn in a panel, which rests while it is hidden and follows the account in use', async () => {
    deepEqual(await vscode.commands.executeCommand('gpuRental.showSpending'), { opened: true });
    const [panel] = panels.opened;
    ok(panel);
    // It has its translations only with the answer to this.
    deepEqual(panel.messages, []);
    panel.send({ kind: 'ready' });
    await until(() => nameIn(spending()) === `trainer (${instanceId})`, 'the destroyed instance');
    await until(() => spending()?.bill?.state === 'used', 'the charges');
    panel.send({ kind: 'period', period: 'last7Days' });
    await until(() => spending()?.days.length === 7, 'another time');
    await call('refreshInstances');
    const asked = async () =>
      (await sandbox.requests()).filter(({ path }) => path.startsWith('/api/v0/charges/')).length;
    // Only the person asks for them.
    const once = await asked();
    panel.send({ kind: 'refresh' });
    await until(async () => (await asked()) === once + 1, 'the charges again');

    const { showSaveDialog } = vscode.window;
    try {
      const file = join(folder, 'panel.csv');
      Object.assign(vscode.window, { showSaveDialog: () => Promise.resolve(vscode.Uri.file(file)) });
      panel.send({ kind: 'export' });
      await until(() => vscode.window.activeTextEditor?.document.uri.fsPath === file, 'the file');
      match(await readFile(file, 'utf8'), /^day,source,name,dollars,charged,counted,certain\r\n.*trainer/);
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }

    panel.setVisible(false);
    const before = panel.messages.length;
    const other = await sandbox.createAccount({});
    const { accountId: otherId } = await agreed<{ accountId: string }>('signIn', {
      apiKey: other.apiKey,
      baseUrl,
    });
    equal(panel.messages.length, before);
    panel.setVisible(true);
    await until(() => spending()?.rows.length === 0, 'nothing of the other account');
    await agreed('signOut', { accountId: otherId });
    // Then the next one is in use, as long as there is one.
    for (let left = 0; left < 3 && panel.view?.page.kind !== 'signedOut'; left += 1)
      await agreed('signOut').catch(() => undefined);
    await until(() => panel.view?.page.kind === 'signedOut', 'signed out');
    await rejects(call('showSpending'), /not signed in/);
  });
});
