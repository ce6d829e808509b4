import { portMappingOf } from '../instances/portMapping';

/**
 * Turns a template's flag string into the object form of instance creation (specification, Env formats):
 * `-e NAME=value` becomes NAME: "value", `-h NAME` becomes "-h": "NAME", and `-p a:b`, `-v a:b` and `-n NAME` become
 * members of their own with the value "1". Quotes work as in a shell. Other flags are ignored, and so are a variable
 * without a value and a port without another.
 * @returns undefined when the text is no such string
 */
export function parseDockerFlags(text: string): Record<string, string> | undefined {
  const words = splitWords(text);
  if (words === undefined) return undefined;
  const env = new Map<string, string>();
  for (let index = 0; index < words.length; index += 1) {
    const flag = words[index] ?? '';
    const operand = words[index + 1];
    if (!isKnown(flag)) {
      if (!flag.startsWith('-')) return undefined;
      if (!flag.includes('=') && operand?.startsWith('-') === false) index += 1;
      continue;
    }
    if (operand === undefined) return undefined;
    index += 1;
    if (flag === '-e' || flag === '--env') {
      const [, name = '', value] = /^([^=]*)=(.*)$/s.exec(operand) ?? [];
      if (value === undefined) continue;
      if (!/^\S+$/.test(name)) return undefined;
      env.set(name, value);
    } else if (flag === '-p' || flag === '--publish') {
      const mapping = `-p ${operand}`;
      if (/^\d+(\/\w+)?$/.test(operand)) continue;
      if (portMappingOf(mapping) === undefined) return undefined;
      env.set(mapping, '1');
    } else if (flag === '-v' || flag === '-n') env.set(`${flag} ${operand}`, '1');
    else env.set('-h', operand);
  }
  return Object.fromEntries(env);
}

const isKnown = (flag: string): boolean =>
  ['-e', '--env', '-p', '--publish', '-v', '-n', '-h', '--hostname'].includes(flag);

/** One piece of a word: what quotes enclose, an escaped letter, or letters as they are. */
const piece = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/sy;

/** Words as a shell splits them; undefined when a quote is left open. */
function splitWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let index = 0;
  while (index < text.length) {
    if (/\s/.test(text.charAt(index))) {
      if (word !== undefined) words.push(word);
      word = undefined;
      index += 1;
      continue;
    }
    piece.lastIndex = index;
    const match = piece.exec(text);
    if (match === null) return undefined;
    const [whole, double, single, escaped, plain] = match;
    word = (word ?? '') + (double?.replace(/\\(.)/gs, '$1') ?? single ?? escaped ?? plain ?? '');
    index += whole.length;
  }
  if (word !== undefined) words.push(word);
  return words;
}
