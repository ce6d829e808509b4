import { done } from '../../schemas/fields';
import { sshKeysSchema, type SshKey } from '../../schemas/account/sshKey';
import { ApiError } from '../../errors';
import type { CallOptions } from '../../http/requests';
import { EndpointGroup } from '../endpointGroup';

/** The public keys of the account and of one instance. All optional: the specification does not name them. */
export class SshKeys extends EndpointGroup {
  /** Empty if the account has none. */
  async list(options?: CallOptions): Promise<SshKey[]> {
    return this.#read('ssh/', options).catch(noneIfSaid);
  }

  async register(publicKey: string, options?: CallOptions): Promise<void> {
    await this.#post('ssh/', publicKey, options);
  }

  /** New instances no longer get this key. */
  async remove(keyId: number): Promise<void> {
    const path = `ssh/${keyId}/`;
    await this.transport.call({ endpoint: 'sshKeys', method: 'DELETE', path }, done);
  }

  async listOfInstance(id: number, options?: CallOptions): Promise<SshKey[]> {
    return this.#read(`instances/${id}/ssh/`, options).catch(noneIfSaid);
  }

  async registerWithInstance(id: number, publicKey: string, options?: CallOptions): Promise<void> {
    await this.#post(`instances/${id}/ssh/`, publicKey, options);
  }

  async removeFromInstance(id: number, keyId: number): Promise<void> {
    const path = `instances/${id}/ssh/${keyId}/`;
    await this.transport.call({ endpoint: 'sshKeys', method: 'DELETE', path }, done);
  }

  async #read(path: string, options?: CallOptions): Promise<SshKey[]> {
    const call = { endpoint: 'sshKeys', method: 'GET', path, read: true } as const;
    const keys = await this.transport.call(call, sshKeysSchema, options);
    return keys.map((one) => ('unreadable' in one ? one : withKey(one)));
  }

  #post(path: string, publicKey: string, options?: CallOptions): Promise<unknown> {
    const call = { endpoint: 'sshKeys', method: 'POST', path, body: { ssh_key: publicKey } } as const;
    return this.transport.call(call, done, options);
  }
}

function withKey({ public_key, key = public_key, ...others }: SshKey): SshKey {
  return { ...others, key };
}

/** An empty list is a 404 with a message that says so. Any other 404 means that the service lacks this endpoint. */
function noneIfSaid(error: unknown): SshKey[] {
  const isNone = error instanceof ApiError && error.status === 404;
  if (isNone && /\bno ssh keys?\b/i.test(error.serverMessage ?? '')) return [];
  throw error;
}
