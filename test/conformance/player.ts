import { Secret, TOTP } from 'otpauth';
import type { CallStep, Row, Step } from './row';
import type { Answer, Service } from './service';
import { problemsOf } from './shape';
import { fill, memberAt, unique, type Values } from './values';

export type Outcome =
  | { kind: 'passed' }
  | { kind: 'failed'; problems: string[] }
  /** The answer is another one than was chosen where the specification leaves it open. */
  | { kind: 'otherwise'; problems: string[] }
  | { kind: 'skipped'; reason: string };

/** The service does not have an endpoint that it need not have. */
class NoSuchEndpoint extends Error {}

export interface PlayerOptions {
  service: Service;
  /** A key with full access; services with a control give each row an account of its own instead. */
  apiKey: string;
  hasControl: boolean;
  /** Plays rows that rent, and rows that change the account, also where that is somebody's own. */
  allowChanges: boolean;
}

/** Plays rows against a service, each for itself. */
export class Player {
  readonly #options: PlayerOptions;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  async play(row: Row): Promise<Outcome> {
    const reason = this.#reasonToSkip(row);
    if (reason !== undefined) return { kind: 'skipped', reason };
    const values: Values = new Map();
    const problems: string[] = [];
    let skipped: Outcome | undefined;
    try {
      await this.#begin(row, values);
      for (const [label, step] of labelledSteps(row)) {
        problems.push(...(await this.#step(row, step, values)).map((problem) => label + problem));
        if (problems.length > 0) break;
      }
    } catch (error) {
      if (error instanceof NoSuchEndpoint) skipped = { kind: 'skipped', reason: error.message };
      else problems.push(error instanceof Error ? error.message : 'failed');
    }
    const left = await this.#cleanUp(values);
    await this.#end(row);
    if (left.length > 0) return { kind: 'failed', problems: [...problems, ...left] };
    if (problems.length === 0) return skipped ?? { kind: 'passed' };
    return { kind: row.choice === undefined ? 'failed' : 'otherwise', problems };
  }

  #reasonToSkip(row: Row): string | undefined {
    const { hasControl, allowChanges } = this.#options;
    if (hasControl) return undefined;
    if (row.leaves !== undefined) return `would leave behind ${row.leaves}`;
    const steps = labelledSteps(row).map(([, step]) => step);
    if (steps.some((step) => 'control' in step)) return 'needs the control of a sandbox';
    if (!allowChanges && steps.some(changes)) return 'changes the account (--allow-changes plays it)';
    return undefined;
  }

