import { describe, it } from 'vitest';
import { allows, refuses } from './support/lint';

describe('the rule that an ApiError is made in api alone', () => {
  const made = [
    "throw new ApiError('not_found', message);",
    'class EditedElsewhere extends ApiError {}',
    'const Edited = class extends ApiError {};',
  ];
  const above = [
    'commands/call.ts',
    'prompts/steps.ts',
    'connect/prepareSsh.ts',
    'ask/notify.ts',
    'domain/launch/launchFile.ts',
    'twoFactor/proof.ts',
  ];

  it.each(above)('refuses it in %s', (file) => {
    for (const code of made) refuses('apiError', code, `src/${file}`);
  });

  it('allows it in api, and a LocalError everywhere', () => {
    for (const code of made) allows('apiError', code, 'src/api/endpoints/instances.ts');
    for (const file of above)
      allows('apiError', "throw new LocalError('not_found', message);", `src/${file}`);
  });

  it('allows to look whether an error is one', () => {
    allows('apiError', 'if (error instanceof ApiError) throw error;', 'src/commands/call.ts');
  });
});
