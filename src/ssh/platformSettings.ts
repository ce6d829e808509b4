import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  visit,
} from 'jsonc-parser';

/** The platform of each host, which Remote-SSH stores by host name. */
export type Platforms = Readonly<Record<string, unknown>>;

/** The setting in which it stores them. */
export const platformsSetting = { section: 'remote.SSH', name: 'remotePlatform' } as const;

/**
 * A settings file without the platforms of these hosts: removes their members, each with one comma, and keeps every
 * other byte and comment. Undefined if it contains none of them or can't be read without guessing.
 */
export function withoutPlatforms(content: Buffer, hosts: readonly string[]): Buffer | undefined {
  const text = content.toString('utf8');
  if (!Buffer.from(text).equals(content)) return undefined;
  const setting = `${platformsSetting.section}.${platformsSetting.name}`;
  const known = memberOf(text, [setting]);
  const ours = hosts.filter((host) => memberOf(text, [setting, host]));
  const value = known?.children?.[1];
  if (!value || ours.length === 0) return undefined;
  const isAll = value.children?.length === ours.length;
  // If it contains a comment, the setting stays.
  const paths = isAll && !hasComment(text, value) ? [[setting]] : ours.map((host) => [setting, host]);
  return Buffer.from(paths.reduce(cutMember, text));
}

/** The member with its name; also undefined if the file is damaged. */
function memberOf(text: string, path: string[]): Node | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return tree && errors.length === 0 ? findNodeAtLocation(tree, path)?.parent : undefined;
}

function cutMember(text: string, path: string[]): string {
  const member = memberOf(text, path);
  if (!member) return text;
  const siblings = member.parent?.children ?? [];
  const before = siblings[siblings.indexOf(member) - 1];
  const end = member.offset + member.length;
  const comma = commaAfter(text, end) ?? (before && commaAfter(text, before.offset + before.length));
  const own = { from: member.offset, to: end };
  if (comma === undefined) return cutLine(text, own);
  const together = { from: Math.min(comma, own.from), to: Math.max(comma + 1, own.to) };
  const between = comma < own.from ? text.slice(comma + 1, own.from) : text.slice(own.to, comma);
  if (between.trim() === '') return cutLine(text, together);
  // There is other text between the two, which stays. Starts at the end, so that the first position stays correct.
  return comma < own.from ? cut(cutLine(text, own), comma) : cutLine(cut(text, comma), own);
}

const cut = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1);

/** Removes the whole line if it contains nothing else, else the extra blanks. */
function cutLine(text: string, { from, to }: { from: number; to: number }): string {
  const start = from - (/[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0);
  const rest = text.slice(to);
  const newline = /^[ \t]*(?:\r?\n|$)/.exec(rest)?.[0].length;
  const beginsLine = start === 0 || text[start - 1] === '\n';
  if (beginsLine && newline !== undefined) return text.slice(0, start) + text.slice(to + newline);
  return text.slice(0, from) + rest.replace(/^[ \t]+/, '');
}

/** The position of the next comma after blanks and comments. */
function commaAfter(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : undefined;
}

function hasComment(text: string, { offset, length }: Node): boolean {
  let found = false;
  visit(text.slice(offset, offset + length), { onComment: () => void (found = true) });
  return found;
}
