// The licences of everything that is bundled, as one text; used by esbuild.js.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What the package holds of other people's work, with the terms of each.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles of all bundles
 * @param {string} root the folder that the paths in them begin at
 * @throws if a bundled package comes without terms
 */
export function thirdPartyNotices(metafiles, root) {
  const folders = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    // esbuild lists files it read; only those with bytes are in the bundle.
    .flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0))
    .flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const packages = [...new Set(folders)].map((folder) => notice(path.resolve(root, folder), root));
  packages.sort((a, b) => (a.title < b.title ? -1 : 1));
  const line = '='.repeat(80);
  return [
    'GPU Rental contains parts of these packages.',
    ...packages.map(({ title, terms }) => `${line}\n${title}\n${line}\n\n${terms}`),
  ].join('\n\n');
}

function notice(folder, root) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const terms = licenseFiles(folder) || readmeSection(folder) || mitTerms(license, author, root);
  if (!terms) throw new Error(`${name} is bundled, but its licence is not in ${folder}.`);
  return { title: `${name} ${version} (${license})`, terms };
}

function licenseFiles(folder) {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name));
  return names
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trim())
    .join('\n\n');
}

/** Where a package has its licence in its README alone: what follows that heading, without the addresses of links. */
function readmeSection(folder) {
  const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
  const [, section] = readme.split(/^License\n-+$/m);
  return section?.replaceAll(/^\[.*\]: .*$/gm, '').trim();
}

/** Where a package only says MIT and whose work it is: those terms are the ones of our own LICENSE. */
function mitTerms(license, author, root) {
  const holder = typeof author === 'string' ? author : author?.name;
  if (license !== 'MIT' || !holder) return undefined;
  const own = readFileSync(path.join(root, 'LICENSE'), 'utf8');
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`).trim();
}
