import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gpuModels } from '../../src/domain/offers/gpuModels';
import { GpuNames } from '../../src/domain/offers/search/vocabulary/gpuNames';
import { parseOfferText } from '../../src/domain/offers/search/parse';
import { securityWithCommands } from '../schemas/programsTable';
import { createSandbox } from '../sandbox';
import { readmeWithSettings } from '../schemas/settingsTable';

const root = join(import.meta.dirname, '../..');
const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

describe('the page on how the source is laid out', () => {
  it('names only what there is', () => {
    const named = [...architecture.matchAll(/`(src\/[^`]*)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('draws every floor', () => {
    const floors = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((one) => one.isDirectory());
    const drawn = [...architecture.matchAll(/\["(\w+)\/<br\/>/g)].map(([, name]) => name);
    expect(drawn.sort()).toEqual(floors.map(({ name }) => name).sort());
  });

  it('shows every room of the floors with nouns', () => {
    const rows = architecture.split('\n').filter((line) => line.startsWith('| '));
    const cells = rows.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
    const head = cells.findIndex(([, first]) => first === 'noun');
    const table = cells.slice(head + 2, cells.findIndex(([, first]) => first === 'others') + 1);
    for (const [column, floor = ''] of [...(cells[head] ?? []).entries()].slice(2, -1)) {
      const shown = table.flatMap((row) =>
        row[column] === '×' ? [row[1]] : (row[column] ?? '').split(', '),
      );
      const rooms = readdirSync(join(root, 'src', floor), { withFileTypes: true });
      const names = rooms.filter((one) => one.isDirectory()).map(({ name }) => name);
      expect(shown.filter(Boolean).sort(), floor).toEqual(names.sort());
    }
  });
});

describe('the page on searching', () => {
  const page = readFileSync(join(root, 'docs/search.md'), 'utf8');
  const gpus = new GpuNames(gpuModels);

  it('has only examples that are understood', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
    const examples = rows.flatMap((row) =>
      [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, example = '']) => example),
    );
    expect(examples.length).toBeGreaterThan(40);
    expect(examples.filter((example) => parseOfferText(example, gpus).problems.length > 0)).toEqual([]);
  });
});

describe('the page on the sandbox', () => {
  it('has each method of the control', async () => {
    const page = readFileSync(join(root, 'test/sandbox/README.md'), 'utf8');
    const sandbox = await createSandbox({ sshd: false });
    await sandbox.close();
    expect(Object.keys(sandbox.control).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

const json = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const texts = json('package.nls.json') as Record<string, string>;
const { commandPalette } = (
  json('package.json') as {
    contributes: { menus: { commandPalette: { command: string; when: string }[] } };
  }
).contributes.menus;
const unseen = commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command);
/** As the Command Palette has them. */
const titles = Object.entries(texts)
  .filter(([name]) => name.startsWith('command.') && !unseen.includes(name.replace('command', 'gpuRental')))
  .map(([, title]) => title);
const namedOf = (page: string) => [...page.matchAll(/_GPU Rental: ([^_]+)_/g)].map(([, title = '']) => title);

describe('SECURITY', () => {
  const security = readFileSync(join(root, 'SECURITY.md'), 'utf8');

  it('has what each command needs when a program calls it; `npm run schemas` writes that', async () => {
    expect(security).toBe(await securityWithCommands());
  });

  it('names only commands of the Command Palette as one finds them there', () => {
    expect(namedOf(security).filter((title) => !titles.includes(title))).toEqual([]);
  });
});

describe('README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  it('has the settings of the manifest; `npm run schemas` writes them', async () => {
    expect(readme).toBe(await readmeWithSettings());
  });

  it('shows and links only what there is', () => {
    const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(8);
    expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });

  it('names only commands of the Command Palette as one finds them there', () => {
    expect(namedOf(readme).length).toBeGreaterThan(4);
    expect(namedOf(readme).filter((title) => !titles.includes(title))).toEqual([]);
  });

  it('goes into the package without what would be broken there', () => {
    const packaged = execFileSync(process.execPath, [join(root, 'scripts/packagedReadme.js')], {
      encoding: 'utf8',
    });
    expect(packaged.match(/\]\((?!https:).*/g)).toBeNull();
    expect(packaged).not.toMatch(/picture/i);
    const headings = (text: string) => text.split('\n').filter((line) => line.startsWith('#'));
    expect(headings(packaged)).toEqual(headings(readme));
  });
});
