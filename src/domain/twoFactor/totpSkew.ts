import { createHmac } from 'node:crypto';

const stepSeconds = 30;
/** Steps searched in each direction. A clock that is off by more than 20 minutes is usually in another time zone. */
const searchedSteps = 40;

/**
 * How many seconds an authenticator's clock is ahead of ours (negative: behind), computed from a code that it showed;
 * undefined if the code fits no time near ours. Always a multiple of 30.
 *
 * @param secret base32, from the service
 * @param now milliseconds since the epoch
 */
export function authenticatorSkew(secret: string, code: string, now: number): number | undefined {
  const key = fromBase32(secret);
  if (!key) return undefined;
  const current = Math.floor(now / 1000 / stepSeconds);
  for (let distance = 0; distance <= searchedSteps; distance++)
    for (const delta of distance === 0 ? [0] : [-distance, distance])
      if (totp(key, current + delta) === code) return delta * stepSeconds;
  return undefined;
}

/** RFC 6238 with SHA-1 and 6 digits, which is all that authenticator apps agree on. */
function totp(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer | undefined {
  const clean = text.replace(/[\s=]/g, '').toUpperCase();
  if (clean === '' || !/^[A-Z2-7]+$/.test(clean)) return undefined;
  const bits = Array.from(clean, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
