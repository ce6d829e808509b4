import type { ApiKeys } from './endpoints/account/apiKeys';
import type { Charges } from './endpoints/account/charges';
import type { Copies } from './endpoints/copies';
import type { InstanceActions } from './endpoints/instanceActions';
import { Instances } from './endpoints/instances';
import type * as lateGroups from './endpoints/lateGroups';
import type { Machines } from './endpoints/machines';
import type { Offers } from './endpoints/offers';
import type { Overlays } from './endpoints/overlays';
import type { Secrets } from './endpoints/account/secrets';
import type { SshKeys } from './endpoints/account/sshKeys';
import type { Templates } from './endpoints/templates';
import type { TwoFactor } from './endpoints/account/twoFactor';
import { Users } from './endpoints/account/users';
import type { VolumeOffers } from './endpoints/volumeOffers';
import { Volumes } from './endpoints/volumes';
import { Transport, type TransportOptions } from './http/transport';
import { lazyObject } from '../lazyObject';

export type ClientOptions = TransportOptions;

type LateGroups = typeof lateGroups;

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
    const late = <T extends object>(of: (all: LateGroups) => new (transport: Transport) => T): T =>
      lazyObject(async () => new (of(await import('./endpoints/lateGroups')))(transport));
    this.apiKeys = late((all) => all.ApiKeys);
    this.charges = late((all) => all.Charges);
    this.copies = late((all) => all.Copies);
    this.instances = new Instances(transport);
    this.instanceActions = late((all) => all.InstanceActions);
    this.machines = late((all) => all.Machines);
    this.offers = late((all) => all.Offers);
    this.overlays = late((all) => all.Overlays);
    this.secrets = late((all) => all.Secrets);
    this.sshKeys = late((all) => all.SshKeys);
    this.templates = late((all) => all.Templates);
    this.twoFactor = late((all) => all.TwoFactor);
    this.users = new Users(transport);
    this.volumeOffers = late((all) => all.VolumeOffers);
    this.volumes = new Volumes(transport);
  }

  /** Uses the session key of a login with a second factor instead of the API key. Undefined: back to the API key. */
  useSession(sessionKey: string | undefined): void {
    this.#transport.useSession(sessionKey);
  }
}
