import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '../../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** An error that nobody looks at: it is neither named nor handed to `ignore`. */
const swallowed = /catch \{|\.catch\(\s*\(\) *=>|\.on\('error', \(\) => undefined\)/g;
const comment = /^\s*(\/\/|\/\*\*|\*)|\*\/\s*$/;

/** Places without a comment in the line after, as in an empty block, or in the two lines before. */
function uncommented(text: string): string[] {
  const lines = text.split('\n');
  return [...text.matchAll(swallowed)].flatMap((match) => {
    const index = text.slice(0, match.index).split('\n').length - 1;
    const line = lines[index] ?? '';
    const around = line.includes('catch {')
      ? lines.slice(index + 1, index + 2)
      : lines.slice(Math.max(0, index - 2), index);
    return around.some((one) => comment.test(one)) ? [] : [line.trim()];
  });
}

describe('an error that is swallowed without a line in the log', () => {
  it('has a comment that says why', () => {
    const found = files.flatMap((file) =>
      uncommented(readFileSync(join(src, file), 'utf8')).map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it('is found', () => {
    expect(uncommented('try {\n  a();\n} catch {\n  return true;\n}')).toEqual(['} catch {']);
    expect(uncommented('const one = 1;\nawait a().catch(() => undefined);')).toHaveLength(1);
    expect(uncommented('const one = 1;\nawait a().catch(\n  () => undefined,\n);')).toHaveLength(1);
    expect(uncommented('// It is gone already.\nawait a().catch(() => undefined);')).toEqual([]);
  });
});
