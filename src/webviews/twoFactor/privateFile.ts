import { open } from 'node:fs/promises';

/** Writes a file that nobody else can read, also where one that others could read was there before. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    // Before the text is in it; where the file system knows no modes, there is nothing to be taken away.
    await file.chmod(0o600).catch(() => undefined);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
