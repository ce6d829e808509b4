import * as path from 'node:path';
import { expect, it } from 'vitest';
import fc from '../../support/fastCheck';
import { isSafePath, isWindowsName, notHoldable, staysInside } from '../../../../src/domain/runs/names';
import type { TreeEntry } from '../../../../src/domain/runs/tree';

const file = (at: string): TreeEntry => ({ path: at, kind: 'file', size: 1, modified: 0, mode: 0o644 });
const link = (at: string): TreeEntry => ({ ...file(at), kind: 'link', target: 'x' });

it('lets no path out of its root', () => {
  const names = fc.array(fc.constantFrom('a', '..', '.', '', 'b c', '...', '\0'), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(names, (parts) => {
      const at = parts.join('/');
      if (!isSafePath(at)) return;
      expect(path.posix.join('/root', at)).toBe(`/root/${at}`);
    }),
  );
  expect(isSafePath('../x')).toBe(false);
  expect(isSafePath('/x')).toBe(false);
});

it('takes a link only if it leads to something in the same folder', () => {
  const names = fc.array(fc.constantFrom('a', '..', '.', 'b'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(names, names, (at, to) => {
      const [from, target] = [at.map((name) => name.replace(/^\.+$/, 'n')).join('/'), to.join('/')];
      const led = path.posix.join('/r/o/o/t', path.posix.dirname(from), target);
      if (staysInside(from, target)) expect(`${led}/`.startsWith('/r/o/o/t/')).toBe(true);
    }),
  );
  expect(staysInside('a/link', '../b')).toBe(true);
  expect(staysInside('link', '../b')).toBe(false);
  // Out of the folder and back in depends on the folder's name, which differs on the other side.
  expect(staysInside('a/link', '../../root/b')).toBe(false);
  for (const target of ['/etc/passwd', 'C:\\x', 'c:x', '..\\..\\x', ''])
    expect(staysInside('a', target)).toBe(false);
});

it('knows the names that Windows can’t hold', () => {
  for (const name of ['con', 'NUL.txt', 'com1', 'a:b', 'a?', 'end.', 'end ', 'a\nb', 'LPT9.log', 'a\\b'])
    expect(isWindowsName(name), name).toBe(false);
  for (const name of ['console', 'com', 'a b', '.env', 'nul1', 'ä.txt'])
    expect(isWindowsName(name), name).toBe(true);
});

it('names what a computer can’t hold, and nothing where it can', () => {
  const entries = [file('A'), file('a'), file('café'), file('cafe\u0301'), file('con/x'), link('l')];
  expect(notHoldable(entries, 'linux')).toEqual([]);
  const here = notHoldable([...entries, { ...file('con'), kind: 'folder' }], 'win32');
  expect(here).toEqual([
    { path: 'a', why: 'sameName' },
    { path: 'café', why: 'sameName' },
    { path: 'con', why: 'nameHere' },
    { path: 'l', why: 'linksHere' },
  ]);
  expect(notHoldable(entries, 'darwin').map(({ path: at }) => at)).toEqual(['a', 'café']);
});

/** Names that are hard for one system or another, some of which are one name on this computer. */
const hardName = fc
  .array(
    fc.constantFrom(
      ...['a', 'A', 'é', 'e\u0301', 'É', 'con', 'NUL', '-', '.', ' ', '\n', '\\', ':', '*', '"', "'"],
      ...['$(x)', '\u202e', 'ﬁ', 'ſ', '한', '\u1112\u1161\u11ab'],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''))
  .filter((name) => isSafePath(name));
const trees = fc
  .uniqueArray(fc.array(hardName, { minLength: 1, maxLength: 3 }), {
    selector: (names) => names.join('/'),
    maxLength: 12,
  })
  .map((paths) => {
    const entries = new Map<string, TreeEntry>();
    for (const names of paths) {
      for (let depth = 1; depth < names.length; depth++) {
        const at = names.slice(0, depth).join('/');
        entries.set(at, { ...file(at), kind: 'folder', size: 0 });
      }
      const at = names.join('/');
      if (!entries.has(at)) entries.set(at, file(at));
    }
    return entries;
  });

it.each(['win32', 'darwin'] as const)('leaves no two names that are one name there: %s', (platform) => {
  fc.assert(
    fc.property(trees, (entries) => {
      const leftOut = new Set(notHoldable(entries.values(), platform).map(({ path: at }) => at));
      const isOut = (at: string): boolean =>
        at !== '.' && (leftOut.has(at) || (at.includes('/') && isOut(path.posix.dirname(at))));
      const kept = [...entries.keys()].filter((at) => !isOut(at));
      const there = kept.map((at) => at.normalize('NFC').toLowerCase());
      expect(new Set(there).size).toBe(kept.length);
      if (platform === 'win32') expect(kept.every((at) => at.split('/').every(isWindowsName))).toBe(true);
      // Each that is left out is said once, or is in a folder that is said.
      const silent = [...entries.keys()].filter((at) => isOut(at) && !leftOut.has(at));
      for (const at of silent) expect(isOut(path.posix.dirname(at)), at).toBe(true);
    }),
  );
});
