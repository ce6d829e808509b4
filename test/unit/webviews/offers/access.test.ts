import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketRows } from '../../support/marketRows';
import { usualAxes } from '../../../../src/domain/offers/plot/plotAxes';
import type { View } from '../../../../src/webviews/offers/protocol';
import { plainMarket } from '../../domain/offers/support/anyRow';
import { ElementPage, themeNames } from '../support/elementPage';
import { NativeMenu } from '../support/nativeMenu';
import { sharedBrowser } from '../support/sharedBrowser';

let browser: Browser;
let panel: ElementPage;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  panel = await ElementPage.open(browser, {
    module: 'offers/ui/app',
    element: 'panel-app',
    viewport: { width: 1100, height: 760 },
    isPanel: true,
  });
  await panel.receive({ kind: 'view', view }, { kind: 'market', rows });
  await panel.page.getByRole('row', { name: /RTX/ }).first().waitFor();
});
afterEach(async () => {
  expect(panel.errors).toEqual([]);
  await panel.close();
});

const rows = marketRows(plainMarket(40), plainMarket(10, true));
const view: View = {
  turn: 1,
  account: 'renter@example.com',
  busy: false,
  page: { kind: 'market' },
  query: { type: 'both', filters: { verified: { eq: true } }, disk: 20, hours: 8 },
  queryTurn: 1,
  layout: {
    columns: ['price', 'gpu', 'vram', 'total'].map((id) => ({ id })),
    plot: { ...usualAxes, isShown: true },
  },
  age: 1000,
  isCut: false,
  contradicted: ['verified'],
  badMachines: [],
  hasSavedSearches: true,
  hidden: 0,
};

it('gives the focus back to the table when VS Code returns it to the page alone', async () => {
  const grid = panel.page.getByRole('grid');
  const hasFocus = () => grid.evaluate((table) => table.matches(':focus'));
  await panel.page.getByRole('combobox').first().focus();
  await grid.focus();
  await panel.page.keyboard.press('ArrowDown');
  const leaveAndReturn = (): void => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (focused instanceof HTMLElement) focused.blur();
    window.dispatchEvent(new FocusEvent('focus'));
  };
  await panel.page.evaluate(leaveAndReturn);
  expect(await hasFocus()).toBe(true);
  // A mouse that is pressed gives it to something else.
  await panel.page.evaluate(() => window.dispatchEvent(new PointerEvent('pointerdown')));
  await panel.page.evaluate(leaveAndReturn);
  expect(await hasFocus()).toBe(false);
});

/** Compares two offers and opens the details of one, by key. */
async function openAll(): Promise<void> {
  await panel.page.getByRole('grid').focus();
  const menu = await NativeMenu.in(panel.page);
  for (const key of ['c', 'ArrowDown', 'c', 'Shift+F10']) await panel.page.keyboard.press(key);
  const { of } = (await menu.opened()).context;
  await panel.receive({ kind: 'menu', action: 'details', of });
  await panel.page.getByRole('heading', { name: 'Host', exact: true }).waitFor();
}

/** The names of all that Tab reaches, and which of it is not in sight then. */
async function walk(): Promise<{ names: string[]; unseen: string[] }> {
  const names: string[] = [];
  const unseen: string[] = [];
  for (;;) {
    await panel.page.keyboard.press('Tab');
    const { name, isSeen } = await panel.page.evaluate(focused);
    if (name === '' || names.length > 80) return { names, unseen };
    names.push(name);
    if (!isSeen) unseen.push(name);
  }
}

/** Runs in the page. */
function focused(): { name: string; isSeen: boolean } {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return { name: '', isSeen: true };
  const host = element.getRootNode();
  const outer = host instanceof ShadowRoot ? host.host : undefined;
  const names = [
    element.getAttribute('aria-label'),
    outer?.getAttribute('label'),
    ...('labels' in element
      ? [...(element.labels as NodeListOf<Element>)].map((label) => label.textContent)
      : []),
    element.textContent,
  ];
  const { top, bottom, left, right, width } = element.getBoundingClientRect();
  const isSeen = width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return { name: names.map((one) => one?.trim()).find(Boolean) ?? element.localName, isSeen };
}

