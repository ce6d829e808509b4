import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeTokens } from '../config/hostEntry';
import { keysOf } from '../keys/knownHosts';
import { parsePublicKey, type PublicKey } from '../keys/publicKey';
import { checkLogin, type LoginOptions } from './login';

/** The host key that an instance has now, whatever it had before; undefined if it can't be reached. @throws CancelledError */
export async function hostKeyNow(
  options: LoginOptions & { instanceId: number },
): Promise<PublicKey | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-rental-key-'));
  try {
    const file = join(folder, 'known_hosts');
    const apart = ['-o', `UserKnownHostsFile="${escapeTokens(file)}"`];
    await checkLogin({ ...options, args: [...apart, ...options.args] });
    // ssh writes none before it has met a key.
    const [key] = keysOf(await readFile(file, 'utf8').catch(() => ''), options.instanceId);
    return key === undefined ? undefined : parsePublicKey(key);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
