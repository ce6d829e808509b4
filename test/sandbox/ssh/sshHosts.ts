import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../options';
import { findJupyter, startJupyter } from '../jupyter/jupyterServer';
import { type GpuWork, showGpus } from './nvidiaSmi';
import { limitDisk, remove } from './limitedDisk';
import { LatePort } from './latePort';
import { makeHome } from './home';
import { findSshd, freePorts, makeHostKey, startSshd, type Sshd } from './sshd';
import { environmentFileIn, runOnstart, type Startup } from './onstart';
import { TransferPorts } from './transferPorts';
import { WorkFolder } from './workFolder';

interface Host {
  folder: string;
  hostKeyMade: boolean;
  usedPorts: Set<number>;
  sshd?: Sshd | undefined;
  /** The startup commands, which may go on for as long as the instance runs. */
  onstart?: number | undefined;
  /** Ports of the machine that lead to ports of the instance. */
  published: LatePort[];
  /** Jupyter on its port, and the processes that ran for it. */
  jupyter?: { late: LatePort; pids: number[] } | undefined;
  /** What is under way: starts and stops of one instance come one after the other. */
  busy: Promise<unknown>;
}

/**
 * The SSH side of all instances: a real sshd for each running one, whose host key and home stay over stop and start,
 * and whose port never comes again. Where the machine has no sshd, ports are handed out on which nothing
 * listens.
 */
export class SshHosts {
  readonly #program: string | undefined;
  readonly #hosts = new Map<number, Host>();
  readonly work = new WorkFolder();
  readonly #transfers: TransferPorts;

  readonly #jupyter: string | undefined;

  readonly #publishes: boolean;

  constructor({ sshd, jupyter, publishesPorts }: Pick<Settings, 'sshd' | 'jupyter' | 'publishesPorts'>) {
    this.#program = sshd ? findSshd() : undefined;
    this.#jupyter = this.#program !== undefined && jupyter ? findJupyter() : undefined;
    this.#publishes = publishesPorts;
    this.#transfers = new TransferPorts(this.#program, this.work);
  }

  /** Whether a real Jupyter answers on the ports for it. */
  get hasJupyter(): boolean {
    return this.#jupyter !== undefined;
  }

  /** Whether logging in is possible at all. */
  get available(): boolean {
    return this.#program !== undefined;
  }

