import { ParseError, parsePhoneNumberWithError, validatePhoneNumberLength } from 'libphonenumber-js/min';

/**
 * Checks a typed phone number by the numbering plans of all countries. They make up 118 KB, so import this file lazily.
 */

/** What is wrong with a typed number. `code` is its calling code with the plus sign. */
export type PhoneMistake =
  | { kind: 'empty' }
  | { kind: 'otherCharacters' }
  | { kind: 'noCallingCode' }
  /** @property code its first digits, up to three */
  | { kind: 'unknownCallingCode'; code: string }
  /** A prefix that is dialed only within the country, such as the 0 in +49 0170. */
  | { kind: 'trunkPrefix'; code: string; prefix: string }
  | { kind: 'tooShort'; code: string }
  | { kind: 'tooLong'; code: string }
  | { kind: 'wrongLength'; code: string };

/** A number in E.164, and in groups as people in its country write it. */
export interface PhoneNumber {
  number: string;
  written: string;
}

/**
 * Reads a number with its calling code; `00` at the start counts as `+`. It says only what can't be right: whether a
 * number is in use is for the service to say.
 */
export function readPhoneNumber(text: string): PhoneNumber | { mistake: PhoneMistake } {
  const digits = text.replace(/[\s().\-/]/gu, '').replace(/^00/, '+');
  if (digits === '') return { mistake: { kind: 'empty' } };
  if (!/^\+?\d*$/.test(digits)) return { mistake: { kind: 'otherCharacters' } };
  if (!digits.startsWith('+')) return { mistake: { kind: 'noCallingCode' } };
  try {
    const parsed = parsePhoneNumberWithError(digits, { extract: false });
    const code = `+${parsed.countryCallingCode}`;
    // Some countries keep a 0 at the start of the number, so only what the plan drops is too much.
    const prefix = digits.slice(code.length, digits.length - parsed.nationalNumber.length);
    if (prefix !== '') return { mistake: { kind: 'trunkPrefix', code, prefix } };
    if (!parsed.isPossible()) return { mistake: { kind: wrongLength(digits), code } };
    return { number: parsed.number, written: parsed.formatInternational() };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const code = digits.slice(0, 4);
    if (error.message === 'INVALID_COUNTRY') return { mistake: { kind: 'unknownCallingCode', code } };
    return { mistake: { kind: error.message === 'TOO_LONG' ? 'tooLong' : 'tooShort', code } };
  }
}

function wrongLength(digits: string): 'tooShort' | 'tooLong' | 'wrongLength' {
  switch (validatePhoneNumberLength(digits)) {
    case 'TOO_SHORT':
      return 'tooShort';
    case 'TOO_LONG':
      return 'tooLong';
    default:
      return 'wrongLength';
  }
}
