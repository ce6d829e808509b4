import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Keeper } from './keeper';
import { findSshd, freePorts, makeHostKey, startSshd, type Sshd } from './sshd';

interface Host {
  folder: string;
  hostKeyMade: boolean;
  usedPorts: Set<number>;
  sshd?: Sshd | undefined;
  /** What is under way: starts and stops of one instance come one after the other. */
  busy: Promise<unknown>;
}

/**
 * The SSH side of all instances: a real sshd for each running one, whose host key stays over stop and start,
 * and whose port never comes again. Where the machine has no sshd, ports are handed out on which nothing
 * listens.
 */
export class SshHosts {
  readonly #program: string | undefined;
  readonly #hosts = new Map<number, Host>();
  #folder: string | undefined;
  #keeper: Keeper | undefined;

  /** @param enabled false: never start an sshd */
  constructor(enabled: boolean) {
    this.#program = enabled ? findSshd() : undefined;
  }

  /** Whether logging in is possible at all. */
  get available(): boolean {
    return this.#program !== undefined;
  }

  /** Starts the instance's server on `count` ports of its own and returns them; it accepts no key yet. */
  start(instanceId: number, count: number): Promise<readonly number[]> {
    const host = this.#host(instanceId);
    return inTurn(host, () => this.#start(host, count));
  }

  async #start(host: Host, count: number): Promise<readonly number[]> {
    const files = this.#files(host);
    if (this.#program !== undefined && !host.hostKeyMade) {
      mkdirSync(host.folder, { recursive: true, mode: 0o700 });
      await makeHostKey(files.hostKey);
      host.hostKeyMade = true;
    }
    for (let attempt = 1; ; attempt += 1) {
      const ports = await freePorts(count, host.usedPorts);
      for (const port of ports) host.usedPorts.add(port);
      if (this.#program === undefined) return ports;
      writeFileSync(files.authorizedKeys, '', { mode: 0o600 });
      try {
        host.sshd = await startSshd(this.#program, ports, files);
      } catch (error) {
        // Between finding a port and binding it someone else may have taken it.
        if (attempt === 3) throw error;
        continue;
      }
      this.#keep().keep(host.sshd.pid);
      return ports;
    }
  }

  /** Ends the instance's server and every session on it. */
  async stop(instanceId: number): Promise<void> {
    const host = this.#hosts.get(instanceId);
    if (host !== undefined) await inTurn(host, () => this.#stop(host));
  }

  async #stop(host: Host): Promise<void> {
    const { sshd } = host;
    if (sshd === undefined) return;
    host.sshd = undefined;
    await this.#keep().end(sshd.pid);
  }

  /** The public keys that may log in from now on. */
  setKeys(instanceId: number, publicKeys: readonly string[]): void {
    const host = this.#hosts.get(instanceId);
    if (host?.sshd === undefined) return;
    writeFileSync(this.#files(host).authorizedKeys, publicKeys.map((key) => `${key}\n`).join(''), {
      mode: 0o600,
    });
  }

  /** Forgets a host key, so that the next start of the instance answers with another one. */
  renewHostKey(instanceId: number): void {
    const host = this.#hosts.get(instanceId);
    if (host === undefined) return;
    rmSync(host.folder, { recursive: true, force: true });
    host.hostKeyMade = false;
  }

  /** Ends the instance's server and removes its files. */
  async forget(instanceId: number): Promise<void> {
    const host = this.#hosts.get(instanceId);
    this.#hosts.delete(instanceId);
    if (host === undefined) return;
    await inTurn(host, () => this.#stop(host));
    if (host.hostKeyMade) rmSync(host.folder, { recursive: true, force: true });
  }

  /** Ends every server and removes every file. */
  async close(): Promise<void> {
    this.#hosts.clear();
    await this.#keeper?.close();
  }

  #host(instanceId: number): Host {
    const known = this.#hosts.get(instanceId);
    if (known !== undefined) return known;
    const folder = this.#program === undefined ? '' : join(this.#root(), String(instanceId));
    const host = { folder, hostKeyMade: false, usedPorts: new Set<number>(), busy: Promise.resolve() };
    this.#hosts.set(instanceId, host);
    return host;
  }

  #files(host: Host) {
    return { hostKey: join(host.folder, 'host_key'), authorizedKeys: join(host.folder, 'authorized_keys') };
  }

  #root(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'gpu-rental-sandbox-'));
    this.#keeper ??= new Keeper(this.#folder);
    return this.#folder;
  }

  #keep(): Keeper {
    this.#root();
    return this.#keeper!;
  }
}

function inTurn<T>(host: Host, work: () => Promise<T>): Promise<T> {
  const result = host.busy.then(work);
  host.busy = result.catch(() => undefined);
  return result;
}
