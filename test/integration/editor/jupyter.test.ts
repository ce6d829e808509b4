import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { get } from 'node:https';
import * as vscode from 'vscode';
import type { JupyterServerCollection, JupyterServerProvider } from '@vscode/jupyter-extension';
import { agreed, call, destroyAll, rentRunning, sandbox, signIn, until } from '../support/inHost';

interface StandIn {
  collections: readonly (JupyterServerCollection & { provider: JupyterServerProvider })[];
}

describe('Jupyter on an instance', () => {
  const { openExternal } = vscode.env;
  let instanceId = 0;

  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'notebooks', runtype: 'jupyter_direct' });
  });
  after(async () => {
    Object.assign(vscode.env, { openExternal });
    await destroyAll();
  });

  it('opens in the browser with its token, at its own port where Jupyter answers there', async () => {
    const opened: string[] = [];
    Object.assign(vscode.env, { openExternal: async (uri: vscode.Uri) => opened.push(uri.toString(true)) });
    const { route } = await agreed<{ route: string }>('openJupyter', { instanceId });
    equal(opened.length, 1);
    const isReal = await sandbox.hasJupyter();
    equal(route, isReal ? 'direct' : 'tunnel');
    const { searchParams, origin } = new URL(opened[0]!);
    const token = searchParams.get('token');
    ok(token);
    if (isReal) deepEqual([await statusOf(origin, token), await statusOf(origin, 'other')], [200, 403]);
  });

  it('is offered as a server while it runs, once a notebook is open, without its token', async () => {
    const extension = vscode.extensions.getExtension<StandIn>('ms-toolsai.jupyter');
    ok(extension);
    equal(extension.isActive, false);
    await vscode.workspace.openNotebookDocument('jupyter-notebook', new vscode.NotebookData([]));
    await until(() => extension.isActive && extension.exports.collections.length > 0, 'servers are offered');
    const [collection] = extension.exports.collections;
    equal(collection?.label, 'GPU Rental');
    const { token } = new vscode.CancellationTokenSource();
    const servers = await collection.provider.provideJupyterServers(token);
    deepEqual(
      servers?.map(({ id }) => id),
      [String(instanceId)],
    );
    match(servers?.[0]?.label ?? '', /^notebooks \(\d+\) · \$/);
    deepEqual(Object.keys(servers?.[0] ?? {}), ['id', 'label']);

    await agreed('stopInstance', { instanceId });
    await sandbox.advance(60);
    await call('refreshInstances');
    await until(() => extension.exports.collections.length === 0, 'it is no longer offered');
  });

  /** Its certificate is its own. */
  function statusOf(origin: string, token: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const options = { rejectUnauthorized: false, headers: { authorization: `token ${token}` } };
      get(`${origin}/api/contents`, options, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
  }
});
