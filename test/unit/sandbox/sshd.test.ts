import { execFileSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findSshd, freePorts, makeHostKey, startSshd } from '../../sandbox/ssh/sshd';
import { temporaryFolder } from '../ssh/support/temporary';

it.skipIf(!findSshd())('a server that doesn’t get all of its ports is an error, and ends', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const taken = (other.address() as AddressInfo).port;
  const [free = 0] = await freePorts(1, new Set([taken]));
  const folder = await temporaryFolder();
  const hostKey = join(folder, 'host_key');
  await makeHostKey(hostKey);
  const files = { hostKey, authorizedKeys: join(folder, 'keys'), instanceId: 1, home: folder };
  await expect(startSshd(findSshd()!, [free, taken], files)).rejects.toThrow(`Bind to port ${taken}`);
  await expect
    .poll(() => execFileSync('ps', ['-A', '-o', 'args=']).toString().includes(hostKey), { timeout: 5000 })
    .toBe(false);
});
