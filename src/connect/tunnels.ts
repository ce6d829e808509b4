import * as vscode from 'vscode';
import { aliasOf } from '../ssh/alias';
import { sshArguments } from '../ssh/sshCommand';
import { openTunnel, type Tunnel } from '../ssh/tunnel';
import type { SshSetup } from './sshSetup';

/** A port of an instance that is open on this machine. */
export interface Forwarded {
  instanceId: number;
  remotePort: number;
  localPort: number;
}

interface OpenOptions {
  localPort?: number | undefined;
  signal?: AbortSignal;
}

/** The tunnels of this window, one ssh process each; they end with it. */
export class Tunnels implements vscode.Disposable {
  readonly #setup: () => SshSetup;
  readonly #changed = new vscode.EventEmitter<number>();
  readonly #open = new Map<string, Forwarded & { tunnel: Tunnel }>();
  /** By the same key: the last one that is being opened. */
  readonly #opening = new Map<string, Promise<Forwarded>>();

  /** Tells the id of the instance whose tunnels changed. */
  readonly onDidChange = this.#changed.event;

  constructor(setup: () => SshSetup) {
    this.#setup = setup;
  }

  of(instanceId: number): readonly Forwarded[] {
    return [...this.#open.values()].filter((one) => one.instanceId === instanceId);
  }

  /** Opens a tunnel, or answers with the one that is open or being opened already. Rejects with TunnelError. */
  open(instanceId: number, remotePort: number, options: OpenOptions = {}): Promise<Forwarded> {
    const key = `${instanceId}:${remotePort}`;
    const before = this.#opening.get(key)?.catch(() => undefined) ?? Promise.resolve();
    const opening = before
      .then(() => this.#openOne(key, instanceId, remotePort, options))
      .finally(() => {
        if (this.#opening.get(key) === opening) this.#opening.delete(key);
      });
    this.#opening.set(key, opening);
    return opening;
  }

  async #openOne(
    key: string,
    instanceId: number,
    remotePort: number,
    options: OpenOptions,
  ): Promise<Forwarded> {
    const known = this.#open.get(key);
    if (known && (options.localPort === undefined || options.localPort === known.localPort)) return known;
    const args = sshArguments({ alias: aliasOf(instanceId), ...this.#setup() });
    const tunnel = await openTunnel({ args, remotePort, ...options });
    await known?.tunnel.close();
    const forwarded = { instanceId, remotePort, localPort: tunnel.localPort, tunnel };
    this.#open.set(key, forwarded);
    this.#changed.fire(instanceId);
    void tunnel.ended.then(() => {
      if (this.#open.get(key) !== forwarded) return;
      this.#open.delete(key);
      this.#changed.fire(instanceId);
    });
    return forwarded;
  }

  async close(instanceId: number, remotePort: number): Promise<boolean> {
    const known = this.#open.get(`${instanceId}:${remotePort}`);
    await known?.tunnel.close();
    return known !== undefined;
  }

  dispose(): void {
    for (const { tunnel } of this.#open.values()) void tunnel.close();
    this.#changed.dispose();
  }
}
