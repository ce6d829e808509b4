import { open } from 'node:fs/promises';

/** Writes a file that no other user can read, even if it replaces one that others could read. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    // Before the text is written. File systems without modes have nothing to restrict.
    await file.chmod(0o600).catch(() => undefined);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
