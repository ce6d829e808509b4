import { onTestFinished } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';

/** One answer of the service, its JSON already read. */
export interface Answer {
  status: number;
  contentType: string | null;
  body: unknown;
}

export interface CallOptions {
  /** A text goes out as it is, anything else as JSON. */
  body?: unknown;
  /** Another key than the seeded account's; null: none. */
  key?: string | null;
}

/** A sandbox and a way to speak to it over HTTP. */
export interface Service extends Sandbox {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

/** Starts a sandbox that ends with the test. Without sshd and with few offers unless asked for. */
export async function startService(options: SandboxOptions = {}): Promise<Service> {
  const sandbox = await createSandbox({ sshd: false, offers: 300, ...options });
  onTestFinished(() => sandbox.close());
  return { ...sandbox, call: (method, path, callOptions) => call(sandbox, method, path, callOptions) };
}

async function call(
  sandbox: Sandbox,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const key = options.key === undefined ? sandbox.apiKey : options.key;
  const { body } = options;
  const response = await fetch(path.startsWith('http') ? path : sandbox.url + path, {
    method,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const contentType = response.headers.get('content-type');
  const text = await response.text();
  return {
    status: response.status,
    contentType,
    body: contentType === 'application/json' ? parse(text) : text,
  };
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

/** A member of an answer's body, by its path. */
export function member(answer: Answer, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? new Map(Object.entries(value)).get(String(name))
        : undefined,
    answer.body,
  );
}

/** A text in an answer's body. */
export function text(answer: Answer, ...path: (string | number)[]): string {
  const value = member(answer, ...path);
  if (typeof value !== 'string')
    throw new TypeError(`${path.join('.')} is no text in ${JSON.stringify(answer.body)}`);
  return value;
}

/** A number in an answer's body. */
export function number(answer: Answer, ...path: (string | number)[]): number {
  const value = member(answer, ...path);
  if (typeof value !== 'number')
    throw new TypeError(`${path.join('.')} is no number in ${JSON.stringify(answer.body)}`);
  return value;
}

/** A list in an answer's body, of objects. */
export function list(answer: Answer, ...path: (string | number)[]): Record<string, unknown>[] {
  const value = member(answer, ...path);
  if (!Array.isArray(value))
    throw new TypeError(`${path.join('.')} is no list in ${JSON.stringify(answer.body)}`);
  return value.map((one: unknown) => Object.fromEntries(Object.entries(one ?? {})));
}

/** Rents an offer (the first free one unless named) and answers the instance's id. */
export async function rent(service: Service, request: object = {}, offerId?: number): Promise<number> {
  const offer = offerId ?? service.control.freeOffers()[0];
  const answer = await service.call('PUT', `/api/v0/asks/${offer}/`, {
    body: { image: 'pytorch/pytorch:latest', disk: 10, runtype: 'ssh_direct', ...request },
  });
  if (answer.status !== 200)
    throw new Error(`renting answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return number(answer, 'new_contract');
}
