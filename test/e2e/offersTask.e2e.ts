import { vi } from 'vitest';
import { placeCodes } from '../../src/domain/search/places';
import { describe, expect, story } from './support';
import { countHands } from './support/hands';
import { OffersPanel } from './support/offersPanel';
import { patience } from './support/patience';
import type { Workbench } from './support/workbench';

describe('the cheapest offer that is wanted, in the panel', () => {
  story('is found from the empty side bar with few clicks and keys', { signedIn: true }, async (window) => {
    const hands = countHands(window);
    const panel = new OffersPanel(window.page);
    await window.openSidebar();
    await hands.click(window.view('Instances').welcomeButton('Browse Offers'));
    await panel.ready();
    for (const [label, number] of [
      ['GPUs per machine', '1'],
      ['Memory per GPU', '24'],
      ['CUDA version', '12'],
      ['Reliability', '99'],
    ] as const) {
      await hands.click(panel.filter(label));
      await hands.type(number);
    }
    await hands.click(panel.list('Place'));
    await hands.type('eur');
    await panel.content.getByRole('option', { name: /^Europe, \d+ offers$/ }).waitFor();
    await window.screenshots('offers-places');
    await hands.press('Enter');
    await hands.click(panel.filter('Disk'));
    await hands.type('100');
    await expect
      .poll(() => panel.chips())
      .toEqual(['1 GPU', '≥ 24 GB VRAM', '≥ 99% reliable', 'CUDA ≥ 12', 'Europe', 'verified']);
    // The rows are drawn a frame later than what is looked for.
    await vi.waitFor(() => expectWanted(panel), { timeout: patience });
    // Each letter is one key, and so is Enter.
    expect(hands.count()).toEqual({ clicks: 7, keys: 14 });
    await window.screenshots('offers-filtered');
    await inHighContrast(window, panel, 'offers-filtered-high-contrast');

    await explains(window, panel);
    await bids(window, panel);
  });
});

/** All rows are what is wanted, the cheapest first, priced while they run and while they are stopped. */
async function expectWanted(panel: OffersPanel): Promise<void> {
  const rows = await panel.rowTexts();
  expect(rows.length).toBeGreaterThan(5);
  const prices = rows.map((row) => Number(row['Price (/h)↑']?.slice(1)));
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  const europe = placeCodes('europe') ?? [];
  for (const row of rows) {
    expect(row).toMatchObject({ GPUs: '1', Verified: 'yes' });
    expect(row['Stopped (/h)']).toMatch(/^\$\d+\.\d+$/);
    expect(row['For 8 h']).toMatch(/^\$\d+\.\d+$/);
    expect(Number(row['VRAM each (GB)'])).toBeGreaterThanOrEqual(24);
    expect(Number(row.CUDA)).toBeGreaterThanOrEqual(12);
    expect(Number.parseFloat(row.Reliability ?? '')).toBeGreaterThanOrEqual(99);
    expect(Number(row['Largest disk (GB)'])).toBeGreaterThanOrEqual(100);
    expect(europe).toContain(placeCodes(row.Place ?? '')?.[0]);
  }
}

async function inHighContrast(window: Workbench, panel: OffersPanel, name: string) {
  await window.page.emulateMedia({ forcedColors: 'active' });
  await panel.content.locator('body.vscode-high-contrast').waitFor();
  await window.screenshot(name);
  await window.page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
  await panel.content.locator('body.vscode-dark').waitFor();
}

async function explains(window: Workbench, panel: OffersPanel): Promise<void> {
  await panel.filter('Highest price').fill('0.001');
  await panel.content.getByText('No offers match ≤ $0.001/h').waitFor();
  await window.screenshots('offers-none');
  await panel.button('Drop ≤ $0.001/h').click();
  await panel.content.getByRole('gridcell', { name: 'RTX 4090' }).first().waitFor();
}

/** The first row costs the bid and the disk, which is billed while it is stopped, too. */
async function expectBids(panel: OffersPanel): Promise<void> {
  const [first] = await panel.rowTexts();
  const dollars = (heading: string): number => Number(first?.[heading]?.slice(1));
  expect(first?.Rental).toBe('interruptible');
  expect(dollars('Price (/h)↑')).toBeCloseTo(0.15 + dollars('Stopped (/h)'), 3);
  expect(dollars('Lowest bid (/h)')).toBeLessThan(dollars('On demand (/h)'));
}

async function bids(window: Workbench, panel: OffersPanel): Promise<void> {
  await panel.content.getByLabel('Rental type').selectOption('interruptible');
  await panel.filter('Your bid').fill('0.15');
  await panel.content.getByRole('columnheader', { name: 'Lowest bid' }).waitFor();
  await vi.waitFor(() => expectBids(panel), { timeout: patience });
  await panel.content.getByText(/^\d+ of \d+ offers need a higher bid\.$/).waitFor();
  await panel.content
    .getByRole('gridcell', { name: /bid too low/ })
    .first()
    .waitFor();
  await window.screenshots('offers-bid');
}
