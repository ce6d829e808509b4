import { describe, expect, it } from 'vitest';
import { parsingRows } from '../../../../src/api/http/parseRows';
import fc from '../../support/fastCheck';

const ofPart = 100;
const filler = 'x'.repeat(ofPart / 4);

function parse(text: string): { value: unknown; parts: number } {
  const parsing = parsingRows(text, 'rows', ofPart);
  for (let parts = 1; ; parts += 1) {
    const step = parsing.next();
    if (step.done) return { value: step.value, parts };
  }
}

describe('a long answer with rows', () => {
  it('is parsed in parts', () => {
    const rows = Array.from({ length: 40 }, (_, id) => ({ id, filler }));
    const text = JSON.stringify({ success: true, rows, found: 40 });
    const { value, parts } = parse(text);
    expect(value).toEqual(JSON.parse(text));
    expect(parts).toBeGreaterThan(7);
  });

  it('is what JSON.parse makes of it, whatever its rows are', () => {
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom('{"id"', '},{"id":1', '"rows":[', ']', '\\', '"', filler, '__proto__'),
    );
    const inner = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        words,
        fc.double(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.record({ id: tie('value'), more: tie('value') }, { requiredKeys: [] }),
      ),
    })).value;
    const row = fc.oneof(fc.record({ id: inner, of: inner, filler: fc.constant(filler) }), inner);
    const answer = fc.record(
      { before: words, rows: fc.array(row, { minLength: 1, maxLength: 12 }), after: inner },
      { requiredKeys: ['rows'] },
    );
    let inParts = 0;
    fc.assert(
      fc.property(answer, fc.constantFrom(undefined, 1, '\t'), (drawn, blank) => {
        const text = JSON.stringify(drawn, undefined, blank);
        const { value, parts } = parse(text);
        if (value === undefined) return;
        if (parts > 1) inParts += 1;
        expect(value).toEqual(JSON.parse(text));
        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 2000 },
    );
    expect(inParts).toBeGreaterThan(200);
  });

  it('is left to JSON.parse where it is short or has another shape', () => {
    const rows = Array.from({ length: 40 }, (_, id) => ({ id, filler }));
    for (const other of [
      { rows: [{ id: 1 }] },
      rows,
      { other: rows },
      { within: { rows } },
      { rows: rows.map(({ id }) => id), filler: filler.repeat(9) },
      { rows: [], filler: filler.repeat(9) },
      { rows: rows.map((row) => [row]) },
      'rows'.repeat(ofPart),
    ])
      expect(parse(JSON.stringify(other)).value).toBeUndefined();
  });

  it.each([
    ['is cut', (text: string) => text.slice(0, -1)],
    ['goes on after its end', (text: string) => `${text}]`],
    ['lacks a comma', (text: string) => text.replace('},{"id":20', '} {"id":20')],
    ['has another character for a comma', (text: string) => text.replace('},{"id":20', '};{"id":20')],
    ['has two commas', (text: string) => text.replaceAll('},{', '},,{')],
    ['ends its list early', (text: string) => text.replace('},{"id":4', '}],{"id":4')],
  ])('is not parsed where it %s', (_, broken) => {
    const rows = Array.from({ length: 40 }, (__, id) => ({ id, filler }));
    const text = broken(JSON.stringify({ rows }));
    expect((): unknown => JSON.parse(text)).toThrow(SyntaxError);
    expect(parse(text).value).toBeUndefined();
  });

  it('has the last of two lists with the same name', () => {
    const rows = JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, filler })));
    expect(parse(`{"rows":${rows},"rows":[]}`).value).toBeUndefined();
  });
});
