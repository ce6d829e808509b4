import { expect, it } from 'vitest';
import { refusedStep } from '../../../../src/ssh/diagnosis/configSteps';
import { loginSentence } from '../../../../src/ssh/login/loginSentence';

const said = 'Bad owner or permissions on C:/Users/me/.ssh/config';

it.each([
  ['win32', /Security.*SYSTEM and Administrators/, /600/],
  ['darwin', /600/, /Security/],
  ['linux', /600/, /Security/],
] as const)('on %s, rights that are too wide are told in its own words', (platform, words, others) => {
  const sentence = loginSentence({ status: 'bad_permissions', detail: said }, 'gpu-7', platform);
  const { remedy } = refusedStep({ refused: said, missing: false }, '/c', platform);
  for (const text of [sentence, remedy]) {
    expect(text).toMatch(words);
    expect(text).not.toMatch(others);
  }
});
