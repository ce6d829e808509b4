import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock';
import { ApiError } from '../../../src/api/errors';
import { KeptLog } from '../../../src/log/keptLog';
import { errorWords, ignore, instead, silent } from '../../../src/log/log';

const clock = { ...systemClock, now: () => 0 };

describe('a swallowed error', () => {
  it('leaves a line with the reason and the codes, and nothing of its message', async () => {
    const log = new KeptLog(silent, clock);
    const failing = Promise.reject(
      Object.assign(new Error('open /home/ada/key'), { code: 'EACCES', syscall: 'open' }),
    );
    const caught: Promise<unknown> = failing.catch(ignore(log, 'it is looked at again'));
    expect(await caught).toBeUndefined();
    expect(log.lines).toEqual([
      '1970-01-01T00:00:00.000Z [debug] ignored (it is looked at again): Error EACCES open',
    ]);
    expect(await Promise.reject(new Error('x')).catch(instead(log, 'none are shown', []))).toEqual([]);
  });

  it('of the service names code, status and cause', () => {
    const cause = Object.assign(new Error('to 10.0.0.1'), { code: 'ECONNREFUSED' });
    expect(errorWords(new ApiError('server_error', 'The host said: hf_123', { status: 502, cause }))).toBe(
      'ApiError server_error 502, because of Error ECONNREFUSED',
    );
  });

  it('without a code names the place in the code, without folders', () => {
    let error: unknown;
    try {
      JSON.parse('{"key":"hf_123"\n    at secret (hf_123:1:1)');
    } catch (thrown) {
      error = thrown;
    }
    expect(errorWords(error)).toMatch(/^SyntaxError at .*:\d+:\d+$/);
    expect(errorWords(error)).not.toMatch(/hf_123|\//);
    expect(errorWords('hf_123')).toBe('string');
    const odd = Object.assign(new Error('a'), { code: 'a long text with hf_123' });
    expect(errorWords(odd)).not.toContain('hf_123');
  });
});

describe('the log', () => {
  it('keeps the last 200 lines of level debug and above', () => {
    const shown: string[] = [];
    const log = new KeptLog({ ...silent, info: (line) => shown.push(line) }, clock);
    log.trace('every poll');
    for (let count = 0; count < 205; count += 1) log.info(String(count));
    expect(shown).toHaveLength(205);
    expect(log.lines).toHaveLength(200);
    expect(log.lines[0]).toBe('1970-01-01T00:00:00.000Z [info] 5');
    log.error('bad');
    log.warn('odd');
    expect(log.lines.at(-2)).toContain('[error] bad');
  });

  it('writes one line for a text of several, and bounds it', () => {
    const log = new KeptLog(silent, clock);
    log.info('a\r\n2026 [info] forged\u2028b\u001b[31m');
    expect(log.lines[0]).toBe('1970-01-01T00:00:00.000Z [info] a 2026 [info] forged b [31m');
    log.info('x'.repeat(5000));
    expect(log.lines[1]?.length).toBeLessThan(1100);
  });
});
