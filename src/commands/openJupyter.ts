import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import type { Instance } from '../api/schemas/instance';
import { prepareSsh } from '../connect/prepare';
import { isValidHost, isValidPort, mappedPort } from '../ssh/address';
import { signedIn } from '../stores/signedIn';
import type { Call } from './call';
import { withCancellableProgress } from './connectProgress';
import { targetInstance } from './pickInstance';
import type { Services } from './services';

/** Where Jupyter listens inside the instance (specification, "Runtype values"). */
const jupyterPort = 8080;

/**
 * Opens Jupyter in the browser: at the machine's own address where that port is open, else through a tunnel. The
 * address holds the token, so it goes to the browser and nowhere else.
 */
export async function openJupyter(
  services: Services,
  call: Call,
): Promise<{ route: 'direct' | 'tunnel'; opened: boolean } | undefined> {
  const id = await targetInstance(
    services,
    call,
    vscode.l10n.t('Open Jupyter'),
    ({ phase }) => phase === 'running',
  );
  if (id === undefined) return undefined;
  const instance = await signedIn(services.accounts).getInstance(id);
  if (instance.image_runtype && !instance.image_runtype.includes('jupyter')) {
    throw new ApiError(
      'refused',
      vscode.l10n.t('This instance was rented with a launch mode without Jupyter.'),
    );
  }
  const direct = directAddress(instance);
  const origin = direct ?? (await tunnelled(services, call, id));
  if (origin === undefined) return undefined;
  const url = new URL(origin);
  if (instance.jupyter_token) url.searchParams.set('token', instance.jupyter_token);
  const opened = await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
  return { route: direct ? 'direct' : 'tunnel', opened };
}

/** The direct port speaks https with a certificate of its own making. */
function directAddress({ public_ipaddr, ports }: Instance): string | undefined {
  const host = public_ipaddr?.trim();
  const port = mappedPort(ports, `${jupyterPort}/tcp`);
  if (!host || port === undefined || !isValidHost(host) || !isValidPort(port)) return undefined;
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}/`;
}

async function tunnelled(services: Services, call: Call, id: number): Promise<string | undefined> {
  const forwarded = await withCancellableProgress(
    vscode.l10n.t('Opening a tunnel to Jupyter'),
    async (progress) => {
      const { confirmed, interactive } = call;
      if (!(await prepareSsh(services, id, { ...progress, confirmed, interactive }))) return undefined;
      return services.tunnels.open(id, jupyterPort, { signal: progress.signal });
    },
  );
  return forwarded && `http://localhost:${forwarded.localPort}/`;
}