  /** Starts a server for the instance on `count` free ports and returns them. It accepts no key yet. */
  start(instanceId: number, count: number, startup: Startup): Promise<readonly number[]> {
    const host = this.#host(instanceId);
    return inTurn(host, () => this.#start(instanceId, host, count, startup));
  }

  async #start(instanceId: number, host: Host, count: number, startup: Startup): Promise<readonly number[]> {
    const files = this.#files(host);
    if (this.#program !== undefined && !host.hostKeyMade) {
      mkdirSync(host.folder, { recursive: true, mode: 0o700 });
      await makeHostKey(files.hostKey);
      host.hostKeyMade = true;
    }
    if (this.#program !== undefined) makeHome(files.home, `gpu-${instanceId}`);
    const findPorts = async () => {
      const ports = await freePorts(count, host.usedPorts);
      for (const port of ports) host.usedPorts.add(port);
      return ports;
    };
    if (this.#program === undefined) return findPorts();
    writeFileSync(files.authorizedKeys, '', { mode: 0o600 });
    host.sshd = await startSshd(this.#program, findPorts, { ...files, instanceId });
    this.work.keeper.keep(host.sshd.pid, files.home);
    const env = { ...startup.env, CONTAINER_ID: String(instanceId) };
    host.onstart = await runOnstart(host.folder, files.home, { ...startup, env });
    if (host.onstart !== undefined) this.work.keeper.keep(host.onstart, files.home);
    return host.sshd.ports;
  }

  /** The instance's home, which is there also without a server, and while the instance is stopped. */
  home(instanceId: number): string {
    const host = this.#host(instanceId);
    if (host.folder === '') host.folder = join(this.work.path, String(instanceId));
    const { home } = this.#files(host);
    makeHome(home, `gpu-${instanceId}`);
    return home;
  }

  /** The port on which the machine gives out the instance's home to these keys, also while the instance is stopped. */
  offerTransfer(instanceId: number, publicKeys: readonly string[]): Promise<number> {
    return this.#transfers.offer(instanceId, this.home(instanceId), publicKeys);
  }

  /** Lets a real Jupyter answer on a port of an instance that runs, from the first connection on. */
  async offerJupyter(instanceId: number, port: number, token: string): Promise<void> {
    const [host, program] = [this.#host(instanceId), this.#jupyter];
    if (program === undefined || host.sshd === undefined) return;
    const { home } = this.#files(host);
    const pids: number[] = [];
    const late = new LatePort(async () => {
      const [inner] = await freePorts(1, host.usedPorts);
      const server = await startJupyter(program, inner!, token, { folder: host.folder, home });
      this.work.keeper.keep(server.pid, home);
      pids.push(server.pid);
      // It may have been stopped meanwhile.
      if (host.jupyter?.late !== late) await this.work.keeper.end(server.pid);
      return server.port;
    });
    host.jupyter = { late, pids };
    // Another program may have taken the port since it was found: nothing of Jupyter is there then.
    await late.listen(port).catch(() => undefined);
  }

  /** Lets what listens on a port in an instance that runs answer on a port of the machine. */
  async publish(instanceId: number, ports: { machine: number; instance: number }): Promise<void> {
    const host = this.#host(instanceId);
    if (!this.#publishes || host.sshd === undefined) return;
    const port = new LatePort(() => Promise.resolve(ports.instance));
    host.published.push(port);
    // Another program may have taken the port since it was found.
    await port.listen(ports.machine).catch(() => undefined);
  }

  /** The same after a moment, so that the caller gets its answer first, as with a real container. */
  stopSoon(instanceId: number): void {
    const host = this.#hosts.get(instanceId);
    if (host !== undefined) void inTurn(host, () => this.#stopSoon(host));
  }

  async #stopSoon(host: Host): Promise<void> {
    if (host.sshd !== undefined) await moment();
    await this.#stop(host);
  }

  /** Ends the instance's server and every session on it. */
  async stop(instanceId: number): Promise<void> {
    const host = this.#hosts.get(instanceId);
    if (host !== undefined) await inTurn(host, () => this.#stop(host));
  }

  async #stop(host: Host): Promise<void> {
    const { sshd, jupyter } = host;
    host.jupyter = undefined;
    jupyter?.late.close();
    for (const port of host.published.splice(0)) port.close();
    for (const pid of jupyter?.pids ?? []) await this.work.keeper.end(pid);
    if (host.onstart !== undefined) await this.work.keeper.end(host.onstart);
    host.onstart = undefined;
    if (sshd === undefined) return;
    host.sshd = undefined;
    await this.work.keeper.end(sshd.pid);
  }

  /** Gives an instance's home a disk of its own of that many bytes, with what is in the home. It needs root. */
  limitDisk(instanceId: number, bytes: number): void {
    limitDisk(this.home(instanceId), bytes);
  }

  /** What `nvidia-smi` says there from now on. */
  showGpus(instanceId: number, work: GpuWork): void {
    const { folder } = this.#host(instanceId);
    if (folder !== '') showGpus(folder, work);
  }

  /** The public keys that may log in from now on. */
  setKeys(instanceId: number, publicKeys: readonly string[]): void {
    const host = this.#hosts.get(instanceId);
    if (host?.sshd === undefined) return;
    writeFileSync(this.#files(host).authorizedKeys, publicKeys.map((key) => `${key}\n`).join(''), {
      mode: 0o600,
    });
  }

  /** Forgets the host key once what is under way is done. The next start of the instance uses a new one. */
  renewHostKey(instanceId: number): void {
    const host = this.#hosts.get(instanceId);
    if (host !== undefined) void inTurn(host, async () => this.#forgetHostKey(host));
  }

  /** The same with the home, as for a new container. */
  renew(instanceId: number): void {
    const host = this.#hosts.get(instanceId);
    if (host === undefined) return;
    void inTurn(host, async () => {
      this.#forgetHostKey(host);
      if (!host.folder) return;
      remove(this.#files(host).home);
      remove(environmentFileIn(host.folder));
    });
  }

  #forgetHostKey(host: Host): void {
    const { hostKey } = this.#files(host);
    for (const file of [hostKey, `${hostKey}.pub`]) if (host.folder) remove(file);
    host.hostKeyMade = false;
  }

  /** Ends the instance's server after a moment, and removes its files. */
  forgetSoon(instanceId: number): void {
    const host = this.#hosts.get(instanceId);
    this.#hosts.delete(instanceId);
    if (host === undefined) return;
    void inTurn(host, async () => {
      await this.#stopSoon(host);
      await this.#transfers.end(instanceId);
      if (host.folder) remove(host.folder);
    });
  }

  /** Ends every server and removes every file. */
  async close(): Promise<void> {
    for (const { jupyter, published } of this.#hosts.values()) {
      jupyter?.late.close();
      for (const port of published) port.close();
    }
    this.#hosts.clear();
    await this.work.close();
  }

  #host(instanceId: number): Host {
    const known = this.#hosts.get(instanceId);
    if (known !== undefined) return known;
    const folder = this.#program === undefined ? '' : join(this.work.path, String(instanceId));
    const host = {
      folder,
      hostKeyMade: false,
      usedPorts: new Set<number>(),
      published: [],
      busy: Promise.resolve(),
    };
    this.#hosts.set(instanceId, host);
    return host;
  }

  #files(host: Host) {
    const { folder } = host;
    return {
      hostKey: join(folder, 'host_key'),
      authorizedKeys: join(folder, 'authorized_keys'),
      // As its path on the instance, so that the disk can be given out as it is.
      home: join(folder, 'root'),
    };
  }
}

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400).unref());

function inTurn<T>(host: Host, work: () => Promise<T>): Promise<T> {
  const result = host.busy.then(work);
  host.busy = result.catch(() => undefined);
  return result;
}
