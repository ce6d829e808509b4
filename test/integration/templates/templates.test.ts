import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Template } from '../../../src/api/schemas/templates/template';
import { agreed, call, destroyAll, environment, sandbox, signIn, someOffer, until } from '../support/inHost';
import { Person } from '../support/accountsPerson';

const fields = { name: 'mine', image: 'ubuntu', tag: '24.04', runtype: 'ssh', ssh_direct: true };
const login = { docker_login_repo: '', docker_login_user: '', docker_login_pass: '' };

describe('templates', () => {
  before(signIn);
  beforeEach(async () => {
    await sandbox.clearFailures();
    await sandbox.clearRequests();
  });
  after(async () => {
    await destroyAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are searched by the specification’s fields and operators', async () => {
    const found = await call<Template[]>('searchTemplates', {
      filters: { recommended: { eq: true }, name: { in: ['PyTorch', 'vLLM'] } },
    });
    deepEqual(found.map(({ name }) => name).sort(), ['PyTorch', 'vLLM']);
    const byWords = await call<Template[]>('searchTemplates', { words: 'VLLM openai' });
    deepEqual(
      byWords.map(({ name }) => name),
      ['vLLM'],
    );
    await rejects(call('searchTemplates', { filters: { colour: { eq: 1 } } }), /filters/);
    await rejects(call('searchTemplates', { filters: { name: { like: 'a' } } }), /filters\.name/);
  });

  it('of somebody else can be rented from by the specified precedence, and not be edited', async () => {
    const [template] = await call<Template[]>('searchTemplates', { filters: { name: { eq: 'PyTorch' } } });
    await rejects(agreed('editTemplate', { templateId: template!.id }), /someone else/);
    await rejects(agreed('deleteTemplate', { templateId: template!.id }), /someone else/);
    const offer = await someOffer();
    const { instanceId } = await agreed<{ instanceId: number }>('rentFromTemplate', {
      hashId: template!.hash_id,
      offerId: offer.id,
      request: { disk: 12, env: { DATA_DIRECTORY: '/data', MORE: '1' } },
    });
    const launch = await sandbox.launch(instanceId);
    equal(launch.image, 'pytorch/pytorch:2.8.0-cuda12.8-cudnn9-devel');
    equal(launch.disk, 12);
    deepEqual(launch.env, { DATA_DIRECTORY: '/data', '-p 6006:6006': '1', MORE: '1' });
    equal(launch.runtype, 'jupyter_direct');
    const { uri } = await call<{ uri: string }>('duplicateTemplate', { templateId: template!.id });
    const copy = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    match(copy.getText(), /"name": "Copy of PyTorch"/);
    await agreed('discardTemplateDraft', { draft: uri });
  });

  it('are created, edited and deleted with plain objects', async () => {
    const created = await agreed<Template>('createTemplate', {
      template: { ...fields, recommended_disk_space: 10_000_000 },
    });
    equal(created.name, 'mine');
    const offer = await someOffer();
    const rental = { hashId: created.hash_id, offerId: offer.id };
    await rejects(agreed('rentFromTemplate', rental), /disk: .*10000000 GB/);
    const changes = { recommended_disk_space: 9, desc: 'better' };
    const edited = await agreed<Template>('editTemplate', { hashId: created.hash_id, changes });
    equal(edited.id, created.id);
    ok(edited.hash_id !== created.hash_id);
    deepEqual(await bodies('PUT'), [{ hash_id: created.hash_id, ...changes }]);
    await rejects(agreed('editTemplate', { hashId: edited.hash_id, changes: { env: 'x' } }), /env: /);
    const removed = await agreed('deleteTemplate', { templateId: edited.id });
    deepEqual(removed, { templateId: created.id });
    deepEqual(await bodies('DELETE'), [{ template_id: created.id }]);
  });

  it('keep their whole environment with a port above 65535, saved, duplicated and rented', async () => {
    const env = '-e NAME=value -p 70000:70000 -p 5000:5000/udp';
    const { id, hash_id: hashId } = await agreed<Template>('createTemplate', {
      template: { ...fields, env },
    });
    const { uri } = await call<{ uri: string }>('duplicateTemplate', { templateId: id });
    const copy = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    ok(copy.getText().includes(`"env": "${env}"`), copy.getText());
    await agreed('discardTemplateDraft', { draft: uri });
    const request = { env: { '-p 70001:70001': '1' } };
    const { id: offerId } = await someOffer();
    const { instanceId } = await agreed<{ instanceId: number }>('rentFromTemplate', {
      hashId,
      offerId,
      request,
    });
    const launch = await sandbox.launch(instanceId);
    const ports = { '-p 70000:70000': '1', '-p 5000:5000/udp': '1', '-p 70001:70001': '1' };
    deepEqual(launch.env, { NAME: 'value', ...ports });
    await agreed('deleteTemplate', { templateId: id });
  });

  it('are found by their id however often they were edited elsewhere', async () => {
    const { id, hash_id } = await agreed<Template>('createTemplate', { template: fields });
    const { apiKey, sandboxUrl } = environment;
    const elsewhere = await fetch(new URL('/api/v0/template/', sandboxUrl), {
      method: 'PUT',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ hash_id, desc: 'from the console' }),
    });
    equal(elsewhere.status, 200);
    const edited = await agreed<Template>('editTemplate', { templateId: id, changes: { tag: '26.04' } });
    deepEqual([edited.desc, edited.tag], ['from the console', '26.04']);
  });

  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ['without an image', { name: 'a' }, /image: /],
    ['with a flag string that breaks off', { ...fields, env: '-e "A=1' }, /env: /],
    ['with a script past 4048 characters', { ...fields, onstart: 'x'.repeat(4049) }, /onstart: .*4048/],
    ['with a field nobody knows', { ...fields, colour: 'red' }, /colour: /],
    ['with a runtype of instances', { ...fields, runtype: 'ssh_direct' }, /runtype: /],
  ];
  for (const [what, template, sentence] of wrong) {
    it(`are not sent ${what}`, async () => {
      await rejects(agreed('createTemplate', { template }), sentence);
      equal((await bodies('POST')).length, 0);
    });
  }
});

