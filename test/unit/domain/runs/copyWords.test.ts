import { describe, expect, it } from 'vitest';
import { amountOf, copyLines, CopySpeed, filesOf, leftOutLines } from '../../../../src/domain/runs/copyWords';
import type { CopyPlan, LeftOutReason, TreeEntry } from '../../../../src/domain/runs/tree';

const entry = (path: string, kind: TreeEntry['kind'] = 'file'): TreeEntry => ({
  ...{ path, kind, size: 1000, modified: 0, mode: undefined },
});
const plan = (changes: Partial<CopyPlan> = {}): CopyPlan => ({
  ...{ added: [], replaced: [], unchanged: 0, leftOut: [], bytes: 0 },
  ...changes,
});

describe('the words about a copy', () => {
  it('count files and links, new and replaced, but no folders', () => {
    const folder = entry('d', 'folder');
    expect(filesOf([folder, entry('d/a')])).toEqual([entry('d/a')]);
    const one = plan({ added: [folder, entry('d/a')], bytes: 1000 });
    expect(amountOf(one)).toBe('1 file (1 kB)');
    expect(amountOf({ ...one, replaced: [entry('b')], bytes: 22_000_000 })).toBe('2 files (22 MB)');
  });

  it('name what is replaced, what is there already and what is left out, a line each', () => {
    const leftOut = [
      { path: '.git', why: 'repository' },
      { path: 'a.tmp', why: 'ignored' },
      { path: 'b.tmp', why: 'ignored' },
    ] as const;
    expect(copyLines(plan({ replaced: [entry('x')], unchanged: 1, leftOut }))).toEqual([
      'Replaces 1 file that differs: x.',
      '1 file is already there.',
      'Left out, files of Git itself: .git.',
      'Left out, named in .gitignore or .gpuignore: a.tmp, b.tmp.',
    ]);
    expect(copyLines(plan())).toEqual([]);
  });

  it('name the first of many, and count the rest', () => {
    const replaced = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => entry(path));
    expect(copyLines(plan({ replaced, unchanged: 1200 }))).toEqual([
      'Replaces 6 files that differ: a, b, c, d and 2 more.',
      '1,200 files are already there.',
    ]);
  });

  it('have a reason of its own for each thing that is left out', () => {
    const all: Record<LeftOutReason, true> = {
      ...{ ignored: true, repository: true, environment: true, linkOutside: true, special: true },
      ...{
        unreadable: true,
        notText: true,
        nameHere: true,
        sameName: true,
        linksHere: true,
        otherKind: true,
      },
    };
    const whys = Object.keys(all) as LeftOutReason[];
    const lines = leftOutLines(whys.map((why) => ({ path: 'x', why })));
    expect(new Set(lines).size).toBe(whys.length);
  });
});

describe('the speed of a copy', () => {
  it('is that of the last seconds, so that a break shows', () => {
    const speed = new CopySpeed();
    expect(speed.words(0, 0, 22_000_000)).toBe('0 bytes of 22 MB');
    expect(speed.words(1000, 2_000_000, 22_000_000)).toBe('2 MB of 22 MB · 2 MB a second · 10 seconds left');
    // Nothing moved for as long as it looks back.
    expect(speed.words(7000, 2_000_000, 22_000_000)).toBe('2 MB of 22 MB');
    expect(speed.words(8000, 3_000_000, 22_000_000)).toMatch(
      /^3 MB of 22 MB · .* a second · \d+ seconds left$/,
    );
  });

  it('says minutes where it takes long, and nothing more once all is there', () => {
    const speed = new CopySpeed();
    speed.words(0, 0, 22_000_000);
    expect(speed.words(1000, 100_000, 22_000_000)).toMatch(/ · 4 minutes left$/);
    expect(speed.words(2000, 22_000_000, 22_000_000)).toBe('22 MB of 22 MB');
  });
});
