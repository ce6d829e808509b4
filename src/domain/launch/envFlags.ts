import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';

/**
 * An environment in the object form of instance creation (specification, Env formats): variables by name, and port
 * mappings as `-p <host>:<container>` with the value `1`. The same number above 65535 on both sides requests a port
 * that is the same inside and outside. As the vendor's client sends them, there are also mounts of volumes
 * (`-v V.881:/mnt`) and overlay networks (`-n NAME`), each with the value `1`, and the host name as the value of `-h`.
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
      /** What the service takes no notice of, such as `--shm-size 8g` or `-p 8000`, which maps nothing. */
      ignored: readonly string[];
      problem?: undefined;
    }
  | { env?: undefined; ignored?: undefined; problem: FlagProblem };

interface Word {
  text: string;
  offset: number;
}

/** Short flags may be followed directly by their operand (`-eA=1`), long ones by `=` and the operand. */
const flags = {
  '-e': 'env',
  '--env': 'env',
  '-p': '-p',
  '--publish': '-p',
  '-v': '-v',
  '-n': '-n',
  '-h': '-h',
  '--hostname': '-h',
} as const;
type FlagKind = (typeof flags)[keyof typeof flags];

/** These need a space before their operand: other flags begin with the same letters. */
const isApart = (flag: string): boolean => flag === '-v' || flag === '-n';

/** Characters: more than any machine starts a program with. */
const longestText = 100_000;

/**
 * Reads a template's flag string, such as `-e NAME="a b" -p 8000:8000/udp`. Quotes work as in a shell. A flag that the
 * service ignores is no problem, only a word that belongs to no flag and a flag whose value is wrong.
 */
export function parseDockerFlags(text: string): ParsedFlags {
  if (text.length > longestText)
    return { problem: { message: l10n.t('These flags are too long.'), offset: 0 } };
  const words = splitWords(text);
  if (!Array.isArray(words)) return { problem: words };
  const env: [string, string][] = [];
  const ignored: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? { text: '', offset: 0 };
    const next = words[index + 1]?.text;
    const flag = readFlag(word);
    if (!flag) {
      if (!word.text.startsWith('-')) {
        const message = l10n.t('Unknown word “{0}”. Use -e, -p, -v, -n or -h.', short(word.text));
        return { problem: { message, offset: word.offset } };
      }
      const hasOperand = next !== undefined && !next.startsWith('-') && !word.text.includes('=');
      ignored.push(hasOperand ? `${word.text} ${next}` : word.text);
      index += hasOperand ? 1 : 0;
      continue;
    }
    const operand = flag.operand ?? next;
    if (operand === undefined) {
      return {
        problem: { message: l10n.t('{0} needs a value.', short(word.text)), offset: word.offset },
      };
    }
    if (flag.operand === undefined) index += 1;
    const pair = entryOf(flag.kind, operand);
    if (!pair) {
      ignored.push(`${flag.name} ${operand}`);
      continue;
    }
    const message = envProblem(...pair);
    if (message !== undefined) return { problem: { message, offset: word.offset } };
    env.push(pair);
  }
  return { env: Object.fromEntries(env), ignored };
}

/** A flag in the object form; undefined for a variable without a value and a port without another. */
function entryOf(kind: FlagKind, operand: string): [string, string] | undefined {
  if (kind === 'env') return splitVariable(operand);
  if (kind === '-p' && /^\d+(\/\w+)?$/.test(operand)) return undefined;
  return readOption(`${kind} ${operand}`);
}

/** The object form as a flag string that `parseDockerFlags` reads back. */
export function printDockerFlags(env: Readonly<Env>): string {
  return Object.entries(env)
    .map(([name, value]) => (isOption(name) ? printOption(name, value) : `-e ${quoted(`${name}=${value}`)}`))
    .join(' ');
}

/** Whether an entry is a flag such as a port mapping, and no variable. */
export const isOption = (name: string): boolean => name.startsWith('-');

/** Such an entry as one text: `-p 80:80`, `-h box`. */
const printOption = (name: string, value: string): string => (name === '-h' ? `${name} ${value}` : name);

/** The reverse of `printOption`. */
const readOption = (text: string): [string, string] =>
  text.startsWith('-h ') ? ['-h', text.slice('-h '.length)] : [text, '1'];

/** What is wrong with one entry of the object form; undefined if it is valid. */
export function envProblem(name: string, value: string): string | undefined {
  if (!name.startsWith('-')) {
    return /^[^\s=\0]+$/.test(name) && name !== '__proto__'
      ? undefined
      : l10n.t('Invalid variable name “{0}”. It can’t be empty or contain spaces or “=”.', short(name));
  }
  if (name === '-h' && /^\S+$/.test(value)) return undefined;
  if (!name.startsWith('-p ') && !/^-(?:v \w[\w.-]*:\/[\w./:-]*|n [\w.-]+)$/.test(name)) {
    return l10n.t(
      'Invalid flag “{0}”. Use -p host:container, -v V.<volume ID>:/path or -n <network>.',
      short(name),
    );
  }
  if (!name.startsWith('-p ')) return valueProblem(name, value);
  const [, host, container] = /^-p (\d{1,5}):(\d{1,5})(?:\/(?:tcp|udp))?$/.exec(name) ?? [];
  if (host === undefined || !isMapping(Number(host), Number(container))) {
    return l10n.t(
      'Invalid port mapping “{0}”. Use -p host:container with ports from 1 to 65535, or -p 70000:70000 for a port that has the same number inside and outside.',
      short(name),
    );
  }
  return valueProblem(name, value);
}

const valueProblem = (name: string, value: string): string | undefined =>
  value === '1' ? undefined : l10n.t('The value of “{0}” must be 1.', short(name));

function isMapping(host: number, container: number): boolean {
  return host > maxPort ? host === container : host >= 1 && container >= 1 && container <= maxPort;
}

const maxPort = 65_535;

/**
 * Port mappings as a person types them, separated by spaces or commas: `6006` is `6006:6006`, and a `-p` in front is
 * accepted. Returns each once, as `host:container`; other options, such as `-v V.881:/mnt`, with their flag; other words
 * stay as typed, so that `portProblem` refuses them. A text that is far too long stays one word.
 */
export function readPorts(text: string): string[] {
  if (text.length > longestText) return [text];
  const words = text
    .replace(/(^|[\s,])(?:-p|--publish)(?:[\s=]+|(?=\d))/g, '$1')
    // One word for now.
    .replace(/(^|[\s,])(-[vnh])\s+(?=[^\s,-])/g, '$1$2\0')
    .split(/[\s,]+/)
    .map((word) => word.replace('\0', ' '));
  return [
    ...new Set(words.filter(Boolean).map((word) => word.replace(/^(\d+)(\/(?:tcp|udp))?$/, '$1:$1$2'))),
  ];
}

/** A result of `readPorts` as an entry of the object form. */
export const portEntry = (port: string): [string, string] =>
  isOption(port) ? readOption(port) : [`-p ${port}`, '1'];

/** The reverse of `portEntry`. */
export const printPort = (name: string, value: string): string =>
  name.startsWith('-p ') ? name.slice('-p '.length) : printOption(name, value);

export const portProblem = (port: string): string | undefined => envProblem(...portEntry(port));

function readFlag({ text }: Word): { name: string; kind: FlagKind; operand?: string } | undefined {
  for (const [name, kind] of Object.entries(flags)) {
    if (text === name) return { name, kind };
    const attached = name.startsWith('--') ? `${name}=` : name;
    if (!isApart(name) && text.startsWith(attached))
      return { name, kind, operand: text.slice(attached.length) };
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
