import { describe, expect, it } from 'vitest';
import { complaints as complaintsOf } from './support/lint';

/** What is said about this code in a file of src. */
const complaints = (code: string, file: string): string[] =>
  complaintsOf('no-restricted-syntax', code, `src/${file}`);

describe('the rule that an ApiError is made in api alone', () => {
  const made = [
    "throw new ApiError('not_found', message);",
    'class EditedElsewhere extends ApiError {}',
    'const Edited = class extends ApiError {};',
  ];
  const above = [
    'commands/call.ts',
    'prompts/steps.ts',
    'connect/prepare.ts',
    'ask/notify.ts',
    'domain/launch/launchFile.ts',
    'twoFactor/proof.ts',
  ];

  it.each(above)('refuses it in %s', (file) => {
    for (const code of made) expect(complaints(code, file), code).toHaveLength(1);
  });

  it('allows it in api, and a LocalError everywhere', () => {
    for (const code of made) expect(complaints(code, 'api/endpoints/instances.ts'), code).toEqual([]);
    for (const file of above)
      expect(complaints("throw new LocalError('not_found', message);", file)).toEqual([]);
  });

  it('allows to look whether an error is one', () => {
    expect(complaints('if (error instanceof ApiError) throw error;', 'commands/call.ts')).toEqual([]);
  });
});