/** Of a text on a background, which may let what is behind it through. */
function contrast(colors: readonly string[]): number {
  const [text = [], front = [], behind = []] = colors.map(
    (color) => color.match(/[\d.]+/g)?.map(Number) ?? [],
  );
  const through = 1 - (front[3] ?? 1);
  const back = [0, 1, 2].map((at) => (front[at] ?? 0) * (1 - through) + (behind[at] ?? 0) * through);
  const light = (color: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = color.map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, bright = 0] = [light(text), light(back)].sort((one, other) => one - other);
  return (bright + 0.05) / (dark + 0.05);
}

describe('the offers panel', () => {
  it('passes axe with all of its parts in every theme', async () => {
    await openAll();
    expect(await panel.violations()).toEqual([]);
    for (const theme of themeNames) {
      await panel.useTheme(theme);
      expect(await panel.violations({ colors: true }), theme).toEqual([]);
    }
  });

  it('has buttons that can be read while they have the focus, in every theme', async () => {
    const button = panel.page.getByRole('button', { name: 'Hide Plot' });
    await button.focus();
    for (const theme of themeNames) {
      await panel.useTheme(theme);
      const colors = await button.evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return [color, backgroundColor, getComputedStyle(document.body).backgroundColor];
      });
      expect([theme, contrast(colors) >= 4.5]).toEqual([theme, true]);
    }
  });

  it('draws the line around a row around all of its cells', async () => {
    await panel.page.getByRole('grid').focus();
    await panel.page.keyboard.press('ArrowDown');
    const row = panel.page.locator('.row.active');
    for (const theme of themeNames) {
      await panel.useTheme(theme);
      const line = await row.evaluate((element) => getComputedStyle(element).outlineColor);
      for (const cell of ['.lead', '.price']) {
        const shadow = await row.locator(cell).evaluate((element) => getComputedStyle(element).boxShadow);
        expect([theme, cell, shadow.startsWith(line)]).toEqual([theme, cell, true]);
      }
    }
  });

  it('is reached by Tab from part to part, and shows where the focus is', async () => {
    // It begins in the line; the next round begins at the top.
    await walk();
    const { names, unseen } = await walk();
    expect(unseen).toEqual([]);
    const parts = [
      'verified',
      'Remove filter verified',
      'Search for offers',
      'Clear All',
      'Hide Plot',
      'Refresh',
    ];
    expect(names.filter((name) => parts.includes(name))).toEqual(parts);
    expect(names.slice(-3)).toEqual(['Plot of DLPerf and Price', 'Offers', 'Choose Columns…']);
  });

  it('names no offer as the active one while it is scrolled away', async () => {
    const grid = panel.page.getByRole('grid');
    await grid.focus();
    await panel.page.keyboard.press('ArrowDown');
    const active = () => grid.getAttribute('aria-activedescendant');
    await expect.poll(active).not.toBeNull();
    await grid.evaluate((element) => (element.scrollTop = element.scrollHeight));
    await expect.poll(active).toBeNull();
    await panel.page.keyboard.press('ArrowDown');
    await expect.poll(active).not.toBeNull();
  });

  it.each([
    ['400 pixels wide', { width: 400, height: 700 }],
    ['zoomed to 200 %', { width: 550, height: 380 }],
  ])('can be used whole %s', async (_, size) => {
    await panel.page.setViewportSize(size);
    await openAll();
    expect(await panel.violations()).toEqual([]);
    expect(await panel.page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
    const table = await panel.page.getByRole('grid').boundingBox();
    expect(table?.height).toBeGreaterThan(200);
    await panel.page.evaluate('document.activeElement.blur()');
    expect((await walk()).unseen).toEqual([]);
  });
});
