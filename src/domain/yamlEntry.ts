/**
 * `name: value` as YAML, indented. A text of several lines becomes a block, so that it reads as written. Everything
 * else is written as JSON, which is valid YAML.
 */
export function yamlEntry(name: string, value: unknown, indent = ''): string {
  const key = /^[A-Za-z_][\w.-]*$/.test(name) && !keywords.test(name) ? name : JSON.stringify(name);
  const block = typeof value === 'string' ? blockOf(value, `${indent}  `) : undefined;
  return `${indent}${key}: ${block ?? JSON.stringify(value)}`;
}

/** Words that YAML doesn't read as text unless they are quoted. */
const keywords = /^(true|false|null|yes|no|on|off|y|n)$/i;

/** Undefined for a text that a block wouldn't keep exactly. */
function blockOf(text: string, indent: string): string | undefined {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  // Only printable lines, without empty lines at the start or end, because YAML would need their number.
  if (!body.includes('\n') || !/^[\t\n\x20-\x7e\u00a0-\u2027\u202f-\ud7ff]*$/.test(body)) return undefined;
  const lines = body.split('\n');
  if ([lines[0], lines.at(-1)].some((line) => line?.trim() === '')) return undefined;
  const header = `|${lines[0]?.startsWith(' ') ? '2' : ''}${body === text ? '-' : ''}`;
  return [header, ...lines.map((line) => (line === '' ? '' : indent + line))].join('\n');
}
