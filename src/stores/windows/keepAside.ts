import { codeOf, type Disk } from '../../files/disk';
import { ifMissing } from './jsonFile';

/** The first name under which a damaged file is kept: `ledger.damaged.json` for `ledger.json`. */
export const asideOf = (file: string): string => file.replace(/\.json$/, '.damaged.json');

/**
 * Keeps what a damaged file said, for whoever wants to repair it, before the file is replaced. What was kept earlier
 * stays: the next one is `ledger.damaged-2.json`. It is a copy, because another window may have replaced the file
 * already. Resolves to its path; rejects if it can't be written.
 */
export async function keepAside(file: string, content: Buffer, disk: Disk): Promise<string> {
  for (let count = 1; ; count += 1) {
    const kept = count === 1 ? asideOf(file) : file.replace(/\.json$/, `.damaged-${count}.json`);
    // After a crash, it is there although the file wasn't replaced.
    if ((await disk.readFile(kept).catch(ifMissing))?.equals(content)) return kept;
    const made = await disk.createExclusive(kept, 0o600).catch(ifThere);
    if (!made) continue;
    try {
      try {
        await made.write(content);
      } finally {
        await made.close();
      }
      return kept;
    } catch (error) {
      // The failure that matters is thrown below.
      await disk.unlink(kept).catch(() => undefined);
      throw error;
    }
  }
}

function ifThere(error: unknown): undefined {
  if (codeOf(error) !== 'EEXIST') throw error;
}
