import { describe, expect, it } from 'vitest';
import { parseRegistryImage, registryImageProblem } from '../../../../src/domain/instances/registryImage';
import fc from '../../support/fastCheck';

describe('an image in a registry', () => {
  it.each([
    ['me/training', 'docker.io', 'me/training'],
    [' ghcr.io/me/training:v1 ', 'ghcr.io', 'me/training:v1'],
    ['localhost:5000/me/a/b', 'localhost:5000', 'me/a/b'],
    ['localhost/me/a', 'localhost', 'me/a'],
    ['my-registry.example.com:443/team/x_y.z', 'my-registry.example.com:443', 'team/x_y.z'],
  ])('%s', (text, registry, repo) => {
    expect(parseRegistryImage(text)).toEqual({ registry, repo });
    expect(registryImageProblem(text)).toBeUndefined();
  });

  it.each([
    'training',
    '',
    'Me/Training',
    'me/training:',
    'ghcr.io/training',
    'https://ghcr.io/me/training',
    'me/tra ining',
    'me@evil/x',
    `me/${'a'.repeat(300)}`,
  ])('“%s” is none', (text) => {
    expect(parseRegistryImage(text)).toBeUndefined();
    expect(registryImageProblem(text)).toContain('ghcr.io/me/training:v1');
  });

  it('is read as it is written, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', ':', '-', '_', ' ', '1', 'A') }),
        (text) => {
          const image = parseRegistryImage(text);
          if (!image) return;
          const whole = `${image.registry}/${image.repo}`;
          expect(parseRegistryImage(whole)).toEqual(image);
          expect(whole.endsWith(text.trim())).toBe(true);
        },
      ),
    );
  });
});
