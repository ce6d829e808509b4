import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LOG_TRIES } from '../choices';
import type { Random } from '../random';
import { notFound } from '../serviceError';

interface Result {
  text: Promise<string>;
  tries: number;
}

/** What the service writes to another place after its answer: logs, and the output of commands. */
export class Results {
  readonly #random: Random;
  readonly #results = new Map<string, Result>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** The `result_url` under which the text is found after a few tries. */
  add({ protocol, host }: FastifyRequest, text: string | Promise<string>): string {
    const token = this.#random.hex(32);
    this.#results.set(token, { text: Promise.resolve(text), tries: 0 });
    return `${protocol}://${host}/_logs/${token}.log`;
  }

  async read(token: string): Promise<string> {
    const result = this.#results.get(token);
    if (result === undefined) throw notFound('There is no such log.');
    result.tries += 1;
    if (result.tries < LOG_TRIES) throw notFound('The log is not ready.');
    return result.text;
  }
}

/** The file is written after the answer, so the first tries do not find it. */
export function registerResultRoutes(app: FastifyInstance, results: Results): void {
  app.get<{ Params: { name: string } }>('/_logs/:name', async (request, reply) => {
    const text = await results.read(request.params.name.replace(/\.log$/, ''));
    return reply.type('text/plain; charset=utf-8').send(text);
  });
}
