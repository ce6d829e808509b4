import fetch from 'node-fetch';
import type { Browser, Locator } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Client } from '../../../../src/api/client';
import { columns } from '../../../../src/domain/offers/table/columns';
import type { PanelQuery } from '../../../../src/domain/offers/filters/panelQuery';
import type { View } from '../../../../src/webviews/offers/protocol';
import { plainRows } from '../../../../src/webviews/offers/view';
import type { HostMessage } from '../../../../src/webviews/shared/messages';
import { startService, type Service } from '../../sandbox/support/service';
import type { SandboxOptions } from '../../../sandbox';
import { PanelPage } from '../support/panelPage';
import { sharedBrowser } from '../support/sharedBrowser';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  panel = await PanelPage.open(browser, { panel: 'offers' });
});
afterEach(async () => {
  expect(panel.errors).toEqual([]);
  await panel.close();
});

const query: PanelQuery = { type: 'both', filters: {}, disk: 20, hours: 8 };
const layout = {
  columns: columns.map(({ id }) => ({ id })),
  plot: { x: 'dlperf', y: 'price', logX: true, logY: true, isShown: true },
};

const viewOf = (more: Partial<View> = {}): HostMessage<View> => ({
  kind: 'view',
  view: {
    turn: 1,
    account: 'a@b.c',
    busy: false,
    page: { kind: 'market' },
    query,
    queryTurn: 1,
    layout,
    age: 0,
    isCut: false,
    contradicted: [],
    badMachines: [],
    hasSavedSearches: false,
    hidden: 0,
    ...more,
  },
});

/** A service, and what the host makes of its answers. */
async function market(options: SandboxOptions): Promise<{ service: Service; look: () => Promise<object> }> {
  const service = await startService({ offers: 300, ...options });
  const client = new Client({ baseUrl: service.url, apiKey: service.apiKey, fetch, spacingScale: 0 });
  const look = async () => {
    const found = [];
    for (const type of ['on-demand', 'bid'] as const) {
      const asked = { filters: { gpu_name: { eq: 'RTX 4090' } }, type, limit: 5_000 };
      for (const offer of await client.offers.search(asked))
        found.push({ offer, isBid: type === 'bid', query: { filters: {} } });
    }
    return { kind: 'market', rows: plainRows(found) };
  };
  return { service, look };
}

const grid = (): Locator => panel.page.getByRole('grid');
const count = (): Promise<string> => panel.page.getByRole('status').first().innerText();
const rowsShown = (): Locator => grid().getByRole('row');

/** What a program shows that has not looked at its values. */
const noWords = /\b(NaN|undefined|null|Infinity)\b|\[object/;

/** Everything that is drawn as text, and the elements that no name may become. */
async function drawn(): Promise<{ texts: string[]; markup: number }> {
  return panel.page.evaluate(() => {
    const texts: string[] = [];
    let markup = 0;
    const walk = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.matches('a, img, iframe, object, [onclick], [onerror]')) markup += 1;
        if (element.shadowRoot) walk(element.shadowRoot);
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE && !element.matches('style, script'))
            texts.push(node.textContent?.trim() ?? '');
      }
    };
    walk(document);
    return { texts, markup };
  });
}

