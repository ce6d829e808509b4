import { describe, expect, it } from 'vitest';
import { complaints as complaintsOf } from './support/lint';

/** What is said about this code in a file of src. */
const complaints = (code: string, file = 'stores/polling/poller.ts'): string[] =>
  complaintsOf('no-restricted-syntax', code, `src/${file}`);

describe('the rule that time comes from a clock that is handed over', () => {
  it.each([
    'const at = Date.now();',
    'const { now = Date.now } = options;',
    'const { now } = Date;',
    'const at = new Date();',
    'const text = Date();',
    'const began = performance.now();',
    'const began = window.performance.now();',
    'const began = performance.now.bind(performance);',
    'const began = process.hrtime.bigint();',
    "import { performance as watch } from 'node:perf_hooks';",
  ])('refuses %s', (code) => expect(complaints(code)).toHaveLength(1));

  it.each(['const date = new Date(clock.now());', 'const seconds = Date.parse(text);', 'clock.monotonic();'])(
    'allows %s',
    (code) => expect(complaints(code)).toEqual([]),
  );

  it('counts in the whole source but the clock itself', () => {
    const code = 'const at = Date.now();';
    for (const file of ['extension.ts', 'api/client.ts', 'ask/notify.ts', 'webviews/shared/ui/host.ts'])
      expect(complaints(code, file), file).toHaveLength(1);
    expect(complaints(code, 'clock.ts')).toEqual([]);
  });
});
