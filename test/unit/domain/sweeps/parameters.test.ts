import { describe, expect, it } from 'vitest';
import { mostJobs, readParameters, tableOf } from '../../../../src/domain/sweeps/parameters';
import fc from '../../support/fastCheck';

const rowsOf = (text: string) => {
  const read = readParameters(text);
  return 'table' in read ? read.table.rows.map((row) => row.join(' ')) : read.problem;
};

describe('the parameters of a sweep', () => {
  it('are every combination of what a person types', () => {
    expect(rowsOf('lr=1e-3,1e-4 seed=0,1')).toEqual(['1e-3 0', '1e-3 1', '1e-4 0', '1e-4 1']);
    expect(rowsOf('  flag=a=b ')).toEqual(['a=b']);
  });

  it('are every combination of the lists of an object, or each object of a list', () => {
    expect(rowsOf('{"lr": [0.1, 0.2], "on": true}')).toEqual(['0.1 true', '0.2 true']);
    expect(rowsOf('[{"lr": 0.1, "seed": 1}, {"seed": 2, "lr": "x y"}]')).toEqual(['0.1 1', 'x y 2']);
  });

  it('are the lines of a CSV file, with quotes, blank lines and a byte order mark', () => {
    expect(rowsOf('\uFEFFlr,word\r\n0.1,"a, ""b"""\r\n\r\n0.2,\n')).toEqual(['0.1 a, "b"', '0.2 ']);
    expect(rowsOf('a,b\n"{""c"": 1}" , "x, y"\n')).toEqual(['{"c": 1} x, y']);
  });

  it.each([
    ['', 'Enter parameters'],
    ['lr', '“lr” isn’t a name with values'],
    ['lr=', '“lr=” isn’t a name with values'],
    ['lr=1,,2', 'isn’t a name with values'],
    ['1r=1', '“1r” can’t be the name of a variable.'],
    ['PATH=/bin', 'PATH can’t be a parameter.'],
    ['LD_PRELOAD=x', 'LD_PRELOAD can’t be a parameter.'],
    ['GPU_RENTAL_JOB=1', 'can’t be a parameter.'],
    ['a=1 a=2', 'same name'],
    ['{"a": []}', 'neither a list'],
    ['{"a": {"b": 1}}', 'neither a list'],
    ['{', 'isn’t valid JSON'],
    ['[{"a": 1}, {"b": 2}]', 'Run 1 has no value'],
    ['a,b\n1\n', 'Line 2 doesn’t have as many values'],
    ['a,b\n\n', '“a,b” isn’t a name'],
    ['a,cfg\n1,2\nx,{"a":1}\n', 'Line 3: a value with quotes'],
    ['a,b\n5" disk,1\n', 'Line 2: a value with quotes'],
    ['a,b\n1,"a"b\n', 'Line 2: a value with quotes'],
    ['a,b\n1,"open\n2,3\n', 'Line 2: a value with quotes'],
    ['a,b\n,\n', 'There are no runs'],
    ['{"a": "x\\u0000y"}', 'no variable can have'],
  ])('are refused: %s', (text, words) => {
    expect(readParameters(text)).toEqual({ problem: expect.stringContaining(words) as string });
  });

  it('are no more than a person looks through, which is seen before they are made', () => {
    const many = Array.from({ length: 100 }, (_, value) => value);
    expect(tableOf({ a: many, b: many, c: many, d: many })).toEqual({
      problem: `100000000 runs are more than a sweep can have, ${mostJobs}.`,
    });
  });

  it('come back as they were written, whatever the values are', () => {
    const value = fc.string({ maxLength: 20 }).filter((text) => !text.includes('\0'));
    const table = fc.record({
      names: fc.uniqueArray(fc.constantFrom('lr', 'seed', 'word', 'A_1'), { minLength: 1 }),
      rows: fc.array(fc.array(value, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(table, ({ names, rows }) => {
        const wanted = rows.map((row) => row.slice(0, names.length));
        const objects = wanted.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
        expect(readParameters(JSON.stringify(objects))).toEqual({ table: { names, rows: wanted } });
      }),
    );
  });
});
