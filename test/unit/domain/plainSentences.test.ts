import { describe, expect, it } from 'vitest';
import { describeError } from '../../../src/api/describeError';
import { ApiError } from '../../../src/api/errors';
import { plainText } from '../../../src/api/plainText';
import { parseDotenv } from '../../../src/domain/dotenv';
import { envProblem, parseDockerFlags } from '../../../src/domain/launch/envFlags';
import { readLaunch, readProject } from '../../../src/domain/launch/launchFile';
import { checkLaunchRequest, problemSentence } from '../../../src/domain/launch/launchRequest';
import { checkTemplate } from '../../../src/domain/templates/templateFields';
import { hostileTexts } from '../../hostileTexts';

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('Nothing was refused.');
}

/** Sentences of ours around a text from outside, each by its way in. */
const sentences: Readonly<Record<string, (text: string) => string | undefined>> = {
  'a member of an imported launch': (text) =>
    messageOf(() => readLaunch({ name: 'a', launch: { [text]: 1 } }, 'import:1')),
  'a member of a project’s launch': (text) =>
    messageOf(() => readProject({ launches: [{ name: 'a', launch: {}, [text]: 1 }] }, 'project:1')),
  'a variable’s name in a launch': (text) =>
    messageOf(() => readLaunch({ name: 'a', launch: { env: { [text]: 1 } } }, 'import:1')),
  'a filter in a launch': (text) =>
    messageOf(() => readLaunch({ name: 'a', launch: {}, offers: { filters: { [text]: 1 } } }, 'import:1')),
  'a variable’s name in a request': (text) =>
    problemSentence(checkLaunchRequest({ image: 'a', env: { [text]: 1 } }).problems),
  'a template’s field': (text) => problemSentence(checkTemplate({ [text]: 1 }, false)),
  'a filter in a template': (text) => problemSentence(checkTemplate({ extra_filters: { [text]: 1 } }, false)),
  'a variable’s name': (text) => envProblem(`${text} =`, ''),
  'a port mapping': (text) => envProblem(`-p ${text}`, '1'),
  'a flag': (text) => parseDockerFlags(`'${text}'`).problem?.message,
  'a line of variables': (text) => parseDotenv(`-${text.replace(/[\s=#]/g, '')}=1`).problems[0]?.message,
  'an error of the service': (text) => describeError(new ApiError('refused', text)).message,
  'any other error': (text) => describeError(new Error(text)).message,
};

describe('a sentence around a text from outside is plain', () => {
  it.each(Object.entries(sentences))('%s', (_, sentence) => {
    for (const text of hostileTexts) {
      const said = sentence(text);
      expect(said, text).toBeTruthy();
      expect(plainText(said ?? '', 1000), text).toBe(said);
    }
  });
});