  async #begin(row: Row, values: Values): Promise<void> {
    values.set('key', this.#options.apiKey);
    values.set('unique', unique());
    values.set('phone', `+1555${Math.floor(1e6 + Math.random() * 9e6)}`);
    if (!this.#options.hasControl) return;
    const account = await this.#options.service.control('createAccount', [{}]);
    values.set('key', memberAt(account, 'apiKey'));
    values.set('account', memberAt(account, 'id'));
    if (readsList(row)) await this.#options.service.control('configure', [{ listVersion: 'v0' }]);
  }

  /** The list as the specification has it is there for the row alone. */
  async #end(row: Row): Promise<void> {
    if (this.#options.hasControl && readsList(row))
      await this.#options.service.control('configure', [{ listVersion: 'v1' }]);
  }

  async #step(row: Row, step: Step, values: Values): Promise<string[]> {
    if ('call' in step) return this.#call(row, step, values);
    if ('totp' in step) {
      values.set(step.keep, await this.#totpCode(fill(step.totp, values)));
      return [];
    }
    const result = await this.#options.service.control(step.control, fill(step.args ?? [], values));
    keep(step.keep, result, values);
    if (step.shape === undefined) return [];
    return problemsOf(memberAt(result, step.at ?? ''), fill(step.shape, values), step.control);
  }

  async #call(row: Row, step: CallStep, values: Values): Promise<string[]> {
    const filled = {
      ...step,
      call: fill(step.call, values),
      query: fill(step.query ?? {}, values),
      body: fill(step.body, values),
    };
    const key = keyOf(step, values);
    for (let time = 1; time < (step.times ?? 1); time++) await this.#options.service.send(filled, key);
    const answer = await this.#options.service.send(filled, key).catch((cause: unknown) => {
      const unclear = rents(filled) ? '; whether it rented is unknown: look at the account’s instances' : '';
      throw new Error(`${step.call}: no answer${unclear}`, { cause });
    });
    if (isList(step) && answer.status === 410 && !expectedOf(step).includes(410)) {
      throw new NoSuchEndpoint('the service has moved its list of instances to v1');
    }
    if (row.optional && answer.status === 404 && expectedOf(step).every((one) => one < 300)) {
      throw new NoSuchEndpoint('the service does not have the endpoint');
    }
    rememberForCleanUp(step, answer, values);
    const problems = this.#problems(step, answer, values);
    if (problems.length === 0) keep(step.keep, answer.json, values);
    return problems;
  }

  #problems(step: CallStep, { status, contentType, json }: Answer, values: Values): string[] {
    const expected = expectedOf(step);
    const problems: string[] = [];
    if (!expected.includes(status))
      problems.push(`status ${status} instead of ${expected.join(' or ')}: ${said(json)}`);
    if (json !== undefined && contentType !== 'application/json')
      problems.push(`content type ${contentType}`);
    if (step.error !== undefined) problems.push(...problemsOf(json, { error: { $is: step.error } }));
    if (step.shape !== undefined) problems.push(...problemsOf(json, fill(step.shape, values)));
    return problems.length === 0 ? [] : [`${step.call}: ${problems.join('; ')}`];
  }

  async #totpCode(secret: string): Promise<string> {
    const seconds = this.#options.hasControl
      ? Number(await this.#options.service.control('now', []))
      : Date.now() / 1000;
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: seconds * 1000 });
  }

  /** What a row rented or stored does not outlive it where nobody throws its account away; says what does. */
  async #cleanUp(values: Values): Promise<string[]> {
    if (this.#options.hasControl) return [];
    const left: string[] = [];
    for (const call of ((values.get('cleanUp') ?? []) as CallStep[]).toReversed()) {
      if (!(await this.#takeBack(call))) left.push(`left behind, take it back yourself: ${call.call}`);
    }
    return left;
  }

  async #takeBack(call: CallStep): Promise<boolean> {
    for (let time = 0; time < 3; time++) {
      const answer = await this.#options.service.send(call, this.#options.apiKey).catch(() => undefined);
      if (answer && (answer.status < 300 || answer.status === 404)) return true;
    }
    return false;
  }
}

function keyOf({ as = 'key' }: CallStep, values: Values): string | undefined {
  if (as === 'nobody') return undefined;
  if (as === 'wrong') return 'no-such-key-0000000000000000000000000000';
  return String(values.get(as === 'key' ? as : as.slice(1)));
}

function keep(names: Record<string, string> | undefined, value: unknown, values: Values): void {
  for (const [name, path] of Object.entries(names ?? {})) {
    const member = memberAt(value, path);
    if (member === undefined) throw new Error(`the answer has no ${path}`);
    values.set(name, member);
  }
}

/** The list at the address of the specification, which the public service has moved. */
const isList = ({ call }: CallStep): boolean => /^GET instances\/?$/.test(call);
const readsList = (row: Row): boolean =>
  labelledSteps(row).some(([, step]) => 'call' in step && isList(step));

const expectedOf = ({ status }: CallStep): number[] => [status ?? 200].flat();
const rents = ({ call }: CallStep): boolean => call.startsWith('PUT asks/');

function rememberForCleanUp(step: CallStep, { json }: Answer, values: Values): void {
  const instance = memberAt(json, 'new_contract');
  const template = memberAt(json, 'template.id');
  const calls = (values.get('cleanUp') ?? []) as CallStep[];
  if (typeof instance === 'number') calls.push({ call: `DELETE instances/${instance}/` });
  if (typeof template === 'number' && step.call.startsWith('POST')) {
    calls.push({ call: 'DELETE template/', body: { template_id: template } });
  }
  values.set('cleanUp', calls);
}

function changes(step: Step): boolean {
  return 'call' in step && !step.call.startsWith('GET ') && step.call !== 'POST bundles/';
}

/** Set-up, the row's own call, and the state after it. */
function labelledSteps(row: Row): [string, Step][] {
  const labelled = (label: string, steps: readonly Step[] = []): [string, Step][] =>
    steps.map((step) => [label, step]);
  return [...labelled('given: ', row.given), ['', row], ...labelled('after: ', row.after)];
}

/** The service's own words for what went wrong, and nothing else of the answer. */
function said(json: unknown): string {
  const words = [memberAt(json, 'error'), memberAt(json, 'msg'), memberAt(json, 'detail')];
  return (
    words
      .filter((word) => typeof word === 'string')
      .join(' / ')
      .slice(0, 200) || 'no message'
  );
}
