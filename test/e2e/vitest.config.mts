import { defineConfig } from 'vitest/config';
import { longestFirst } from '../longestFirst.ts';
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
    sequence: {
      sequencer: longestFirst([
        ...['market.e2e.ts', 'twoFactor.e2e.ts', 'rentAndWork.e2e.ts', 'browseOffers.e2e.ts'],
        ...['launchForm.e2e.ts', 'demo.e2e.ts', 'search.e2e.ts', 'seeing.e2e.ts'],
      ]),
    },
    // Several steps may wait that long, and a story that is late is not one that failed.
    testTimeout: 10 * patience,
    hookTimeout: patience,
    // What the worlds left has to go as well.
    teardownTimeout: patience,
    expect: { poll: { timeout: patience, interval: 100 } },
  },
});
