import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { columns } from '../../../../src/domain/offers/table/columns';
import { marketRows } from '../../support/marketRows';
import { usualAxes } from '../../../../src/domain/offers/plot/plotAxes';
import type { View as OffersView } from '../../../../src/webviews/offers/protocol';
import { pseudoText } from '../../../host/pseudoLanguage';
import { repository } from '../../../host/paths';
import { cutOffTexts, unmarkedTexts, wordsIn } from '../../../host/shownTexts';
import { plainMarket } from '../../domain/offers/support/anyRow';
import { page as spendingPage, viewOf as spendingView } from '../spending/support/page';
import { ElementPage } from '../support/elementPage';
import { sharedBrowser } from '../support/sharedBrowser';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(repository, 'l10n', file), 'utf8')) as Record<string, string>;
const pseudo = Object.fromEntries(
  Object.keys(read('bundle.l10n.json')).map((text) => [text, pseudoText(text)]),
);
const german = read('bundle.l10n.de.json');

const rows = marketRows(plainMarket(40), plainMarket(10, true));
const offersView: OffersView = {
  turn: 1,
  account: 'renter@example.com',
  busy: false,
  page: { kind: 'market' },
  query: { type: 'both', filters: { verified: { eq: true } }, disk: 20, hours: 8 },
  queryTurn: 1,
  layout: { columns: columns.map(({ id }) => ({ id })), plot: { ...usualAxes, isShown: true } },
  age: 1000,
  isCut: false,
  contradicted: ['verified'],
  badMachines: [],
  hasSavedSearches: false,
  hidden: 0,
};

const panels = [
  { name: 'offers', view: offersView, more: [{ kind: 'market', rows }], data: [offersView.account, rows] },
  {
    name: 'spending',
    view: spendingView({ rows: spendingPage.rows.map((row) => ({ ...row, why: [] })) }),
    more: [],
    data: [spendingView().account, spendingPage.rows.map(({ name }) => name)],
  },
];

describe.each(panels)('the panel $name', ({ name, view, more, data }) => {
  let panel: ElementPage;
  afterEach(async () => {
    expect(panel.errors).toEqual([]);
    await panel.close();
  });

  const open = async (texts: object, width: number): Promise<void> => {
    panel = await ElementPage.open(browser, {
      module: `${name}/ui/app`,
      element: 'panel-app',
      viewport: { width, height: 900 },
      isPanel: true,
    });
    await panel.receive({ kind: 'view', view, texts: JSON.stringify(texts) }, ...more);
    await panel.page.getByRole('row').nth(2).waitFor();
    await panel.set({});
  };

  it.each([1100, 400])(
    'has room for long words, and every text has its translation, %i pixels wide',
    async (width) => {
      await open(pseudo, width);
      expect(await unmarkedTexts(panel.page, new Set(wordsIn(JSON.stringify(data))))).toEqual([]);
      expect(await cutOffTexts(panel.page)).toEqual([]);
    },
  );

  it.each([1100, 400])('has room for German, %i pixels wide', async (width) => {
    await open(german, width);
    expect(await cutOffTexts(panel.page)).toEqual([]);
  });
});

it('what is cut off, and what has no translation, is found', async () => {
  const page = await browser.newPage();
  await page.setContent(`
    <p>⟦Sign In ~~⟧ <b>to</b> RTX</p>
    <select style="width: 60px"><option>⟦only verified machines⟧</option></select>
    <div style="width: 40px; overflow: hidden">⟦Unbreakable⟧</div>
    <input style="width: 300px" placeholder="⟦room enough⟧">`);
  expect(await unmarkedTexts(page, new Set())).toEqual(['to']);
  expect(await cutOffTexts(page)).toEqual(['select.: ⟦only verified machines⟧', 'div.: ⟦Unbreakable⟧']);
  await page.close();
});
