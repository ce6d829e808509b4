import { type Area, chunk, header, Palette, type Picture, signature } from './indexedPng';

/** A picture, and how long it stands. */
export interface Frame {
  picture: Picture;
  seconds: number;
}

/**
 * Pictures of the same size as one PNG that shows them in turn, without end, with one palette. From the second one on
 * only the part that changes is stored. What can't show a moving PNG shows the first picture.
 */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (!first) throw new Error('There is no picture.');
  const palette = new Palette(frames.map(({ picture }) => picture));
  const shown = Buffer.alloc(8);
  shown.writeUInt32BE(frames.length);
  const parts = [signature, header(first.picture), chunk('acTL', shown), palette.chunk()];
  // The chunks of the animation are counted, those of the first picture's dots aside.
  let count = 0;
  frames.forEach(({ picture, seconds }, place) => {
    const before = frames[place - 1]?.picture;
    const area = before ? changed(before, picture) : { x: 0, y: 0, ...picture };
    parts.push(chunk('fcTL', control(count++, area, seconds)));
    const dots = palette.dots(picture, area);
    parts.push(before ? chunk('fdAT', Buffer.concat([number(count++), dots])) : chunk('IDAT', dots));
  });
  return Buffer.concat([...parts, chunk('IEND')]);
}

/** Where and how long a picture stands; it stays until the next one is drawn over it. */
function control(count: number, { width, height, x, y }: Area, seconds: number): Buffer {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(Math.round(seconds * 100), 0);
  delay.writeUInt16BE(100, 2);
  return Buffer.concat([...[count, width, height, x, y].map(number), delay]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The smallest part that has every dot that differs; one dot where none does. */
function changed(one: Picture, other: Picture): Area {
  let [left, top, right, bottom] = [other.width, other.height, 0, 0];
  for (let y = 0; y < other.height; y += 1)
    for (let x = 0; x < other.width; x += 1) {
      const at = (y * other.width + x) * 4;
      if (one.data.readUIntBE(at, 3) === other.data.readUIntBE(at, 3)) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    }
  if (right < left) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
