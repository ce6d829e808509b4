import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlEntry } from '../../../../src/domain/launch/launchPreview';

describe('an entry of a YAML text', () => {
  it('is read back as it was, whatever it is', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('', ' ', '  a', '# a', '\t', '- a: b', '…'));
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n')),
    );
    const value = fc.oneof(text, fc.jsonValue());
    fc.assert(
      fc.property(text, value, (name, one) => {
        const meant = { [name]: JSON.parse(JSON.stringify(one)) as unknown };
        expect(parse(yamlEntry(name, one))).toEqual(meant);
        expect(parse(`a:\n${yamlEntry(name, one, '  ')}\nb: 1`)).toEqual({ a: meant, b: 1 });
      }),
      { numRuns: 2000 },
    );
  });

  it('shows a script as it was written', () => {
    expect(yamlEntry('onstart', '#!/bin/bash\n\necho "hi"\n')).toBe(
      'onstart: |\n  #!/bin/bash\n\n  echo "hi"',
    );
    expect(yamlEntry('-p 80:80', '1', '  ')).toBe('  "-p 80:80": "1"');
  });
});
