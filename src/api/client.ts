import { Accounts, type CreateSubaccountRequest } from './endpoints/accounts';
import { ApiKeys } from './endpoints/apiKeys';
import { InstanceExtras } from './endpoints/instanceExtras';
import { Instances } from './endpoints/instances';
import { Machines } from './endpoints/machines';
import { Offers } from './endpoints/offers';
import { SshKeys } from './endpoints/sshKeys';
import { Templates } from './endpoints/templates';
import { TwoFactor } from './endpoints/twoFactor';
import { Volumes } from './endpoints/volumes';
import type { CallOptions, CreateInstanceRequest, Filters, InstanceState, OfferQuery } from './requests';
import type { CancelledMaintenance, Charge, Instance, Offer, SshKey, Subaccount, User } from './schemas';
import { Transport, type TransportOptions } from './transport';

export type ClientOptions = TransportOptions;

/**
 * The service's REST interface, one method an endpoint, for one account at one origin.
 *
 * Every method rejects with `ApiError` and can be cancelled by `signal` (code 'aborted'). Calls of one
 * endpoint are spaced as the service wants; only reads are tried again after a failure.
 */
export class Client {
  readonly templates: Templates;
  readonly twoFactor: TwoFactor;
  /** Optional endpoints: see `isUnsupported`. */
  readonly volumes: Volumes;
  /** Optional endpoints. */
  readonly apiKeys: ApiKeys;
  /** Optional endpoints. */
  readonly sshKeys: SshKeys;

  readonly #transport: Transport;
  readonly #instances: Instances;
  readonly #instanceExtras: InstanceExtras;
  readonly #offers: Offers;
  readonly #accounts: Accounts;
  readonly #machines: Machines;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.#transport = transport;
    this.#instances = new Instances(transport);
    this.#offers = new Offers(transport);
    this.#accounts = new Accounts(transport);
    this.#machines = new Machines(transport);
    this.#instanceExtras = new InstanceExtras(transport);
    this.templates = new Templates(transport);
    this.twoFactor = new TwoFactor(transport);
    this.volumes = new Volumes(transport);
    this.apiKeys = new ApiKeys(transport);
    this.sshKeys = new SshKeys(transport);
  }

  /** Sends the session key of a login with a second factor instead of the API key; undefined: the API key again. */
  useSession(sessionKey: string | undefined): void {
    this.#transport.useSession(sessionKey);
  }

  /** The account the key belongs to. */
  currentUser(options?: CallOptions): Promise<User> {
    return this.#accounts.currentUser(options);
  }

  /** Offers that match, in the order asked for. */
  searchOffers(query: OfferQuery, options?: CallOptions): Promise<Offer[]> {
    return this.#offers.search(query, options);
  }

  /** Accepts an offer. Never tried again: see `isOutcomeUnknown` for what a failure leaves open. */
  createInstance(
    offerId: number,
    request: CreateInstanceRequest,
    options?: CallOptions,
  ): Promise<{ instanceId: number }> {
    return this.#instances.create(offerId, request, options);
  }

  /** All instances, or a rejection: never a part of them. */
  listInstances(options?: CallOptions): Promise<Instance[]> {
    return this.#instances.list(options);
  }

  getInstance(id: number, options?: CallOptions): Promise<Instance> {
    return this.#instances.get(id, options);
  }

  setInstanceState(id: number, state: InstanceState, options?: CallOptions): Promise<void> {
    return this.#instances.setState(id, state, options);
  }

  setInstanceLabel(id: number, label: string, options?: CallOptions): Promise<void> {
    return this.#instances.setLabel(id, label, options);
  }

  destroyInstance(id: number, options?: CallOptions): Promise<void> {
    return this.#instances.destroy(id, options);
  }

  /** Optional endpoint. */
  rebootInstance(id: number, options?: CallOptions): Promise<void> {
    return this.#instanceExtras.reboot(id, options);
  }

  /** Wipes the container's disk. Optional endpoint. */
  recycleInstance(id: number, options?: CallOptions): Promise<void> {
    return this.#instanceExtras.recycle(id, options);
  }

  /** @param price dollars per hour. Optional endpoint. */
  changeBid(id: number, price: number, options?: CallOptions): Promise<void> {
    return this.#instanceExtras.changeBid(id, price, options);
  }

  /** The last lines of an instance's log. Optional endpoint. */
  readLog(id: number, lines: number, options?: CallOptions): Promise<string> {
    return this.#instanceExtras.readLog(id, lines, options);
  }

  /** Never tried again; the service wants 3 s between two calls. */
  createSubaccount(request: CreateSubaccountRequest, options?: CallOptions): Promise<Subaccount> {
    return this.#accounts.createSubaccount(request, options);
  }

  /** @param filters such as `{ day: { gte: <Unix time in seconds> } }`. Optional endpoint. */
  listCharges(filters: Filters, limit: number, options?: CallOptions): Promise<Charge[]> {
    return this.#accounts.listCharges(filters, limit, options);
  }

  /** For hosts: deletes the maintenance windows of a machine. */
  cancelMaintenance(machineId: number, options?: CallOptions): Promise<CancelledMaintenance> {
    return this.#machines.cancelMaintenance(machineId, options);
  }

  /** The account's public keys. Optional endpoint. */
  listSshKeys(options?: CallOptions): Promise<SshKey[]> {
    return this.sshKeys.list(options);
  }

  /** Registers a public key for instances rented from now on. Optional endpoint. */
  registerSshKey(publicKey: string, options?: CallOptions): Promise<void> {
    return this.sshKeys.register(publicKey, options);
  }

  /** Registers a public key with one instance; it may arrive there some seconds later. Optional endpoint. */
  registerInstanceSshKey(id: number, publicKey: string, options?: CallOptions): Promise<void> {
    return this.sshKeys.registerWithInstance(id, publicKey, options);
  }
}
