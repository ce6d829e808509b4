// node scripts/package.js [FILE]   the .vsix; two of one commit have the same bytes
import { createVSIX } from '@vscode/vsce';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const cwd = path.dirname(import.meta.dirname);

// The time that all its files get: without it, vsce takes theirs.
process.env.SOURCE_DATE_EPOCH ??= execFileSync('git', ['log', '-1', '--format=%ct'], { cwd })
  .toString()
  .trim();

await createVSIX({
  cwd,
  packagePath: process.argv[2],
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
  readmePath: 'dist/readme.md',
});
