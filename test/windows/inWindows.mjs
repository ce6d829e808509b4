// Runs in the Windows build of Node: node inWindows.mjs <plan> <results> <part> <parts>. Each outcome is a line of JSON
// in a file, because what goes through Wine's pipes may be lost at the end.
import { appendFileSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runFile } from 'vitest';

const [planFile, results] = process.argv.slice(2);
const { files, leftOut, repository } = JSON.parse(readFileSync(planFile, 'utf8'));
// Some tests read files of the repository by a relative path.
process.chdir(repository);
const say = (line) => appendFileSync(results, `${JSON.stringify(line)}\n`);

// A test's own rejection that nobody awaits fails here as in Vitest, but says where.
let current = '';
process.on('unhandledRejection', (error) =>
  say({ file: current, outcome: 'stray', said: String(error?.stack) }),
);
process.on('uncaughtException', (error) =>
  say({ file: current, outcome: 'stray', said: String(error?.stack) }),
);

for (const { file, bundle } of files) {
  current = file;
  const names = leftOut.filter((one) => one.file === file).flatMap(({ tests }) => tests ?? []);
  const started = Date.now();
  const report = (outcome, name, error) =>
    say({ file, outcome, name, ...(error && { said: String(error.stack ?? error).slice(0, 3000) }) });
  await runFile(
    file,
    () => import(pathToFileURL(bundle)),
    report,
    (name) => names.some((one) => name.includes(one)),
  );
  say({ file, outcome: 'ended', milliseconds: Date.now() - started });
}
// A rejection of the last file is told a moment later.
await new Promise((resolve) => setTimeout(resolve, 100));
say({ outcome: 'all ended' });
process.exit(0);
