import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methodTable } from '../../../src/twoFactor/methods';
import { methodKinds } from '../../../src/twoFactor/state';

const src = join(import.meta.dirname, '../../../src');

/** The files of src in which this stands. */
function filesWith(pattern: RegExp): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && pattern.test(readFileSync(join(src, file), 'utf8')))
    .sort();
}

describe('a second-factor method', () => {
  it('is named in its row, in the list of what the service knows and where its calls are, and nowhere else', () => {
    expect(filesWith(/'sms'|\bsms:|SmsCode\(/)).toEqual([
      'api/endpoints/account/twoFactor.ts',
      'api/endpoints/account/twoFactorRequests.ts',
      'twoFactor/methods.ts',
    ]);
    expect(filesWith(/\bemail: \{|EmailCode\(/)).toEqual([
      'api/endpoints/account/twoFactor.ts',
      'twoFactor/methods.ts',
    ]);
  });

  it.each(methodKinds)('%s reads the example of its code, and nothing in a text without one', (kind) => {
    const { code } = methodTable[kind];
    expect(code.read(` ${code.example} `)).toBe(code.example);
    expect(code.read('none')).toBeUndefined();
    expect(code.missing()).not.toBe('');
  });
});
