import type { Browser } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketRows } from '../../../support/marketRows';
import type { MenuAction } from '../../../../../src/webviews/offers/protocol';
import type { OffersTable } from '../../../../../src/webviews/offers/ui/table/offersTable';
import { hostileTexts } from '../../../../hostileTexts';
import { plainMarket } from '../../../domain/offers/support/anyRow';
import { ElementPage, themeNames } from '../../support/elementPage';
import { NativeMenu } from '../../support/nativeMenu';
import { sharedBrowser } from '../../support/sharedBrowser';

const rows = marketRows(plainMarket(400), plainMarket(100, true));
const plan = { disk: 100, hours: 8 };
const byPrice = [{ column: 'price', direction: 'asc' }];

let browser: Browser;
let table: ElementPage;
beforeAll(async () => {
  browser = await sharedBrowser();
  table = await ElementPage.open(browser, {
    module: 'offers/ui/table/offersTable',
    element: 'offers-table',
    viewport: { width: 1280, height: 520 },
  });
  await table.element.evaluate(takeOver);
});
beforeEach(async () => {
  await table.page.setViewportSize({ width: 1280, height: 520 });
  await table.set({ rows, market: rows, plan, sort: byPrice, columns: [], selected: undefined });
  await keep({ pinned: [], compared: [], badMachines: [] });
  await table.listen(
    'row-select',
    'row-open',
    'row-action',
    'sort-change',
    'columns-change',
    'columns-choose',
    'pin-change',
    'compare-change',
  );
  await grid().focus();
  await press('Control+Home');
});

const grid = () => table.element.getByRole('grid');
const press = async (...keys: string[]) => {
  for (const key of keys) await table.page.keyboard.press(key);
};
/** Something was chosen in a menu, as the panel says so to the table. */
const chose = (action: MenuAction, of: string) =>
  table.element.evaluate((element, chosen) => (element as OffersTable).act(...chosen), [action, of] as const);
/** The names of the events since the last look, with what they tell. */
const heard = async () => (await table.heard()) as [string, unknown][];
const last = async (name: string) => (await heard()).findLast(([one]) => one === name)?.[1];

/** What the panel does with the events: it sets the properties. */
function takeOver(element: Element): void {
  Object.assign(element, { style: 'height: 500px' });
  const take = (event: string, change: (detail: unknown) => object) =>
    element.addEventListener(event, (given) => {
      if (given instanceof CustomEvent) Object.assign(element, change(given.detail));
    });
  const setOf = (keys: unknown) => new Set(Array.isArray(keys) ? keys : []);
  take('row-select', (detail) => ({ selected: (detail as { key: string }).key }));
  take('sort-change', (sort) => ({ sort }));
  take('columns-change', (columns) => ({ columns }));
  take('pin-change', (keys) => ({ pinned: setOf(keys) }));
  take('compare-change', (keys) => ({ compared: setOf(keys) }));
}

/** Sets properties that are sets. */
async function keep(sets: Record<string, (string | number)[]>): Promise<void> {
  await table.element.evaluate((element, all) => {
    for (const [name, values] of Object.entries(all)) Object.assign(element, { [name]: new Set(values) });
  }, sets);
  await table.set({});
}

