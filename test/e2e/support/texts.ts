import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pseudoLanguage } from '../../host/displayLanguage';
import { repository } from '../../host/paths';
import { pseudoText } from '../../host/pseudoLanguage';

/** What a text of ours is in a language: of the source by the English text, of the manifest too. */
export type Translate = (english: string) => string;

/** @param language VS Code's display language; English without it */
export function textsIn(language: string | undefined): Translate {
  if (language === undefined) return (english) => english;
  if (language === pseudoLanguage) return pseudoText;
  const bundle = read(`l10n/bundle.l10n.${language}.json`);
  const [english, manifest] = [read('package.nls.json'), read(`package.nls.${language}.json`)];
  const titles = new Map(Object.entries(english).map(([key, text]) => [text, manifest[key]]));
  return (text) => {
    const found = titles.get(text) ?? bundle[text];
    if (found === undefined) throw new Error(`There is no text "${text}" in ${language}.`);
    return found;
  };
}

const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(repository, file), 'utf8')) as Record<string, string>;
