import { expect, it } from 'vitest';
import {
  proposedVolumeName,
  volumeField,
  volumeNameProblem,
} from '../../../../../src/domain/launch/form/volume';
import { viewOf } from '../../../../../src/domain/launch/form/state';

it.each([
  [undefined, 'data'],
  ['train', 'train-data'],
  ['Jörgs Läufe / 2', 'J-rgs-L-ufe-2-data'],
  ['训练', 'data'],
  ['x'.repeat(200), `${'x'.repeat(50)}-data`],
])('a volume for an instance named %j is proposed as %s, which is a name', (label, name) => {
  expect(proposedVolumeName(label)).toBe(name);
  expect(volumeNameProblem(name)).toBeUndefined();
});

it('a name has letters, digits, dots, dashes and underscores', () => {
  for (const name of ['', 'my data', 'a/b', 'x'.repeat(65), 'ä'])
    expect(volumeNameProblem(name)).toMatch(/letters, digits/);
});

it('a volume is shown by its name', () => {
  const found = { offer: { id: 1 }, isBid: false };
  const shown = (volume_info: object, facts: object = {}) =>
    volumeField.value(viewOf(found, { draft: { volume_info }, count: 1, typed: {}, ...facts }));
  const linked = { create_new: false, volume_id: 7, mount_path: '/data' };
  expect(shown(linked, { volumeName: 'models' })).toBe('models at /data');
  expect(shown(linked)).toBe('7 at /data');
  const created = { create_new: true, volume_id: 7, size: 5, name: '$(x)models', mount_path: '/data' };
  expect(shown(created, { volumeRate: 0.01 })).toMatch(/^new, “.*models”, 5 GB at \/data · \$0\.01/);
});
