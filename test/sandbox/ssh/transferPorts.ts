import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePorts, makeHostKey, startSshd, type Sshd } from './sshd';
import type { WorkFolder } from './workFolder';

/** Ports of machines that give out the disk of an instance, also while the instance is stopped: by an rsync daemon over ssh. */
export class TransferPorts {
  readonly #program: string | undefined;
  readonly #work: WorkFolder;
  readonly #servers = new Map<number, Promise<Sshd>>();

  constructor(program: string | undefined, work: WorkFolder) {
    this.#program = program;
    this.#work = work;
  }

  /** The port for these keys; where the machine has no sshd, one on which nothing listens. */
  async offer(instanceId: number, home: string, publicKeys: readonly string[]): Promise<number> {
    const folder = this.#work.of(`transfer-${instanceId}`);
    const authorizedKeys = join(folder, 'authorized_keys');
    writeFileSync(authorizedKeys, publicKeys.map((key) => `${key}\n`).join(''), { mode: 0o600 });
    const findPorts = () => freePorts(1, new Set());
    const program = this.#program;
    if (program === undefined) return (await findPorts())[0] ?? 0;
    const known = this.#servers.get(instanceId);
    const start = async () => {
      const hostKey = join(folder, 'host_key');
      await makeHostKey(hostKey);
      const config = join(folder, 'rsyncd.conf');
      writeFileSync(config, daemonOf(instanceId, dirname(home)));
      const command = `rsync --server --daemon --config=${config} .`;
      // Not at home in the instance: what lives there ends with its stop.
      const files = { hostKey, authorizedKeys, home: folder, instanceId };
      const server = await startSshd(program, findPorts, { ...files, command });
      this.#work.keeper.keep(server.pid, folder);
      return server;
    };
    const server = known ?? start();
    this.#servers.set(instanceId, server);
    return (await server).ports[0] ?? 0;
  }

  /** The instance is gone. */
  async end(instanceId: number): Promise<void> {
    const server = await this.#servers.get(instanceId);
    this.#servers.delete(instanceId);
    if (server !== undefined) await this.#work.keeper.end(server.pid);
  }
}

/** Only what a container has of it: not the files that the sandbox keeps beside the home. */
const daemonOf = (instanceId: number, path: string): string =>
  [
    'use chroot = no',
    'munge symlinks = no',
    'read only = no',
    // Another user would not get at it, where the sandbox runs as root.
    ...(process.getuid?.() === 0 ? ['uid = root', 'gid = root'] : []),
    `[C.${instanceId}]`,
    `path = ${path}`,
    'include = /root /root/***',
    'exclude = *',
    '',
  ].join('\n');
