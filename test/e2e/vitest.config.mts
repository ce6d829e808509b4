import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/support/globalSetup.ts'],
    // Each worker has a stage of its own (support/globalSetup.ts). More than two would wait for the processor.
    maxWorkers: 2,
    // A real workbench on a busy machine now and then loses a click; what is broken fails twice.
    retry: 1,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
