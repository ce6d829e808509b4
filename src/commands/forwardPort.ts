import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { prepareSsh } from '../connect/prepare';
import { ask } from '../views/wizard/steps';
import { type Call, read } from './call';
import { withCancellableProgress } from './connectProgress';
import { targetInstance } from './pickInstance';
import type { Services } from './services';

export interface ForwardedPort {
  remotePort: number;
  localPort: number;
}

const port = z.int().check(z.minimum(1), z.maximum(65_535));

/** Opens a port of an instance on this machine, through ssh. */
export async function forwardPort(services: Services, call: Call): Promise<ForwardedPort | undefined> {
  const id = await targetInstance(
    services,
    call,
    vscode.l10n.t('Forward Port'),
    ({ phase }) => phase === 'running',
  );
  if (id === undefined) return undefined;
  const remotePort = read(call.arguments, 'remotePort', z.optional(port)) ?? (await askPort());
  if (remotePort === undefined) return undefined;
  const localPort = read(call.arguments, 'localPort', z.optional(port));
  const title = vscode.l10n.t('Forwarding port {0} of instance {1}', remotePort, id);
  const forwarded = await withCancellableProgress(title, async (progress) => {
    const { confirmed, interactive } = call;
    if (!(await prepareSsh(services, id, { ...progress, confirmed, interactive }))) return undefined;
    return services.tunnels.open(id, remotePort, { localPort, signal: progress.signal });
  });
  if (!forwarded) return undefined;
  if (call.interactive) void tell(forwarded);
  return { remotePort, localPort: forwarded.localPort };
}

/** Ends the tunnel of one port. */
export async function stopForwarding(
  services: Services,
  call: Call,
): Promise<{ stopped: boolean } | undefined> {
  const [id] = call.instanceIds;
  if (id === undefined) return undefined;
  return { stopped: await services.tunnels.close(id, read(call.arguments, 'remotePort', port)) };
}

async function askPort(): Promise<number | undefined> {
  const step = await ask({
    title: vscode.l10n.t('Forward Port'),
    prompt: vscode.l10n.t('Port on the instance'),
    placeholder: '8888',
    validate: (text) =>
      port.safeParse(Number(text)).success ? undefined : vscode.l10n.t('A port from 1 to 65535 is needed.'),
  });
  return step.kind === 'done' ? Number(step.value) : undefined;
}

async function tell({ remotePort, localPort }: ForwardedPort): Promise<void> {
  const open = vscode.l10n.t('Open in Browser');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Port {0} of the instance is localhost:{1} here, until this window closes.',
      remotePort,
      localPort,
    ),
    open,
  );
  if (answer === open) await vscode.env.openExternal(vscode.Uri.parse(`http://localhost:${localPort}/`));
}
