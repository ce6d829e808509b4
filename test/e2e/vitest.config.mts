import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/support/globalSetup.ts'],
    // Each worker has a stage of its own (support/globalSetup.ts). A story waits for its window about a third of its
    // time, so three share two processors.
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // As long as the windows wait for what they show (support/openWorkbench.ts).
    expect: { poll: { timeout: 30_000, interval: 100 } },
  },
});
