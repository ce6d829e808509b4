import type { Browser, Locator } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MarketRow } from '../../../../../src/domain/offers/table/marketRow';
import { usualAxes } from '../../../../../src/domain/offers/plot/plotAxes';
import { ElementPage, themeNames } from '../../support/elementPage';
import { sharedBrowser } from '../../support/sharedBrowser';

let browser: Browser;
let page: ElementPage;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  page = await ElementPage.open(browser, {
    module: 'offers/ui/plot/offersPlot',
    element: 'offers-plot',
    viewport: { width: 800, height: 500 },
  });
  await page.set({ rows, plan: { disk: 0, hours: 8 } });
});
afterEach(async () => {
  expect(page.errors).toEqual([]);
  await page.close();
});

function row(id: number, gpu_name: string, dollars: number, dlperf?: number, isBid = false): MarketRow {
  const price = isBid ? { min_bid: dollars } : { dph_base: dollars };
  const offer = { id, gpu_name, num_gpus: 1, storage_cost: 0.1, reliability: 0.99, ...price };
  return {
    key: `${id}${isBid ? 'b' : ''}`,
    isBid,
    offer: dlperf === undefined ? offer : { ...offer, dlperf },
  };
}

/** Best value: 1b, 2 and 4. */
const rows = [
  row(1, 'GTX 1080', 0.04, 10),
  row(1, 'GTX 1080', 0.03, 10, true),
  row(2, 'RTX 3090', 0.2, 40),
  row(3, 'Tesla <b>T4</b>', 0.5, 20),
  row(4, 'H100', 3, 900),
  row(5, 'B200', 4),
  row(6, 'RTX 9090', 0, 2000),
];

const plot = (): Locator => page.element.locator('.plot');
const spoken = (): Locator => page.element.getByRole('status');

