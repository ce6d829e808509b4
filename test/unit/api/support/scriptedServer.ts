import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fetch from 'node-fetch';
import { Client, type ClientOptions } from '../../../../src/api/client';

export interface SeenRequest {
  method: string;
  /** With the query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void;

/** A local HTTP server that answers as a test scripts it, for faults the sandbox has no need to know. */
export interface ScriptedServer {
  url: string;
  server: Server;
  requests: SeenRequest[];
  /** Answers one after the other; the last one stays. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

export const testKey = 'k3y-0f-the-scripted-server-4242';

export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  let script: Answer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      requests.push(seen);
      const answer = script.length > 1 ? script.shift() : script[0];
      if (answer) answer(seen, response);
      else json({})(seen, response);
    });
  });
  // Else a pause of this process could end a connection under the next request.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    requests,
    answer: (...answers) => {
      script = answers;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A client on that server that neither spaces its calls nor pauses before it tries again. */
export function clientOf(server: { url: string }, options: Partial<ClientOptions> = {}): Client {
  const { url: baseUrl } = server;
  return new Client({ baseUrl, apiKey: testKey, fetch, spacingScale: 0, timeoutMs: 900_000, ...options });
}

export function json(body: unknown, status = 200): Answer {
  return text(JSON.stringify(body), status, 'application/json');
}

export function text(body: string, status = 200, contentType = 'text/plain'): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': contentType }).end(body);
  };
}

export function redirect(location: string, status = 302): Answer {
  return (_request, response) => {
    response.writeHead(status, { Location: location }).end('moved');
  };
}

/** Announces more bytes than it sends, then hangs up. */
export function truncated(body: string): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length + 100 });
    response.write(body, () => response.socket?.destroy());
  };
}

/** A chunked answer whose last chunk never comes. */
export function truncatedChunks(body: string): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write(body, () => response.socket?.destroy());
  };
}

export function reset(): Answer {
  return (_request, response) => {
    response.socket?.resetAndDestroy();
  };
}

/** Never answers. */
export function silence(): Answer {
  return () => undefined;
}

/** Sends the head and a piece of the body, and nothing more. */
export function slowBody(begin: string): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write(begin);
  };
}
