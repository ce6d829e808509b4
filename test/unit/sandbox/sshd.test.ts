import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findSshd, freePorts, makeHostKey, startSshd } from '../../sandbox/ssh/sshd';
import { temporaryFolder } from '../ssh/support/temporary';

/** A port that another program has, and the files of a server. */
async function setting() {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const folder = await temporaryFolder();
  const hostKey = join(folder, 'host_key');
  await makeHostKey(hostKey);
  const files = { hostKey, authorizedKeys: join(folder, 'keys'), instanceId: 1, home: folder };
  return { taken: (other.address() as AddressInfo).port, files };
}

it.skipIf(!findSshd())('a server that doesn’t get all of its ports is an error, and ends', async () => {
  const { taken, files } = await setting();
  const [free = 0] = await freePorts(1, new Set([taken]));
  const starting = startSshd(findSshd()!, () => Promise.resolve([free, taken]), files);
  // The free one may be somebody else's by now.
  await expect(starting).rejects.toThrow(/Bind to port/);
  await expect
    .poll(() => execFileSync('ps', ['-A', '-o', 'args=']).toString().includes(files.hostKey))
    .toBe(false);
});

it.skipIf(!findSshd())('a server is started on another port where its own was taken meanwhile', async () => {
  const { taken, files } = await setting();
  let found = 0;
  const find = () => (found++ === 0 ? Promise.resolve([taken]) : freePorts(1, new Set([taken])));
  const { pid, ports } = await startSshd(findSshd()!, find, files);
  onTestFinished(() => void process.kill(pid, 'SIGKILL'));
  expect(ports).not.toContain(taken);
  const socket = connect(ports[0]!, '127.0.0.1');
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(greeting.toString()).toMatch(/^SSH-/);
});
