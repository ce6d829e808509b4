import { done } from '../schemas/fields';
import { sshKeysSchema } from '../schemas/sshKey';
import type { CallOptions } from '../requests';
import type { SshKey } from '../schemas';
import type { Transport } from '../transport';

/** The public keys of the account and of one instance. All optional: the specification does not name them. */
export class SshKeys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options?: CallOptions): Promise<SshKey[]> {
    return this.#read('ssh/', options);
  }

  async register(publicKey: string, options?: CallOptions): Promise<void> {
    await this.#post('ssh/', publicKey, options);
  }

  listOfInstance(id: number, options?: CallOptions): Promise<SshKey[]> {
    return this.#read(`instances/${id}/ssh/`, options);
  }

  async registerWithInstance(id: number, publicKey: string, options?: CallOptions): Promise<void> {
    await this.#post(`instances/${id}/ssh/`, publicKey, options);
  }

  async removeFromInstance(id: number, keyId: number, options?: CallOptions): Promise<void> {
    const path = `instances/${id}/ssh/${keyId}/`;
    await this.#transport.call({ endpoint: 'sshKeys', method: 'DELETE', path }, done, options);
  }

  #read(path: string, options?: CallOptions): Promise<SshKey[]> {
    return this.#transport.call(
      { endpoint: 'sshKeys', method: 'GET', path, read: true },
      sshKeysSchema,
      options,
    );
  }

  #post(path: string, publicKey: string, options?: CallOptions): Promise<unknown> {
    const call = { endpoint: 'sshKeys', method: 'POST', path, body: { ssh_key: publicKey } } as const;
    return this.#transport.call(call, done, options);
  }
}
