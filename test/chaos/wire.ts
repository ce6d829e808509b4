import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Random } from '../sandbox/random';
import { latencyHeader, passedHeader } from './headers';

/** What can happen to a request between a window and the service. */
export const wireFaults = [
  'late',
  'resetBefore',
  'resetAfter',
  'cutOff',
  'html',
  'refused401',
  'refused403',
  'refused404',
  'refused410',
  'refused429',
  'failed500',
  'failed502',
  'failed503',
] as const;
export type WireFault = (typeof wireFaults)[number];
/** What was asked for happens, and nobody hears of it in time. */
export const losing = ['late', 'resetAfter', 'cutOff'] as const satisfies readonly WireFault[];

/** Which faults there are now, and how many of all requests have one. */
export interface Weather {
  kinds: readonly WireFault[];
  /** 0 to 1. */
  share: number;
}

/** A request that reached the service, and what the service answered, whatever became of the answer. */
export interface Carried {
  method: string;
  path: string;
  body: Readonly<Record<string, unknown>>;
  status: number;
  answer: unknown;
  fault: WireFault | undefined;
  /** Milliseconds since the run began. */
  at: number;
}

export interface WireWorld {
  app: FastifyInstance;
  /** Lets the service's clock go on, by seconds. */
  advance: (seconds: number) => Promise<void>;
  random: Random;
}

/** Real HTTP between windows and service, on one port for all runs. What goes wrong is drawn for each request. */
export class Wire {
  readonly carried: Carried[] = [];
  #world: WireWorld | undefined;
  #weather: Weather = { kinds: [], share: 0 };
  #lostRentals = 0;
  #server: Server | undefined;
  #port = 0;
  #passed = 0;
  #inTurn: Promise<void> = Promise.resolve();

  async open(): Promise<string> {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#port ||= await freePort();
    await listen(this.#server, this.#port);
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The service is away: nothing listens, and every connection is reset. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async setAway(isAway: boolean): Promise<void> {
    if (isAway) await this.shut();
    else if (!this.#server) await this.open();
  }

  begin(world: WireWorld): void {
    this.#world = world;
    this.#passed = 0;
    this.#weather = { kinds: [], share: 0 };
    this.#lostRentals = 0;
    this.carried.length = 0;
  }

  setWeather(weather: Weather): void {
    this.#weather = weather;
  }

  /** Which share of rentals loses its answer whatever the weather, 0 to 1. */
  loseRentals(share: number): void {
    this.#lostRentals = share;
  }

  /** Brings the service's clock to the computer's time, in milliseconds. */
  follow(passed: number): Promise<void> {
    this.#inTurn = this.#inTurn.then(async () => {
      const seconds = (passed - this.#passed) / 1000;
      if (seconds <= 0) return;
      this.#passed = passed;
      await this.#world?.advance(seconds);
    });
    return this.#inTurn;
  }

  #faultOf({ method = '', url = '' }: IncomingMessage, random: Random): WireFault | undefined {
    if (isRental({ method, path: url }) && random.chance(this.#lostRentals)) return random.pick(losing);
    return random.chance(this.#weather.share) ? random.pick(this.#weather.kinds) : undefined;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const world = this.#world;
    if (!world) {
      reset(request.socket);
      return;
    }
    const body = await textOf(request);
    await this.follow(Number(request.headers[passedHeader] ?? 0));
    const fault = this.#faultOf(request, world.random);
    if (fault === 'resetBefore') {
      reset(request.socket);
      return;
    }
    const made = fault && answerOf(fault);
    if (made) {
      response.writeHead(made.status, made.headers).end(made.body);
      return;
    }
    const { method = 'GET', url = '/', headers } = request;
    const { host, authorization, ...others } = headers;
    const answer = await world.app.inject({
      method: method as 'GET',
      url,
      headers: { ...plain(others), ...(authorization && { authorization }) },
      ...(body && { payload: body }),
    });
    const [path = ''] = url.split('?');
    this.carried.push({
      ...{ method, path, fault, status: answer.statusCode, at: this.#passed },
      body: objectOf(body),
      answer: objectOf(answer.payload),
    });
    if (fault === 'resetAfter') {
      reset(request.socket);
      return;
    }
    const told = {
      'content-type': answer.headers['content-type'] ?? 'application/json',
      'content-length': Buffer.byteLength(answer.payload),
      ...(fault === 'late' && { [latencyHeader]: world.random.integer(1, 40) }),
    };
    response.writeHead(answer.statusCode, told);
    if (fault !== 'cutOff') {
      response.end(answer.payload);
      return;
    }
    const half = answer.payload.slice(0, Math.floor(answer.payload.length / 2));
    response.write(half, () => request.socket.destroy());
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

/** One that no system gives to a program by itself, so that it is free again after the service was away. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await listen(server, port).then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

/** A request that creates an instance. */
export const isRental = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'PUT' && path.includes('/asks/');

function answerOf(
  fault: WireFault,
): { status: number; headers: Record<string, string>; body: string } | undefined {
  const json = { 'content-type': 'application/json' };
  const status = Number(/\d+$/.exec(fault)?.[0] ?? 0);
  if (fault === 'html')
    return {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><html><body><h1>Please log in</h1><script>location="/"</script></body></html>',
    };
  if (fault === 'failed502')
    return {
      status,
      headers: { 'content-type': 'text/html' },
      body: '<html><h1>502 Bad Gateway</h1></html>',
    };
  if (status === 0) return undefined;
  const headers = status === 429 ? { ...json, 'retry-after': '3' } : json;
  return { status, headers, body: JSON.stringify({ success: false, error: 'made_up', msg: 'Not now.' }) };
}

function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function plain(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
