import type { Browser } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketRows } from '../../../support/marketRows';
import type { PanelQuery } from '../../../../../src/domain/offers/filters/panelQuery';
import { plainMarket } from '../../../domain/offers/support/anyRow';
import { ElementPage, themeNames } from '../../support/elementPage';
import { sharedBrowser } from '../../support/sharedBrowser';

const rows = marketRows(plainMarket(300), plainMarket(100, true));
const query: PanelQuery = { type: 'on-demand', filters: { verified: { eq: true } }, disk: 10, hours: 8 };
const everything: PanelQuery = {
  type: 'both',
  disk: 100,
  hours: 8,
  bid: 0.25,
  filters: {
    gpu_name: { in: ['RTX 3090', 'RTX 4090', 'RTX 5090', 'H100 SXM'] },
    num_gpus: { eq: 1 },
    gpu_ram: { gte: 24_000 },
    gpu_total_ram: { gte: 48_000 },
    dph_total: { lte: 1.5 },
    verified: { eq: true },
    hosting_type: { gte: 1 },
    reliability: { gte: 0.99 },
    geolocation: { in: ['DE', 'FI', 'SE'] },
    cuda_max_good: { gte: 12 },
    cpu_ram: { gte: 64_000 },
    inet_down: { gte: 500 },
    duration: { gte: 2_592_000 },
    machine_id: { eq: 12_345 },
  },
};

let browser: Browser;
let bar: ElementPage;

// A browser draws the page and its list, which takes its time where others compute, too.

beforeAll(async () => {
  browser = await sharedBrowser();
  bar = await ElementPage.open(browser, { module: 'offers/ui/search/searchLine', element: 'search-line' });
});

/** The page as new. */
async function open(viewport = { width: 1000, height: 700 }): Promise<void> {
  await bar.page.setViewportSize(viewport);
  await bar.page.reload();
  await bar.useTheme('dark');
  await bar.set({ query, rows, contradicted: [] });
  await bar.listen('query-change');
}
/** The one text of the line, by what it asks for now. */
const text = (name = 'Search for offers') => bar.page.getByRole('combobox', { name, exact: true });
const button = (name: string) => bar.page.getByRole('button', { name, exact: true });
const type = (typed: string) => bar.page.keyboard.type(typed);
const press = async (...keys: string[]) => {
  for (const key of keys) await bar.page.keyboard.press(key);
};
/** The rows of the list that is open. */
const options = () => bar.page.locator('.option');
/** The parts in the line, in the order they are seen in. */
async function parts(): Promise<string[]> {
  const all = await bar.page.locator('.chip').evaluateAll((chips) =>
    chips.map((chip) => ({
      order: Number(getComputedStyle(chip).order),
      words: chip.querySelector('.words')?.textContent?.trim() ?? '',
    })),
  );
  return all.sort((a, b) => a.order - b.order).map(({ words }) => words);
}
const plan = ['on-demand', '10 GB disk', '8 hours'];

/** The query after the last change. */
async function last(): Promise<PanelQuery | undefined> {
  const heard = (await bar.heard()) as [string, PanelQuery][];
  return heard.at(-1)?.[1];
}
/** Has the line add a part that is chosen from its list. */
async function add(label: string): Promise<void> {
  await text().click();
  await bar.page.getByRole('option', { name: label, exact: true }).click();
}

