import * as vscode from 'vscode';
import { aliasOf } from '../ssh/alias';
import { sshArguments } from '../ssh/run/sshCommand';
import { openPlainPort, type PlainPort, speaksTls } from '../ssh/tunnel/plainPort';
import { openTunnel, type Tunnel } from '../ssh/tunnel/tunnel';
import type { SshSetup } from './entries/sshSetup';
import { ignore, type Log, silent } from '../log/log';

/** A port of an instance that is forwarded to this computer. */
export interface Forwarded {
  instanceId: number;
  remotePort: number;
  localPort: number;
}

interface OpenOptions {
  localPort?: number | undefined;
  /** Without `localPort`: the port on this computer if no program uses it. */
  preferredPort?: number | undefined;
  /** No first connection is made: a program may wait for one, and take this for it. */
  isUntouched?: boolean;
  signal?: AbortSignal;
}

/** The tunnels of this window, one ssh process each. They end when the window closes. */
export class Tunnels implements vscode.Disposable {
  readonly #setup: () => SshSetup;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<number>();
  readonly #open = new Map<string, Forwarded & { tunnel: Tunnel }>();
  /** By the same key: the tunnel that is being opened. */
  readonly #opening = new Map<string, Promise<Forwarded>>();

  /** Ports that lead to a tunnel without TLS, by the tunnel. They end with it. */
  readonly #plain = new WeakMap<Tunnel, Promise<PlainPort>>();

  /** Fires with the id of the instance whose tunnels changed. */
  readonly onDidChange = this.#changed.event;

  constructor(setup: () => SshSetup, log: Log = silent) {
    this.#log = log;
    this.#setup = setup;
  }

  of(instanceId: number): readonly Forwarded[] {
    return [...this.#open.values()].filter((one) => one.instanceId === instanceId);
  }

  /** Opens a tunnel, or returns one that is already open or being opened. Rejects with TunnelError. */
  open(instanceId: number, remotePort: number, options: OpenOptions = {}): Promise<Forwarded> {
    const key = `${instanceId}:${remotePort}`;
    const ignored = ignore(this.#log, 'the caller gets the error');
    const before = this.#opening.get(key)?.catch(ignored) ?? Promise.resolve();
    const opening = before
      .then(() => this.#openOne(key, instanceId, remotePort, options))
      .finally(() => {
        if (this.#opening.get(key) === opening) this.#opening.delete(key);
      });
    this.#opening.set(key, opening);
    return opening;
  }

  /**
   * The same to a web server that may use TLS with a certificate of its own: the port speaks plain HTTP either way.
   * What happens between here and the instance is encrypted by ssh.
   */
  async openPlain(
    instanceId: number,
    remotePort: number,
    options: OpenOptions = {},
  ): Promise<{ localPort: number }> {
    const forwarded = await this.open(instanceId, remotePort, options);
    const { tunnel } = this.#open.get(`${instanceId}:${remotePort}`) ?? {};
    const known = tunnel && this.#plain.get(tunnel);
    if (known) return known;
    if (!tunnel || !(await speaksTls(forwarded.localPort, options))) return forwarded;
    const opening = this.#plain.get(tunnel) ?? openPlainPort(forwarded.localPort);
    this.#plain.set(tunnel, opening);
    void tunnel.ended.then(async () => (await opening).close());
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
    const setup = this.#setup();
    const args = sshArguments({ alias: aliasOf(instanceId), ...setup });
    const tunnel = await openTunnel({ args, program: setup.program, remotePort, ...options });
    await known?.tunnel.close();
    const forwarded = { instanceId, remotePort, localPort: tunnel.localPort, tunnel };
    this.#log.info(`Port ${remotePort} of instance ${instanceId} is open here.`);
    this.#open.set(key, forwarded);
    this.#changed.fire(instanceId);
    void tunnel.ended.then(() => {
      if (this.#open.get(key) !== forwarded) return;
      this.#log.info(`Port ${remotePort} of instance ${instanceId} is closed.`);
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
