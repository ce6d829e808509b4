import { expect, it } from 'vitest';
import fc from '../../support/fastCheck';
import { doubtful, parentOf, planCopy, type TreeEntry } from '../../../../src/domain/runs/tree';

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

it('asks for the content of files of one size whose times differ', async () => {
  const from = tree(entry('x', { modified: 1 }), entry('y'), entry('z', { size: 1 }));
  const found = await doubtful(from, tree(entry('x'), entry('y'), entry('z')));
  expect(found.map(({ path }) => path)).toEqual(['x']);
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

it('puts very many in order, with a turn for all else now and then', async () => {
  const names = Array.from({ length: 4567 }, (_, at) => `d/${(at * 7919) % 4567}`);
  const from = tree(...names.map((name) => entry(name)), entry('d', { kind: 'folder', size: 0 }));
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const { added } = await planCopy(from, tree());
  clearInterval(counting);
  expect(added.map(({ path }) => path)).toEqual(['d', ...names].sort());
  expect(turns).toBeGreaterThan(0);
});

it('puts nothing below a link or in place of a folder, whatever is there', async () => {
  const kind = fc.constantFrom('file' as const, 'folder' as const, 'link' as const);
  const name = fc.constantFrom<string>('a', 'b', 'a/a', 'a/b', 'b/a', 'a/a/a', 'a/a/b');
  const some = fc.array(fc.record({ name, kind }), { maxLength: 7 }).map((rows) => {
    const all = new Map(rows.map((row) => [row.name, entry(row.name, { kind: row.kind, target: 'x' })]));
    // What is in something is in a folder.
    for (const at of all.keys())
      for (let up = parentOf(at); up !== ''; up = parentOf(up)) all.set(up, entry(up, { kind: 'folder' }));
    return tree(...all.values());
  });
  await fc.assert(
    fc.asyncProperty(some, some, async (from, there) => {
      const plan = await planCopy(from, there);
      for (const { path, kind: what } of [...plan.added, ...plan.replaced]) {
        const other = there.entries.get(path);
        if (other) expect([what, other.kind].includes('folder')).toBe(false);
        for (let up = parentOf(path); up !== ''; up = parentOf(up))
          expect(there.entries.get(up)?.kind ?? 'folder').toBe('folder');
      }
    }),
  );
});
