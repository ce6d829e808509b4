import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { showInfo, showStatus } from '../../ask/notify';
import { type Call, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { isRunning, targetInstance } from '../instances/targetInstance';
import { prepareSsh } from '../../connect/prepareSsh';
import { proposedPorts } from '../../domain/instances/proposedPorts';
import { formatSentences } from '../../domain/format';
import { debugPort } from '../../domain/tasks/debugging';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { pickOne } from '../../prompts/steps';
import { isThisComputer } from '../../ssh/address';

export interface ForwardedPort {
  remotePort: number;
  localPort: number;
}

/**
 * Forwards a port of an instance to this computer through ssh: to the same port here if it is free and `localPort`
 * doesn't say otherwise. `opens` opens it in the browser as well.
 */
export async function forwardPort(services: Services, call: Call): Promise<ForwardedPort | undefined> {
  const id = await targetInstance(services, call, vscode.l10n.t('Forward Port'), isRunning);
  if (id === undefined) return undefined;
  const remotePort =
    read(call.arguments, 'remotePort', z.optional(portNumber)) ??
    (await askRemotePort(services.instances.get(id)?.ports));
  if (remotePort === undefined) return undefined;
  const localPort = read(call.arguments, 'localPort', z.optional(portNumber));
  const wasOpen = services.tunnels.of(id).some((one) => one.remotePort === remotePort);
  const title = vscode.l10n.t('Forwarding port {0} of {1}', remotePort, nameOf(services, id));
  let isHere = false;
  const forwarded = await withCancellableProgress(title, async (progress) => {
    const { confirmed, interactive } = call;
    const prepared = await prepareSsh(services, id, { ...progress, confirmed, interactive });
    if (!prepared) return undefined;
    // On this computer itself, the same port would lead back into the tunnel.
    isHere = isThisComputer(prepared.address.host);
    const preferredPort = isHere ? undefined : remotePort;
    // debugpy takes whoever connects first for its debugger, and then may answer no other.
    const isUntouched = remotePort === debugPort;
    const { signal } = progress;
    return services.tunnels.open(id, remotePort, { localPort, preferredPort, isUntouched, signal });
  });
  if (!forwarded) return undefined;
  if (read(call.arguments, 'opens', z.optional(z.boolean()))) await openForwarded(forwarded);
  else if (call.interactive) {
    const isOther = forwarded.localPort !== remotePort && localPort === undefined && !wasOpen;
    void notifyForwarded(forwarded, isOther ? whyOther(remotePort, isHere) : '');
  }
  return { remotePort, localPort: forwarded.localPort };
}

/** Why a port has another number here. */
const whyOther = (port: number, isHere: boolean): string =>
  isHere
    ? vscode.l10n.t('Port {0} of this computer is the instance’s own.', port)
    : vscode.l10n.t('Port {0} of this computer isn’t free.', port);

async function notifyForwarded({ remotePort, localPort }: ForwardedPort, why: string): Promise<void> {
  const open = vscode.l10n.t('Open in Browser');
  const where = vscode.l10n.t(
    'Port {0} of the instance is forwarded to localhost:{1} until this window closes.',
    remotePort,
    localPort,
  );
  const answer = await showInfo(formatSentences([where, why]), open);
  if (answer === open) await openForwarded({ localPort });
}

const openForwarded = ({ localPort }: Pick<ForwardedPort, 'localPort'>): Thenable<boolean> =>
  vscode.env.openExternal(vscode.Uri.parse(`http://127.0.0.1:${localPort}/`));

/** Ends the tunnel of one port. */
export async function stopForwarding(
  services: Pick<Services, 'tunnels'>,
  call: Call,
): Promise<{ stopped: boolean } | undefined> {
  const [id] = call.instanceIds;
  if (id === undefined) return undefined;
  return { stopped: await services.tunnels.close(id, read(call.arguments, 'remotePort', portNumber)) };
}

/** Opens a mapped or forwarded port in the browser. */
export async function openPort(_services: unknown, call: Call): Promise<{ opened: boolean }> {
  const uri = vscode.Uri.parse(`http://${read(call.arguments, 'address', portAddress)}/`, true);
  return { opened: await vscode.env.openExternal(uri) };
}

/** Copies the address of a mapped or forwarded port. */
export async function copyPort(_services: unknown, call: Call): Promise<{ address: string }> {
  const copied = read(call.arguments, 'address', portAddress);
  await vscode.env.clipboard.writeText(copied);
  if (call.interactive) showStatus('check', vscode.l10n.t('{0} copied', copied), 3000);
  return { address: copied };
}

/** `host:port` of a port row. */
const portAddress = z.string().check(z.regex(/^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):\d{1,5}$/));

const portNumber = z.int().check(z.minimum(1), z.maximum(65_535));

/** Asks for a port of an instance: a proposed one, or any that is entered. Undefined if the person cancelled. */
async function askRemotePort(ports: SharedInstance['ports']): Promise<number | undefined> {
  const proposed = proposedPorts(ports);
  const picked = await pickOne(
    proposed.map(({ port, published }) =>
      row(port, published ? vscode.l10n.t('Published by the instance') : vscode.l10n.t('Often used')),
    ),
    {
      title: vscode.l10n.t('Forward Port'),
      placeholder: vscode.l10n.t('Select a port of the instance, or enter one from 1 to 65535'),
      typed: (text) => {
        const port = Number(text);
        const isPort = /^\s*\d+\s*$/.test(text) && port >= 1 && port <= 65_535;
        return isPort && !proposed.some((one) => one.port === port) ? row(port, '') : undefined;
      },
    },
  );
  return picked?.port;
}

const row = (port: number, description: string) => ({ label: String(port), description, port });
