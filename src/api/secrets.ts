const secretMembers = [
  'secret',
  'code',
  'backup_code',
  'password',
  'captcha',
  'docker_login_pass',
  'image_login',
] as const;

/** What a request's body holds that no error may repeat, should the service echo it. */
export function secretsIn(body: object | undefined): string[] {
  if (!body) return [];
  const members: Record<string, unknown> = { ...body };
  const values: unknown[] = [
    ...secretMembers.map((name) => members[name]),
    ...wordsOf(members.image_login),
    ...(isRecord(members.env) ? Object.values(members.env) : wordsOf(members.env)),
  ];
  return values.filter((value) => typeof value === 'string');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What a string of flags holds, each alone: the service may repeat a part of it. */
function wordsOf(flags: unknown): string[] {
  if (typeof flags !== 'string') return [];
  const words = flags.match(/(?:"(?:\\.|[^"])*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.flatMap((word) => {
    const value = word.slice(word.indexOf('=') + 1);
    return [word, value, value.replaceAll(/["']/g, '')];
  });
}
