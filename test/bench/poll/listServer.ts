import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { createSandbox } from '../../sandbox';

const listSchema = z.object({ instances: z.array(z.looseObject({ id: z.number() })) });

/** The list of one running instance, as the sandbox writes it, with that instance as often as wanted. */
export async function listBody(count: number): Promise<string> {
  const sandbox = await createSandbox({ sshd: false, offers: 50 });
  try {
    const ask = async (path: string, method = 'GET', body?: object): Promise<unknown> => {
      const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' };
      const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      return (await fetch(`${sandbox.url}/api/v0/${path}`, request)).json();
    };
    const offers = z.object({ offers: z.array(z.object({ id: z.number() })) });
    const [offer] = offers.parse(await ask('bundles/', 'POST', { rentable: { eq: true }, limit: 1 })).offers;
    await ask(`asks/${offer?.id}/`, 'PUT', { image: 'debian:12', runtype: 'ssh_direct' });
    await sandbox.control.advance(600);
    const [instance] = listSchema.parse(await ask('instances/')).instances;
    const instances = Array.from({ length: count }, (_, index) => ({ ...instance, id: 1000 + index }));
    return JSON.stringify({ instances_found: count, instances });
  } finally {
    await sandbox.close();
  }
}

const serve = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const body = Buffer.from(workerData);
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

/** A service on a thread of its own that gives one body to every request. */
export async function startListServer(body: string): Promise<{ url: string; stop(): Promise<unknown> }> {
  const worker = new Worker(serve, { eval: true, workerData: body });
  const [port] = (await once(worker, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}
