import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxControl } from '../control';
import { refusal } from '../serviceError';

/**
 * The control over HTTP, for loopback only: `GET /_sandbox/<name>` without arguments, or
 * `POST /_sandbox/<name>` with a JSON array of arguments. The answer is `{result}`.
 */
export function registerControlRoutes(app: FastifyInstance, control: SandboxControl): void {
  const methods = new Map<string, (...args: never[]) => unknown>(Object.entries(control));
  const call = async (request: FastifyRequest<{ Params: { name: string } }>) => {
    refuseStrangers(request);
    const method = methods.get(request.params.name);
    if (method === undefined) throw refusal(404, 'not_found', 'The control has no such method.');
    const args: unknown = request.body ?? [];
    if (!Array.isArray(args)) throw refusal(400, 'invalid_args', 'The body is an array of arguments.');
    try {
      const result: unknown = await Reflect.apply(method, undefined, args);
      return { result: result ?? null };
    } catch (error) {
      throw refusal(400, 'invalid_args', error instanceof Error ? error.message : 'failed');
    }
  };
  app.get<{ Params: { name: string } }>('/_sandbox/:name', call);
  app.post<{ Params: { name: string } }>('/_sandbox/:name', call);
}

/** Only this machine, and no web page that had its name resolved to this machine. */
function refuseStrangers(request: FastifyRequest): void {
  const host = request.hostname.split(':')[0] ?? '';
  const local = /^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/.test(request.ip);
  const named = host === '127.0.0.1' || host === 'localhost';
  if (!local || !named || request.headers.origin !== undefined) {
    throw refusal(403, 'forbidden', 'The control answers on loopback only.');
  }
}
