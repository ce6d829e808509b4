import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemsOf, readTexts, root, wordsIn } from './support/translation';

/** Names and units that no language here translates. */
const names = `
  gpu rental vs code ssh remote jupyter docker github id json csv url api sms qr tls ip dlperf cuda ram cpu vram pcie nvlink
  gb mb tb mbps ms tflops utc bash tmux curl wget tar linux alpine openssh
`;

/** Words that a language spells as English does. */
const alike: Readonly<Record<string, string>> = {
  de: 'cluster commit download upload gpus hardware hash host image name port ports status vm volume volumes shell in min',
  'zh-cn': '',
};

const languages = [
  ...new Set(
    globSync(['l10n/bundle.l10n.*.json', 'package.nls.*.json'], { cwd: root }).map(
      (file) => /\.(?:l10n|nls)\.(.+)\.json$/.exec(path.basename(file))![1]!,
    ),
  ),
];

describe.each(languages)('the language %s', (language) => {
  const held = { tag: language, alike: new Set(`${names} ${alike[language] ?? ''}`.trim().split(/\s+/)) };

  it('has every text of the source', () => {
    const file = `l10n/bundle.l10n.${language}.json`;
    expect(problemsOf(readTexts('l10n/bundle.l10n.json'), readTexts(file), held)).toEqual([]);
  });

  it('has every text of the manifest', () => {
    const file = `package.nls.${language}.json`;
    expect(problemsOf(readTexts('package.nls.json'), readTexts(file), held)).toEqual([]);
  });

  it('has no word in its list that is translated', () => {
    const same = ['l10n/bundle.l10n', 'package.nls'].flatMap((file) => {
      const translated = readTexts(`${file}.${language}.json`);
      return Object.entries(readTexts(`${file}.json`)).filter(([key, text]) => translated[key] === text);
    });
    const used = new Set(same.flatMap(([, text]) => wordsIn(text)));
    const listed = (alike[language] ?? '').split(/\s+/).filter(Boolean);
    expect(listed.filter((word) => !used.has(word))).toEqual([]);
  });
});

describe('a translation is refused where', () => {
  const of = (english: string, translated: string) =>
    problemsOf({ key: english }, { key: translated }, { tag: 'de', alike: new Set(['gpu']) });

  it.each([
    ['placeholders', '{0} of {1}', '{0} von {0}'],
    ['icons', '$(trash) Delete', '$(add) Löschen'],
    ['link targets', '[Sign In](command:gpuRental.signIn)', '[Anmelden](command:gpuRental.signOut)'],
    ['code marks', 'Needs `user_read`', 'Braucht `Benutzer_lesen`'],
    ['names of settings', 'Set gpuRental.ssh.user', 'Einstellung gpuRental.ssh.benutzer'],
    ['search text', 'such as eu cuda>=12', 'etwa eu cuda>=13'],
    ['line breaks', 'one\ntwo', 'eins, zwei'],
    ['ends with', 'Delete…', 'Löschen'],
    ['plural forms', '{0} offer|{0} offers', '{0} Angebote'],
    ['placeholders', '{0} offer|{0} offers', 'ein Angebot|{0} Angebote'],
    ['is empty', 'Delete', ' '],
    ['is still English', 'Delete GPU', 'Delete GPU'],
  ])('it differs: %s', (what, english, translated) => {
    expect(of(english, translated)).toContainEqual(expect.stringContaining(what));
  });

  it('a text is missing or left over', () => {
    expect(problemsOf({ a: 'One' }, { b: 'Zwei' }, { tag: 'de', alike: new Set() })).toEqual([
      '"a" is missing',
      '"b" is not in English any more',
    ]);
  });

  it('but not where it says the same', () => {
    expect(of('Delete {0} on {1}?', '{1} 上的 {0} 要删除吗？')).toEqual([]);
    expect(of('GPU {0}', 'GPU {0}')).toEqual([]);
  });
});
