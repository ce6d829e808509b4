import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    restoreMocks: true,
    // Many tests wait for sshd, files or the network rather than compute.
    maxWorkers: 3,
  },
});
