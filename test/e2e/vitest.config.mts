import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longestFirst.ts';
import { patience } from './support/patience.ts';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/support/globalSetup.ts'],
    // Each worker has a stage of its own (support/globalSetup.ts). A story waits for its window about half of its
    // time, so five share two processors.
    maxWorkers: 5,
    // A worker keeps its browser from one file to the next.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Several steps may wait that long, and a story that is late is not one that failed.
    testTimeout: 10 * patience,
    hookTimeout: patience,
    expect: { poll: { timeout: patience, interval: 100 } },
  },
});
