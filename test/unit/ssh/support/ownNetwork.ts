import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { ownNamespaces } from '../../../host/namespaces';
import { startSshd } from './realSshd';
import { writeSshEntry } from './sshEntry';
import { temporaryFolder } from './temporary';
import { writeProgram } from '../../support/program';

/** All are in namespaces of their own, so these addresses meet no others of this computer. */
const outside = '192.168.50';
const inside = '10.77.0';

/** The network that the machines share besides the one by which they are reached. */
export const ownSubnet = `${inside}.0/24`;
/** What its interface is called on each of them. */
export const ownInterface = 'overlay0';

export const outsideAddress = (n: number): string => `${outside}.${n}`;
export const insideAddress = (n: number): string => `${inside}.${n}`;

const ip = (...args: readonly string[]): string => execFileSync('ip', args, { encoding: 'utf8' });

/** Ends what is left in a namespace, and takes it away with its interfaces. */
function remove(name: string): void {
  for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean))
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  ip('netns', 'del', name);
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

/** Takes away what a test has left that was killed. Another process may be about to do the same. */
function removeLeft(): void {
  const names = existsSync('/run/netns') ? readdirSync('/run/netns') : [];
  for (const name of names) {
    const [pid] = name.startsWith(ownNamespaces) ? name.slice(ownNamespaces.length).split('-') : [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      remove(name);
    } catch {
      // The other one has it.
    }
  }
}

let count = 0;

/**
 * Two networks between machines, each with a bridge: one by which they are reached, and one of their own. The machines are
 * called by their numbers from 1.
 */
export async function ownNetwork() {
  removeLeft();
  const prefix = `${ownNamespaces}${process.pid}-${++count}`;
  const hub = `${prefix}-hub`;
  const made: string[] = [];
  const make = (name: string): void => {
    ip('netns', 'add', name);
    made.push(name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  };
  onTestFinished(() => made.reverse().forEach(remove));
  make(hub);
  const bridges = [
    { bridge: 'outside', link: 'eth0', address: outsideAddress },
    { bridge: 'inside', link: ownInterface, address: insideAddress },
  ];
  for (const { bridge, address } of bridges) {
    ip('-n', hub, 'link', 'add', bridge, 'type', 'bridge');
    ip('-n', hub, 'link', 'set', bridge, 'up');
    // This computer reaches the machines from outside alone.
    if (bridge === 'outside') ip('-n', hub, 'addr', 'add', `${address(254)}/24`, 'dev', bridge);
  }
  const folder = await temporaryFolder();
  const program = path.join(folder, 'ssh');
  writeProgram(program, `#!/bin/sh\nexec nsenter --net=/run/netns/${hub} ssh "$@"\n`);

  /** Starts a machine: an sshd on port 22 of its own address, with a home folder of its own. */
  const machine = async (
    n: number,
  ): Promise<Remote & { home: string; hostKey: string; lose: () => Promise<void> }> => {
    const name = `${prefix}-${n}`;
    make(name);
    for (const { bridge, link, address } of bridges) {
      const end = `${bridge}${n}`;
      ip('-n', hub, 'link', 'add', end, 'type', 'veth', 'peer', 'name', link, 'netns', name);
      ip('-n', hub, 'link', 'set', end, 'master', bridge, 'up');
      ip('-n', name, 'addr', 'add', `${address(n)}/24`, 'dev', link);
      ip('-n', name, 'link', 'set', link, 'up');
    }
    const home = await temporaryFolder();
    const sshd = await startSshd({
      within: ['nsenter', `--net=/run/netns/${name}`],
      address: outsideAddress(n),
      port: 22,
      // The daemons of mpirun make folders among the temporary files, and may not make the same at once.
      extra: [`SetEnv=HOME=${home} TMPDIR=${await temporaryFolder()}`],
      trusts: path.join(home, '.ssh/authorized_keys'),
    });
    const alias = `gpu-${n}`;
    const configFile = await writeSshEntry(folder, { ...sshd, alias, host: outsideAddress(n), port: 22 });
    const remote = { program, alias, configFile, defaultConfigFile: '' };
    return { ...remote, home, hostKey: sshd.hostKey, lose: () => sshd.stop() };
  };
  return { machine };
}
