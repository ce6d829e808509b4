import * as l10n from '@vscode/l10n';
import { LocalError } from '../api/localError';
import type { PhoneMistake, PhoneNumber } from '../domain/account/phoneNumber';

/** The typed number. Loads the numbering plans on first use. @throws LocalError that says what is wrong with it */
export async function checkedNumber(text: string): Promise<PhoneNumber> {
  const { readPhoneNumber } = await import('../domain/account/phoneNumber');
  const read = readPhoneNumber(text);
  if ('mistake' in read) throw new LocalError('invalid_input', sentenceFor(read.mistake));
  return read;
}

function sentenceFor(mistake: PhoneMistake): string {
  switch (mistake.kind) {
    case 'empty':
      return l10n.t('Enter a phone number.');
    case 'otherCharacters':
      return l10n.t('A phone number can have only digits, and a + at the start.');
    case 'noCallingCode':
      return l10n.t('Choose the country, or start with its code, such as +44.');
    case 'unknownCallingCode':
      return l10n.t('No country has the code {0}. Check the digits after the +.', mistake.code);
    case 'trunkPrefix':
      return l10n.t('Leave out the {0} after {1}.', mistake.prefix, mistake.code);
    case 'tooShort':
      return l10n.t('This number is too short. Digits are missing after {0}.', mistake.code);
    case 'tooLong':
      return l10n.t('This number is too long for {0}. Remove the extra digits.', mistake.code);
    case 'wrongLength':
      return l10n.t('This number has the wrong length for {0}.', mistake.code);
  }
}
