import { posix } from 'node:path';
import { isSafePath } from './names';

/** A place in a file of a run's folder that a line of its log names. */
export interface LogPlace {
  /** Where the words stand in the line, from 0; `end` isn't part of them. */
  start: number;
  end: number;
  /** Below the run's folder, with `/` between the names. */
  path: string;
  /** From 1. */
  line: number;
  column: number;
}

/** Longer lines are data, and are read as far as this. */
const mostOfLine = 2000;

/** `File "train.py", line 12` of Python, and `train.py:12` or `train.py:12:3` of most other programs. */
const patterns = [/File "([^"]+)", line (\d{1,7})/g, /([^\s"'`()<>:]+):(\d{1,7})(?::(\d{1,5}))?/g];

/** @param workdir the run's folder on its machine, absolute or below the home folder with `~/` */
export function placesIn(line: string, workdir: string): LogPlace[] {
  const text = line.slice(0, mostOfLine);
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(({ 0: { length }, 1: file = '', 2: at, 3: column = 1, index }) => {
      const path = pathInFolder(file, workdir);
      return path === undefined || Number(at) === 0
        ? []
        : [{ start: index, end: index + length, path, line: Number(at), column: Number(column) || 1 }];
    });
}

/**
 * The path below the run's folder of a file that a program on the machine names; undefined for a file that is elsewhere.
 * The program's own folder is the run's.
 */
export function pathInFolder(file: string, workdir: string): string | undefined {
  const root = workdir.replace(/^~/, '').replace(/\/$/, '');
  const isAbsolute = file.startsWith('/');
  // Where the home folder is on the machine isn't known here.
  const at = workdir.startsWith('~') ? file.indexOf(`${root}/`) : file.startsWith(`${root}/`) ? 0 : -1;
  if (isAbsolute && at < 0) return undefined;
  const path = posix.normalize(isAbsolute ? file.slice(at + root.length + 1) : file);
  return isSafePath(path) && /\.\w+$/.test(path) ? path : undefined;
}
