import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { nearTree } from '../../../../../src/ssh/transfer/nearTree';
import type { Remote } from '../../../../../src/ssh/transfer/remoteShell';
import type { UploadPlan } from '../../../../../src/ssh/transfer/send';
import { planUpload } from '../../../../../src/ssh/transfer/upload';
import { temporaryFolder } from '../../support/temporary';

export const megabyte = 1024 * 1024;

export async function planned(remote: Remote, folder: string, to: string): Promise<UploadPlan> {
  const { signal } = new AbortController();
  const near = await nearTree({ files: [folder] }, { signal });
  return planUpload(remote, near, to, { signal, who: 'test' });
}

/** A folder with a big file and some small ones. */
export async function filledFolder(): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'data');
  await mkdir(folder);
  await writeFile(path.join(folder, 'big.bin'), randomBytes(30 * megabyte));
  for (let at = 0; at < 20; at++) await writeFile(path.join(folder, `${at}.bin`), randomBytes(100_000));
  return folder;
}

/** Everything below a folder, with its content. */
export function contents(folder: string): string {
  return execFileSync('sh', ['-c', 'cd "$0" && find . -type f | sort | xargs sha256sum', folder]).toString();
}
