import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { findSshd, freePorts } from '../../sandbox/ssh/sshd';
import { SshHosts } from '../../sandbox/ssh/sshHosts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A program in an instance that answers on a port. */
async function program(): Promise<number> {
  const server = createServer((_request, response) => response.end('from the instance'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

it.skipIf(!findSshd())(
  'what listens in an instance answers on the published port until the instance stops',
  async () => {
    const hosts = new SshHosts({ sshd: true, jupyter: false, publishesPorts: true });
    closing.push(() => hosts.close());
    await hosts.start(7, 1, { script: undefined, env: {}, apiKey: undefined });
    const instance = await program();
    const [machine = 0] = await freePorts(1, new Set());
    await hosts.publish(7, { machine, instance });
    expect(await (await fetch(`http://127.0.0.1:${machine}/`)).text()).toBe('from the instance');
    await hosts.stop(7);
    await expect(fetch(`http://127.0.0.1:${machine}/`)).rejects.toThrow();
  },
);
