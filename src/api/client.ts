import { ApiKeys } from './endpoints/apiKeys';
import { Charges } from './endpoints/charges';
import { Instances } from './endpoints/instances';
import { Machines } from './endpoints/machines';
import { Offers } from './endpoints/offers';
import { SshKeys } from './endpoints/sshKeys';
import { Templates } from './endpoints/templates';
import { TwoFactor } from './endpoints/twoFactor';
import { Users } from './endpoints/users';
import { Volumes } from './endpoints/volumes';
import { Transport, type TransportOptions } from './http/transport';

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

  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.#transport = transport;
    this.apiKeys = new ApiKeys(transport);
    this.charges = new Charges(transport);
    this.instances = new Instances(transport);
    this.machines = new Machines(transport);
    this.offers = new Offers(transport);
    this.sshKeys = new SshKeys(transport);
    this.templates = new Templates(transport);
    this.twoFactor = new TwoFactor(transport);
    this.users = new Users(transport);
    this.volumes = new Volumes(transport);
  }

  /** Uses the session key of a login with a second factor instead of the API key. Undefined: back to the API key. */
  useSession(sessionKey: string | undefined): void {
    this.#transport.useSession(sessionKey);
  }
}
