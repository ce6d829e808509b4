// node scripts/packagedReadme.js   README as the package holds it, on standard output
//
// VS Code and the marketplace show pictures and follow links of an https address only. Until the repository has a public
// one, which `vsce` puts in front of them, README goes into the package without pictures and with links as plain text.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const readme = readFileSync(path.join(import.meta.dirname, '../README.md'), 'utf8');
const picture = /^!\[[^\]]*\]\([^)]*\)\n(?:.+\n)*\n/gm;
const reference = / \(\[[^\]]*\]\((?!https:)[^)]*\)\)/g;
const relativeLink = /\[([^\]]*)\]\((?!https:)[^)]*\)/g;
process.stdout.write(readme.replaceAll(picture, '').replaceAll(reference, '').replaceAll(relativeLink, '$1'));
