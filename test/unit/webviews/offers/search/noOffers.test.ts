import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketRows } from '../../../support/marketRows';
import type { PanelQuery } from '../../../../../src/domain/offers/filters/panelQuery';
import { plainMarket } from '../../../domain/offers/support/anyRow';
import { ElementPage, themeNames } from '../../support/elementPage';
import { sharedBrowser } from '../../support/sharedBrowser';

const rows = marketRows(plainMarket(300), []);
const query: PanelQuery = {
  type: 'on-demand',
  filters: { verified: { eq: true }, gpu_ram: { gte: 1e9 } },
  disk: 10,
  hours: 8,
};

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe('a panel without a matching offer', () => {
  it('says which filter leaves nothing, and drops it', async () => {
    const none = await ElementPage.open(browser, {
      module: 'offers/ui/search/noOffers',
      element: 'no-offers',
      viewport: { width: 400, height: 300 },
    });
    await none.listen('query-change');
    await none.set({ rows, query, isCut: true });
    expect(await none.page.getByRole('status').innerText()).toBe('No offers match ≥ 1000000 GB VRAM');
    expect(await none.element.locator('.hint').allInnerTexts()).toEqual([
      expect.stringMatching(/^then at least \d+ offers$/),
    ]);
    for (const theme of themeNames) {
      await none.useTheme(theme);
      expect(await none.violations()).toEqual([]);
    }
    await none.page.getByRole('button', { name: 'Drop ≥ 1000000 GB VRAM' }).press('Enter');
    expect(await none.heard()).toEqual([['query-change', { ...query, filters: { verified: { eq: true } } }]]);
    expect(none.errors).toEqual([]);
  });
});
