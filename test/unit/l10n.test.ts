import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

// It starts a process that reads all of the source.
it('translators get exactly the texts of the source', async () => {
  const check = promisify(execFile)(process.execPath, [path.join(root, 'scripts/l10n.js'), '--check']);
  await expect(check).resolves.toEqual({ stdout: '', stderr: '' });
});
