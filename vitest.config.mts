import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const tests = readdirSync(join(import.meta.dirname, 'test/unit'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/unit/${name.replaceAll('\\', '/')}`);
/** It puts something in the place of a module, or of a global one, for all who load it after that. */
const replaces = (file: string) => /\bvi\.(mock|stubGlobal)\(/.test(readFileSync(file, 'utf8'));

export default defineConfig({
  test: {
    // A test that is late, because the machine has much else to do, is not one that failed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    restoreMocks: true,
    // Many tests wait for sshd, files or the network rather than compute.
    maxWorkers: 3,
    projects: [
      // A process of its own, and all modules once more, costs a small file more than its tests.
      {
        extends: true,
        test: { name: 'together', include: tests.filter((file) => !replaces(file)), isolate: false },
      },
      { extends: true, test: { name: 'alone', include: tests.filter(replaces) } },
    ],
  },
});