describe('a market that is hard to show', () => {
  it('of nulls, prices of 0, absurd numbers and markup is sorted by every column, and says nothing that is none', async () => {
    const { look } = await market({ strangeOffers: true, ignoresFilters: true });
    await panel.receive(viewOf(), await look());
    await rowsShown().nth(5).waitFor();
    expect(await count()).toMatch(/^\d+ of \d{3} offers$/);
    const headers = grid().getByRole('columnheader');
    for (let index = 0; index < (await headers.count()); index++) {
      await headers.nth(index).dispatchEvent('click');
      const { texts, markup } = await drawn();
      expect(texts.filter((text) => noWords.test(text))).toEqual([]);
      expect(markup).toBe(0);
    }
  });

  it('without offers says so, and goes on when there are some', async () => {
    const { look } = await market({});
    await panel.receive(viewOf(), { kind: 'market', rows: [] });
    await panel.page.locator('no-offers').waitFor();
    await panel.receive(await look());
    await rowsShown().nth(1).waitFor();
    await panel.page.locator('no-offers').waitFor({ state: 'detached' });
  });

  it('that ignores filters shows what matches only', async () => {
    const { look } = await market({ ignoresFilters: true });
    const filters = { gpu_name: { in: ['RTX 3090'] } };
    await panel.receive(viewOf({ query: { ...query, filters }, contradicted: ['gpu_name'] }), await look());
    await rowsShown().nth(1).waitFor();
    const shown = (await rowsShown().allInnerTexts()).slice(1);
    expect(shown.filter((row) => !row.includes('RTX 3090'))).toEqual([]);
    const [some, all] = (await count()).match(/[\d,]+/g) ?? [];
    expect(Number(some)).toBeGreaterThan(0);
    expect(Number(some)).toBeLessThan(Number(all?.replace(',', '')) / 2);
  });

  it('that comes in several messages is counted and compared once all of it is there', async () => {
    const { look } = await market({ ignoresFilters: true });
    const { rows } = (await look()) as { rows: object[] };
    const part = (from: number, to: number, more: object): object => ({
      kind: 'market',
      rows: rows.slice(from, to),
      ...more,
    });
    await panel.receive(viewOf(), part(0, 5, { more: true }));
    await rowsShown().nth(5).waitFor();
    expect(await rowsShown().count()).toBe(6);
    expect(await count()).toBe('Loading offers…');
    await panel.receive(part(0, 200, { more: true }));
    expect(await rowsShown().count()).toBe(6);
    await panel.receive(part(200, 400, { adds: true, more: true }), part(400, rows.length, { adds: true }));
    const all = new RegExp(`^${rows.length} of ${rows.length} offers$`);
    await panel.page.getByRole('status').filter({ hasText: all }).waitFor();

    // Looked at again: what is there stays until all of the new one has come.
    await panel.receive(part(0, 30, { more: true }));
    expect(await count()).toMatch(all);
    await panel.receive(part(30, 60, { adds: true }));
    await panel.page.getByRole('status').filter({ hasText: '60 of 60 offers' }).waitFor();
  });

  it('that has nothing of what is wanted among its first rows does not say so before the rest has come', async () => {
    const { look } = await market({});
    const { rows } = (await look()) as { rows: object[] };
    await panel.receive(viewOf(), { kind: 'market', rows: [], more: true });
    expect(await count()).toBe('Loading offers…');
    expect(await panel.page.locator('no-offers').count()).toBe(0);
    expect(await panel.page.getByText('No offers match.').isVisible()).toBe(false);
    await panel.receive({ kind: 'market', rows });
    await rowsShown().nth(1).waitFor();
  });

  it('that was never seen is not said to be empty, neither while it is asked for nor after a failure', async () => {
    const none = () => panel.page.getByText('No offers match.').isVisible();
    await panel.receive(viewOf({ age: undefined, busy: true }));
    expect([await count(), await none()]).toEqual(['Loading offers…', false]);
    const problem = { message: 'You’re offline.', remedies: ['retry' as const] };
    await panel.receive(viewOf({ age: undefined, problem }));
    expect([await panel.page.getByRole('alert').isVisible(), await none()]).toEqual([true, false]);
  });

  it('that no longer has the offer which is read says so, and gives the keyboard back to the table', async () => {
    const { look } = await market({});
    const { rows } = (await look()) as { rows: { key: string }[] };
    await panel.receive(viewOf(), { kind: 'market', rows });
    await rowsShown().nth(1).waitFor();
    await panel.receive({ kind: 'menu', action: 'details', of: rows[0]!.key });
    const details = panel.page.locator('offer-details');
    await details.waitFor();
    const focused = () =>
      panel.page.evaluate(
        () => document.querySelector('panel-app')?.shadowRoot?.activeElement?.localName ?? 'none',
      );
    await expect.poll(focused).toBe('offer-details');
    await panel.receive({ kind: 'market', rows: rows.slice(1) });
    const gone = panel.page.getByText('This offer is no longer in the list.');
    await gone.waitFor();
    await expect.poll(focused).toBe('offers-table');
    await panel.page.locator('aside').getByRole('button', { name: 'Close' }).click();
    await gone.waitFor({ state: 'detached' });
  });

  it('that changes between two looks keeps the chosen row for as long as it is there', async () => {
    const { look, service } = await market({ ignoresFilters: true });
    const first = (await look()) as { rows: { key: string; offer: { id: number } }[] };
    await panel.receive(viewOf(), first);
    await rowsShown().nth(2).click();
    const chosen = grid().locator('[role="row"][aria-selected="true"]');
    const words = (await chosen.innerText()).split('\n')[1];
    service.control.configure({ churn: 0.3 });
    for (let turn = 0; turn < 3; turn++) {
      const next = (await look()) as typeof first;
      await panel.receive(next, viewOf());
      // A look without the row: nothing is chosen, and nothing breaks.
      if ((await chosen.count()) > 0) expect(await chosen.innerText()).toBeTruthy();
    }
    await panel.receive(first);
    await chosen.waitFor();
    expect((await chosen.innerText()).split('\n')[1]).toBe(words);
  });

  it('of another account is forgotten', async () => {
    const { look } = await market({});
    await panel.receive(viewOf(), await look());
    await rowsShown().nth(1).waitFor();
    await panel.receive(viewOf({ turn: 2, account: 'other@b.c', busy: true, age: undefined }));
    expect(await rowsShown().count()).toBeLessThanOrEqual(1);
    await panel.page.getByText('other@b.c').waitFor();
    expect(await count()).toBe('Loading offers…');
  });
});
