import { randomBytes } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import type { ServerHost } from '../serverHost';
import type { World } from '../world';
import { InstanceServers } from './instanceServers';
import { editPage, editScript } from './page';

export interface Front {
  /** `http://127.0.0.1:<port>`, open to this machine only. */
  origin: string;
  close(): Promise<void>;
}

/**
 * One address for all windows of a person in a browser: those on this computer at `/`, and those on an instance at
 * `/<alias>/`. They share one keyring and one storage, as the windows of a desktop do.
 */
export async function startFront(
  { origin, folder }: Pick<ServerHost, 'origin' | 'folder'>,
  { sshConfigFile }: Pick<World, 'sshConfigFile'>,
): Promise<Front> {
  const userDataPath = join(folder, 'data/data');
  const servers = new InstanceServers({
    configFile: sshConfigFile,
    storageFolder: join(userDataPath, 'User/globalStorage'),
    extensionsFolder: join(folder, 'extensions'),
  });
  const key = randomBytes(32);
  const sockets = new Set<Duplex>();
  const home = Number(new URL(origin).port);

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { alias, path, search } = addressOf(incoming);
    const asked = path === '/' ? folderOnInstance(search) : undefined;
    if (asked) {
      await servers.portOf(asked.alias);
      const location = `/${asked.alias}/?folder=${encodeURIComponent(asked.folder)}`;
      response.writeHead(302, { location }).end();
    } else if (path.startsWith('/proxy/')) {
      response.writeHead(302, { location: portOfThisComputer(path + search) }).end();
    } else if (path === '/mint-key') {
      response.end(key);
    } else {
      const port = alias === undefined ? home : await servers.portOf(alias);
      pass(incoming, response, { port, path: path + search, edit: editFor(alias, path) });
    }
  };
  const editFor = (alias: string | undefined, path: string) => {
    if (path.endsWith('/workbench/workbench.js')) return editScript;
    if (path !== '/' || alias === undefined) return undefined;
    return (page: string) => editPage(page, { alias, path: `/${alias}`, userDataPath });
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(error instanceof Error ? error.message : String(error));
    });
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    const { alias, path, search } = addressOf(incoming);
    const found = alias === undefined ? Promise.resolve(home) : servers.portOf(alias);
    found.then(
      (port) => tie(socket, connect(port, '127.0.0.1'), upgradeRequest(incoming, path + search), head),
      () => socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await closed;
      await servers.close();
    },
  };
}

interface Address {
  /** The instance whose window asks; undefined for a window on this computer. */
  alias: string | undefined;
  path: string;
  /** With its question mark; empty if there is none. */
  search: string;
}

function addressOf({ url = '/' }: IncomingMessage): Address {
  const [, alias, path, search] = /^(?:\/(gpu-\d+)(?=[/?]|$))?([^?]*)(.*)$/s.exec(url) ?? [];
  return { alias, path: path || '/', search: search ?? '' };
}

/** The instance and the folder that a window was asked for, if it is not one on the machine it was asked from. */
function folderOnInstance(search: string): { alias: string; folder: string } | undefined {
  const asked = new URLSearchParams(search).get('folder') ?? '';
  const found = /^vscode-remote:\/\/ssh-remote(?:\+|%2B)(gpu-\d+)(\/.*)$/i.exec(asked);
  return found ? { alias: found[1]!, folder: found[2]! } : undefined;
}

/**
 * The page takes the address of a port of its machine for `/proxy/<port>/…` of its own one. All machines here are this
 * computer, so the browser can ask the port itself.
 */
function portOfThisComputer(address: string): string {
  const [, port, rest] = /^\/proxy\/(\d{1,5})\/?(.*)$/s.exec(address) ?? [];
  return port === undefined ? '/' : `http://127.0.0.1:${port}/${rest}`;
}

interface Passing {
  port: number;
  path: string;
  edit: ((text: string) => string) | undefined;
}

function pass(incoming: IncomingMessage, response: ServerResponse, { port, path, edit }: Passing): void {
  const headers = { ...incoming.headers };
  if (edit) delete headers['accept-encoding'];
  const outgoing = request({ host: '127.0.0.1', port, path, method: incoming.method, headers }, (answer) => {
    const status = answer.statusCode ?? 502;
    if (!edit || status !== 200) {
      response.writeHead(status, answer.headers);
      answer.pipe(response);
      return;
    }
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('end', () => {
      const text = edit(Buffer.concat(parts).toString('utf8'));
      const sent = { ...answer.headers, 'content-length': String(Buffer.byteLength(text)) };
      response.writeHead(status, sent).end(text);
    });
  });
  outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

function upgradeRequest(incoming: IncomingMessage, path: string): string {
  const lines = [`${incoming.method ?? 'GET'} ${path} HTTP/1.1`];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    lines.push(`${incoming.rawHeaders[index]}: ${incoming.rawHeaders[index + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Passes bytes both ways until one side ends. */
function tie(socket: Duplex, onward: Socket, first: string, head: Buffer): void {
  onward.write(first);
  onward.write(head);
  socket.pipe(onward).pipe(socket);
  onward.on('error', () => socket.destroy());
  onward.on('close', () => socket.destroy());
  socket.on('close', () => onward.destroy());
}
