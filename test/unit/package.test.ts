import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildPackage } from '../host/package';

const root = join(import.meta.dirname, '../..');

let folder: string;
let first: Buffer;
let second: Buffer;
/** The files that VS Code unpacks, by their path in the extension's folder. */
let files: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-packages-'));
  const [one, other] = ['one.vsix', 'other.vsix'].map((name) => join(folder, name)) as [string, string];
  for (const file of [one, other]) await buildPackage(file);
  [first, second] = await Promise.all([readFile(one), readFile(other)]);
  files = new Map(
    [...zipped(first)].flatMap(([name, content]) =>
      name.startsWith('extension/') ? [[name.slice('extension/'.length), content]] : [],
    ),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const text = (name: string): string => files.get(name)?.toString() ?? '';
const below = (path: string): string[] =>
  readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

describe('the package', () => {
  it('has the same bytes when it is built twice, in different folders', () => {
    expect(first.equals(second)).toBe(true);
  });

  it('has these files and no others', () => {
    const panels = below('src/webviews').filter((file) => file.endsWith('/ui/app.ts'));
    expect([...files.keys()].filter((name) => !name.startsWith('dist/chunks/')).sort()).toEqual(
      [
        'LICENSE.txt',
        'changelog.md',
        'dist/ThirdPartyNotices.txt',
        'dist/extension.js',
        'dist/uninstall.js',
        'package.json',
        'readme.md',
        ...panels.map((file) => `dist/webviews/${file.split('/')[2]!}.js`),
        ...readdirSync(root).filter((name) => /^package\.nls(\.[\w-]+)?\.json$/.test(name)),
        ...below('l10n').filter((name) => name !== 'l10n/bundle.l10n.json'),
        ...below('media'),
      ].sort(),
    );
  });

  it('has exactly the chunks that are loaded sooner or later', () => {
    const reached = new Set(['dist/extension.js']);
    for (const name of reached)
      for (const [, chunk] of text(name).matchAll(/["'](?:\.\/|\.\.\/)*((?:chunks\/)?[\w.-]+\.js)["']/g))
        reached.add(`dist/chunks/${chunk!.replace('chunks/', '')}`);
    const chunks = [...files.keys()].filter((name) => name.startsWith('dist/chunks/'));
    expect(chunks.filter((name) => !reached.has(name))).toEqual([]);
    expect(chunks.length).toBeGreaterThan(50);
  });

  it('has no picture or schema that nothing names', () => {
    const namedIn = ['package.json', ...[...files.keys()].filter((name) => /^dist\/.*\.js$/.test(name))];
    const names = namedIn.map(text).join('\n');
    // Each picture of the walkthrough has four themes, which the manifest names one by one.
    const unnamed = [...files.keys()].filter((name) => name.startsWith('media/') && !names.includes(name));
    expect(unnamed).toEqual([]);
  });
});

describe('the notices', () => {
  /** Packages that could be bundled: those that the lock file does not need for development alone. */
  const wanted = z.object({
    packages: z.record(
      z.string(),
      z.object({
        dev: z.optional(z.boolean()),
        version: z.optional(z.string()),
        license: z.optional(z.string()),
      }),
    ),
  });
  const { packages } = z.parse(wanted, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const possible = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version, license }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      license,
    }));

  it('name every package that is not for development, but those of which nothing is bundled', () => {
    const notices = text('dist/ThirdPartyNotices.txt');
    const missing = possible.filter(
      ({ name, version, license }) => !notices.includes(`\n${name} ${version} (${license})\n`),
    );
    expect(missing.map(({ name }) => name).sort()).toEqual(notBundled);
  });

  it('have the terms of each, all of them free to bundle', () => {
    const sections = text('dist/ThirdPartyNotices.txt')
      .split(/^=+\n(.+)\n=+$/m)
      .slice(1);
    const titles = sections.filter((_, index) => index % 2 === 0);
    const terms = sections.filter((_, index) => index % 2 === 1);
    expect(titles.length).toBeGreaterThan(10);
    expect(titles.filter((title) => !/ \((?:MIT|ISC|BSD-3-Clause|BlueOak-1\.0\.0)\)$/.test(title))).toEqual(
      [],
    );
    for (const one of terms)
      expect(one).toMatch(
        /Copyright[^]*(?:Permission (?:is hereby granted|to use)|Redistribution|licenses you)/,
      );
  });
});

/** Installed with what is bundled, without a byte in it. */
const notBundled = [
  '@isaacs/fs-minipass',
  '@lit-labs/ssr-dom-shim',
  '@lit/context',
  '@types/trusted-types',
  '@vscode/codicons',
  'chownr',
  'lit',
  'tslib',
  'web-streams-polyfill',
  'yallist',
];

/** The files in a zip archive, by path. */
function* zipped(archive: Buffer): Generator<[string, Buffer]> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(begin, begin + size);
    yield [
      archive.toString('utf8', at + 46, at + 46 + name!),
      method === 0 ? content : inflateRawSync(content),
    ];
    at += 46 + name! + extra! + comment!;
  }
}
