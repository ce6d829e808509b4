import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Template } from '../../src/api/schemas/template';
import { call, destroyAll, environment, sandbox, signIn, someOffer, until } from './support';

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
    await rejects(call('searchTemplates', { filters: { colour: { eq: 1 } } }), /filters/);
    await rejects(call('searchTemplates', { filters: { name: { like: 'a' } } }), /filters\.name/);
  });

  it('of somebody else can be rented from by the specified precedence, and not be edited', async () => {
    const [template] = await call<Template[]>('searchTemplates', { filters: { name: { eq: 'PyTorch' } } });
    await rejects(call('editTemplate', { templateId: template!.id }), /someone else/);
    await rejects(call('deleteTemplate', { templateId: template!.id, confirmed: true }), /someone else/);
    const offer = await someOffer();
    const { instanceId } = await call<{ instanceId: number }>('rentFromTemplate', {
      hashId: template!.hash_id,
      offerId: offer.id,
      request: { disk: 12, env: { DATA_DIRECTORY: '/data', MORE: '1' } },
      confirmed: true,
    });
    const launch = await sandbox.launch(instanceId);
    equal(launch.image, 'pytorch/pytorch:2.8.0-cuda12.8-cudnn9-devel');
    equal(launch.disk, 12);
    deepEqual(launch.env, { DATA_DIRECTORY: '/data', '-p 6006:6006': '1', MORE: '1' });
    equal(launch.runtype, 'jupyter_direct');
    const { uri } = await call<{ uri: string }>('duplicateTemplate', { templateId: template!.id });
    const copy = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    match(copy.getText(), /"name": "Copy of PyTorch"/);
    await call('discardTemplateDraft', { draft: uri, confirmed: true });
  });

  it('are created, edited and deleted with plain objects', async () => {
    const created = await call<Template>('createTemplate', {
      template: { ...fields, recommended_disk_space: 10_000_000 },
    });
    equal(created.name, 'mine');
    const offer = await someOffer();
    const rental = { hashId: created.hash_id, offerId: offer.id, confirmed: true };
    await rejects(call('rentFromTemplate', rental), /disk: .*10000000 GB/);
    const changes = { recommended_disk_space: 9, desc: 'better' };
    const edited = await call<Template>('editTemplate', { hashId: created.hash_id, changes });
    equal(edited.id, created.id);
    ok(edited.hash_id !== created.hash_id);
    deepEqual(await bodies('PUT'), [{ hash_id: created.hash_id, ...changes }]);
    await rejects(call('editTemplate', { hashId: edited.hash_id, changes: { env: '-x' } }), /env: /);
    const removed = await call('deleteTemplate', { templateId: edited.id, confirmed: true });
    deepEqual(removed, { templateId: created.id });
    deepEqual(await bodies('DELETE'), [{ template_id: created.id }]);
  });

  it('are found by their id however often they were edited elsewhere', async () => {
    const { id, hash_id } = await call<Template>('createTemplate', { template: fields });
    const { apiKey, sandboxUrl } = environment;
    const elsewhere = await fetch(new URL('/api/v0/template/', sandboxUrl), {
      method: 'PUT',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ hash_id, desc: 'from the console' }),
    });
    equal(elsewhere.status, 200);
    const edited = await call<Template>('editTemplate', { templateId: id, changes: { tag: '26.04' } });
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
      await rejects(call('createTemplate', { template }), sentence);
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
    const { uri } = await call<{ uri: string }>('editTemplate', { hashId: template.hash_id });
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
    await change('"docker_login_pass": ""', `"docker_login_pass": "${password}"`);
    ok(await document.save());
    ok(!document.isDirty);
    ok(!document.getText().includes(password));
    match(document.getText(), /kept in secret storage/);
    deepEqual(await changedMembers(), [['desc', 'docker_login_pass', 'docker_login_user', 'hash_id']]);
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

  it('does not overwrite what was edited elsewhere', async () => {
    const { hash_id } = await latest();
    await service('PUT', { hash_id, desc: 'edited elsewhere' });
    await sandbox.clearRequests();
    ok(!(await document.save()));
    ok(document.isDirty);
    equal((await bodies('PUT')).length, 0);
    equal((await latest()).desc, 'edited elsewhere');
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
async function service(method: string, body?: object, query = ''): Promise<Template> {
  const response = await fetch(`${environment.sandboxUrl}/api/v0/template/${query}`, {
    method,
    headers: { authorization: `Bearer ${environment.apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as { template?: Template; templates?: Template[] };
  return (answer.template ?? answer.templates?.[0])!;
}
