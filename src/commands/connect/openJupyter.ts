import * as vscode from 'vscode';
import type { Instance } from '../../api/schemas/instances/instance';
import { jupyterPort, jupyterToken, tunnelToJupyter } from '../../connect/window/jupyter';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { isValidHost, isValidPort, mappedPort } from '../../ssh/address';
import { isReachable } from '../../ssh/login/probe';
import { signedIn } from '../../api/localError';
import type { Call } from '../call';
import { type Progress, withCancellableProgress } from '../../prompts/connectProgress';
import { isRunning, targetInstance } from '../instances/targetInstance';
import type { Services } from '../../prompts/services';

/**
 * Opens Jupyter in the browser: at the machine's own address if that port responds, else through a tunnel. The address
 * contains the token, so it is only passed to the browser.
 */
export async function openJupyter(
  services: Services,
  call: Call,
): Promise<{ route: 'direct' | 'tunnel'; opened: boolean } | undefined> {
  const id = await targetInstance(services, call, vscode.l10n.t('Open Jupyter'), isRunning);
  if (id === undefined) return undefined;
  const client = signedIn(services.accounts);
  const title = vscode.l10n.t('Connecting to Jupyter');
  const found = await withCancellableProgress(title, async (progress) => {
    const read = (): Promise<Instance> => client.instances.get(id, { signal: progress.signal });
    const instance = await read();
    // Without Jupyter, nothing is started for it.
    const token = jupyterToken(instance);
    const address = await findAddress(services, call, instance, progress);
    if (!address || lifecycleOf(instance).phase === 'running') return address && { ...address, token };
    // It was started meanwhile, and may have another one.
    return { ...address, token: jupyterToken(await read()) };
  });
  if (!found) return undefined;
  const { token } = found;
  const url = new URL(found.origin);
  if (token) url.searchParams.set('token', token);
  const opened = await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
  return { route: found.route, opened };
}

interface Address {
  route: 'direct' | 'tunnel';
  origin: string;
}

/** The machine's own port may be closed from outside. A browser would only show a page that never loads. */
async function findAddress(
  services: Services,
  call: Call,
  instance: Instance,
  progress: Progress,
): Promise<Address | undefined> {
  const direct = directAddress(instance);
  if (direct && (await isReachable({ ...direct, signal: progress.signal }))) {
    // It uses https with a self-signed certificate.
    const host = direct.host.includes(':') ? `[${direct.host}]` : direct.host;
    return { route: 'direct', origin: `https://${host}:${direct.port}/` };
  }
  if (direct)
    progress.report(vscode.l10n.t('The machine’s Jupyter port doesn’t respond. Connecting through SSH…'));
  return throughTunnel(services, call, instance.id, progress);
}

function directAddress({ public_ipaddr, ports }: Instance): { host: string; port: number } | undefined {
  const host = public_ipaddr?.trim();
  const port = mappedPort(ports, `${jupyterPort}/tcp`);
  if (!host || port === undefined || !isValidHost(host) || !isValidPort(port)) return undefined;
  return { host, port };
}

async function throughTunnel(
  services: Services,
  { confirmed, interactive }: Call,
  id: number,
  progress: Progress,
): Promise<Address | undefined> {
  const localPort = await tunnelToJupyter(services, id, { ...progress, confirmed, interactive });
  if (localPort === undefined) return undefined;
  // By IP address: another program may listen on the same port of `::1`, which a browser may use for localhost.
  return { route: 'tunnel', origin: `http://127.0.0.1:${localPort}/` };
}
