import type { ApiKeys } from './endpoints/apiKeys';
import type { Charges } from './endpoints/charges';
import type { Copies } from './endpoints/copies';
import type { InstanceActions } from './endpoints/instanceActions';
import { Instances } from './endpoints/instances';
import type { Machines } from './endpoints/machines';
import type { Offers } from './endpoints/offers';
import type { Overlays } from './endpoints/overlays';
import type { Secrets } from './endpoints/secrets';
import type { SshKeys } from './endpoints/sshKeys';
import type { Templates } from './endpoints/templates';
import type { TwoFactor } from './endpoints/twoFactor';
import { Users } from './endpoints/users';
import type { VolumeOffers } from './endpoints/volumeOffers';
import { Volumes } from './endpoints/volumes';
import { Transport, type TransportOptions } from './http/transport';
import { lazy } from '../lazy';

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
  readonly copies: Copies;
  readonly instances: Instances;
  readonly instanceActions: InstanceActions;
  readonly machines: Machines;
  readonly offers: Offers;
  readonly overlays: Overlays;
  readonly secrets: Secrets;
  readonly sshKeys: SshKeys;
  readonly templates: Templates;
  readonly twoFactor: TwoFactor;
  readonly users: Users;
  readonly volumeOffers: VolumeOffers;
  readonly volumes: Volumes;

  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.#transport = transport;
    const groups = () => import('./endpoints/lateGroups');
    this.apiKeys = lazy(async () => new (await groups()).ApiKeys(transport));
    this.charges = lazy(async () => new (await groups()).Charges(transport));
    this.copies = lazy(async () => new (await groups()).Copies(transport));
    this.instances = new Instances(transport);
    this.instanceActions = lazy(async () => new (await groups()).InstanceActions(transport));
    this.machines = lazy(async () => new (await groups()).Machines(transport));
    this.offers = lazy(async () => new (await groups()).Offers(transport));
    this.overlays = lazy(async () => new (await groups()).Overlays(transport));
    this.secrets = lazy(async () => new (await groups()).Secrets(transport));
    this.sshKeys = lazy(async () => new (await groups()).SshKeys(transport));
    this.templates = lazy(async () => new (await groups()).Templates(transport));
    this.twoFactor = lazy(async () => new (await groups()).TwoFactor(transport));
    this.users = new Users(transport);
    this.volumeOffers = lazy(async () => new (await groups()).VolumeOffers(transport));
    this.volumes = new Volumes(transport);
  }

  /** Uses the session key of a login with a second factor instead of the API key. Undefined: back to the API key. */
  useSession(sessionKey: string | undefined): void {
    this.#transport.useSession(sessionKey);
  }
}