/** Where an offer is drawn. */
async function placeOf(key: string): Promise<{ x: number; y: number }> {
  await page.set({ selected: key });
  const box = await page.element.locator('.mark.selected').boundingBox();
  if (!box) throw new Error(`${key} is not drawn.`);
  await page.set({ selected: undefined });
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

describe('the plot of offers', () => {
  it('says in text what is drawn, what is best value, and what is left out', async () => {
    const summary = page.element.locator('#summary');
    await expect.poll(() => summary.textContent()).toContain('5 offers are shown.');
    expect(await summary.textContent()).toContain('DLPerf goes from 10 to 900.');
    expect(await page.element.locator('tbody th').allTextContents()).toEqual([
      '1× GTX 1080',
      '1× RTX 3090',
      '1× H100',
    ]);
    expect(await page.element.locator('.hint').textContent()).toBe(
      '1 offer isn’t shown: its Price or DLPerf is unknown. 1 offer isn’t shown: a log scale can’t show 0.',
    );
  });

  it('is led through by keys, and Enter selects', async () => {
    await page.listen('row-select', 'row-hover');
    await plot().focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter', 'Escape'])
      await page.page.keyboard.press(key);
    await expect
      .poll(() => page.heard())
      .toEqual([
        ['row-hover', { key: '1b' }],
        ['row-hover', { key: '2' }],
        ['row-hover', { key: '3' }],
        ['row-select', { key: '3' }],
        ['row-hover', {}],
      ]);
    expect(await spoken().textContent()).toBe('1× Tesla <b>T4</b>, on-demand, Price $0.5000/h, DLPerf 20');
  });

  it('tells the offer under the mouse, and a click selects it', async () => {
    const { x, y } = await placeOf('2');
    await page.listen('row-select', 'row-hover');
    await page.page.mouse.move(x + 4, y - 4);
    await expect
      .poll(() => page.element.locator('.tip').innerText())
      .toBe('1× RTX 3090\non-demand\nPrice $0.2000/h\nDLPerf 40\nBest value');
    await page.page.mouse.click(x + 4, y - 4);
    await page.page.mouse.move(x + 4, y + 60);
    await expect
      .poll(() => page.heard())
      .toEqual([
        ['row-hover', { key: '2' }],
        ['row-select', { key: '2' }],
        ['row-hover', {}],
      ]);
    expect(await page.element.locator('.tip').count()).toBe(0);
  });

  it('marks the row that is pointed at elsewhere, also after its size has changed', async () => {
    await page.set({ hovered: '4' });
    const mark = page.element.locator('.mark.hovered');
    const before = await mark.boundingBox();
    await page.page.setViewportSize({ width: 500, height: 300 });
    await expect.poll(async () => (await mark.boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  });

  it('is looked at closer by wheel, mouse and key, and shown whole again', async () => {
    const reset = page.element.getByRole('button', { name: 'Reset Zoom' });
    const apart = async () => (await placeOf('4')).x - (await placeOf('2')).x;
    const before = await apart();
    const two = await placeOf('2');
    await page.page.mouse.move(two.x, two.y);
    await page.page.mouse.wheel(0, -100);
    await reset.waitFor();
    // What is under the mouse stays there.
    expect((await placeOf('2')).x).toBeCloseTo(two.x, 0);
    await page.set({ selected: '4' });
    expect(await page.element.locator('.mark.selected').count()).toBe(0);
    await reset.click();
    await expect.poll(apart).toBeCloseTo(before, 0);
    expect(await reset.count()).toBe(0);

    const four = await placeOf('4');
    await page.listen('row-select');
    await page.page.mouse.move(two.x - 30, two.y + 30);
    await page.page.mouse.down();
    await page.page.mouse.move(four.x + 12, four.y - 12, { steps: 4 });
    expect(await page.element.locator('.section').count()).toBe(1);
    await page.page.mouse.up();
    await reset.waitFor();
    expect(await apart()).toBeGreaterThan(before);
    expect(await page.heard()).toEqual([]);
    // Another row of the market changes nothing of it.
    await page.set({ rows: rows.slice(1) });
    expect(await reset.count()).toBe(1);

    await plot().focus();
    await page.page.keyboard.press('0');
    await expect.poll(apart).toBeCloseTo(before, 0);
    await page.page.keyboard.press('+');
    await reset.waitFor();
    await page.page.keyboard.press('-');
    await reset.waitFor({ state: 'detached' });
  });

  it('asks for its other place', async () => {
    await page.listen('place-change');
    await page.element.getByRole('button', { name: 'Move Beside Table' }).click();
    await page.set({ place: 'beside' });
    await page.element.getByRole('button', { name: 'Move Above Table' }).click();
    expect(await page.heard()).toEqual([
      ['place-change', 'beside'],
      ['place-change', 'above'],
    ]);
  });

  it('offers other axes, each on the scale that shows it best', async () => {
    await page.listen('axes-change');
    await page.element
      .getByRole('combobox', { name: 'Horizontal axis' })
      .selectOption({ label: 'Reliability (%)' });
    await page.element.locator('vscode-checkbox').first().click();
    await expect
      .poll(() => page.heard())
      .toEqual([
        ['axes-change', { ...usualAxes, x: 'reliability', logX: false }],
        ['axes-change', { ...usualAxes, logY: false }],
      ]);
    await page.set({ axes: { x: 'reliability', y: 'price', logX: false, logY: false } });
    // An axis that does not begin above 0 has a place for the free one.
    await expect.poll(() => page.element.locator('#summary').textContent()).toContain('7 offers are shown.');
  });

  it('is drawn in the colors of the theme as it changes', async () => {
    const background = () =>
      page.element.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const dark = await background();
    await page.useTheme('light');
    await expect.poll(background).not.toBe(dark);
  });

  it('passes axe in every theme, and 400 pixels wide', async () => {
    await plot().focus();
    await page.page.keyboard.press('ArrowRight');
    for (const theme of themeNames) {
      await page.useTheme(theme);
      expect(await page.violations({ colors: true }), theme).toEqual([]);
    }
    await page.page.setViewportSize({ width: 400, height: 600 });
    expect(await page.violations()).toEqual([]);
    expect(await page.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
  });

  it('says that there is nothing to draw', async () => {
    await page.set({ rows: [] });
    expect(await page.element.locator('#summary').textContent()).toBe('No offers can be shown.');
    await plot().focus();
    await page.page.keyboard.press('ArrowRight');
    expect(await spoken().textContent()).toBe('');
  });
});
