import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/longestFirst.ts';

const tests = readdirSync(join(import.meta.dirname, 'test/unit'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/unit/${name.replaceAll('\\', '/')}`);
/** Without a VS Code around them, these all ask the same stand-in. */
const standIn =
  /\bvi\.mock\('vscode', async \(\) => \(await import\('[./\w]+\/fakeVscode'\)\)\.fakeVscode\);/;
function projectOf(file: string): 'alone' | 'vscode' | 'together' {
  const text = readFileSync(file, 'utf8');
  // It puts something in the place of a module, a global one or the time zone, for all who load it after that.
  if (/\bvi\.(mock|stubGlobal)\(|^process\.env\.TZ =/m.test(text.replace(standIn, ''))) return 'alone';
  return standIn.test(text) ? 'vscode' : 'together';
}
const of = (project: string): string[] => tests.filter((file) => projectOf(file) === project);

export default defineConfig({
  test: {
    // A test that is late, because the machine has much else to do, is not one that failed.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000, interval: 10 } },
    restoreMocks: true,
    globalSetup: 'test/unit/support/installPrograms.ts',
    // Less of the time goes to collecting what tests that compute leave behind.
    execArgv: ['--max-semi-space-size=32'],
    // Many tests wait for sshd, files or the network rather than compute.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(['stores/neverBlind.test.ts', 'ssh/property.test.ts']) },
    projects: [
      // A process of its own, and all modules once more, costs a small file more than its tests.
      { extends: true, test: { name: 'together', include: of('together'), isolate: false } },
      {
        extends: true,
        test: {
          name: 'vscode',
          include: of('vscode'),
          isolate: false,
          setupFiles: 'test/unit/support/clearScreen.ts',
        },
      },
      { extends: true, test: { name: 'alone', include: of('alone') } },
    ],
  },
});
