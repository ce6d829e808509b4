import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repository } from '../host/paths';
import { say } from './figures';

const dist = join(repository, 'dist');

/** How large what we built for the extension host is; what panels load is counted apart. */
export function measureBundle(): void {
  const [panels, host] = split(codeFiles(), (file) => file.startsWith('webviews'));
  say('entry of the extension, bytes', readFileSync(join(dist, 'extension.js')).length);
  say('code for the extension host, bytes', sum(host, bytes));
  say('code for the extension host, bytes compressed', sum(host, compressed));
  say('code for the panels, bytes', sum(panels, bytes));
  const background = loadedWith(host.filter((file) => file.startsWith('chunks/background-')));
  const early = new Set(loadedWith(['extension.js']));
  const later = background.filter((file) => !early.has(file));
  say('code that a signed-in window loads after activation, at least, bytes', sum(later, bytes));
  say('the same, files', later.length);
}

/** These files, and all that they import before they run. */
function loadedWith(files: readonly string[]): string[] {
  const found = new Set(files);
  for (const file of found)
    for (const [, path = ''] of readFileSync(join(dist, file), 'utf8').matchAll(
      /(?:from|import)"(\.[^"]+)"/g,
    ))
      found.add(posix.join(posix.dirname(file), path));
  return [...found];
}

function codeFiles(): string[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.js') && !file.startsWith('test/'));
}

function split<T>(all: readonly T[], first: (one: T) => boolean): [T[], T[]] {
  return [all.filter(first), all.filter((one) => !first(one))];
}

const sum = (files: readonly string[], size: (file: string) => number): number =>
  files.reduce((total, file) => total + size(file), 0);
const bytes = (file: string): number => readFileSync(join(dist, file)).length;
const compressed = (file: string): number => gzipSync(readFileSync(join(dist, file))).length;
