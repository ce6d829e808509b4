import { expect, it } from 'vitest';
import { doubtful, planCopy, type TreeEntry } from '../../../../src/domain/runs/tree';

const entry = (path: string, more: Partial<TreeEntry> = {}): TreeEntry => ({
  path,
  kind: 'file',
  size: 10,
  modified: 100,
  mode: 0o644,
  ...more,
});
const tree = (...entries: TreeEntry[]) => ({
  entries: new Map(entries.map((one) => [one.path, one])),
  leftOut: [],
});

it('sends what is new or differs, and counts the rest', async () => {
  const from = tree(
    entry('d', { kind: 'folder', size: 0 }),
    entry('d/new'),
    entry('d/same'),
    entry('d/longer', { size: 11 }),
    entry('d/link', { kind: 'link', size: 0, target: 'same' }),
  );
  const there = tree(
    entry('d', { kind: 'folder', size: 0, modified: 5 }),
    entry('d/same'),
    entry('d/longer'),
    entry('d/link', { kind: 'link', size: 0, target: 'other' }),
    entry('d/theirs'),
  );
  const plan = await planCopy(from, there);
  expect(plan.added.map(({ path }) => path)).toEqual(['d/new']);
  expect(plan.replaced.map(({ path }) => path)).toEqual(['d/link', 'd/longer']);
  expect(plan).toMatchObject({ unchanged: 1, bytes: 21, leftOut: [] });
});

it('leaves out what would write through a link or replace a folder, with all that is in it', async () => {
  const from = tree(
    entry('a', { kind: 'folder', size: 0 }),
    entry('a/b', { kind: 'folder', size: 0 }),
    entry('a/b/c'),
    entry('f'),
  );
  const there = tree(entry('a', { kind: 'link', size: 0, target: '/etc' }), entry('f', { kind: 'folder' }));
  const plan = await planCopy(from, there);
  expect(plan).toMatchObject({ added: [], replaced: [], bytes: 0 });
  expect(plan.leftOut).toEqual([
    { path: 'a', why: 'otherKind' },
    { path: 'f', why: 'otherKind' },
  ]);
});

it('asks for the content of files of one size whose times differ', () => {
  const from = tree(entry('x', { modified: 1 }), entry('y'), entry('z', { size: 1 }));
  expect(doubtful(from, tree(entry('x'), entry('y'), entry('z'))).map(({ path }) => path)).toEqual(['x']);
});

it('puts folders before what is in them, whatever the names', async () => {
  const names = ['a', 'a/b', 'a/b/c', 'a-b', 'a-b/c', 'a.b'];
  const plan = await planCopy(
    tree(...names.map((name) => entry(name, { kind: 'folder' })).reverse()),
    tree(),
  );
  const order = plan.added.map(({ path }) => path);
  for (const name of names) {
    const parent = name.slice(0, name.lastIndexOf('/'));
    if (name.includes('/')) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(name));
  }
});
