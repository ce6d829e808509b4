import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketRows } from '../../../support/marketRows';
import { hostileTexts } from '../../../../hostileTexts';
import { plainMarket } from '../../../domain/offers/support/anyRow';
import { ElementPage, themeNames } from '../../support/elementPage';
import { sharedBrowser } from '../../support/sharedBrowser';

const market = marketRows(plainMarket(300), plainMarket(100, true));
const plan = { disk: 100, hours: 8 };

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function inAllThemes(page: ElementPage): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const theme of themeNames) {
    await page.useTheme(theme);
    found[theme] = await page.violations();
  }
  return found;
}
const nothingWrong = { light: [], dark: [], highContrast: [], highContrastLight: [] };

describe('the details of an offer', () => {
  it('tell all of it, the rest of its host, and what is remembered of its machine', async () => {
    const page = await ElementPage.open(browser, {
      module: 'offers/ui/details/offerDetails',
      element: 'offer-details',
      viewport: { width: 400, height: 900 },
    });
    const row = market.find(
      ({ offer }) => market.filter((one) => one.offer.host_id === offer.host_id).length > 4,
    );
    await page.set({ row, market, plan, isBad: true });
    const { element } = page;
    expect(await element.locator('.price').innerText()).toMatch(/^\$.*\/h, .* for 8 h with 100 GB, stopped /);
    expect(await element.locator('.warned').innerText()).toBe(
      'An instance didn’t start on this machine today.',
    );
    expect(await element.locator('dt').count()).toBeGreaterThan(30);
    await page.listen('row-open', 'row-action', 'details-close');
    await element.getByRole('button', { name: 'Rent…' }).click();
    await element.locator('li button').first().click();
    await element.getByRole('button', { name: 'Close' }).click();
    expect(await page.heard()).toEqual([
      ['row-open', { key: row?.key }],
      ['row-action', { action: 'details', key: expect.not.stringMatching(`^${row?.key}$`) as string }],
      ['details-close', null],
    ]);
    expect(await inAllThemes(page)).toEqual(nothingWrong);
    expect(await page.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
    await page.set({
      row: { key: '1', offer: { id: 1, gpu_name: hostileTexts[0] }, isBid: true },
      isBad: false,
    });
    expect(await element.locator('a, img').count()).toBe(0);
    expect(page.errors).toEqual([]);
    await page.close();
  });
});

describe('a comparison', () => {
  it('marks what differs by a sign and the best by a word, and can show the differences alone', async () => {
    const page = await ElementPage.open(browser, {
      module: 'offers/ui/details/offerCompare',
      element: 'offer-compare',
      viewport: { width: 900, height: 900 },
    });
    const rows = [market[3]!, market[60]!, market[320]!];
    await page.set({ rows, plan });
    const { element } = page;
    expect(await element.getByRole('status').count()).toBe(0);
    await page.set({ rows: [...rows, market[4]!] });
    expect(await element.getByRole('status').innerText()).toBe(
      'No more than 4: another offer takes the place of the first.',
    );
    await page.set({ rows });
    const price = element.locator('tbody tr').first();
    expect(await price.innerText()).toMatch(/≠Price \(\/h\)\s*, different/);
    expect(await price.getByText('best', { exact: true }).count()).toBe(1);
    const all = await element.getByRole('row').count();
    await element.getByRole('checkbox', { name: 'Only differences' }).check();
    expect(await element.getByRole('row').count()).toBeLessThan(all);
    await page.listen('row-open', 'compare-change');
    await element
      .getByRole('button', { name: /^Remove/ })
      .nth(1)
      .click();
    await element.getByRole('button', { name: /^Rent/ }).first().click();
    expect(await page.heard()).toEqual([
      ['compare-change', [rows[0]!.key, rows[2]!.key]],
      ['row-open', { key: rows[0]!.key }],
    ]);
    expect(await inAllThemes(page)).toEqual(nothingWrong);
    expect(page.errors).toEqual([]);
    await page.close();
  });
});
