/** One request as the sandbox saw it, without anything secret. */
export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** The JSON body with secret members masked; undefined when there was none. */
  body: unknown;
  status: number;
  /** Epoch seconds on the sandbox's clock. */
  at: number;
  /** Epoch milliseconds of the real time at which it arrived. */
  receivedAt: number;
}

const MAX_KEPT = 10_000;
const secretMember =
  /^(?:new_api_key|api_key|key|secret|code|backup_code|password|captcha|value|image_login|docker_login_pass|env)$/;

/** The requests to the sandbox, for tests that count or check them. */
export class RequestLog {
  #seen: SeenRequest[] = [];

  add(request: SeenRequest): void {
    this.#seen.push({ ...request, body: masked(request.body) });
    if (this.#seen.length > MAX_KEPT) this.#seen = this.#seen.slice(-MAX_KEPT / 2);
  }

  all(): SeenRequest[] {
    return [...this.#seen];
  }

  clear(): void {
    this.#seen = [];
  }
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretMember.test(name) ? '(masked)' : masked(member),
    ]),
  );
}
