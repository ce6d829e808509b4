import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ToldCharges } from '../../../src/commands/money/charges';
import { Person } from '../support/accountsPerson';
import { agreed, call, environment, sandbox, signIn, someOffer, until } from '../support/inHost';
import { withoutOddRows } from '../support/oddMode';

const baseUrl = environment.sandboxUrl;

describe('the charges of an account', () => {
  let account: { apiKey: string; accountId: string };
  let person: Person;
  let instanceId: number;

  beforeEach(async () => {
    const { apiKey } = await sandbox.createAccount({});
    const { accountId } = await agreed<{ accountId: string }>('signIn', { apiKey, baseUrl });
    account = { apiKey, accountId };
    person = new Person();
  });
  afterEach(async () => {
    await sandbox.configure({ extensions: true });
    await person.pressEscape();
    await person.leave();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await agreed('signOut', { accountId: account.accountId });
  });
  after(signIn);

  async function rentForAnHour(): Promise<void> {
    const { id: offerId } = await someOffer();
    const request = { image: 'debian:12', runtype: 'ssh_direct', disk: 10, label: 'trainer' };
    ({ instanceId } = await agreed<{ instanceId: number }>('rentOffer', { offerId, request }));
    await sandbox.advance(3600);
    await agreed('destroyInstance', { instanceId });
  }

  /** As the service tells them: on its clock it may be another day than here. */
  async function tolds(): Promise<{ amount: number; start: number }[]> {
    const answer = await fetch(`${baseUrl}/api/v0/charges/`, {
      headers: { authorization: `Bearer ${account.apiKey}` },
    });
    const { results } = (await answer.json()) as { results: { amount: unknown; start: unknown }[] };
    return results.map(({ amount, start }) => ({ amount: Number(amount), start: Number(start) }));
  }

  it('are told to a program with exact sums, and shown to a person, who may export them', () =>
    withoutOddRows(async () => {
      await rentForAnHour();
      const bill = await call<ToldCharges>('showCharges', { period: 'last7Days' });
      const rows = (await tolds()).filter(({ start }) => start >= bill.start && start < bill.end);
      const millionths = rows.reduce((sum, { amount }) => sum + Math.round(amount * 1e6), 0);
      equal(Math.round(bill.sums.total * 1e6), millionths);
      equal(bill.rows.length, rows.length);
      equal(bill.isComplete, true);
      deepEqual(
        bill.sums.bySource.map(({ source }) => source),
        rows.length > 0 ? [`instance-${instanceId}`] : [],
      );

      const showing = vscode.commands.executeCommand('gpuRental.showCharges');
      await person.pressEnterUntil(
        () => vscode.window.activeTextEditor?.document.uri.scheme === 'gpu-rental-text',
      );
      await showing;
      // By its folder, menus know it in every language.
      match(
        vscode.window.activeTextEditor?.document.uri.path ?? '',
        /^\/charges\/Charges \d{4}-\d\d-01 to [\d-]+, user\d+@example\.com\.txt$/,
      );
      const text = vscode.window.activeTextEditor?.document.getText() ?? '';
      match(text, /^Charges of user\d+@example\.com on 127\.0\.0\.1:\d+\n\d{4}-\d\d-01 to /);
      match(text, /\nTotal: \$\d+\.\d\d/);

      const folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
      const { showSaveDialog } = vscode.window;
      try {
        const file = join(folder, 'charges.csv');
        Object.assign(vscode.window, { showSaveDialog: () => Promise.resolve(vscode.Uri.file(file)) });
        await vscode.commands.executeCommand('gpuRental.exportCharges');
        const csv = await readFile(file, 'utf8');
        ok(csv.startsWith('day,source,type,description,dollars\r\n'), csv);
        deepEqual(await call('exportCharges', { period: 'thisMonth' }), { csv });
      } finally {
        Object.assign(vscode.window, { showSaveDialog });
        await rm(folder, { recursive: true, maxRetries: 5 });
      }
    }));

  it('are a sentence where the service has none, or this key may not read them', async () => {
    await sandbox.configure({ extensions: false });
    await rejects(call('showCharges', { period: 'lastMonth' }), /Charges can’t be read here/);
    const exporting = vscode.commands.executeCommand('gpuRental.exportCharges');
    await person.pressEnterUntil(() => person.heard('Charges can’t be read here'));
    await exporting;
    equal(vscode.window.activeTextEditor, undefined);
  });

  it('are of a time that there is', async () => {
    await rejects(call('showCharges', { period: 'yesterday' }), /Argument period/);
    await until(() => vscode.window.activeTextEditor === undefined, 'no document');
  });
});
