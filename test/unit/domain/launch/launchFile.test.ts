import { readFileSync } from 'node:fs';
import { placeCodes } from '../../../../src/domain/offers/search/words/places';
import { describe, expect, it } from 'vitest';
import { launchDraftSchema, secretsOf } from '../../../../src/domain/launch/launchDraft';
import {
  parseLaunchFile,
  printLaunch,
  readLaunch,
  readOwnLaunch,
  readProject,
  readTaskTerms,
  type SavedLaunch,
} from '../../../../src/domain/launch/launchFile';

const launch: SavedLaunch = {
  name: 'train',
  launch: {
    image: 'pytorch/pytorch',
    disk: 40,
    env: { HF_TOKEN: { secret: 'HF_TOKEN' }, MODE: 'fast', '-p 8000:8000': '1' },
    image_login: { user: 'robin', registry: 'ghcr.io', secret: 'registry:ghcr.io:robin' },
    volume_info: { create_new: false, volume_id: 3, mount_path: '/data' },
    additions: { noAutoTmux: true },
  },
  offers: { filters: { gpu_name: { eq: 'RTX 4090' } }, order: [['dph_total', 'asc']], type: 'on-demand' },
};

describe('a launch file', () => {
  it('comes back as it went out', () => {
    expect(readOwnLaunch(JSON.parse(printLaunch(launch)))).toEqual(launch);
  });

  it('that isn’t JSON, or is too long to be one, is refused in a sentence', () => {
    expect(parseLaunchFile('{"name": "a"}')).toEqual({ name: 'a' });
    expect(() => parseLaunchFile('{')).toThrow('This isn’t valid JSON.');
    expect(() => parseLaunchFile(' '.repeat(400_000))).toThrow('The launch file is too large.');
  });

  it('with far more values than a launch has is refused', () => {
    const env = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`A${index}`, '1']));
    const huge = { name: 'a', launch: { env } };
    expect(() => readLaunch(huge, 'import:a')).toThrow('The launch file is too large.');
    expect(() => readProject({ launches: [huge] }, 'project:a')).toThrow('The launch file is too large.');
    expect(readOwnLaunch(huge)).toBeUndefined();
  });

  it('that comes from elsewhere cannot reach secrets that are kept for something else', () => {
    const imported = readLaunch(JSON.parse(printLaunch(launch)), 'import:train');
    expect(secretsOf(imported.launch)).toEqual([
      'import:train/HF_TOKEN',
      'import:train/registry:ghcr.io:robin',
    ]);
    expect(printLaunch(imported)).toBe(printLaunch(launch));
    const escaping = {
      name: 'x',
      launch: { image: 'a', env: { A: { secret: '../import:other/HF_TOKEN' } } },
    };
    expect(secretsOf(readLaunch(escaping, 'import:x').launch)).toEqual(['import:x/../import:other/HF_TOKEN']);
  });

  it('says a region in one word, and reads it back as its countries', () => {
    const places = [...(placeCodes('europe') ?? []), 'US', 'somewhere'].sort();
    const wide: SavedLaunch = {
      name: 'wide',
      launch: { image: 'ubuntu' },
      offers: { filters: { geolocation: { in: places }, num_gpus: { in: [1, 2] } } },
    };
    const text = printLaunch(wide);
    expect(JSON.parse(text)).toMatchObject({
      offers: { filters: { geolocation: { in: ['europe', 'US', 'somewhere'] }, num_gpus: { in: [1, 2] } } },
    });
    expect(readLaunch(JSON.parse(text), 'import:wide').offers).toEqual(wide.offers);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', 'rent it', /\$|launches\.0/],
    ['no name', { launch: {} }, /name/],
    ['a secret in plain sight', { name: 'a', launch: { image_login: '-u a -p b c' } }, /launch\.image_login/],
    ['a member that does not exist', { name: 'a', launch: { imgae: 'b' } }, /launch.*imgae/],
    ['a flag string as env', { name: 'a', launch: { env: '-e A=1' } }, /launch\.env/],
    ['an offer, so that it could rent by itself', { name: 'a', launch: {}, offerId: 1 }, /offerId/],
    ['consent', { name: 'a', launch: {}, confirmed: true }, /confirmed/],
  ])('is refused with %s, at its place', (_what, value, place) => {
    expect(() => readLaunch(value, 'import:a')).toThrow(place);
    expect(() => readProject({ launches: [value] }, 'project:a')).toThrow(place);
    expect(readOwnLaunch(value)).toBeUndefined();
  });

  it('fits into a project as it was exported', () => {
    const json: unknown = JSON.parse(printLaunch({ name: 'train', launch: { image: 'ubuntu' } }));
    expect(readProject(json, 'project:a')).toEqual([{ name: 'train', launch: { image: 'ubuntu' } }]);
    expect(() => readProject({}, 'project:a')).toThrow(/launches/);
  });

  it('may stand beside what task files can’t say', () => {
    const runs = [{ task: 'train.yaml', fetch: ['outputs/'], then: 'destroy', limit: { dollars: 2 } }];
    expect(readProject({ runs }, 'project:a')).toEqual([]);
    expect(readTaskTerms({ runs, launches: [] })).toEqual(runs);
    expect(readTaskTerms({ name: 'train', launch: {} })).toEqual([]);
    expect(() => readTaskTerms({ runs: [{ task: 'a', then: 'burn' }] })).toThrow(/runs\.0\.then/);
    expect(() => readTaskTerms({ runs: [{ task: 'a', limit: { hours: 0 } }] })).toThrow(
      /runs\.0\.limit\.hours/,
    );
  });

  it('has a schema with the same fields for editors', () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(`media/schemas/${name}.schema.json`, 'utf8')) as Schema;
    const file = read('gpu-launch');
    expect(Object.keys(file.properties.launch!.properties)).toEqual(Object.keys(launchDraftSchema.shape));
    const [launches, single] = read('gpu-rental-project').anyOf ?? [];
    expect(launches?.properties.launches?.items).toMatchObject({ properties: file.properties });
    expect(single).toMatchObject({ properties: file.properties });
  });
});

interface Schema {
  properties: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
