import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { ListedSshKey } from '../../../src/commands/sshKeys/knownSshKeys';
import { Person } from '../support/accountsPerson';
import { agreed, call, environment, sandbox, signIn, until } from '../support/inHost';

const baseUrl = environment.sandboxUrl;

describe('the SSH keys of an account', () => {
  let account: { id: number; apiKey: string; accountId: string };
  let person: Person;
  let folder: string;
  let publicKeyFile: string;
  let fingerprint: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    publicKeyFile = await newKey('id', 'robin@home');
    fingerprint = fingerprintOf(publicKeyFile);
  });
  beforeEach(async () => {
    const { id, apiKey } = await sandbox.createAccount({});
    const { accountId } = await agreed<{ accountId: string }>('signIn', { apiKey, baseUrl });
    account = { id, apiKey, accountId };
    await sandbox.clearRequests();
    person = new Person();
  });
  afterEach(async () => {
    await sandbox.clearFailures();
    await sandbox.configure({ extensions: true });
    await person.pressEscape();
    await person.leave();
    await agreed('signOut', { accountId: account.accountId });
  });
  after(async () => {
    await rm(folder, { recursive: true, maxRetries: 5 });
    await signIn();
  });

  async function newKey(name: string, comment: string): Promise<string> {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', comment, '-f', join(folder, name)]);
    return Promise.resolve(join(folder, `${name}.pub`));
  }
  const fingerprintOf = (file: string): string =>
    execFileSync('ssh-keygen', ['-lf', file], { encoding: 'utf8' }).split(' ')[1] ?? '';
  const changes = async () =>
    (await sandbox.requests()).filter(({ method, path }) => method !== 'GET' && path.includes('/ssh/'));
  const keys = () => call<ListedSshKey[]>('listSshKeys');

  it('are registered and removed by a program that may, and by no other', async () => {
    equal(await call('registerSshKey', { publicKeyFile, confirmed: true }), undefined);
    match(person.dialogs[0]?.message ?? '', /^Register this SSH key/);
    deepEqual(await changes(), []);

    deepEqual(await agreed('registerSshKey', { publicKeyFile }), { fingerprint, isNew: true });
    const [sent] = await changes();
    // The comment often names a person or a machine.
    equal(JSON.stringify(sent?.body).includes('robin@home'), false);
    const [key] = await keys();
    equal(key?.fingerprint, fingerprint);

    equal(await call('removeSshKey', { id: key?.id, confirmed: true }), undefined);
    const question = person.dialogs.at(-1)?.message ?? '';
    ok(question.startsWith('Remove the SSH key ') && question.includes(fingerprint), question);
    equal((await changes()).length, 1);
    deepEqual(await agreed('removeSshKey', { id: key?.id }), { id: key?.id, fingerprint });
    const all = (await changes()).map(({ method, path }) => `${method} ${path}`);
    deepEqual(all, ['POST /api/v0/ssh/', `DELETE /api/v0/ssh/${key?.id}/`]);
  });

  it('are none where the service says so by a refusal', async () => {
    const body = { success: false, error: 'not_found', msg: 'No SSH keys found' };
    await sandbox.failNext({ method: 'GET', path: '/ssh/', status: 404, body });
    deepEqual(await keys(), []);
  });

  it('count the one that the account itself names', async () => {
    await sandbox.addUserSshKey(await readFile(publicKeyFile, 'utf8'), account.id);
    const body: unknown[] = [];
    await sandbox.failNext({ method: 'GET', path: '/ssh/', status: 200, body });
    const [key] = await keys();
    equal(key?.fingerprint, fingerprint);
    equal(key?.id, undefined);
    deepEqual(await agreed('registerSshKey', { publicKeyFile }), { fingerprint, isNew: false });
    deepEqual(await changes(), []);
  });

  it('are never a private key, nor what is cut off, and nothing is sent then', async () => {
    const cut = join(folder, 'cut.pub');
    await writeFile(cut, (await readFile(publicKeyFile, 'utf8')).slice(0, 50));
    const refused: [file: string, sentence: RegExp][] = [
      [join(folder, 'id'), /private key.*Nothing was sent/],
      [cut, /damaged or cut off/],
      [join(folder, 'none.pub'), /doesn’t exist/],
      ['id.pub', /absolute path/],
    ];
    for (const [file, sentence] of refused)
      await rejects(agreed('registerSshKey', { publicKeyFile: file }), sentence);
    deepEqual(await changes(), []);
  });

  it('cannot be those of a team, which is said', async () => {
    const { apiKey } = await sandbox.createKey({ accountId: account.id, team: true });
    await agreed('signIn', { apiKey, baseUrl });
    await rejects(agreed('registerSshKey', { publicKeyFile }), /Team accounts can’t register SSH keys/);
  });

  it('are not asked for again where the service has none to manage', async () => {
    await sandbox.configure({ extensions: false });
    await rejects(call('listSshKeys'), /SSH keys can’t be managed here/);
    await rejects(agreed('registerSshKey', { publicKeyFile }), /SSH keys can’t be managed here/);
    deepEqual(await changes(), []);
  });

  it('are asked for before a virtual machine is rented without any', async () => {
    const query = { filters: { vms_enabled: { eq: true } }, limit: 1 };
    const [offer] = await call<{ id: number }[]>('searchOffers', { query });
    const request = { image: 'debian:12', disk: 10, vm: true };
    equal(await call('rentOffer', { offerId: offer?.id, request }), undefined);
    const { detail = '', ...asked } = person.dialogs.at(-1) ?? {};
    deepEqual(asked, {
      show: 'showInformationMessage',
      message: 'A virtual machine needs an SSH key before it’s created.',
      buttons: ['Not Now', 'Register Key…'],
      isModal: true,
    });
    match(detail, /has no SSH key, and the keys of a virtual machine can’t be changed later/);
    await rejects(agreed('rentOffer', { offerId: offer?.id, request }), /Add an SSH key to the account/);
  });

  it('are chosen by a person among those of this computer, whose comment names them in the list', async () => {
    // Beside the config file that this extension edits here.
    const here = join(dirname(environment.sshConfigFile), 'chosen');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'chosen@here', '-f', here]);
    try {
      const choosing = vscode.commands.executeCommand('gpuRental.registerSshKey');
      await until(
        () => (person.inputs[0] as vscode.QuickPick<vscode.QuickPickItem>)?.items.length > 0,
        'rows',
      );
      const list = person.inputs[0] as vscode.QuickPick<vscode.QuickPickItem>;
      const row = list.items.find(({ label }) => label.includes('chosen@here'));
      equal(row?.detail?.split(' ')[0], fingerprintOf(`${here}.pub`));
      list.value = 'chosen@here';
      await until(() => list.activeItems[0]?.label === row?.label, 'only that row');
      await person.pressEnterUntil(() => person.heard('chosen@here was registered'));
      await choosing;
      const [key] = await keys();
      deepEqual([key?.name, key?.here], ['chosen@here', true]);
    } finally {
      await rm(here);
      await rm(`${here}.pub`);
    }
  });

  it('are not what Enter removes in the list', async () => {
    await agreed('registerSshKey', { publicKeyFile });
    await sandbox.clearRequests();
    const listing = vscode.commands.executeCommand('gpuRental.listSshKeys');
    await person.pressEnterUntil(() => person.inputs.length === 2);
    const actions = person.inputs[1] as vscode.QuickPick<vscode.QuickPickItem>;
    await until(() => actions.items.length > 0, 'what can be done');
    deepEqual(
      actions.items.map(({ label }) => label.replace(/^\S+ /, '')),
      ['Copy Public Key', 'Copy Fingerprint', 'Remove Key…'],
    );
    let ended = false;
    void listing.then(() => (ended = true));
    await person.pressEscapeUntil(() => ended);
    deepEqual(await changes(), []);
  });
});