describe('the line of the search', () => {
  beforeEach(() => open());

  it('adds what is typed with each letter, and makes it a part when it is done', async () => {
    await text().focus();
    await type('24gb');
    const heard = (await bar.heard()) as [string, PanelQuery][];
    expect(heard.at(-1)?.[1].filters).toEqual({ verified: { eq: true }, gpu_ram: { gte: 24_000 } });
    expect(await parts()).toEqual(['verified', ...plan]);
    await press('Enter');
    expect(await parts()).toEqual(['≥ 24 GB VRAM', 'verified', ...plan]);
    expect(await text().inputValue()).toBe('');
    await type('2x 4090 eu interruptible disk>=50');
    await press('Tab');
    expect(await last()).toMatchObject({
      type: 'bid',
      disk: 50,
      filters: { num_gpus: { eq: 2 }, gpu_name: { eq: 'RTX 4090' }, gpu_ram: { gte: 24_000 } },
    });
    expect(await parts()).toContain('European Union');
    expect(await parts()).toContain('lowest bid');
  });

  it('completes what is typed from a list', async () => {
    await text().focus();
    await type('reli');
    await bar.page.getByRole('option', { name: />=99%/ }).waitFor();
    await press('ArrowDown', 'Enter');
    expect((await last())?.filters.reliability).toEqual({ gte: 0.99 });
    await press('Enter');
    expect(await parts()).toContain('≥ 99% reliable');
  });

  it('says what it does not understand, and keeps it', async () => {
    await text().focus();
    await type('foo 24gb');
    const problem = bar.page.getByRole('alert');
    expect(await problem.innerText()).toMatch(/“foo” isn’t a filter/);
    expect((await last())?.filters.gpu_ram).toEqual({ gte: 24_000 });
    await press('Tab');
    expect(await text().inputValue()).toBe('foo 24gb');
    expect(await text().getAttribute('aria-invalid')).toBe('true');
    await text().fill('24gb verif');
    await expect.poll(() => problem.count()).toBe(0);
    await press('Enter');
    await problem.waitFor();
  });

  it('goes back by Escape to what was looked for', async () => {
    await text().focus();
    await type('48gb');
    await press('Escape');
    expect(await last()).toEqual(query);
    expect(await text().inputValue()).toBe('');
  });

  it('forgets what is typed when another search is shown', async () => {
    await text().focus();
    await type('48gb foo');
    await bar.set({ query: everything });
    expect(await text().inputValue()).toBe('');
    expect(await bar.page.getByRole('alert').count()).toBe(0);
  });

  it('changes a number in its place', async () => {
    await bar.set({ query: everything });
    await button('≥ 24 GB VRAM').click();
    const memory = text('Memory per GPU');
    expect(await memory.inputValue()).toBe('24');
    const order = await bar.page.locator('.text').evaluate((one) => Number(getComputedStyle(one).order));
    expect(order).toBeLessThan(10);
    await type('48');
    expect((await last())?.filters.gpu_ram).toEqual({ gte: 48_000 });
    expect(await bar.page.locator('.text').innerText()).toMatch(/Memory per GPU\s+≥\s+GB/);
    await memory.fill('<=24');
    expect(await bar.page.locator('.text').innerText()).not.toContain('≥');
    await press('Enter');
    expect(await parts()).toContain('≤ 24 GB VRAM');
    expect(await text().evaluate((input) => input.matches(':focus'))).toBe(true);
  });

  it('waits with a problem until a number is typed or left', async () => {
    await button('10 GB disk').click();
    await text('Disk').fill('');
    expect(await bar.page.getByRole('alert').count()).toBe(0);
    await press('Tab');
    expect(await bar.page.getByRole('alert').innerText()).toBe('Enter a number.');
    expect(await bar.heard()).toEqual([]);
    await text('Disk').fill('12 h');
    await text('Disk').fill('1 TB');
    expect(await last()).toMatchObject({ disk: 1000 });
    await button('8 hours').click();
    await type('2 days');
    expect(await last()).toMatchObject({ disk: 1000, hours: 48 });
  });

  it('adds a part by its name', async () => {
    await add('Direct ports');
    await type('4');
    expect((await last())?.filters.direct_port_count).toEqual({ gte: 4 });
    await press('Enter', 'ArrowDown', 'Escape');
    expect((await last())?.filters.direct_port_count).toEqual({ gte: 4 });
    await add('Data center');
    await bar.page.getByRole('option', { name: 'data center' }).click();
    expect((await last())?.filters.hosting_type).toEqual({ gte: 1 });
    await button('verified').click();
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    expect((await last())?.filters).not.toHaveProperty('verified');
  });

  it('chooses places by the keyboard, with a count for each', async () => {
    await add('Place');
    await type('eur');
    const europe = bar.page.getByRole('option', { name: /^Europe, \d+ offers$/ });
    await europe.waitFor();
    await press('Enter');
    expect((await last())?.filters.geolocation).toHaveProperty('in');
    expect(await europe.getAttribute('aria-selected')).toBe('true');
    // The list stays open at what was chosen, for more or to take it away.
    await press('Enter');
    expect((await last())?.filters.geolocation).toBeUndefined();
    await type('atlantis');
    expect(await options().allInnerTexts()).toEqual(['Nothing found']);
    await press('Tab');
    expect(await text().getAttribute('aria-expanded')).toBe('false');
  });

  it('chooses GPUs by the mouse, one that is typed among them', async () => {
    await add('GPU');
    const first = options().first();
    const name = (await first.locator('.name').innerText()).trim();
    await first.click();
    expect((await last())?.filters.gpu_name).toEqual({ eq: name });
    await type('Quantum 9');
    await bar.page.getByRole('option', { name: '“Quantum 9” as typed, 0 offers' }).click();
    expect((await last())?.filters.gpu_name).toEqual({ in: [name, 'Quantum 9'].sort() });
    await button('10 GB disk').click();
    expect(await options().count()).toBe(0);
  });

  it('asks for a bid only where it counts', async () => {
    expect(await button('lowest bid').count()).toBe(0);
    await button('on-demand').click();
    await bar.page.getByRole('option', { name: 'interruptible', exact: true }).click();
    await button('lowest bid').click();
    await type('$0.2512');
    expect(await last()).toMatchObject({ type: 'bid', bid: 0.252 });
    expect(await bar.page.getByRole('status').innerText()).toMatch(/^\d+ of \d+ offers need a higher bid\.$/);
    await text('Your bid').fill('');
    expect(await last()).not.toHaveProperty('bid');
  });

  it('removes filters one by one, and all of them', async () => {
    await bar.set({ query: everything });
    await button('Remove filter ≥ 24 GB VRAM').click();
    expect((await last())?.filters).not.toHaveProperty('gpu_ram');
    // The one in its place is next.
    await press('Enter');
    expect((await last())?.filters).not.toHaveProperty('gpu_total_ram');
    await button('CUDA ≥ 12').focus();
    await press('Delete');
    expect((await last())?.filters).not.toHaveProperty('cuda_max_good');
    await text().focus();
    await press('Backspace', 'Enter');
    expect((await last())?.filters).not.toHaveProperty('hosting_type');
    await button('Clear All').click();
    expect((await last())?.filters).toEqual({});
    expect(await button('Clear All').count()).toBe(0);
    await expect.poll(() => text().evaluate((input) => input.matches(':focus'))).toBe(true);
  });

  it('marks a filter that the service did not keep to', async () => {
    await bar.set({ query: everything, contradicted: ['gpu_ram'] });
    expect(await bar.element.locator('.warned').first().innerText()).not.toBe('');
    expect(await bar.element.locator('.warned').allInnerTexts()).toContain(
      'The service sent offers that don’t match ≥ 24 GB VRAM. They’re hidden.',
    );
    expect(await bar.page.locator('.chip', { hasText: '⚠' }).innerText()).toMatch(/≥ 24 GB VRAM/);
  });

  it('shows names from outside as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const [row] = rows;
    await bar.set({ rows: [{ ...row!, offer: { ...row!.offer, gpu_name: name } }] });
    await bar.set({ query: { ...query, filters: { gpu_name: { eq: name } } } });
    await button(name).click();
    await bar.page.getByRole('option', { name: `${name}, 1 offer` }).waitFor();
    expect(bar.errors).toEqual([]);
  });
});

