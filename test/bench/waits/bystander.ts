import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';

const seenSchema = z.object({
  /** Milliseconds of processor time of the longest piece of work: other processes make it no longer. */
  work: z.number(),
  /** The longest delay of the event loop, and that of one in a hundred, in milliseconds. */
  delay: z.number(),
  delay99: z.number(),
});
export type Seen = z.infer<typeof seenSchema>;

/** An extension in the same extension host that sees how long the host does nothing else. */
export interface Bystander {
  folder: string;
  environment: Record<string, string>;
  /** What was seen since the last call. Resolves when the extension has started. */
  take(): Promise<Seen>;
  close(): void;
}

export async function expectBystander(): Promise<Bystander> {
  const connected = Promise.withResolvers<Socket>();
  const server = createServer(connected.resolve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lines = connected.promise.then((socket) => createInterface(socket));
  return {
    folder: join(import.meta.dirname, 'bystander'),
    environment: { GPU_RENTAL_BENCH_BYSTANDER: String(port) },
    take: async () => {
      const answer = once(await lines, 'line');
      (await connected.promise).write('\n');
      return seenSchema.parse(JSON.parse(String((await answer)[0])));
    },
    close: () => server.close(),
  };
}
