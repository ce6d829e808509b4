import fc from '../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { parseDotenv, printDotenv, type Variables, withReferences } from '../../../src/domain/dotenv';
import { looksSecret } from '../../../src/domain/secretReference';

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.]{0,8}$/);
const held = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('${secret:A}', ' # no comment', "it's", '"', '\\n', 'a\r\nb', '\n'),
  fc.record({ secret: fc.stringMatching(/^[\w.:/ -]{1,20}$/) }),
);

describe('a dotenv text', () => {
  it('holds any variables, and gives them back', () => {
    fc.assert(
      fc.property(fc.dictionary(name, held, { noNullPrototype: true }), (variables) => {
        expect(parseDotenv(printDotenv(variables))).toMatchObject({ variables, problems: [] });
        expect(Object.keys(parseDotenv(printDotenv(variables)).variables)).toEqual(Object.keys(variables));
      }),
    );
  });

  it.each<[string, Variables]>([
    ['A=1\n\n# note\nB = two words # why\n', { A: '1', B: 'two words' }],
    ['export A=1\r\nB=2', { A: '1', B: '2' }],
    ['A=\'x # y\'\nB="a\\nb"', { A: 'x # y', B: 'a\nb' }],
    ['A="first\nsecond"\nB=', { A: 'first\nsecond', B: '' }],
    ["A=${secret:hf}\nB='${secret:hf}'", { A: { secret: 'hf' }, B: '${secret:hf}' }],
    ['A=x=y#z', { A: 'x=y#z' }],
  ])('is read as people write it: %j', (text, variables) => {
    const parsed = parseDotenv(text);
    expect(parsed.variables).toEqual(variables);
    expect(parsed.problems).toEqual([]);
  });

  it('names the line of what it cannot read, and keeps the rest', () => {
    const { variables, problems } = parseDotenv('A=1\nnonsense\nB="open\nC=3\n-p=1\n');
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(variables).toEqual({ A: '1', C: '3' });
  });
});

describe('a dotenv text that is kept', () => {
  const references = new Map([['TOKEN', { secret: 'form/TOKEN' }]]);

  it('has references in place of secret values, and all else as it was', () => {
    const text = '# mine\nA=1\nTOKEN="very\nsecret" # why\n\nexport B=\'2\'';
    const kept = "# mine\nA=1\nTOKEN=${secret:form/TOKEN} # why\n\nexport B='2'";
    expect(withReferences(text, references)).toBe(kept);
    expect(parseDotenv(kept).variables).toEqual({ A: '1', TOKEN: { secret: 'form/TOKEN' }, B: '2' });
  });

  it('leaves out what cannot be read and may be secret, such as a token that is being typed', () => {
    const kept = withReferences('A=1\nHF_TOKEN="hf_abc\nnot a line\n', references);
    expect(kept).not.toContain('hf_abc');
    expect(kept).toContain('not a line');
  });
});

describe('names that look secret', () => {
  it.each([
    ...['HF_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'password', 'API_KEY', 'DB_PASS', 'wandb-key', 'PGPASSWORD'],
    ...[
      'OPENAI_APIKEY',
      'HFTOKEN',
      'accessToken',
      'API_KEYS',
      'GITHUB_PAT',
      'PASSPHRASE',
      'apiKey',
      'HFToken',
    ],
    ...[
      'CLIENT_SECRETS',
      'sshPrivateKey',
      'PASSWORD2',
      'SECRETKEY',
      'MYSQL_ROOT_PASSWORD',
      'x-auth',
      'HF_TOKENS',
    ],
    ...['OPENAI_API_KEY_1', 'dbPasswd', 'OAUTH', 'JWT'],
  ])('%s', (text) => {
    expect(looksSecret(text)).toBe(true);
  });
  it.each([
    ...['KEYBOARD', 'PATH', 'MONKEY', 'TOKENIZERS_PARALLELISM', 'AUTHOR', 'PASSAGE', 'MAX_TOKENS', 'BYPASS'],
    ...['maxNewTokens', 'TOKEN_LIMIT', 'COMPASS', 'PATTERN', 'TURKEY', 'HOME', 'KEYED', 'BASEPATH', ''],
  ])('not %s', (text) => {
    expect(looksSecret(text)).toBe(false);
  });
});

it('that is too long to be variables is refused in a sentence, and none of it is kept', () => {
  const long = `TOKEN=secret\n${'A=1\n'.repeat(30_000)}`;
  expect(parseDotenv(long)).toMatchObject({
    variables: {},
    problems: [{ message: 'This text is too long. Variables may have 100000 characters.', line: 0 }],
  });
  expect(withReferences(long, new Map())).not.toContain('secret');
});
