import type { CallStep } from './row';

export interface Answer {
  status: number;
  contentType: string;
  json: unknown;
}

/** A service under test, over HTTP. */
export class Service {
  readonly #baseUrl: string;
  readonly #pauseMs: number;
  #last = 0;

  /** @param pauseSeconds least time between two calls, for services that count them */
  constructor(baseUrl: string, pauseSeconds: number) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#pauseMs = pauseSeconds * 1000;
  }

  async send(step: CallStep, key: string | undefined): Promise<Answer> {
    await this.#pace();
    const [method = '', path = ''] = step.call.split(' ');
    const url = new URL(this.#baseUrl + (path.startsWith('/') ? path : `/api/v0/${path}`));
    for (const [name, value] of Object.entries(step.query ?? {})) {
      url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const body = step.text ?? (step.body === undefined ? undefined : JSON.stringify(step.body));
    return this.#fetch(url, method, body, key);
  }

  /** True when the service has the sandbox's control beside its interface. */
  async hasControl(): Promise<boolean> {
    const answer = await this.#fetch(new URL(`${this.#baseUrl}/_sandbox/now`), 'GET').catch(() => undefined);
    return answer?.status === 200 && typeof resultOf(answer) === 'number';
  }

  async control(method: string, args: readonly unknown[]): Promise<unknown> {
    const url = new URL(`${this.#baseUrl}/_sandbox/${method}`);
    const answer = await this.#fetch(url, 'POST', JSON.stringify(args));
    if (answer.status !== 200) throw new Error(`control ${method}: ${JSON.stringify(answer.json)}`);
    return resultOf(answer);
  }

  async #fetch(url: URL, method: string, body?: string, key?: string): Promise<Answer> {
    const headers = {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual' });
    const text = await response.text();
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      json: parse(text),
    };
  }

  async #pace(): Promise<void> {
    const wait = this.#last + this.#pauseMs - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    this.#last = Date.now();
  }
}

function resultOf(answer: Answer): unknown {
  return typeof answer.json === 'object' && answer.json !== null
    ? Reflect.get(answer.json, 'result')
    : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
