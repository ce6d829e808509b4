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
  const environment: unknown[] = members.env instanceof Object ? Object.values(members.env) : [];
  const values = [...secretMembers.map((name) => members[name]), ...environment];
  return values.filter((value) => typeof value === 'string');
}
