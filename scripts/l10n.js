// node scripts/l10n.js           the texts of the source into l10n/bundle.l10n.json, for translators
// node scripts/l10n.js --check   fails when that file does not hold exactly these texts
import { getL10nJson } from '@vscode/l10n-dev';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const bundle = path.join(root, 'l10n/bundle.l10n.json');

/** Every text that the source hands to `l10n.t`, of 'vscode' and of '@vscode/l10n' alike. */
async function exportTexts() {
  const imports = new Set();
  const bodies = globSync('src/**/*.ts', { cwd: root }).map((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    // The exporter passes over what is not written out, and says nothing.
    const computed = /\bl10n\.t\((?!\s*['"{]).*/.exec(source);
    if (computed) throw new Error(`${file}: no exporter can read ${computed[0]}`);
    return source.replaceAll(/^import .* from '(?:vscode|@vscode\/l10n)';$/gm, (line) => {
      imports.add(line);
      return '';
    });
  });
  // As one source with each import once: file by file the exporter takes 15 s, most of it for queries that it builds anew.
  const contents = [...imports, ...bodies].join('\n');
  const texts = Object.entries(await getL10nJson([{ extension: '.ts', contents }]));
  texts.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(texts), undefined, 2)}\n`;
}

const texts = await exportTexts();
if (!process.argv.includes('--check')) {
  mkdirSync(path.dirname(bundle), { recursive: true });
  writeFileSync(bundle, texts);
} else if (readFileSync(bundle, 'utf8') !== texts) {
  console.error('l10n/bundle.l10n.json is not up to date: run "npm run l10n".');
  process.exitCode = 1;
}