describe('a template as a document', () => {
  let template: Template;
  let document: vscode.TextDocument;

  before(async () => {
    await signIn();
    template = await service('POST', { ...login, ...fields, name: 'as a document' });
    const { uri } = await agreed<{ uri: string }>('editTemplate', { hashId: template.hash_id });
    document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  });
  beforeEach(async () => {
    await sandbox.clearFailures();
    await sandbox.clearRequests();
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('sends only what was changed, and keeps the registry’s password out of the text', async () => {
    const password = 'dckr_pat_canary_0123456789';
    await change('"desc": ""', '"desc": "what it is for"');
    await change('"docker_login_user": ""', '"docker_login_user": "robin"');
    const person = new Person();
    await change('"docker_login_pass": ""', `"docker_login_pass": "${password}"`);
    await until(() => person.heard('removed from the text'), 'why the password went');
    await person.leave();
    ok(await document.save());
    ok(!document.isDirty);
    ok(!document.getText().includes(password));
    match(document.getText(), /kept in secret storage/);
    deepEqual(await changedMembers(), [['desc', 'docker_login_pass', 'docker_login_user', 'hash_id']]);
  });

  it('lets no password stay in the text, not for an undo either, and sends what was entered in its box', async () => {
    const password = 'dckr_pat_pasted_0123456789';
    const person = new Person();
    try {
      await vscode.window.showTextDocument(document);
      await change('•••••• kept in secret storage', password);
      await until(() => !document.getText().includes(password), 'the pasted password gone');
      await vscode.commands.executeCommand('undo');
      await until(() => !document.getText().includes(password), 'it gone again');
      await change('•••••• kept in secret storage', '•••••• kept in secret xstorage');
      await until(() => person.inputs.length === 1, 'the password box');
      const box = person.inputs[0] as vscode.InputBox;
      ok(box.password);
      await until(() => document.getText().includes('"•••••• kept in secret storage"'), 'the placeholder');
      box.value = 'typed-into-the-box';
      let isHidden = false;
      box.onDidHide(() => (isHidden = true));
      await person.pressEnterUntil(() => isHidden);
      await vscode.commands.executeCommand('workbench.action.files.save');
      await until(async () => (await bodies('PUT')).length > 0, 'a save');
      deepEqual(await changedMembers(), [['docker_login_pass', 'hash_id']]);
      ok(!document.getText().includes('typed-into-the-box'));
    } finally {
      await person.pressEscape();
      await person.leave();
    }
  });

  it('takes the new hash over, and leaves a kept password as it is', async () => {
    const { hash_id } = await latest();
    ok(hash_id !== template.hash_id);
    await change('what it is for', 'what it is really for');
    ok(await document.save());
    deepEqual(await bodies('PUT'), [{ hash_id, desc: 'what it is really for' }]);
  });

  it('underlines what is wrong, and stays unsaved when the service refuses', async () => {
    await change('"tag": "24.04"', '"tag": 24');
    await until(() => problems().some((text) => text.includes('tag: ')), 'an underlined tag');
    ok(!(await document.save()));
    equal((await bodies('PUT')).length, 0);
    await change('"tag": 24', '"tag": "nightly"');
    await until(() => problems().length === 0, 'no more problems');
    await sandbox.failNext({
      method: 'PUT',
      path: '/template/',
      status: 400,
      body: { success: false, error: 'invalid_args', msg: 'tag: there is no such tag' },
    });
    ok(!(await document.save()));
    ok(document.isDirty);
    await until(() => problems().some((text) => text.includes('no such tag')), 'the refusal at its field');
    equal((await latest()).tag, '24.04');
  });

  it('sends what was changed here, and keeps what was changed elsewhere in other fields', async () => {
    const { hash_id } = await latest();
    await service('PUT', { hash_id, desc: 'edited elsewhere' });
    await sandbox.clearRequests();
    await change('"tag": "nightly"', '"tag": "edited here"');
    ok(await document.save());
    deepEqual(await changedMembers(), [['hash_id', 'tag']]);
    const { desc, tag } = await latest();
    deepEqual({ desc, tag }, { desc: 'edited elsewhere', tag: 'edited here' });
    await until(() => document.getText().includes('edited elsewhere'), 'the other change in the document');
    ok(!document.isDirty);
  });

  it('sends nothing that was also edited elsewhere until one version is chosen', async () => {
    const elsewhere = async (desc: string) => {
      const { hash_id } = await latest();
      await service('PUT', { hash_id, desc, readme: desc });
      await sandbox.clearRequests();
    };
    const line = (text: string) =>
      change(/"desc": ".*"/.exec(document.getText())?.[0] ?? '', `"desc": "${text}"`);
    const isConflict = () => problems().some((text) => text.includes('desc: also changed elsewhere'));
    await elsewhere('theirs');
    await line('mine');
    ok(await document.save());
    equal((await bodies('PUT')).length, 0);
    equal((await latest()).desc, 'theirs');
    await until(isConflict, 'the field underlined');
    const person = new Person();
    for (const name of ['keepMyTemplate', 'discardMyTemplate'])
      await call(name, { document: document.uri.toString() });
    await person.leave();
    // The notice of the conflict may come as late as this; it asks nothing.
    deepEqual(
      person.notifications.filter(({ isModal }) => isModal).map(({ message }) => message),
      ['Send your changes to this template?', 'Discard your changes to this template?'],
    );
    await agreed('keepMyTemplate', { document: document.uri.toString() });
    deepEqual(await changedMembers(), [['desc', 'hash_id']]);
    const { desc, readme } = await latest();
    deepEqual({ desc, readme }, { desc: 'mine', readme: 'theirs' });
    await until(() => !isConflict(), 'no more conflict');

    await elsewhere('theirs again');
    await line('mine again');
    ok(await document.save());
    await until(isConflict, 'the field underlined again');
    await agreed('discardMyTemplate', { document: document.uri.toString() });
    await until(() => document.getText().includes('"desc": "theirs again"'), 'the service’s version');
    ok(!document.isDirty);
    equal((await bodies('PUT')).length, 0);
  });

  it('closes when its template is deleted, also with changes in it', async () => {
    const doomed = await service('POST', { ...login, ...fields, name: 'doomed' });
    await call('refreshTemplates');
    const { uri } = await agreed<{ uri: string }>('editTemplate', { hashId: doomed.hash_id });
    const open = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    await change('"desc": ""', '"desc": "too late"', open);
    await agreed('deleteTemplate', { templateId: doomed.id });
    await until(() => !tabs().some((name) => name.includes('doomed')), 'its tab closed');
  });

  it('leaves nothing behind when a new one is opened and not touched', async () => {
    const { uri } = await call<{ uri: string }>('createTemplate');
    const untouched = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    deepEqual(
      vscode.languages.getDiagnostics(untouched.uri).filter(({ source }) => source === 'GPU Rental'),
      [],
    );
    equal(untouched.getText().includes('docker_login_repo'), false);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    const isOpen = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && input.uri.toString() === untouched.uri.toString();
    const all = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await until(() => !all().some(isOpen), 'its tab closed');
  });

  it('is created by its first save, and goes on under its own name', async () => {
    const { uri } = await call<{ uri: string }>('createTemplate');
    const fresh = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    await change('"name": ""', '"name": "brand new"', fresh);
    await change('"image": ""', '"image": "debian"', fresh);
    ok(await fresh.save());
    equal((await bodies('POST')).length, 1);
    const opened = /\/\d+\/brand new\.gpu-template\.jsonc$/;
    const isOpen = (): boolean => opened.test(vscode.window.activeTextEditor?.document.uri.path ?? '');
    await until(isOpen, 'the document of the new template');
  });

  async function change(from: string, to: string, target = document): Promise<void> {
    const text = target.getText();
    const at = text.indexOf(from);
    ok(at >= 0, `${from} is not in the document`);
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.Range(target.positionAt(at), target.positionAt(at + from.length));
    edit.replace(target.uri, range, to);
    ok(await vscode.workspace.applyEdit(edit));
  }

  async function latest(): Promise<Template> {
    const filters = encodeURIComponent(JSON.stringify({ id: { eq: template.id } }));
    return service('GET', undefined, `?select_filters=${filters}`);
  }

  const problems = (): string[] =>
    vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ source }) => source === 'GPU Rental')
      .map(({ message }) => message);
});

const tabs = (): string[] =>
  vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

/** Bodies of the requests that the extension sent; what is secret is masked in them. */
async function bodies(method: string): Promise<Record<string, unknown>[]> {
  const requests = await sandbox.requests();
  return requests
    .filter((one) => one.method === method && one.path.includes('/template/'))
    .map(({ body }) => body as Record<string, unknown>);
}

async function changedMembers(): Promise<string[][]> {
  return (await bodies('PUT')).map((body) => Object.keys(body).sort());
}

/** Somebody else's call of the same account, which does not wait as the extension has to. */
/** A service may send the ID as text. */
type Sent = Omit<Template, 'id'> & { id: number | string };

async function service(method: string, body?: object, query = ''): Promise<Template> {
  const response = await fetch(`${environment.sandboxUrl}/api/v0/template/${query}`, {
    method,
    headers: { authorization: `Bearer ${environment.apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as { template?: Sent; templates?: Sent[] };
  const template = (answer.template ?? answer.templates?.[0])!;
  return { ...template, id: Number(template.id) };
}
