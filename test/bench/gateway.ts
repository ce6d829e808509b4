import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to the service that notes its answers, and can give others. */
export interface Gateway {
  url: string;
  /** When the first search since this was 0 was answered whole, in milliseconds since the epoch. */
  answered: number;
  /** What lists of instances answer, in place of the service's own. */
  list: string | undefined;
  close(): void;
}

export async function startGateway(service: string): Promise<Gateway> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '/' } = incoming;
    if (gateway.list !== undefined && method === 'GET' && /^\/api\/v\d\/instances\/?(\?|$)/.test(path)) {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(gateway.list);
      return;
    }
    const passed = forward(new URL(path, service), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once('end', () => {
        if (path.includes('/bundles') && gateway.answered === 0) gateway.answered = Date.now();
      });
    });
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const gateway: Gateway = {
    url: `http://127.0.0.1:${port}`,
    answered: 0,
    list: undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return gateway;
}
