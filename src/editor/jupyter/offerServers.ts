import type { Jupyter } from '@vscode/jupyter-extension';
import * as vscode from 'vscode';
import type { Services } from '../../prompts/services';
import { ignore } from '../../log/log';
import { JupyterServers } from './jupyterServers';

/** Offers our servers to the Jupyter extension; undefined if it isn't installed, too old, or doesn't start. */
export async function offerServers(services: Services): Promise<JupyterServers | undefined> {
  const extension = vscode.extensions.getExtension<Partial<Jupyter>>('ms-toolsai.jupyter');
  if (!extension) return undefined;
  await services.ready;
  const why = 'the person sees what is wrong with the other extension';
  const jupyter = await Promise.resolve(extension.activate()).catch(ignore(services.log, why));
  const create = jupyter?.createJupyterServerCollection;
  if (!jupyter || !create) return undefined;
  return new JupyterServers(services, { createJupyterServerCollection: create.bind(jupyter) });
}
