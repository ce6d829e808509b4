import * as net from 'node:net';
import * as path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Remote } from '../../../../../src/ssh/transfer/remoteShell';
import { startSshd } from '../../support/realSshd';
import { writeSshEntry } from '../../support/sshEntry';
import { temporaryFolder } from '../../support/temporary';

/**
 * A machine that answers ssh: a real sshd on this computer, with an entry and a home folder of its own. `stop` breaks off
 * what is under way, as a machine does that stops, `vanish` breaks it off here alone, as a network does that is gone, and `lose` ends it for good; `logins` counts the connections that were
 * made, and `hostKey` is its public key.
 *
 * @param variables of its sessions, as `NAME=value`
 */
export async function sshdRemote(
  extra: readonly string[] = [],
  variables = '',
): Promise<
  Remote & {
    home: string;
    stop: () => void;
    vanish: () => void;
    lose: () => Promise<void>;
    logins: () => number;
    hostKey: string;
  }
> {
  const home = await temporaryFolder();
  const sshd = await startSshd({
    extra: [`SetEnv=HOME=${home} ${variables}`.trim(), ...extra],
    trusts: path.join(home, '.ssh/authorized_keys'),
  });
  const { port, stop, vanish, logins } = await breakable(sshd.port);
  const alias = 'gpu-1';
  const configFile = await writeSshEntry(await temporaryFolder(), { ...sshd, alias, port });
  const lose = async (): Promise<void> => {
    stop();
    await sshd.stop();
  };
  const remote = { program: 'ssh', alias, configFile, defaultConfigFile: '' };
  return { ...remote, home, stop, vanish, lose, logins, hostKey: sshd.hostKey };
}

interface Breakable {
  port: number;
  stop: () => void;
  vanish: () => void;
  logins: () => number;
}

/** A port that leads to another one, until its connections are broken off. */
async function breakable(to: number): Promise<Breakable> {
  const [nears, open, gone] = [new Set<net.Socket>(), new Set<net.Socket>(), new Set<net.Socket>()];
  let count = 0;
  const server = net.createServer((near) => {
    count++;
    const far = net.connect(to, '127.0.0.1');
    nears.add(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      const ended = (): void => {
        open.delete(socket);
        nears.delete(socket);
        if (!gone.has(socket)) other.destroy();
      };
      socket.pipe(other);
      socket.on('error', ended).on('close', ended);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  const vanish = (): void => {
    for (const near of nears) {
      gone.add(near);
      near.resetAndDestroy();
    }
  };
  onTestFinished(() => {
    stop();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, stop, vanish, logins: () => count };
}
