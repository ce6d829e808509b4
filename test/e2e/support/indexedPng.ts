import { crc32, deflateSync } from 'node:zlib';
import type { PNG } from 'pngjs';

export type Picture = Pick<PNG, 'width' | 'height' | 'data'>;

/** A part of a picture, in dots. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A picture of a window as a PNG with at most 256 colors, which takes a third of the space. Colors beyond the most
 * frequent ones, which are edges of letters, take the nearest of them.
 */
export function indexedPng(picture: Picture): Buffer {
  const palette = new Palette([picture]);
  return Buffer.concat([
    signature,
    header(picture),
    palette.chunk(),
    chunk('IDAT', palette.dots(picture, { x: 0, y: 0, ...picture })),
    chunk('IEND'),
  ]);
}

/** The most frequent colors of some pictures. */
export class Palette {
  readonly #colors: readonly number[];
  readonly #places: Map<number, number>;

  constructor(pictures: readonly Picture[]) {
    const counts = new Map<number, number>();
    for (const { data } of pictures)
      for (let at = 0; at < data.length; at += 4) {
        const color = data.readUIntBE(at, 3);
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
    this.#colors = [...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, 256)
      .map(([color]) => color);
    this.#places = new Map(this.#colors.map((color, place) => [color, place]));
  }

  chunk(): Buffer {
    const colors = Buffer.alloc(this.#colors.length * 3);
    this.#colors.forEach((color, place) => colors.writeUIntBE(color, place * 3, 3));
    return chunk('PLTE', colors);
  }

  /** A part of a picture as places in the palette, compressed as a PNG holds them. */
  dots({ width: across, data }: Picture, { x: left, y: top, width, height }: Area): Buffer {
    const rows = Buffer.alloc((width + 1) * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const color = data.readUIntBE(((top + y) * across + left + x) * 4, 3);
        rows[y * (width + 1) + 1 + x] = this.#placeOf(color);
      }
    return deflateSync(rows, { level: 9 });
  }

  #placeOf(color: number): number {
    const known = this.#places.get(color) ?? nearest(this.#colors, color);
    this.#places.set(color, known);
    return known;
  }
}

function nearest(palette: readonly number[], color: number): number {
  let [best, least] = [0, Infinity];
  palette.forEach((other, place) => {
    const apart = [16, 8, 0].reduce(
      (sum, shift) => sum + (((color >> shift) & 255) - ((other >> shift) & 255)) ** 2,
      0,
    );
    if (apart < least) [best, least] = [place, apart];
  });
  return best;
}

/** How large a picture is, and that each of its dots is one byte, a place in the palette. */
export function header({ width, height }: Picture): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([8, 3], 8);
  return chunk('IHDR', content);
}

export function chunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(content.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
