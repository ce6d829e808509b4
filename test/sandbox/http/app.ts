import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { registerSecretRoutes } from '../accounts/secretRoutes';
import { registerInPlaceRoutes } from '../instances/inPlaceRoutes';
import { registerPriceIncreaseRoutes } from '../instances/priceIncreaseRoutes';
import { registerOverlayRoutes } from '../overlays/routes';
import { registerTransferRoutes } from '../transfers/routes';
import { registerResultRoutes } from './results';
import { registerKeyRoutes } from '../accounts/keyRoutes';
import { registerAccountRoutes } from '../accounts/routes';
import { registerChargeRoutes } from '../charges';
import { registerInstanceExtensions } from '../instances/extensionRoutes';
import { registerMachineRoutes } from '../machines/routes';
import { registerTemplateRoutes } from '../templates/routes';
import { registerTwoFactorRoutes } from '../twoFactor/routes';
import { registerVolumeRoutes } from '../volumes/routes';
import { registerInstanceRoutes } from '../instances/routes';
import { registerMarketRoutes } from '../market/routes';
import { notFound, refusal, ServiceError } from '../serviceError';
import { registerSshKeyRoutes } from '../ssh/routes';
import type { World } from '../world';
import { alterAnswers } from './altered';
import { parseJson } from './body';
import { asksForPage, consolePage } from './consolePage';
import { applyFault, type FaultRule } from './faults';
import { answerOddly } from './odd';
import { keepSpacing } from './spacing';

const MAX_BODY = 2 ** 20;

/** The service as a web server; nothing listens yet. */
export function createApp(world: World): FastifyInstance {
  const app = Fastify({
    bodyLimit: MAX_BODY,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: refuseAddress,
  });
  readEveryBodyAsJson(app);
  answerErrors(app);
  const rules = logAndDisturb(app, world);
  alterAnswers(app, world, (request) => rules.get(request));
  answerOddly(app, world, (request) => rules.get(request)?.body !== undefined);
  keepSpacing(app, world);
  registerMarketRoutes(app, world);
  registerInstanceRoutes(app, world);
  registerAccountRoutes(app, world);
  registerSshKeyRoutes(app, world);
  registerTemplateRoutes(app, world);
  registerTwoFactorRoutes(app, world);
  registerMachineRoutes(app, world);
  registerVolumeRoutes(app, world);
  registerKeyRoutes(app, world);
  registerInstanceExtensions(app, world);
  registerInPlaceRoutes(app, world);
  registerPriceIncreaseRoutes(app, world);
  registerTransferRoutes(app, world);
  registerOverlayRoutes(app, world);
  registerSecretRoutes(app, world);
  registerResultRoutes(app, world.results);
  registerChargeRoutes(app, world);
  return app;
}

/** Bodies are JSON whatever their content type says, and may be missing. */
function readEveryBodyAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // An invalid content type would be refused before any parser runs.
  app.addHook('onRequest', async (request) => {
    request.headers['content-type'] = 'application/json';
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) {
      done(null, undefined);
      return;
    }
    try {
      done(null, parseJson(text.toString()));
    } catch {
      done(malformed(request));
    }
  });
}

function malformed(request: FastifyRequest): ServiceError {
  return invalidRequest(request, 400, 'The body is not valid JSON.');
}

/** The two-factor endpoints have their own shape for errors that every endpoint has. */
function invalidRequest(request: FastifyRequest, status: number, msg: string): ServiceError {
  return /^\/api\/v0\/tfa(?:\/|$)/.test(pathOf(request))
    ? new ServiceError(status, { error: 'bad_request', msg })
    : refusal(status, 'invalid_args', msg);
}

/** Every answer to a program is JSON with exactly the type `application/json` and never has a stack trace. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ServiceError, request, reply) => {
    const answer = error instanceof ServiceError ? error : answerFor(error, request);
    return reply.code(answer.status).send(answer.body);
  });
  app.setNotFoundHandler((request, reply) =>
    asksForPage(request)
      ? reply.type('text/html; charset=utf-8').send(consolePage)
      : reply.code(404).send({ success: false, error: 'not_found', msg: 'There is no such endpoint.' }),
  );
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = reply.getHeader('content-type');
    if (type === undefined || String(type).startsWith('application/json')) {
      reply.header('content-type', 'application/json');
    }
    return payload;
  });
}

/** An address without a route, so that no hook runs: an invalid one, or one with an id that is too long. */
function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? notFound('There is nothing with this id.')
      : invalidRequest(request, 400, 'The address is not valid.');
  reply.hijack();
  reply.raw.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function answerFor(error: FastifyError, request: FastifyRequest): ServiceError {
  const status = error.statusCode ?? 500;
  if (status >= 500) console.error(`sandbox: ${request.method} ${request.routeOptions.url ?? ''}:`, error);
  return status >= 500
    ? refusal(500, 'server_error', 'Something went wrong in the service.')
    : invalidRequest(request, status, 'The request is not valid.');
}

/** Returns the rule that each request has met, if any. */
function logAndDisturb(app: FastifyInstance, world: World): WeakMap<FastifyRequest, FaultRule> {
  const rules = new WeakMap<FastifyRequest, FaultRule>();
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!pathOf(request).startsWith('/_sandbox/')) world.handedOut.read(payload);
    return payload;
  });
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    if (path.startsWith('/_sandbox/')) return;
    // Not `onResponse`: a request without an answer counts, too.
    reply.raw.once('close', () => {
      world.requests.add({
        method: request.method,
        path,
        query: Object.fromEntries(new URLSearchParams(request.url.split('?')[1] ?? '')),
        body: request.body,
        status: reply.statusCode,
        at: world.clock.now(),
        receivedAt: Date.now() - Math.round(reply.elapsedTime),
      });
    });
    const rule = world.faults.take(request.method, path);
    if (rule === undefined) return;
    rules.set(request, rule);
    await applyFault(world.faults, rule, request, reply);
  });
  return rules;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '';
}
