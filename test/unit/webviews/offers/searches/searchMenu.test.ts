import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ElementPage, themeNames } from '../../support/elementPage';
import { sharedBrowser } from '../../support/sharedBrowser';

let browser: Browser;
let menu: ElementPage;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  menu = await ElementPage.open(browser, {
    module: 'offers/ui/searches/searchMenu',
    element: 'search-menu',
    viewport: { width: 400, height: 300 },
  });
  await menu.set({ names: ['big ones', '<b>cheap</b>'] });
  await menu.listen('search-act');
});
afterEach(() => menu.close());
const button = (name: string) => menu.page.getByRole('button', { name });
const told = async () => ((await menu.heard()) as [string, unknown][]).map(([, detail]) => detail);

it('saves and watches what is looked for', async () => {
  await button('Save Search…').click();
  await button('Watch Offers…').click();
  expect(await told()).toEqual([{ does: 'save' }, { does: 'watch' }]);
});

it('opens a saved search by the keyboard, and gives the focus back', async () => {
  await button('Saved Searches').focus();
  await menu.page.keyboard.press('Enter');
  await menu.page.getByRole('menuitem', { name: '<b>cheap</b>' }).waitFor();
  await menu.page.keyboard.press('ArrowDown');
  await menu.page.keyboard.press('Enter');
  await expect.poll(told).toEqual([{ does: 'open', name: '<b>cheap</b>' }]);
  await menu.page.keyboard.press('Enter');
  await menu.page.getByRole('menuitem', { name: 'big ones' }).waitFor();
  await menu.page.keyboard.press('Escape');
  expect(await told()).toHaveLength(1);
});

it('has no menu while nothing is saved', async () => {
  await menu.set({ names: [] });
  expect(await menu.page.getByRole('button').allInnerTexts()).toEqual(['Save Search…', 'Watch Offers…']);
});

it.each(themeNames)('is accessible in the theme %s, also while the menu is open', async (theme) => {
  await menu.useTheme(theme);
  expect(await menu.violations()).toEqual([]);
  await button('Saved Searches').click();
  await menu.page.getByRole('menuitem', { name: 'big ones' }).waitFor();
  expect(await menu.violations()).toEqual([]);
  expect(menu.errors).toEqual([]);
});
