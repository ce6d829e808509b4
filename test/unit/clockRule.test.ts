import { describe, it } from 'vitest';
import { allows, refuses } from './support/lint';

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
  ])('refuses %s', (code) => refuses('clock', code, 'src/stores/polling/poller.ts'));

  it.each(['const date = new Date(clock.now());', 'const seconds = Date.parse(text);', 'clock.monotonic();'])(
    'allows %s',
    (code) => allows('clock', code, 'src/stores/polling/poller.ts'),
  );

  it('counts in the whole source but the clock itself', () => {
    const code = 'const at = Date.now();';
    for (const file of ['extension.ts', 'api/client.ts', 'ask/notify.ts', 'webviews/shared/ui/host.ts'])
      refuses('clock', code, `src/${file}`);
    allows('clock', code, 'src/clock.ts');
  });
});
