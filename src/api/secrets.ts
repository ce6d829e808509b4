const secretMembers = [
  'secret',
  'code',
  'backup_code',
  'password',
  'captcha',
  'docker_login_pass',
  'image_login',
] as const;

/** Secrets in a request's body. No error may repeat them if the service echoes them. */
export function secretsIn(body: object | undefined): string[] {
  if (!body) return [];
  const members: Record<string, unknown> = { ...body };
  const values: unknown[] = [
    ...secretMembers.map((name) => members[name]),
    ...wordsOf(members.image_login),
    ...(isRecord(members.env) ? Object.values(members.env) : wordsOf(members.env)),
  ];
  return values.filter((value) => typeof value === 'string').flatMap(asWritten);
}

/** Also as it appears in JSON that is quoted in a text. */
function asWritten(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return escaped === secret ? [secret] : [secret, escaped];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Each word of a string of flags: the service may repeat only a part of it. */
function wordsOf(flags: unknown): string[] {
  if (typeof flags !== 'string') return [];
  const words = new Set([...shellWords(flags), ...flags.split(/\s/)]);
  return [...words].flatMap((word) => {
    const value = word.slice(word.indexOf('=') + 1);
    return [word, value, value.replaceAll(/["']/g, '')];
  });
}

/** Words with their quotes, split like a shell does, in one pass. An open quote ends with the text. */
function shellWords(text: string): string[] {
  const words: string[] = [];
  let start = 0;
  let quote = '';
  for (let index = 0; index <= text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== "'" && character === '\\') index += 1;
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
    if (index >= text.length || (quote === '' && /\s/.test(character))) {
      if (index > start) words.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return words;
}
