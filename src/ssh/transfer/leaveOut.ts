import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import ignore, { type Ignore } from 'ignore';
import { unlessMissing } from '../errors';
import type { LeftOutReason } from '../../domain/runs/tree';
import { isStage } from './stage';

/** Says of a path below a root why it isn't copied; undefined for what is. */
export interface Rules {
  /** Reads the rules that stand in a folder, before what is in the folder is asked about. */
  enter(folder: string): Promise<void>;
  whyNot(path: string, isFolder: boolean): LeftOutReason | undefined;
}

/** Everything is copied but what a copy that broke off has received. */
export const everything: Rules = {
  enter: () => Promise.resolve(),
  whyNot: (at) => (isStage(at) ? 'special' : undefined),
};

const run = promisify(execFile);
const gitOutput = 256 * 1024 * 1024;

/**
 * What git leaves out, if the folder belongs to a work tree of git, else what its `.gitignore` files name; and in both
 * cases what `.gpuignore` names, git's own files and virtual environments. A folder that git ignores as a whole was
 * chosen in spite of that, so git isn't asked about it.
 */
export async function usualRules(root: string): Promise<Rules> {
  const ignored = await ignoredByGit(root);
  const files = ignored ? ['.gpuignore'] : ['.gitignore', '.gpuignore'];
  const folders = new Map<string, Ignore>();
  return {
    async enter(folder) {
      const texts = await Promise.all(files.map((name) => textOf(path.join(root, folder, name))));
      const lines = texts.filter((text) => text !== '').join('\n');
      if (lines !== '') folders.set(folder, ignore().add(lines));
    },
    whyNot(at, isFolder) {
      const name = at.slice(at.lastIndexOf('/') + 1);
      if (name === '.git') return 'repository';
      if (isStage(name)) return 'special';
      const shown = isFolder ? `${at}/` : at;
      if (ignored?.has(shown)) return 'ignored';
      let isIgnored = false;
      for (const folder of ancestors(at)) {
        const below = folder === '' ? shown : shown.slice(folder.length + 1);
        const tested = folders.get(folder)?.test(below);
        if (tested?.ignored) isIgnored = true;
        if (tested?.unignored) isIgnored = false;
      }
      return isIgnored ? 'ignored' : undefined;
    },
  };
}

/** From the root to the folder that holds the path. */
function ancestors(at: string): string[] {
  const names = at.split('/').slice(0, -1);
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))];
}

const textOf = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(unlessMissing)) ?? '';

/** Undefined where git isn't there, doesn't know the folder, or ignores it as a whole. */
async function ignoredByGit(root: string): Promise<ReadonlySet<string> | undefined> {
  const git = (...args: string[]) =>
    run('git', ['-C', root, ...args], { maxBuffer: gitOutput, windowsHide: true }).then(
      ({ stdout }) => stdout,
      () => undefined,
    );
  const listed = git('ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z', '--', '.');
  const isIgnored = await git('check-ignore', '-q', '--', '.');
  const names = await listed;
  return names === undefined || isIgnored !== undefined
    ? undefined
    : new Set(names.split('\0').filter(Boolean));
}
