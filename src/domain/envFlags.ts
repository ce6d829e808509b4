import * as l10n from '@vscode/l10n';
import { plainText } from '../api/plainText';

/**
 * An environment in the object form of instance creation (specification, Env formats): variables by name, and port
 * mappings as `-p <host>:<container>` with the value `1`. The same number above 65535 on both sides requests a port
 * that is the same inside and outside.
 */
export type Env = Record<string, string>;

export interface FlagProblem {
  message: string;
  /** Where the wrong flag or word begins in the text. */
  offset: number;
}

export type ParsedFlags =
  | {
      env: Env;
      /** Flags that the object form doesn't support, such as `-h name`. */
      ignored: readonly string[];
      problem?: undefined;
    }
  | { env?: undefined; problem: FlagProblem };

interface Word {
  text: string;
  offset: number;
}

/** Short flags may be followed directly by their operand (`-eA=1`), long ones by `=` and the operand. */
const flags = {
  '-e': 'env',
  '--env': 'env',
  '-p': 'port',
  '--publish': 'port',
  '-h': 'none',
  '--hostname': 'none',
} as const;
type FlagKind = (typeof flags)[keyof typeof flags];

/** Characters: more than any machine starts a program with. */
const longestText = 100_000;

/** Reads a template's flag string, such as `-e NAME="a b" -p 8000:8000/udp`. Quotes work as in a shell. */
export function parseDockerFlags(text: string): ParsedFlags {
  if (text.length > longestText)
    return { problem: { message: l10n.t('These flags are too long.'), offset: 0 } };
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
          message: l10n.t('Unknown flag “{0}”. Use -e, -p or -h.', short(word.text)),
          offset: word.offset,
        },
      };
    }
    const operand = flag.operand ?? rest.next().value?.text;
    if (operand === undefined) {
      return {
        problem: { message: l10n.t('{0} needs a value.', short(word.text)), offset: word.offset },
      };
    }
    const pair = flag.kind === 'port' ? ([`-p ${operand}`, '1'] as const) : splitVariable(operand);
    if (flag.kind === 'none') {
      ignored.push(`${flag.name} ${operand}`);
      continue;
    }
    const message = pair ? envProblem(pair[0], pair[1]) : l10n.t('Enter variables as NAME=value.');
    if (message !== undefined || !pair) return { problem: { message: message ?? '', offset: word.offset } };
    env.push([...pair]);
  }
  return { env: Object.fromEntries(env), ignored };
}

/** The object form as a flag string that `parseDockerFlags` reads back. */
export function printDockerFlags(env: Readonly<Env>): string {
  return Object.entries(env)
    .map(([name, value]) => (isPortMapping(name) ? name : `-e ${quoted(`${name}=${value}`)}`))
    .join(' ');
}

export const isPortMapping = (name: string): boolean => name.startsWith('-p ');

/** What is wrong with one entry of the object form; undefined if it is valid. */
export function envProblem(name: string, value: string): string | undefined {
  if (!name.startsWith('-')) {
    return /^[^\s=\0]+$/.test(name) && name !== '__proto__'
      ? undefined
      : l10n.t('Invalid variable name “{0}”. It can’t be empty or contain spaces or “=”.', short(name));
  }
  const [, host, container] = /^-p (\d{1,5}):(\d{1,5})(?:\/(?:tcp|udp))?$/.exec(name) ?? [];
  if (host === undefined || !isMapping(Number(host), Number(container))) {
    return l10n.t(
      'Invalid port mapping “{0}”. Use -p host:container with ports from 1 to 65535, or -p 70000:70000 for a port that has the same number inside and outside.',
      short(name),
    );
  }
  return value === '1' ? undefined : l10n.t('The value of the port mapping “{0}” must be 1.', short(name));
}

function isMapping(host: number, container: number): boolean {
  return host > maxPort ? host === container : host >= 1 && container >= 1 && container <= maxPort;
}

const maxPort = 65_535;

/**
 * Port mappings as a person types them, separated by spaces or commas: `6006` is `6006:6006`, and a `-p` in front is
 * accepted. Returns each once, as `host:container`; other words stay as typed, so that `envProblem` refuses them. A text
 * that is far too long stays one word.
 */
export function readPorts(text: string): string[] {
  if (text.length > longestText) return [text];
  const words = text.replace(/(^|[\s,])(?:-p|--publish)(?:[\s=]+|(?=\d))/g, '$1').split(/[\s,]+/);
  return [
    ...new Set(words.filter(Boolean).map((word) => word.replace(/^(\d+)(\/(?:tcp|udp))?$/, '$1:$1$2'))),
  ];
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

/** A quoted part, an escaped character, or plain characters. */
const piece = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/sy;

/** Words, split like a shell does; a problem if a quote or an escape is left open. */
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
    if (!match) return { message: l10n.t('This quote isn’t closed.'), offset: index };
    if (!word) words.push((word = { text: '', offset: index }));
    const [whole, double, single, escaped, plain] = match;
    word.text += double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? plain ?? '';
    index += whole.length;
  }
  return words;
}

/** Single quotes keep everything as written, except single quotes. */
function quoted(text: string): string {
  if (/^[\w./:@%+,=-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const short = (text: string): string => plainText(text, 40);
