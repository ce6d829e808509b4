import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const retryMs = 500;
/** A lock without a readable owner is only trusted while it is this young. */
const ownerlessMs = 10_000;

/**
 * Runs `work` while no other process on this machine runs work under the same lock folder. A lock whose owner is
 * dead is taken over.
 *
 * @param onWait told once when another process holds the lock.
 */
export async function withFolderLock<T>(
  lock: string,
  work: () => Promise<T>,
  onWait: () => void,
): Promise<T> {
  await mkdir(dirname(lock), { recursive: true });
  let told = false;
  while (!(await take(lock))) {
    if (await isAbandoned(lock)) {
      await rm(lock, { recursive: true, force: true });
      continue;
    }
    if (!told) onWait();
    told = true;
    await delay(retryMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  await writeFile(join(lock, 'owner'), String(process.pid));
  return true;
}

async function isAbandoned(lock: string): Promise<boolean> {
  const owner = Number(await readFile(join(lock, 'owner'), 'utf8').catch(() => ''));
  if (owner > 0) return !isAlive(owner);
  const age = await stat(lock).then(
    (found) => Date.now() - found.mtimeMs,
    () => 0,
  );
  return age > ownerlessMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
