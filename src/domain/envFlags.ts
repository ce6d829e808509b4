import * as l10n from '@vscode/l10n';

/**
 * An environment in the object form of instance creation (specification, Env formats): variables by name, and port
 * mappings as `-p <host>:<container>` with the value `1`.
 */
export type Env = Record<string, string>;

export interface FlagProblem {
  message: string;
  /** Where in the text the flag or word begins that is wrong. */
  offset: number;
}

export type ParsedFlags =
  | {
      env: Env;
      /** Flags that the object form has no place for, such as `-h name`. */
      ignored: readonly string[];
      problem?: undefined;
    }
  | { env?: undefined; problem: FlagProblem };

interface Word {
  text: string;
  offset: number;
}

/** Short flags may carry their operand at once (`-eA=1`), long ones after a `=`. */
const flags = {
  '-e': 'env',
  '--env': 'env',
  '-p': 'port',
  '--publish': 'port',
  '-h': 'none',
  '--hostname': 'none',
} as const;
type FlagKind = (typeof flags)[keyof typeof flags];

/** Reads a template's flag string, such as `-e NAME="a b" -p 8000:8000/udp`. Quotes work as in a shell. */
export function parseDockerFlags(text: string): ParsedFlags {
  const words = splitWords(text);
  if (!Array.isArray(words)) return { problem: words };
  const env: [string, string][] = [];
  const ignored: string[] = [];
  const rest = words[Symbol.iterator]();
  for (const word of rest) {
    const flag = readFlag(word);
    if (!flag) {
      return {
        problem: {
          message: l10n.t('“{0}” is none of the flags -e, -p and -h.', short(word.text)),
          offset: word.offset,
        },
      };
    }
    const operand = flag.operand ?? rest.next().value?.text;
    if (operand === undefined) {
      return {
        problem: { message: l10n.t('{0} needs a value after it.', short(word.text)), offset: word.offset },
      };
    }
    const pair = flag.kind === 'port' ? ([`-p ${operand}`, '1'] as const) : splitVariable(operand);
    if (flag.kind === 'none') {
      ignored.push(`${flag.name} ${operand}`);
      continue;
    }
    const message = pair ? envProblem(pair[0], pair[1]) : l10n.t('A variable is written NAME=value.');
    if (message !== undefined || !pair) return { problem: { message: message ?? '', offset: word.offset } };
    env.push([...pair]);
  }
  return { env: Object.fromEntries(env), ignored };
}

/** The flag string of an object form, which `parseDockerFlags` reads back to the same object. */
export function printDockerFlags(env: Readonly<Env>): string {
  return Object.entries(env)
    .map(([name, value]) => (isPortMapping(name) ? name : `-e ${quoted(`${name}=${value}`)}`))
    .join(' ');
}

export const isPortMapping = (name: string): boolean => name.startsWith('-p ');

/** What is wrong with one entry of the object form; undefined when it is sound. */
export function envProblem(name: string, value: string): string | undefined {
  if (!name.startsWith('-')) {
    return /^[^\s=\0]+$/.test(name) && name !== '__proto__'
      ? undefined
      : l10n.t('“{0}” is no name for a variable: it must not be empty nor have spaces or “=”.', short(name));
  }
  const ports = /^-p (\d{1,5}):(\d{1,5})(?:\/(?:tcp|udp))?$/.exec(name)?.slice(1, 3).map(Number);
  if (!ports || ports.some((port) => port < 1 || port > 65_535)) {
    return l10n.t(
      '“{0}” is no port mapping: it is written -p host:container, with ports from 1 to 65535.',
      short(name),
    );
  }
  return value === '1' ? undefined : l10n.t('The value of the port mapping “{0}” must be 1.', short(name));
}

function readFlag({ text }: Word): { name: string; kind: FlagKind; operand?: string } | undefined {
  for (const [name, kind] of Object.entries(flags)) {
    if (text === name) return { name, kind };
    const attached = name.startsWith('--') ? `${name}=` : name;
    if (text.startsWith(attached)) return { name, kind, operand: text.slice(attached.length) };
  }
  return undefined;
}

function splitVariable(text: string): [string, string] | undefined {
  const end = text.indexOf('=');
  return end < 0 ? undefined : [text.slice(0, end), text.slice(end + 1)];
}

/** What quotes enclose, an escaped character, or characters as they are. */
const piece = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/sy;

/** Words as a shell splits them; a problem when a quote or an escape is left open. */
function splitWords(text: string): Word[] | FlagProblem {
  const words: Word[] = [];
  let word: Word | undefined;
  for (let index = 0; index < text.length;) {
    if (/\s/.test(text.charAt(index))) {
      word = undefined;
      index += 1;
      continue;
    }
    piece.lastIndex = index;
    const match = piece.exec(text);
    if (!match) return { message: l10n.t('A quote that is opened here is never closed.'), offset: index };
    if (!word) words.push((word = { text: '', offset: index }));
    const [whole, double, single, escaped, plain] = match;
    word.text += double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? plain ?? '';
    index += whole.length;
  }
  return words;
}

/** Single quotes keep everything as it is but themselves. */
function quoted(text: string): string {
  if (/^[\w./:@%+,=-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
