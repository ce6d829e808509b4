import type { ApiKeys } from './endpoints/apiKeys';
import type { Charges } from './endpoints/charges';
import type { Instances } from './endpoints/instances';
import type { Machines } from './endpoints/machines';
import type { Offers } from './endpoints/offers';
import type { SshKeys } from './endpoints/sshKeys';
import type { Templates } from './endpoints/templates';
import type { TwoFactor } from './endpoints/twoFactor';
import type { Users } from './endpoints/users';
import type { Volumes } from './endpoints/volumes';
import type { Transport, TransportOptions } from './http/transport';
import { parseBaseUrl } from './baseUrl';

export type ClientOptions = TransportOptions;

/**
 * The service's REST interface for one account at one origin: a property for each group of endpoints, a method for each
 * endpoint, such as `client.instances.list()`.
 *
 * Every method rejects with `ApiError`, or with `CancelledError` once `signal` was aborted. Calls to one endpoint are
 * spaced as the service requires. Only reads are retried after a failure, and changes that cost nothing
 * after a 429. Endpoints that a service may lack are marked
 * as optional in their group: see `isUnsupported`.
 */
export class Client {
  readonly apiKeys: ApiKeys;
  readonly charges: Charges;
  readonly instances: Instances;
  readonly machines: Machines;
  readonly offers: Offers;
  readonly sshKeys: SshKeys;
  readonly templates: Templates;
  readonly twoFactor: TwoFactor;
  readonly users: Users;
  readonly volumes: Volumes;

  readonly #options: ClientOptions;
  #transport: Promise<Transport> | undefined;
  #sessionKey: string | undefined;

  /** @throws LocalError 'invalid_input' when the base URL cannot be used */
  constructor(options: ClientOptions) {
    parseBaseUrl(options.baseUrl);
    this.#options = options;
    const lists = () => import('./endpoints/listGroups');
    const others = () => import('./endpoints/lateGroups');
    const transport = () => (this.#transport ??= this.#connect());
    this.apiKeys = late(async () => new (await others()).ApiKeys(await transport()));
    this.charges = late(async () => new (await others()).Charges(await transport()));
    this.instances = late(async () => new (await lists()).Instances(await transport()));
    this.machines = late(async () => new (await others()).Machines(await transport()));
    this.offers = late(async () => new (await others()).Offers(await transport()));
    this.sshKeys = late(async () => new (await others()).SshKeys(await transport()));
    this.templates = late(async () => new (await others()).Templates(await transport()));
    this.twoFactor = late(async () => new (await others()).TwoFactor(await transport()));
    this.users = late(async () => new (await lists()).Users(await transport()));
    this.volumes = late(async () => new (await lists()).Volumes(await transport()));
  }

  /** Uses the session key of a login with a second factor instead of the API key. Undefined: back to the API key. */
  useSession(sessionKey: string | undefined): void {
    this.#sessionKey = sessionKey;
    // Where it can't be loaded, the call that waits for it says so.
    void this.#transport?.then((transport) => transport.useSession(sessionKey)).catch(() => undefined);
  }

  async #connect(): Promise<Transport> {
    const { Transport } = await import('./endpoints/listGroups');
    const transport = new Transport(this.#options);
    transport.useSession(this.#sessionKey);
    return transport;
  }
}

/** A group of endpoints whose code is loaded with the first call. */
function late<T extends object>(load: () => Promise<T>): T {
  let loading: Promise<T> | undefined;
  const call = async (name: string | symbol, given: readonly unknown[]): Promise<unknown> => {
    const group = await (loading ??= load());
    const method: unknown = Reflect.get(group, name);
    if (typeof method !== 'function') throw new TypeError(`No endpoint ${String(name)}.`);
    const answer: unknown = await Reflect.apply(method, group, given);
    return answer;
  };
  const known: Partial<T> = {};
  return new Proxy(known as T, {
    get: (target, name): unknown =>
      isNoEndpoint(name)
        ? undefined
        : (Reflect.get(target, name) ?? ((...given: unknown[]) => call(name, given))),
  });
}

/** What JavaScript itself asks of any object. */
const isNoEndpoint = (name: string | symbol): boolean =>
  typeof name === 'symbol' || name === 'toJSON' || name === 'then';
