import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that goes away with the test. */
export function temporaryFolder(): Promise<string> {
  return folderIn(os.tmpdir());
}

/** The same in memory, where there is such a file system: thousands of synced writes are quick there. */
export function memoryFolder(): Promise<string> {
  return folderIn(process.platform === 'linux' && existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir());
}

async function folderIn(parent: string): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'gpu-rental-ssh-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
