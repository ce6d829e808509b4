import type { FastifyReply, FastifyRequest } from 'fastify';
import { wrongAnswers, type WrongAnswer } from './wrongAnswers';

/** What goes wrong with the next requests that match. */
export interface FaultRule {
  /** How many requests; 1 when not given. */
  count?: number;
  method?: string;
  /** A part of the path. */
  path?: string;
  /** The end of the path, with its slash: the list alone, or one instance alone. */
  pathEnd?: string;
  /** An answer that was seen in the wild, by its name, in place of `status` and `body`. */
  like?: WrongAnswer;
  /** With this status the request is not carried out; 200 when only `body` is given. */
  status?: number;
  /** An object is sent as JSON, a string as it is. */
  body?: unknown;
  contentType?: string;
  headers?: Record<string, string>;
  /** Milliseconds of real time before the answer, or before the request is carried out; less if faults are cleared. */
  delayMs?: number;
  /** The answer breaks off in the middle of its body. */
  truncate?: boolean;
  /** The connection is reset without an answer. */
  reset?: boolean;
  /** With `truncate` or `reset`: the request is carried out first, so that the caller cannot know. */
  carryOut?: boolean;
  /** The request is carried out, and its list comes without these instances, or without any. */
  leaveOut?: 'all' | readonly number[];
  /** The request is carried out, and every instance in its answer comes without these members. */
  fields?: readonly string[];
}

/** The active rules. Each request uses up at most one. */
export class Faults {
  #rules: (FaultRule & { left: number })[] = [];
  /** Ends the delay of each request that waits. */
  readonly #waiting = new Set<() => void>();

  add(rule: FaultRule): void {
    const named = rule.like === undefined ? {} : wrongAnswers[rule.like];
    this.#rules.push({ ...named, ...rule, left: rule.count ?? 1 });
  }

  /** Requests that wait because of a rule go on at once. */
  clear(): void {
    this.#rules = [];
    for (const goOn of this.#waiting) goOn();
  }

  /** Resolves after the delay, or when the rules are cleared or the caller has gone. */
  delay(milliseconds: number, { raw: { socket } }: FastifyRequest): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#waiting.add(done);
      socket.once('close', done);
    });
  }

  /** The rule that applies to this request. It is used up by one. */
  take(method: string, path: string): FaultRule | undefined {
    const rule = this.#rules.find(
      (one) =>
        (one.method === undefined || one.method.toUpperCase() === method) &&
        (one.path === undefined || path.includes(one.path)) &&
        (one.pathEnd === undefined || `${path}/`.replace(/\/+$/, '/').endsWith(one.pathEnd)),
    );
    if (rule === undefined) return undefined;
    rule.left -= 1;
    if (rule.left <= 0) this.#rules = this.#rules.filter((one) => one !== rule);
    return rule;
  }
}

/** Applies the rule to a request. The request may or may not be answered afterwards. */
export async function applyFault(
  faults: Faults,
  rule: FaultRule,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (rule.delayMs !== undefined) await faults.delay(rule.delayMs, request);
  const answered = rule.status !== undefined || rule.body !== undefined;
  if (rule.reset === true && rule.carryOut !== true) {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return;
  }
  if (rule.reset === true) resetInsteadOfAnswer(reply);
  if (rule.truncate === true) breakOffAnswer(reply);
  if (!answered && rule.truncate === true && rule.carryOut !== true) {
    await reply.code(200).send({ success: true, msg: 'this answer is cut off before its end'.repeat(20) });
  }
  if (answered) {
    if (rule.contentType !== undefined) reply.header('content-type', rule.contentType);
    if (rule.headers !== undefined) reply.headers(rule.headers);
    await reply.code(rule.status ?? 200).send(rule.body ?? '');
  }
}

/** Sends the head with the full length, half of the body, and closes the connection. */
function breakOffAnswer(reply: FastifyReply): void {
  const { raw } = reply;
  const end = raw.end.bind(raw);
  raw.end = (chunk?: unknown) => {
    if (typeof chunk !== 'string' && !Buffer.isBuffer(chunk)) return end();
    const whole = Buffer.from(chunk);
    // Ended, so that nothing else answers. The length in the head is larger than what is sent.
    return end(whole.subarray(0, Math.floor(whole.length / 2)), () => raw.socket?.destroy());
  };
}

function resetInsteadOfAnswer(reply: FastifyReply): void {
  const { raw } = reply;
  raw.end = () => {
    raw.socket?.resetAndDestroy();
    return raw;
  };
}
