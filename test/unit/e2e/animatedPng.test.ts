import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { animatedPng } from '../../e2e/support/animatedPng';

const black = [0, 0, 0, 255];
const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];

/** A picture of 3 by 2 dots. */
const picture = (...dots: number[][]) => ({ width: 3, height: 2, data: Buffer.from(dots.flat()) });
const first = picture(black, black, black, black, black, black);
const second = picture(black, red, black, black, black, blue);

function chunksOf(file: Buffer): { type: string; content: Buffer }[] {
  const chunks = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    const content = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), content });
  }
  return chunks;
}

describe('a moving picture', () => {
  const file = animatedPng([
    { picture: first, seconds: 1.5 },
    { picture: second, seconds: 2 },
    { picture: second, seconds: 1 },
  ]);
  const chunks = chunksOf(file);

  it('is the first picture where it doesn’t move', () => {
    expect(PNG.sync.read(file).data.equals(first.data)).toBe(true);
  });

  it('tells how many pictures there are, and counts their chunks', () => {
    expect(chunks.map(({ type }) => type)).toEqual([
      'IHDR',
      'acTL',
      'PLTE',
      'fcTL',
      'IDAT',
      'fcTL',
      'fdAT',
      'fcTL',
      'fdAT',
      'IEND',
    ]);
    const counted = chunks.filter(({ type }) => type === 'fcTL' || type === 'fdAT');
    expect(counted.map(({ content }) => content.readUInt32BE(0))).toEqual([0, 1, 2, 3, 4]);
    expect(chunks[1]?.content.readUInt32BE(0)).toBe(3);
  });

  it('stores only the part that changes, and for how long it stands', () => {
    const controls = chunks.filter(({ type }) => type === 'fcTL').map(({ content }) => content);
    const areas = controls.map((control) => [4, 8, 12, 16].map((at) => control.readUInt32BE(at)));
    expect(areas).toEqual([
      [3, 2, 0, 0],
      [2, 2, 1, 0],
      [1, 1, 0, 0],
    ]);
    expect(controls.map((control) => control.readUInt16BE(20) / control.readUInt16BE(22))).toEqual([
      1.5, 2, 1,
    ]);
    const [palette] = chunks.filter(({ type }) => type === 'PLTE');
    const [part] = chunks.filter(({ type }) => type === 'fdAT');
    if (!palette || !part) throw new Error('A chunk is missing.');
    const colors = [...inflateSync(part.content.subarray(4))]
      .filter((_, at) => at % 3 > 0)
      .map((place) => palette.content.toString('hex', place * 3, place * 3 + 3));
    expect(colors).toEqual(['ff0000', '000000', '000000', '0000ff']);
  });
});
