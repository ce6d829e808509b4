import fetch from 'node-fetch';
import { Client } from '../../../../src/api/client';
import type { CreateInstanceRequest } from '../../../../src/api/http/requests';
import type { Sandbox } from '../../../sandbox';

/** An account of its own in the sandbox, with a client, and what tests need to have happened before. */
export class TestAccount {
  readonly sandbox: Sandbox;
  readonly id: number;
  readonly client: Client;
  /** A phone number that nobody else uses. */
  readonly phone: string;

  constructor(sandbox: Sandbox) {
    const { id, apiKey } = sandbox.control.createAccount();
    this.sandbox = sandbox;
    this.id = id;
    this.client = this.clientWith(apiKey);
    this.phone = `+1555${String(1_000_000 + (id % 9_000_000))}`;
  }

  clientWith(apiKey: string): Client {
    // A test that pauses for half a minute in an exchange isn't about that exchange's limit.
    return new Client({ baseUrl: this.sandbox.url, apiKey, fetch, spacingScale: 0, timeoutMs: 900_000 });
  }

  /** A client whose key belongs to nobody. */
  stranger(): Client {
    return this.clientWith('0'.repeat(64));
  }

  /** A client whose key has only these permissions. */
  scoped(...permissions: string[]): Client {
    return this.clientWith(this.sandbox.control.createKey({ accountId: this.id, permissions }).apiKey);
  }

  /** A client whose key works in a team's context. */
  inTeam(): Client {
    return this.clientWith(this.sandbox.control.createKey({ accountId: this.id, team: true }).apiKey);
  }

  /** The id of an offer that nobody has rented yet. */
  async freeOffer(filters = {}): Promise<number> {
    const query = { filters: { rented: { eq: false }, ...filters }, limit: 1 };
    const [offer] = await this.client.offers.search(query);
    return offer!.id;
  }

  async rent(request: CreateInstanceRequest = {}): Promise<number> {
    const offer = await this.freeOffer();
    const body = { image: 'ubuntu:22.04', runtype: 'ssh_direct', ...request } as const;
    return (await this.client.instances.create(offer, body)).instanceId;
  }

  async rentRunning(request: CreateInstanceRequest = {}): Promise<number> {
    const id = await this.rent(request);
    await this.sandbox.control.advance(600);
    return id;
  }

  /** An interruptible instance that runs, of an offer that no test has outbid yet. */
  async rentBid(
    price: number,
    request: CreateInstanceRequest = {},
  ): Promise<{ id: number; offerId: number }> {
    const offerId = await this.freeOffer({ min_bid: { lt: price } });
    const body = { image: 'ubuntu:22.04', runtype: 'ssh_direct', ...request, price } as const;
    const { instanceId: id } = await this.client.instances.create(offerId, body);
    await this.sandbox.control.advance(600);
    return { id, offerId };
  }

  /** Makes a volume of so many GB; its rate is what it costs in dollars per hour. */
  async volume(size: number): Promise<{ id: number; machineId: number; rate: number }> {
    const [offer] = await this.client.volumeOffers.search({ disk_space: { gte: size } });
    const before = (await this.client.volumes.list()).map(({ id }) => id);
    await this.client.volumeOffers.create({ id: offer!.id, size });
    const volume = (await this.client.volumes.list()).find(({ id }) => !before.includes(id));
    return {
      id: volume!.id,
      machineId: volume!.machine_id!,
      rate: (size * volume!.storage_cost!) / 720,
    };
  }

  template() {
    const login = { docker_login_repo: '', docker_login_user: '', docker_login_pass: '' };
    return this.client.templates.create({ name: 'Mine', image: 'ubuntu', ...login });
  }

  /** Sets up an authenticator app; answers its code of a moment in which none was used yet. */
  async addTotp() {
    const { methodIds, backupCodes } = this.sandbox.control.addMethods(this.id, { totp: true });
    await this.sandbox.control.advance(30);
    return { methodId: methodIds[0]!, backupCodes, code: () => this.sandbox.control.totpCode(this.id) };
  }

  addSms() {
    const { methodIds, backupCodes } = this.sandbox.control.addMethods(this.id, { sms: this.phone });
    return { methodId: methodIds[0]!, backupCodes };
  }

  makeLegacy(): void {
    this.sandbox.control.makeLegacy(this.id, { phoneNumber: this.phone });
  }

  lastCode(): string {
    return this.sandbox.control.outbox().findLast(({ accountId }) => accountId === this.id)!.code;
  }

  /** Sends a code by SMS, as `sendSmsCode` needs it back. */
  async smsCode() {
    const { secret } = await this.client.twoFactor.sendSmsCode({ phone_number: this.phone });
    return { secret, code: this.lastCode() };
  }

  /** Opens the 30 minutes in which methods may be added. */
  async authorize(): Promise<void> {
    const { secret } = await this.client.twoFactor.beginAuthorization({});
    await this.client.twoFactor.completeAuthorization({ code: this.lastCode(), secret: secret! });
  }

  totpCodeOf(secret: string): string {
    return this.sandbox.control.totpCode(this.id, secret);
  }
}
