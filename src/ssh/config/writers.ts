import * as l10n from '@vscode/l10n';
import { SshConfigError } from '../errors';
import type { FileSystem } from '../files/fileSystem';

/** Milliseconds a program needs to finish writing the file in place. */
export const settleTime = 100;
/** How often to wait that long while a program has the file open. */
const patience = 30;

/**
 * Waits for programs that have the file open for writing: their changes would go into a file that no longer has a name.
 * If that can't be checked, waits once.
 */
export async function waitForWriters(
  fs: FileSystem,
  file: string,
  target: string,
  { sleep = realSleep }: { sleep?: (milliseconds: number) => Promise<void> },
): Promise<void> {
  for (let waited = 0; waited < patience; waited++) {
    // If that can't be checked, wait once.
    const open = await fs.isOpenForWriting(file).catch(() => undefined);
    if (open === false) return;
    await sleep(settleTime);
    if (open === undefined) return;
  }
  const message = l10n.t(
    '{0} is open in another program that may still write to it, so it wasn’t changed. Close it there and try again.',
    target,
  );
  throw new SshConfigError('busy', target, message);
}

export function realSleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