/** The words of what has the keyboard, as a screen reader finds it. */
async function active(): Promise<string> {
  await table.set({});
  return table.element.evaluate((element) => {
    const id = element.shadowRoot?.querySelector('[role=grid]')?.getAttribute('aria-activedescendant');
    const found = element.shadowRoot?.querySelector(`[id="${id}"]`);
    return (found?.getAttribute('aria-label') ?? found?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  });
}

const titles = async () =>
  (await table.element.locator('.title .text').allInnerTexts()).map((title) => title.trim());
const prices = () => table.element.locator('.body .price').allInnerTexts();

describe('the table of offers', () => {
  it('has the keyboard at the first row as a whole, though the offers came later', async () => {
    const late = await ElementPage.open(browser, {
      module: 'offers/ui/table/offersTable',
      element: 'offers-table',
    });
    await late.set({ plan });
    await late.set({ rows, sort: byPrice });
    expect(await late.element.getByRole('grid').getAttribute('aria-activedescendant')).toBe('r0');
    await late.close();
  });

  it('draws only what is seen of all its rows', async () => {
    expect(await grid().getAttribute('aria-rowcount')).toBe('501');
    expect(await table.element.locator('.row').count()).toBeLessThan(60);
    await press('End');
    expect(await active()).toMatch(/^\$[\d.]+\/h, /);
    await expect.poll(() => table.element.locator('.row.active').getAttribute('aria-rowindex')).toBe('501');
    await expect.poll(() => table.element.locator('.row.active').isVisible()).toBe(true);
  });

  it('holds no more nodes after it was scrolled to its end and back', async () => {
    const scroll = async (rowsDown: number) => {
      await grid().evaluate((element, by) => (element.scrollTop += by * 22), rowsDown);
      await table.page.evaluate(() => new Promise(requestAnimationFrame));
    };
    const nodes = () =>
      table.element.evaluate((element) => element.shadowRoot?.querySelector('.body')?.childNodes.length ?? 0);
    for (const by of Array.from({ length: 60 }, (_, at) => (at < 30 ? 15 : -15))) await scroll(by);
    await expect.poll(() => grid().evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    // A row is an element between two markers.
    await expect.poll(nodes).toBeLessThan(200);
  });

  it('shows the lowest price first, exactly enough to tell the order', async () => {
    const shown = (await prices()).map((price) => Number(price.replace('$', '')));
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(shown[0]).toBeGreaterThan(0);
  });

  it('goes by keyboard through rows and cells, and says where it is', async () => {
    expect(await active()).toMatch(/^\$.*\/h, .* for 8 h with 100 GB, stopped .*(RTX|GTX|H100|A)/);
    const first = await last('row-select');
    await press('ArrowDown');
    expect(await last('row-select')).not.toEqual(first);
    await press('ArrowRight');
    expect(await active()).toMatch(/^\$0\.\d{4}$/);
    await press('ArrowRight');
    expect(await active()).toMatch(/^[A-Z]/);
    await press('PageDown', 'PageUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    expect(await active()).toContain(' for 8 h ');
    for (let column = 0; column < 16; column += 1) await press('ArrowRight');
    const edges = await table.element.evaluate((element) => {
      const cell = element.shadowRoot?.querySelector('.here')?.getBoundingClientRect();
      const around = element.shadowRoot?.querySelector('[role=grid]')?.getBoundingClientRect();
      return [cell?.right ?? NaN, around?.right ?? NaN];
    });
    expect(edges[0]).toBeLessThanOrEqual(edges[1]!);
  });

  it('rents, pins and compares by key', async () => {
    const { key } = (await last('row-select')) as { key: string };
    await press('Enter');
    expect(await last('row-open')).toEqual({ key });
    await press('Space');
    expect(await last('pin-change')).toEqual([key]);
    expect(await active()).toContain('pinned');
    await press('Space', 'c', 'ArrowDown', 'c');
    expect(await last('pin-change')).toEqual([]);
    const compared = (await last('compare-change')) as string[];
    expect(compared[0]).toBe(key);
    expect(compared.length).toBe(2);
  });

  it('sorts, moves and resizes columns by key', async () => {
    await press('ArrowUp', 'ArrowRight', 'Enter');
    expect(await last('sort-change')).toEqual([{ column: 'gpu', direction: 'asc' }]);
    await press('ArrowLeft', 'Shift+Enter');
    expect(await last('sort-change')).toEqual([{ column: 'gpu', direction: 'asc' }, byPrice[0]]);
    const title = table.element.getByRole('columnheader', { name: /^GPU\b/ }).first();
    expect(await title.getAttribute('aria-sort')).toBe('ascending');
    expect(
      await table.element.getByRole('columnheader', { name: /Price.*sorted ascending, key 2/ }).count(),
    ).toBe(1);
    await press('Control+ArrowRight');
    expect((await titles()).slice(0, 2)).toEqual(['GPU', 'Price (/h)']);
    expect(await active()).toContain('Price');
    const width = async () => (await table.element.locator('[data-title=price]').boundingBox())?.width;
    const before = await width();
    await press('Alt+ArrowRight');
    await expect.poll(width).toBe((before ?? 0) + 10);
  });

  it('has a menu of VS Code for a row and for a column, at what has the keyboard', async () => {
    const menu = await NativeMenu.in(table.page);
    const { key } = (await last('row-select')) as { key: string };
    await press('Shift+F10');
    const opened = await menu.opened();
    expect(opened.items).toEqual([
      'rent',
      'details',
      'pin',
      'compare',
      'onlyMachine',
      'hideMachine',
      'hideHost',
      'copyJson',
      'copyQuery',
    ]);
    expect(opened.context.of).toBe(key);
    const row = (await table.element.locator('#r0').boundingBox())!;
    expect(opened.y).toBeCloseTo(row.y + row.height, 0);
    await chose('details', key);
    expect(await last('row-action')).toEqual({ action: 'details', key });
    await chose('pin', key);
    await chose('compare', key);
    await press('ContextMenu');
    expect((await menu.opened()).items.slice(2, 4)).toEqual(['unpin', 'stopComparing']);
    await chose('unpin', key);
    await chose('stopComparing', key);
    expect([await last('pin-change'), await last('compare-change')]).toEqual([[], []]);

    await press('ArrowUp', 'ArrowRight', 'Shift+F10');
    expect(await menu.opened()).toMatchObject({
      items: [
        'sortAscending',
        'sortDescending',
        'sortThen',
        'moveLeft',
        'moveRight',
        'makeWider',
        'makeNarrower',
        'hideColumn',
        'chooseColumns',
        'resetColumns',
      ],
      context: { of: 'gpu' },
    });
    await chose('moveLeft', 'gpu');
    expect((await titles())[0]).toBe('GPU');
    await chose('sortThen', 'gpu');
    expect(await last('sort-change')).toEqual([byPrice[0], { column: 'gpu', direction: 'asc' }]);
    await chose('hideColumn', 'gpu');
    expect(await titles()).not.toContain('GPU');
    await chose('resetColumns', 'price');
    expect((await titles()).slice(0, 2)).toEqual([expect.stringMatching(/^Price/), 'GPU']);
    await chose('chooseColumns', 'price');
    expect((await heard()).at(-1)![0]).toBe('columns-choose');
  });

  it('has the same menus by mouse, and none of VS Code’s where there is nothing to act on', async () => {
    const menu = await NativeMenu.in(table.page);
    await table.set({ rows: rows.slice(0, 3) });
    const row = table.element.locator('.body .row').nth(1);
    await row.locator('.cell').nth(2).click({ button: 'right' });
    const { context } = await menu.opened();
    expect(context).toMatchObject({ offersMenu: 'row', preventDefaultContextMenuItems: true });
    expect(await last('row-select')).toEqual({ key: context.of });
    await row.locator('[data-tool=menu]').click();
    expect((await menu.opened()).context).toEqual(context);
    await table.element.locator('[data-title=reliability]').click({ button: 'right' });
    expect((await menu.opened()).context).toMatchObject({ offersMenu: 'column', of: 'reliability' });
    await grid().click({ button: 'right', position: { x: 300, y: 400 } });
    expect(await menu.count()).toBe(3);
    await table.element.locator('.choose').click();
    expect((await heard()).at(-1)![0]).toBe('columns-choose');
  });

  it('sorts, selects and resizes by mouse', async () => {
    const title = table.element.locator('[data-title=reliability]');
    await title.click();
    expect(await last('sort-change')).toEqual([{ column: 'reliability', direction: 'desc' }]);
    await table.element.locator('[data-title=price]').click({ modifiers: ['Shift'] });
    expect(await last('sort-change')).toEqual([{ column: 'reliability', direction: 'desc' }, byPrice[0]]);
    await table.set({ sort: byPrice });
    const row = table.element.locator('.body .row').nth(3);
    await row.locator('.cell').nth(3).click();
    expect(await row.getAttribute('aria-selected')).toBe('true');
    await row.locator('[data-tool=pin]').click();
    expect(await table.element.locator('.pinned .row').count()).toBe(1);
    const grip = (await table.element.locator('[data-grip=gpu]').boundingBox())!;
    await table.page.mouse.move(grip.x + 3, grip.y + 5);
    await table.page.mouse.down();
    await table.page.mouse.move(grip.x + 43, grip.y + 5, { steps: 3 });
    await table.page.mouse.up();
    expect(await last('columns-change')).toContainEqual({ id: 'gpu', width: 156 });
    expect(await last('sort-change')).toEqual([{ column: 'reliability', direction: 'desc' }, byPrice[0]]);
  });

  it('moves a column that is dragged by its title, and sorts nothing', async () => {
    const middle = async (id: string) => {
      const { x, y, width } = (await table.element.locator(`[data-title=${id}]`).boundingBox())!;
      return { x: x + width / 2, y: y + 12 };
    };
    const before = await last('sort-change').catch(() => undefined);
    const [from, to] = [await middle('reliability'), await middle('gpu')];
    await table.page.mouse.move(from.x, from.y);
    await table.page.mouse.down();
    await table.page.mouse.move(to.x - 20, to.y, { steps: 4 });
    expect(await table.element.locator('[data-drop=before]').getAttribute('data-title')).toBe('gpu');
    await table.page.mouse.up();
    const moved = (await last('columns-change')) as { id: string }[];
    expect(moved.slice(0, 3).map(({ id }) => id)).toEqual(['price', 'reliability', 'gpu']);
    expect(await table.element.locator('[data-drop]').count()).toBe(0);
    expect(await last('sort-change').catch(() => undefined)).toEqual(before);
  });

  it('keeps price, GPU and place in sight while it scrolls sideways', async () => {
    const lefts = () =>
      Promise.all(
        ['price', 'gpu', 'place'].map(
          async (id) => (await table.element.locator(`[data-title=${id}]`).boundingBox())!,
        ),
      );
    await grid().evaluate((element) => (element.scrollLeft = element.scrollWidth));
    const [price, gpu, place] = await lefts();
    expect(price!.x).toBeGreaterThan(0);
    expect(gpu!.x).toBeCloseTo(price!.x + price!.width, 0);
    expect(place!.x).toBeCloseTo(gpu!.x + gpu!.width, 0);
    const first = table.element.locator('.body .row').first();
    expect((await first.locator('.place').boundingBox())!.x).toBeCloseTo(place!.x, 0);
    expect((await first.locator('.cell').nth(5).boundingBox())!.x).toBeLessThan(0);
  });

  it('keeps pinned rows in sight, and the keyboard on its offer when others go', async () => {
    await press('Space', 'End');
    const top = async () => (await table.element.locator('.pinned .row').boundingBox())?.y;
    const titleBottom = await table.element
      .locator('.titles')
      .evaluate((one) => one.getBoundingClientRect().bottom);
    await expect.poll(top).toBeCloseTo(titleBottom, 0);
    const before = await active();
    await table.set({ rows: rows.slice(100) });
    expect(await active()).toBe(before);
    expect(await table.element.locator('.body .row.active').isVisible()).toBe(true);
  });

  it('shows what is selected elsewhere', async () => {
    const key = rows[350]!.key;
    await table.set({ selected: key });
    await expect.poll(() => table.element.locator('.row.selected').isVisible()).toBe(true);
  });

  it('is right with nothing, with next to nothing and with hostile names', async () => {
    await table.set({ rows: [], market: [] });
    expect(await table.element.getByText('No offers match.').isVisible()).toBe(true);
    await press('ArrowDown', 'Enter', 'Space', 'Shift+F10', 'End');
    const hostile = hostileTexts.map((gpu_name, id) => ({ id, gpu_name, geolocation: gpu_name }));
    await table.set({ rows: marketRows(hostile, [{ id: 1 }]), plan: { disk: Number.NaN, hours: 0 } });
    expect(await table.element.locator('.body .row').count()).toBeGreaterThan(5);
    expect(await table.element.locator('a, img, .body .codicon').count()).toBe(0);
    expect(table.errors).toEqual([]);
  });

  it('has nothing that axe finds wrong, in any theme, narrow and at twice the size', async () => {
    const keys = rows.slice(0, 3).map(({ key }) => key);
    await keep({
      pinned: keys,
      compared: keys,
      badMachines: rows.flatMap(({ offer }) => offer.machine_id ?? []),
    });
    const columns = ['price', 'gpu', 'verified', 'place'].map((id) => ({ id }));
    await table.set({ rows: rows.slice(0, 6), columns });
    await press('ArrowDown', 'ArrowRight');
    const found: Record<string, string[]> = {};
    for (const theme of themeNames) {
      await table.useTheme(theme);
      found[theme] = await table.violations();
    }
    await table.page.setViewportSize({ width: 400, height: 300 });
    found.narrow = await table.violations();
    expect(found).toEqual({ light: [], dark: [], highContrast: [], highContrastLight: [], narrow: [] });
    const width = await table.page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(400);
    expect(table.errors).toEqual([]);
  });
});
