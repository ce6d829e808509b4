import { describe, expect, it } from 'vitest';
import { jsonOf } from '../../../src/api/answers/classify';
import { decode } from '../support/decode';
import { plainText } from '../../../src/api/plainText';
import { instanceSchema } from '../../../src/api/schemas/instances/instance';
import { secretsIn } from '../../../src/api/secrets';
import { cleanServerText } from '../../../src/api/answers/serverText';
import { parseDotenv, withReferences } from '../../../src/domain/dotenv';
import { envProblem, parseDockerFlags } from '../../../src/domain/launch/envFlags';
import { launchOfTemplate } from '../../../src/domain/launch/launchPrecedence';
import { lifecycleOf } from '../../../src/domain/instances/lifecycle';
import { composeOnstart } from '../../../src/domain/launch/onstart';
import { looksSecret, parseReference } from '../../../src/domain/secretReference';
import { readDocument, withoutPassword } from '../../../src/domain/templates/templateDocument';
import { readPhoneNumber } from '../../../src/domain/account/phoneNumber';
import { readBackupCode, readCode } from '../../../src/domain/twoFactor/twoFactorInput';
import { escapeMarkdown } from '../../../src/domain/markdown';
import { readConfig } from '../../../src/ssh/config/configFile';
import { ensureBlock, removeBlock } from '../../../src/ssh/config/includeBlock';
import { withoutHost } from '../../../src/ssh/keys/knownHosts';
import { readLogin } from '../../../src/ssh/login/login';
import { machineQuestion } from '../../../src/ssh/machine';
import { parsePublicKeys } from '../../../src/ssh/keys/publicKey';

const question = machineQuestion('a'.repeat(24));

/** Everything that reads text which somebody else wrote. */
const readers: Record<string, (text: string) => unknown> = {
  'the secrets of a request': (text) => secretsIn({ env: text, image_login: text }),
  'the words of the service': (text) => cleanServerText(text, secretsIn({ env: text })),
  'an answer': (text) => {
    try {
      return jsonOf(
        { status: 403, text, contentType: 'text/plain' },
        { host: '', twoFactor: true, secrets: [text] },
      );
    } catch (error) {
      return error;
    }
  },
  'the fields of an instance': (text) =>
    decode(instanceSchema, { id: 1, ssh_port: text, is_bid: text, start_date: text, label: text }, ''),
  'text for a person': plainText,
  'docker flags': parseDockerFlags,
  'a variable': (text) => envProblem(text, text),
  'a .env file': parseDotenv,
  'a .env file to be kept': (text) => withReferences(text, new Map([['A', { secret: 'A' }]])),
  'a name that may be secret': looksSecret,
  'a reference': (text) => parseReference(`\${secret:${text}`),
  'the document of a template': (text) => readDocument(text, undefined),
  'a document to be kept': withoutPassword,
  'the image of a template': (text) =>
    launchOfTemplate({ id: 1, hash_id: 'a', image: text, tag: 'b', env: text }),
  'a script': (text) => composeOnstart(text, { noAutoTmux: true }),
  'the state of an instance': (text) => lifecycleOf({ actual_status: text, status_msg: text }),
  'a code': (text) => [readCode(text), readBackupCode(text), readPhoneNumber(text)],
  'what a report quotes': escapeMarkdown,
  'public keys': parsePublicKeys,
  'our ssh config': readConfig,
  'a person’s ssh config': (text) => {
    const content = Buffer.from(text);
    return [ensureBlock(content, '/x/gpu-rental/config'), removeBlock(content)];
  },
  'output of ssh': (text) =>
    readLogin({ code: 255, stdout: text, stderr: text, timedOut: false, missing: false }, question),
  'known hosts': (text) => withoutHost(text, 'gpu-5'),
};

const count = 100_000;
const hostile: Record<string, string> = {
  'open quotes and backslashes': `"${'\\'.repeat(count)}`,
  'escaped quotes': '"\\'.repeat(count / 2),
  'single quotes': `'${'a'.repeat(count)}`,
  'every second quote': `"'`.repeat(count / 2),
  'words with quotes': `-e A="b `.repeat(count / 8),
  flags: '-e A=1 '.repeat(count / 7),
  assignments: 'A=1\n'.repeat(count / 4),
  'open assignments': 'A="1\\"\n'.repeat(count / 7),
  spaces: ' '.repeat(count),
  'spaces and a letter': `${' '.repeat(count)}x`,
  'an option, spaces and a letter': `Host a${' '.repeat(count)}x`,
  'markers in one line': '# --- gpu-rental: '.repeat(count / 18),
  'start markers': '# --- gpu-rental: start ---\n'.repeat(count / 28),
  'tabs before a line': `A${'\t'.repeat(count)}x`,
  'colons and a slash': `${':'.repeat(count)}/`,
  slashes: '/'.repeat(count),
  digits: `${'1'.repeat(count)}x`,
  capitals: 'A'.repeat(count),
  camels: 'aB'.repeat(count / 2),
  dashes: 'a-'.repeat(count / 2),
  'equals signs': '='.repeat(count),
  hashes: ' #'.repeat(count / 2),
  'line ends': '\r\n'.repeat(count / 2),
  brackets: '['.repeat(count),
  braces: '{"a":'.repeat(count / 5),
  'names of a password': '"docker_login_pass":'.repeat(count / 20),
  'names in comments on one line': '/*docker_login_pass:x*/'.repeat(count / 23),
  'names in comments': '// docker_login_pass: x\n'.repeat(count / 24),
  'names without values': '"docker_login_pass" : "\n'.repeat(count / 24),
  'starts of references': '${secret:'.repeat(count / 9),
  'starts of links': ']('.repeat(count / 2),
  keys: 'ssh-ed25519 '.repeat(count / 12),
};

// 51 characters took 18 s once. What takes time squared takes a minute at this length, and far less than this at once.
const patience = 1500;

describe.each(Object.entries(readers))('%s is read in time that grows with its length', (_reader, read) => {
  it.each(Object.entries(hostile))('from %s', (_what, text) => {
    // This process's own work, whatever else the machine does.
    const start = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(patience);
  });
});

it('finds every word of flags that an error must not show', () => {
  const flags = `-e A="two words" -e 'B=it s' -e C=back\\ slash "open \\" quote`;
  expect(secretsIn({ env: flags })).toEqual(
    expect.arrayContaining(['two words', 'it s', '-e', 'back\\ slash', '"two', '"open \\" quote']),
  );
  expect(secretsIn({ docker_login_pass: 'pä"ss\\word' })).toEqual(['pä"ss\\word', 'pä\\"ss\\\\word']);
});
