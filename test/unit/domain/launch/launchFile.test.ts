import { readFileSync } from 'node:fs';
import { placeCodes } from '../../../../src/domain/offers/search/vocabulary/places';
import { describe, expect, it } from 'vitest';
import { launchDraftSchema, secretsOf } from '../../../../src/domain/launch/launchDraft';
import {
  parseLaunchFile,
  printLaunch,
  readLaunch,
  readOwnLaunch,
  readProject,
  readProjectRuns,
  type SavedLaunch,
  withLaunch,
} from '../../../../src/domain/launch/launchFile';

const launch: SavedLaunch = {
  name: 'train',
  launch: {
    image: 'pytorch/pytorch',
    disk: 40,
    env: { HF_TOKEN: { secret: 'HF_TOKEN' }, MODE: 'fast', '-p 8000:8000': '1' },
    image_login: { user: 'robin', registry: 'ghcr.io', secret: 'registry:ghcr.io:robin' },
    volume_info: { create_new: false, volume_id: 3, mount_path: '/data' },
    budget: 5,
    additions: { noAutoTmux: true, stopAfterHours: 8 },
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
    expect(readProjectRuns({ runs, launches: [] })).toEqual(runs);
    expect(readProjectRuns({ name: 'train', launch: {} })).toEqual([]);
    expect(() => readProjectRuns({ runs: [{ task: 'a', then: 'burn' }] })).toThrow(/runs\.0\.then/);
    expect(() => readProjectRuns({ runs: [{ task: 'a', limit: { hours: 0 } }] })).toThrow(
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

describe('a launch that goes into a project', () => {
  const written = (text: string | undefined): unknown => JSON.parse(withLaunch(text, launch));

  it('makes the file that the project’s launches are read from', () => {
    const [own] = readProject(written(undefined), 'project:1');
    expect(own).toMatchObject({ name: 'train', launch: { budget: 5, additions: { stopAfterHours: 8 } } });
    expect(written('{}')).toEqual(written(undefined));
  });

  it('takes the place of its namesake, and leaves what else the file has', () => {
    const runs = [{ task: 'train.yaml', limit: { hours: 2 } }];
    const others = [{ name: 'eval', launch: { image: 'a' } }];
    const file = { $schema: 'x', runs, launches: [{ name: 'train', launch: { image: 'old' } }, ...others] };
    const after = written(JSON.stringify(file));
    expect(after).toMatchObject({ $schema: 'x', runs, launches: [...others, { name: 'train' }] });
    expect(JSON.stringify(after)).not.toContain('old');
  });

  it('joins a single launch that was exported before', () => {
    const single = { name: 'eval', launch: { image: 'a' } };
    expect(written(JSON.stringify(single))).toMatchObject({ launches: [single, { name: 'train' }] });
  });

  it('never replaces what can’t be read', () => {
    expect(() => withLaunch('{ // mine', launch)).toThrow('This isn’t valid JSON.');
    expect(() => withLaunch('{"mine": 1}', launch)).toThrow('unknown properties');
  });
});
