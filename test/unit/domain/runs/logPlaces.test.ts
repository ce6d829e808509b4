import { describe, expect, it } from 'vitest';
import { pathInFolder, placesIn } from '../../../../src/domain/runs/logPlaces';
import { isSafePath } from '../../../../src/domain/runs/names';
import fc from '../../support/fastCheck';

const workdir = '~/gpu-rental/digits';
const shown = (line: string): string[] =>
  placesIn(line, workdir).map((place) => `${place.path}:${place.line}:${place.column}`);

describe('places of a log that name a file of the folder', () => {
  it.each([
    ['  File "/root/gpu-rental/digits/train.py", line 12, in <module>', 'train.py:12:1'],
    ['  File "train.py", line 3', 'train.py:3:1'],
    ['src/model.cu(12): error', undefined],
    ['src/model.cu:12:3: error: expected ;', 'src/model.cu:12:3'],
    ['src/a b.py:4', 'b.py:4:1'],
    ['at Object.<anonymous> (/home/user/gpu-rental/digits/lib/run.js:8:15)', 'lib/run.js:8:15'],
    ['  File "/usr/lib/python3.11/runpy.py", line 198, in _run', undefined],
    ['  File "/root/gpu-rental/digits/../keys.py", line 1', undefined],
    ['../train.py:1', undefined],
    ['epoch:12 loss:3', undefined],
    ['12:30:45', undefined],
    ['http://127.0.0.1:6006', undefined],
    ['train.py:0', undefined],
  ])('%s', (line, place) => expect(shown(line)).toEqual(place === undefined ? [] : [place]));

  it('says where the words stand', () => {
    const line = 'see model/net.py:7 and train.py:9:2.';
    expect(placesIn(line, workdir).map(({ start, end }) => line.slice(start, end))).toEqual([
      'model/net.py:7',
      'train.py:9:2',
    ]);
  });

  it('never leads out of the folder', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('..', '.', 'a', 'b.py', '', '~', 'gpu-rental', 'digits', 'root')),
        fc.constantFrom(workdir, '/workspace/digits'),
        (names, root) => {
          const path = pathInFolder(names.join('/'), root);
          expect(path === undefined || isSafePath(path)).toBe(true);
        },
      ),
    );
  });

  it('takes an absolute folder of the machine', () => {
    expect(pathInFolder('/workspace/digits/train.py', '/workspace/digits')).toBe('train.py');
    expect(pathInFolder('/data/workspace/digits/train.py', '/workspace/digits')).toBeUndefined();
  });

  it('reads a long line quickly', () => {
    const long = 'x'.repeat(5_000_000);
    // This process's own work, whatever else the machine does.
    const began = process.cpuUsage();
    expect(placesIn(long, workdir)).toEqual([]);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});
