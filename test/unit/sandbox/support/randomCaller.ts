import { expect } from 'vitest';
import type { Service } from './service';
import type { Later, Step } from './randomRequests';

const oddIds = ['0', '-1', 'abc', '1e3', '1.5', '999999999', '99999999999999999999999', '%20', '__proto__'];

/** Plays random steps against a service and checks every answer. */
export class RandomCaller {
  sent = 0;
  succeeded = 0;
  /** Codes that were accepted, each of which was then refused. */
  codesUsed = 0;
  readonly #service: Service;
  readonly #keys: Record<string, string | undefined>;
  #secret = 'none';
  #setupSecret: string | undefined;
  #backupCodes: string[] = [];
  readonly #hashes: string[] = [];
  readonly #volumes: number[] = [];

  constructor(service: Service) {
    this.#service = service;
    const { control } = service;
    this.#keys = {
      full: service.apiKey,
      other: control.createAccount({ credit: 1 }).apiKey,
      scoped: control.createKey({ permissions: ['misc', 'user_read', 'instance_read'] }).apiKey,
      team: control.createKey({ team: true }).apiKey,
      wrong: 'not-a-key',
    };
    control.setCredit(20);
    control.addMethods(control.accountId(), { sms: '+491701234567' });
  }

  async play(step: Step): Promise<void> {
    if (step.kind === 'advance') return this.#service.control.advance(step.seconds);
    const body = this.#resolve(step.body);
    const path = step.path.replace(':id', String(this.#idFor(step.path, step.pick)));
    const status = await this.#send(step.method, path, step.caller, body);
    const proven = isObject(body) && (typeof body.code === 'string' || typeof body.backup_code === 'string');
    if (status === 200 && proven && path.startsWith('/api/v0/tfa/')) {
      this.codesUsed += 1;
      const again = await this.#send(step.method, path, step.caller, body);
      expect(again, `${step.method} ${path} took a code twice`).not.toBe(200);
    }
  }

  /** No instance without an owner, no negative credit. */
  checkInvariants(): void {
    const { control } = this.#service;
    const credits = control.credits();
    for (const { credit } of credits) expect(credit).toBeGreaterThanOrEqual(0);
    const owners = new Set(credits.map(({ id }) => id));
    for (const { accountId } of [...control.owners(), ...control.volumes()])
      expect(owners).toContain(accountId);
    for (const { used, held, count } of control.machineLoads()) {
      expect(used).toBe(held);
      expect(used).toBeLessThanOrEqual(count);
    }
  }

  async #send(method: string, path: string, caller: string, body: unknown): Promise<number> {
    const key = this.#keys[caller];
    const url = method === 'GET' ? path + queryOf(body) : path;
    const response = await this.#service.app.inject({
      method: method === 'PUT' ? 'PUT' : method === 'POST' ? 'POST' : method === 'DELETE' ? 'DELETE' : 'GET',
      url,
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(method === 'GET' || body === undefined
        ? {}
        : { payload: isRaw(body) ? body.raw : JSON.stringify(body) }),
    });
    this.sent += 1;
    if (response.statusCode === 200) this.succeeded += 1;
    expect(response.statusCode, `${method} ${url} ${JSON.stringify(body)}: ${response.body}`).toBeLessThan(
      500,
    );
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.body).not.toMatch(/node_modules|\.ts:\d/);
    if (response.statusCode === 200) this.#learn(caller, url, response.json<unknown>());
    return response.statusCode;
  }

  /** Keeps what later requests can use. */
  #learn(caller: string, url: string, answer: unknown): void {
    if (!isObject(answer)) return;
    const {
      secret,
      session_key: session,
      instance_api_key: instanceKey,
      backup_codes: codes,
      template,
      volume,
    } = answer;
    if (typeof secret === 'string') {
      if (url.includes('totp-setup')) this.#setupSecret = secret;
      else this.#secret = secret;
    }
    if (typeof session === 'string') this.#keys.session = session;
    if (typeof instanceKey === 'string') this.#keys.instance = instanceKey;
    if (Array.isArray(codes) && caller === 'full') this.#backupCodes = codes.map(String);
    if (isObject(template)) this.#hashes.push(String(template.hash_id));
    if (isObject(volume)) this.#volumes.push(Number(volume.id));
  }

  #idFor(path: string, pick: number): number | string {
    if (pick % 8 === 7) return oddIds[this.sent % oddIds.length] ?? pick;
    const { control } = this.#service;
    const ids = path.includes('/asks/') ? control.freeOffers() : control.instanceIds();
    return ids[pick % Math.max(1, ids.length)] ?? pick;
  }

  /** Puts the present values where the request says "later". */
  #resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#resolve(one));
    if (!isObject(value)) return value;
    if (isLater(value)) return this.#valueOf(value.later);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#resolve(one)]));
  }

  #valueOf(name: Later['later']): unknown {
    const { control } = this.#service;
    const id = control.accountId();
    switch (name) {
      case 'secret':
        return this.#secret;
      case 'login':
        return control.beginLogin(id);
      case 'code':
        return control.outbox().at(-1)?.code;
      case 'totp':
        return control.methods(id).some((one) => one.method === 'totp') ? control.totpCode(id) : '000000';
      case 'setupSecret':
        return this.#setupSecret;
      case 'setupCode':
        return this.#setupSecret === undefined ? '000000' : control.totpCode(id, this.#setupSecret);
      case 'backupCode':
        return this.#backupCodes.pop();
      case 'hash':
        return this.#hashes.at(-1);
      case 'methodId':
        return control.methods(id).at(-1)?.id;
      case 'volumeOffer':
        return control.volumeOffers()[0]?.id;
      case 'volume':
        return this.#volumes.at(-1);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body's members as a query, what is no text as JSON. */
function queryOf(body: unknown): string {
  if (!isObject(body) || isRaw(body)) return '';
  const members = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  return `?${new URLSearchParams(members).toString()}`;
}

function isLater(value: object): value is Later {
  return 'later' in value;
}

function isRaw(body: unknown): body is { raw: string } {
  return isObject(body) && typeof body.raw === 'string';
}
