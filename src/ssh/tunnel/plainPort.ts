import * as http from 'node:http';
import * as net from 'node:net';
import * as tls from 'node:tls';
import { askSocket } from '../login/probe';

const here = '127.0.0.1';

interface Patience {
  signal?: AbortSignal | undefined;
  /** Milliseconds. */
  timeoutMs?: number;
}

/** TLS to a port that ssh forwards: any certificate will do, because ssh has checked the machine's key. */
const connectTls = (port: number): tls.TLSSocket =>
  tls.connect({ host: here, port, rejectUnauthorized: false });

/** Whether what listens there speaks TLS. False also if nothing answers. @throws CancelledError */
export function speaksTls(port: number, { signal, timeoutMs = 5000 }: Patience = {}): Promise<boolean> {
  return askSocket<boolean>(
    () => connectTls(port),
    { signal, timeoutMs, late: () => false },
    (socket, finish) => {
      socket.on('secureConnect', () => finish(true));
      socket.on('error', () => finish(false));
      socket.on('close', () => finish(false));
    },
  );
}

/** A port of this computer. */
export interface PlainPort {
  localPort: number;
  /** Ends its connections, too. */
  close(): void;
}

/** Opens a port that leads to a TLS port of this computer, for programs that would refuse its certificate. */
export function openPlainPort(tlsPort: number): Promise<PlainPort> {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const upstream = connectTls(tlsPort);
    for (const one of [socket, upstream]) {
      open.add(one);
      // `close` follows, and ends both.
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        socket.destroy();
        upstream.destroy();
      });
    }
    socket.pipe(upstream).pipe(socket);
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, here, () => {
      const address = server.address();
      resolve({
        localPort: typeof address === 'object' && address ? address.port : 0,
        close: () => {
          server.close();
          for (const one of open) one.destroy();
        },
      });
    });
  });
}

/** Whether a Jupyter server answers on a port of this computer. Sends no token. */
export function answersAsJupyter(
  port: number,
  { signal, timeoutMs = 5000 }: Patience = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const no = (): void => resolve(false);
    const options = { host: here, port, path: '/api', agent: false, ...(signal ? { signal } : {}) };
    const request = http.get(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text = (text + part).slice(0, 10_000)));
      response.on('end', () => resolve(/"version"\s*:/.test(text)));
      response.on('error', no);
    });
    request.setTimeout(timeoutMs, () => request.destroy());
    request.on('error', no);
    request.on('close', no);
  });
}
