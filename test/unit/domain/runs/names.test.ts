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
