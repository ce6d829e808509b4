import type { Browser } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { marketRows } from '../../../../../src/domain/offers/table/marketRow';
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
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  browser = await sharedBrowser();
  bar = await ElementPage.open(browser, { module: 'offers/ui/filters/filterBar', element: 'filter-bar' });
});

/** The page as new. */
async function open(viewport = { width: 1000, height: 700 }): Promise<void> {
  await bar.page.setViewportSize(viewport);
  await bar.page.reload();
  await bar.useTheme('dark');
  await bar.set({ query, rows, contradicted: [] });
  await bar.listen('query-change');
}
const box = (name: string) => bar.page.getByRole('textbox', { name, exact: true });
const list = (name: string) => bar.page.getByRole('combobox', { name, exact: true });
/** The rows of the list that is open. */
const options = () => bar.page.locator('.option');
async function chips(): Promise<string[]> {
  const texts = await bar.page.locator('.chip').allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s*✕|\n/g, ''));
}

/** The query after the last change. */
async function last(): Promise<PanelQuery | undefined> {
  const heard = (await bar.heard()) as [string, PanelQuery][];
  return heard.at(-1)?.[1];
}

describe('the filter bar', () => {
  beforeEach(() => open());

  it('changes the query with each letter of a number', async () => {
    await box('Memory per GPU').pressSequentially('24');
    const heard = (await bar.heard()) as [string, PanelQuery][];
    expect(heard.map(([, { filters }]) => filters.gpu_ram)).toEqual([{ gte: 2000 }, { gte: 24_000 }]);
    expect(await box('Search for offers').inputValue()).toBe('>=24gb verified');
    expect(await chips()).toEqual(['≥ 24 GB VRAM', 'verified']);
    await box('Memory per GPU').fill('');
    expect((await last())?.filters).toEqual({ verified: { eq: true } });
  });

  it('replaces a number when the person clicks into it and types', async () => {
    await box('Disk').click();
    await bar.page.keyboard.type('100');
    expect(await last()).toMatchObject({ disk: 100 });
    await box('Rental time').click();
    await bar.page.keyboard.type('2 days');
    expect(await last()).toMatchObject({ hours: 48 });
    await bar.page.keyboard.press('Enter');
    expect(await box('Rental time').inputValue()).toBe('48');
  });

  it('shows the usual sign before a number unless the person types another', async () => {
    const price = box('Highest price');
    const sign = bar.page.locator('.box', { has: price }).locator('.sign');
    expect(await sign.innerText()).toBe('≤');
    await price.fill('<$0.5');
    expect(await sign.count()).toBe(0);
    expect((await last())?.filters.dph_total).toEqual({ lt: 0.5 });
    await price.fill('0.5');
    expect(await sign.innerText()).toBe('≤');
  });

  it('says at the control what is wrong, keeps the text, and leaves the query as it is', async () => {
    await box('CUDA version').pressSequentially('12 h');
    const problem = bar.page.getByRole('alert');
    expect(await problem.innerText()).toBe('“12 h” has the wrong unit. Type 12, for example.');
    expect((await last())?.filters.cuda_max_good).toEqual({ gte: 12 });
    await bar.page.keyboard.press('Tab');
    expect(await box('CUDA version').inputValue()).toBe('12 h');
    expect(await box('CUDA version').getAttribute('aria-invalid')).toBe('true');
    await box('CUDA version').fill('12.4');
    await expect.poll(() => problem.count()).toBe(0);
    expect((await last())?.filters.cuda_max_good).toEqual({ gte: 12.4 });
  });

  it('waits with the problem until a number is typed or left', async () => {
    await box('Disk').fill('');
    expect(await bar.page.getByRole('alert').count()).toBe(0);
    await bar.page.keyboard.press('Tab');
    expect(await bar.page.getByRole('alert').innerText()).toBe('Enter a number.');
    expect(await bar.heard()).toEqual([]);
  });

  it('chooses places by the keyboard, with a count for each', async () => {
    await list('Place').focus();
    await bar.page.keyboard.type('eur');
    const europe = bar.page.getByRole('option', { name: /^Europe, \d+ offers$/ });
    await europe.waitFor();
    await bar.page.keyboard.press('Enter');
    expect((await last())?.filters.geolocation).toHaveProperty('in');
    expect(await list('Place').getAttribute('placeholder')).toBe('Europe');
    expect(await europe.getAttribute('aria-selected')).toBe('true');
    // The list stays open at what was chosen, for more or to take it away.
    await bar.page.keyboard.press('Enter');
    expect((await last())?.filters.geolocation).toBeUndefined();
    await bar.page.keyboard.press('Escape');
    expect(await list('Place').getAttribute('aria-expanded')).toBe('false');
  });

  it('chooses GPUs by the mouse, one that is typed among them', async () => {
    await list('GPU').click();
    const first = options().first();
    const name = (await first.locator('.name').innerText()).trim();
    await first.click();
    expect((await last())?.filters.gpu_name).toEqual({ eq: name });
    await list('GPU').pressSequentially('Quantum 9');
    await bar.page.getByRole('option', { name: '“Quantum 9” as typed, 0 offers' }).click();
    expect((await last())?.filters.gpu_name).toEqual({ in: [name, 'Quantum 9'].sort() });
    await box('Disk').click();
    expect(await options().count()).toBe(0);
  });

  it('reads a typed search, and says what it does not understand', async () => {
    await box('Search for offers').fill('2x 4090 eu interruptible disk>=50');
    expect(await last()).toMatchObject({
      type: 'bid',
      disk: 50,
      filters: { num_gpus: { eq: 2 }, gpu_name: { eq: 'RTX 4090' } },
    });
    expect(await box('GPUs per machine').inputValue()).toBe('2');
    expect(await box('Your bid').count()).toBe(1);
    await box('Search for offers').fill('foo 24gb');
    expect(await bar.page.getByRole('alert').innerText()).toMatch(/“foo” isn’t a filter/);
    expect((await last())?.filters).toEqual({ gpu_ram: { gte: 24_000 } });
  });

  it('asks for a bid only where it counts', async () => {
    expect(await box('Your bid').count()).toBe(0);
    await bar.page.getByLabel('Rental type').selectOption('interruptible');
    await box('Your bid').fill('$0.2512');
    expect(await last()).toMatchObject({ type: 'bid', bid: 0.252 });
    expect(await bar.page.getByRole('status').innerText()).toMatch(/^\d+ of \d+ offers need a higher bid\.$/);
    await box('Your bid').fill('');
    expect(await last()).not.toHaveProperty('bid');
  });

  it('removes filters one by one, and all of them', async () => {
    await bar.set({ query: everything });
    await bar.page.getByRole('button', { name: 'Remove filter ≥ 24 GB VRAM', exact: true }).click();
    expect((await last())?.filters).not.toHaveProperty('gpu_ram');
    // The one in its place is next.
    await bar.page.keyboard.press('Enter');
    expect((await last())?.filters).not.toHaveProperty('gpu_total_ram');
    await bar.page.getByRole('button', { name: 'Clear All' }).click();
    expect((await last())?.filters).toEqual({});
    expect(await chips()).toEqual([]);
    await expect.poll(() => box('Search for offers').evaluate((input) => input.matches(':focus'))).toBe(true);
  });

  it('has the rare filters behind a button', async () => {
    expect(await box('Direct ports').count()).toBe(0);
    await bar.page.getByRole('button', { name: 'More Filters' }).click();
    await box('Direct ports').fill('4');
    expect((await last())?.filters.direct_port_count).toEqual({ gte: 4 });
    await bar.page.getByRole('checkbox', { name: 'Only in data centers' }).check();
    expect((await last())?.filters.hosting_type).toEqual({ gte: 1 });
    await bar.page.getByLabel('Machines').selectOption('include unverified');
    expect((await last())?.filters).not.toHaveProperty('verified');
  });

  it('marks a filter that the service did not keep to', async () => {
    await bar.set({ query: everything, contradicted: ['gpu_ram'] });
    expect(await bar.element.locator('.warned').innerText()).toBe(
      'The service sent offers that don’t match ≥ 24 GB VRAM. They’re hidden.',
    );
    expect((await chips()).filter((chip) => chip.includes('⚠'))).toEqual(['⚠≥ 24 GB VRAM']);
  });

  it('shows names from outside as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const [row] = rows;
    await bar.set({ rows: [{ ...row!, offer: { ...row!.offer, gpu_name: name } }] });
    await bar.set({ query: { ...query, filters: { gpu_name: { eq: name } } } });
    await list('GPU').click();
    await bar.page.getByRole('option', { name: `${name}, 1 offer` }).waitFor();
    expect(bar.errors).toEqual([]);
  });
});

describe('the look of the filter bar', () => {
  it.each(themeNames)('is right for everybody in %s', async (theme) => {
    await open();
    await bar.useTheme(theme);
    await bar.set({ query: everything, contradicted: ['gpu_ram'] });
    await bar.page.getByRole('button', { name: 'More Filters' }).click();
    await box('CUDA version').fill('12 h');
    await list('Place').click();
    await bar.page.keyboard.press('ArrowDown');
    await options().first().waitFor();
    expect(await bar.violations()).toEqual([]);
    await picture(`bar-${theme}`);
    expect(bar.errors).toEqual([]);
  });

  it.each([
    ['400 px', { width: 400, height: 700 }],
    ['200 % zoom', { width: 500, height: 350 }],
    ['a wide window', { width: 1800, height: 700 }],
  ])('cuts nothing off in %s', async (name, viewport) => {
    await open(viewport);
    await bar.set({ query: everything, contradicted: ['gpu_ram'] });
    await bar.page.getByRole('button', { name: 'More Filters' }).click();
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
        if (element.matches('option, [popover]')) continue;
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