describe('the look of the line', () => {
  it.each(themeNames)('is right for everybody in %s', async (theme) => {
    await open();
    await bar.useTheme(theme);
    await bar.set({ query: everything, contradicted: ['gpu_ram'] });
    await button('CUDA ≥ 12').click();
    await type('12 h');
    expect(await bar.violations()).toEqual([]);
    await press('Escape');
    await bar.page.locator('.words', { hasText: 'Germany' }).click();
    await press('ArrowDown');
    await options().first().waitFor();
    expect(await bar.violations()).toEqual([]);
    await picture(`line-${theme}`);
    expect(bar.errors).toEqual([]);
  });

  it.each([
    ['400 px', { width: 400, height: 700 }],
    ['200 % zoom', { width: 500, height: 350 }],
    ['a wide window', { width: 1800, height: 700 }],
  ])('cuts nothing off in %s', async (name, viewport) => {
    await open(viewport);
    await bar.set({ query: everything, contradicted: ['gpu_ram'] });
    await picture(`open-${name}`);
    expect(await cutOff()).toEqual([]);
  });
});

/** What is wider than the page or than its own place. */
function cutOff(): Promise<string[]> {
  return bar.page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wrong: string[] = [];
    const look = (root: ParentNode): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        if (element.matches('option, [popover], .hidden')) continue;
        const { right, left, width: own } = element.getBoundingClientRect();
        const isCut =
          element.matches('label, button, p, span') && element.scrollWidth > element.clientWidth + 1;
        const isInline = getComputedStyle(element).display === 'inline';
        if (own > 0 && (right > width || left < 0 || (isCut && !isInline))) wrong.push(element.outerHTML);
      }
    };
    look(document);
    return wrong;
  });
}

async function picture(name: string): Promise<void> {
  if (process.env.PICTURES === undefined) return;
  await bar.page.screenshot({ path: `${process.env.PICTURES}/${name.replaceAll(' ', '-')}.png` });
}
