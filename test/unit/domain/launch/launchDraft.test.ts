import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import {
  joinEnv,
  type LaunchDraft,
  renameSecrets,
  requestOf,
  secretsOf,
  splitEnv,
} from '../../../../src/domain/launch/launchDraft';
import { anyEnv } from '../support/anyEnv';

const draft: LaunchDraft = {
  image: 'ghcr.io/me/app',
  env: { PLAIN: 'a', TOKEN: { secret: 'TOKEN' }, '-p 80:80': '1' },
  image_login: { user: 'robin', registry: 'ghcr.io', secret: 'ghcr' },
  extra_filters: { gpu_ram: { gte: 1 } },
};

describe('a launch draft', () => {
  it('becomes a request once its secrets are at hand', () => {
    const secrets = new Map([
      ['TOKEN', 't'],
      ['ghcr', 'g'],
    ]);
    expect(requestOf(draft, secrets)).toEqual({
      image: 'ghcr.io/me/app',
      env: { PLAIN: 'a', TOKEN: 't', '-p 80:80': '1' },
      image_login: '-u robin -p g ghcr.io',
    });
  });

  it('is never sent with a secret missing', () => {
    expect(() => requestOf(draft, new Map([['TOKEN', 't']]))).toThrow(RangeError);
    expect(secretsOf(draft)).toEqual(['TOKEN', 'ghcr']);
  });

  it('moves its secrets into another scope', () => {
    expect(secretsOf(renameSecrets(draft, (name) => `import:x/${name}`))).toEqual([
      'import:x/TOKEN',
      'import:x/ghcr',
    ]);
    expect(renameSecrets({ image: 'a' }, () => 'never')).toEqual({ image: 'a' });
  });

  it('splits its environment into variables and ports, and joins them again', () => {
    fc.assert(
      fc.property(anyEnv, (env) => {
        const { variables, ports } = splitEnv(env);
        expect(joinEnv(variables, ports)).toEqual(env);
      }),
    );
  });
});
