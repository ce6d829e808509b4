import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/longestFirst.ts';
import { unitProject } from './test/unitProject.ts';

const tests = readdirSync(join(import.meta.dirname, 'test/unit'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/unit/${name.replaceAll('\\', '/')}`);
const of = (project: string): string[] =>
  tests.filter((file) => unitProject(readFileSync(file, 'utf8')) === project);

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
