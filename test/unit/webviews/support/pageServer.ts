import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What each path answers, from this process alone. */
const files = new Map<string, { type: string; content: string }>();
let started: Promise<string> | undefined;

/** Puts a file on this process's server and resolves to its address, the same for the same content. */
export async function serve(type: 'text/html' | 'text/javascript', content: string): Promise<string> {
  const path = `/${createHash('sha256').update(content).digest('hex')}`;
  files.set(path, { type, content });
  return `${await (started ??= start())}${path}`;
}

async function start(): Promise<string> {
  const server = createServer(({ url }, response) => {
    const file = files.get(url ?? '');
    if (!file) response.writeHead(204).end();
    // The same script is neither sent nor compiled again for the next page.
    else
      response
        .writeHead(200, { 'content-type': file.type, 'cache-control': 'max-age=3600' })
        .end(file.content);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
