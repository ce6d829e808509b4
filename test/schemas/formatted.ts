import { readFile } from 'node:fs/promises';
import { format, type FormatConfig } from 'oxfmt';

/** A file's text in the style of the project, as `npm run format` leaves it. @param path its path, which says the kind */
export async function formatted(path: string, text: string): Promise<string> {
  const style = JSON.parse(await readFile('.oxfmtrc.json', 'utf8')) as FormatConfig;
  const { code, errors } = await format(path, text, style);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return code;
}
