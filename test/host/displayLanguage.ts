import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './paths';
import { pseudoText } from './pseudoLanguage';

/** The display language whose texts `pseudoText` makes. */
export const pseudoLanguage = 'qps-ploc';

/**
 * Lets VS Code's server have another display language than English. VS Code takes one only with a language pack, and
 * none can be had here: this one is empty. So VS Code's own words stay English, and the extensions get their own.
 *
 * @param dataFolder what the server gets as `--server-data-dir`
 */
export async function addLanguagePack(dataFolder: string, language: string): Promise<void> {
  const userData = join(dataFolder, 'data');
  const empty = join(userData, 'empty-language-pack.json');
  await mkdir(userData, { recursive: true });
  await writeFile(empty, JSON.stringify({ contents: {} }));
  const extensions = [{ extensionIdentifier: { id: 'gpu-rental.empty-language-pack' }, version: '1.0.0' }];
  const pack = { hash: language, label: language, extensions, translations: { vscode: empty } };
  await writeFile(join(userData, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

/** Writes the pseudo-language of the extension in this folder, a copy, beside its other languages. */
export async function addPseudoLanguage(extension: string): Promise<void> {
  for (const [english, pseudo] of [
    ['l10n/bundle.l10n.json', `l10n/bundle.l10n.${pseudoLanguage}.json`],
    ['package.nls.json', `package.nls.${pseudoLanguage}.json`],
  ] as const) {
    const texts = JSON.parse(await readFile(join(repository, english), 'utf8')) as Record<string, string>;
    const longer = Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]);
    await writeFile(join(extension, pseudo), JSON.stringify(Object.fromEntries(longer)));
  }
}
