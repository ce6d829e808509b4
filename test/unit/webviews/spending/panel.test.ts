import type { Browser, Locator } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ElementPage, themeNames } from '../support/elementPage';
import { page as usual, row, sum, viewOf } from './support/page';
import { sharedBrowser } from '../support/sharedBrowser';

let browser: Browser;
let page: ElementPage;
beforeAll(async () => {
  browser = await sharedBrowser();
  page = await ElementPage.open(browser, {
    module: 'spending/ui/app',
    element: 'panel-app',
    viewport: { width: 900, height: 900 },
    isPanel: true,
  });
});
beforeEach(() => show());
afterEach(() => expect(page.errors).toEqual([]));

let turn = 0;
/** As for another account, so that nothing of the test before is left. */
async function show(part: Parameters<typeof viewOf>[0] = {}): Promise<void> {
  turn += 1;
  await receive({ ...viewOf(part), turn });
}

async function receive(view: unknown): Promise<void> {
  await page.receive({ kind: 'view', view });
  await page.set({});
}

const panel = (): Locator => page.element;
const table = (): Locator => panel().locator('spending-table');
/** Without the sign of what can be opened. */
const names = async (): Promise<string[]> =>
  (await table().locator('tbody .name').allInnerTexts()).map((name) => name.replace(/^▸\n/, ''));
const cells = (name: string): Promise<string[]> =>
  table().getByRole('row', { name }).first().getByRole('cell').allInnerTexts();

describe('the spending panel', () => {
  it('says what was spent today and this month, and until when the credit lasts', async () => {
    const sums = await panel().locator('.sums').innerText();
    expect(sums).toMatch(/^Today\n+\$0\.84\n+This month\n+about \$31\.20\n+Credit\n+\$12\.34/);
    expect(sums).toMatch(/The credit lasts 2 days at \$0\.21\/h, until about Nov 2\d, 2026\.$/);
    const forecasts = [
      [{ kind: 'nothingBilled', credit: 3 }, '$3.00 Nothing is billed now.'],
      [{ kind: 'creditUnknown', rate: 0.5 }, '– $0.50/h now. The credit left is unknown.'],
      [{ kind: 'rateUnknown' }, '– When the credit ends is unknown, because a price is unknown.'],
      [{ kind: 'notListed', credit: 3 }, '$3.00 What is billed now is unknown.'],
      [{ kind: 'ends', credit: 0, rate: 1, hours: 0, at: 0 }, '$0.00 The credit is used up.'],
      [
        { kind: 'ends', credit: 1, rate: 1, hours: 1, at: new Date(2026, 10, 24, 20, 1).getTime() },
        '$1.00 The credit lasts 1 hour at $1.00/h, until about Tue, Nov 24, 8:01 PM.',
      ],
    ] as const;
    for (const [forecast, words] of forecasts) {
      await show({ forecast });
      expect((await panel().locator('.credit dd').innerText()).replace(/\s+/g, ' ')).toBe(words);
    }
  });

  it('says what is charged and what is counted, and how far they are apart', async () => {
    const status = panel().locator('[role="status"]').first();
    expect(await status.innerText()).toBe(
      'Billed days show the service’s charges, $6.40 in total. Other days show what was counted here. GPU Rental counted $6.25 for the billed days, $0.15 less.',
    );
    const said = [
      [{ state: 'loading', unreadable: 0 }, /^Loading the service’s charges…$/],
      [{ state: 'failed', message: 'No way.', unreadable: 0 }, /^Couldn’t load .* No way\.$/],
      [
        { state: 'outdated', message: 'No way.', unreadable: 0 },
        /^Couldn’t refresh the service’s charges\. No way\. Billed days show the service’s charges/,
      ],
      [{ state: 'incomplete', unreadable: 0 }, /didn’t send all charges/],
      [{ state: 'foreign', unreadable: 0 }, /include nothing that was seen here/],
      [{ state: 'used', unreadable: 1 }, /1 entry of the charges can’t be read\.$/],
      [{ state: 'used', unreadable: 2 }, /2 entries of the charges can’t be read\.$/],
    ] as const;
    for (const [bill, words] of said) {
      await show({ bill });
      expect(await status.innerText()).toMatch(words);
    }
    await show({ inPeriod: sum(9, { charged: 5e8, unseen: 5e8 }) });
    expect(await status.innerText()).toMatch(
      / \$5\.00 of the charges are for instances or volumes never seen here\.$/,
    );
    await show({ inPeriod: sum(9) });
    expect(await status.innerText()).toMatch(/^The service has billed no full day of this period yet\./);
    expect(await table().getByRole('columnheader').allInnerTexts()).not.toContain('Counted here');
  });

  it('says that it is refreshed, and when the list of instances is an old one', async () => {
    const status = panel().locator('[role="status"]').first();
    await receive({ ...viewOf(), busy: true });
    expect(await status.innerText()).toBe('Loading the service’s charges…');
    const problem = { message: 'No way.' };
    await receive({ ...viewOf(), problem });
    expect(await status.innerText()).toMatch(
      /^The last refresh failed\. This may be out of date\. No way\.\s+Billed days/,
    );
    const bill = { state: 'outdated' as const, message: 'No way.', unreadable: 0 };
    await receive({ ...viewOf({ bill }), problem });
    expect(await status.innerText()).toMatch(/^Couldn’t refresh the service’s charges\. No way\./);
  });

  it('has a table of instances that sorts, with what is gone and why something is assumed', async () => {
    expect(await names()).toEqual([
      'training (7)',
      'eval <b>x</b> (8)',
      '2× RTX 4090 (10)',
      'data (volume 3)',
      'Instance 9',
      'six (12)',
      'scratch (volume 4)',
    ]);
    expect(await cells('training')).toEqual(['$0.45', '$4.50', '$9.00', '$2.90 (−$0.10)']);
    expect(await cells('eval')).toEqual(['', 'about $3.00', '$6.00', '']);
    expect(
      await table()
        .getByRole('row', { name: /eval.*destroyed on Nov 19, 2026.*VS Code was closed/ })
        .count(),
    ).toBe(1);
    const gone = /scratch.*deleted between Nov 17, 2026 and Nov 18, 2026/;
    expect(await table().getByRole('row', { name: gone }).count()).toBe(1);
    await table().getByRole('button', { name: 'Since rented' }).click();
    await table().getByRole('button', { name: 'Since rented' }).click();
    expect((await names())[0]).toContain('scratch (volume 4)');
    expect(await table().getByRole('columnheader', { name: 'Since rented' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await table().getByRole('button', { name: 'Instance or volume' }).click();
    // As numbers are counted.
    expect((await names()).slice(0, 2)).toEqual(['2× RTX 4090 (10)', 'data (volume 3)']);
  });

  it('keeps the keyboard at an instance that another one overtakes', async () => {
    await table().getByRole('button', { name: 'training (7)' }).focus();
    const rows = [row('instance-99', 'newest (99)', 50), ...usual.rows];
    await receive({ ...viewOf({ rows }), turn });
    expect(await names()).toContain('newest (99)');
    const focused = table().locator('.name:focus');
    expect(await focused.innerText()).toContain('training (7)');
  });

  it('shows the days of an instance, and the instances of a day', async () => {
    await table().getByRole('button', { name: '2× RTX 4090' }).click();
    expect(await table().locator('.part').allInnerTexts()).toEqual([
      expect.stringMatching(/^Sunday, November 22, 2026\s+\$0\.10\s*$/),
      expect.stringMatching(/^Saturday, November 21, 2026\s+\$0\.20\s*$/),
      expect.stringMatching(/^Friday, November 20, 2026\s+\$0\.20\s*$/),
      expect.stringMatching(/^Thursday, November 19, 2026\s+\$0\.50\s*$/),
    ]);
    await table().getByRole('button', { name: 'By Day' }).click();
    expect((await names())[0]).toContain('Sunday, November 22, 2026');
    expect(await table().getByRole('columnheader').allInnerTexts()).toContain('Spent');
    expect(
      await table()
        .getByRole('row', { name: /^Total/ })
        .innerText(),
    ).toContain('about $9.00');
    await table().getByRole('button', { name: 'Wednesday' }).click();
    expect(await table().locator('.part th').allInnerTexts()).toEqual([
      'eval <b>x</b> (8)',
      'training (7)',
      'Instance 9',
      'data (volume 3)',
    ]);
    await table().getByRole('button', { name: 'By Instance' }).click();
  });

  it('tells each day of the plot, to the mouse and to the keyboard', async () => {
    const plot = panel().locator('.plot');
    await plot.hover();
    expect((await panel().locator('.tip').innerText()).split(/\n+/)).toEqual([
      'Thursday, November 19, 2026',
      '$2.15',
      'training (7)',
      '$1.20',
      '2× RTX 4090 (10)',
      '$0.50',
      'eval <b>x</b> (8)',
      '$0.40',
      'data (volume 3)',
      '$0.05',
    ]);
    await plot.focus();
    await page.page.keyboard.press('End');
    await page.page.keyboard.press('ArrowLeft');
    await expect
      .poll(() => panel().locator('spending-plot [role="status"]').innerText())
      .toBe(
        'Saturday, November 21, 2026: $1.05, training (7) $0.80, 2× RTX 4090 (10) $0.20, data (volume 3) $0.05',
      );
    expect(await panel().locator('.legend li').allInnerTexts()).toEqual([
      'training (7)',
      'eval <b>x</b> (8)',
      '2× RTX 4090 (10)',
      'data (volume 3)',
      'Instance 9',
      'Others',
    ]);
  });

  it('keeps the look of an instance while sums overtake each other', async () => {
    const legend = () => panel().locator('.legend li').allInnerTexts();
    const before = await legend();
    const grown = usual.rows.map((one) => (one.source === 'volume-3' ? row('volume-3', one.name, 50) : one));
    const rows = [...grown].sort((a, b) => b.period.units - a.period.units);
    await receive({ ...viewOf({ rows }), turn });
    expect(await legend()).toEqual(before);
    await show({ rows });
    expect((await legend())[0]).toBe('data (volume 3)');
  });

  it('sends what a person does', async () => {
    await page.page.evaluate('window.sentToHost.length = 0');
    await panel().getByRole('combobox', { name: 'Time' }).selectOption({ label: 'Last month' });
    await panel().getByRole('button', { name: 'Refresh' }).click();
    await panel().getByRole('button', { name: 'Export as CSV…' }).click();
    await show({ rebuilt: Date.UTC(2026, 10, 10, 12) });
    expect(await panel().locator('.warned').innerText()).toContain('restarted on Nov 10, 2026');
    await panel().getByRole('button', { name: 'Show Damaged File' }).click();
    await receive({ ...viewOf(), turn: turn + 1, page: { kind: 'signedOut' } });
    await panel().getByRole('button', { name: 'Sign In' }).click();
    expect(await page.page.evaluate('window.sentToHost')).toEqual(
      [
        { kind: 'period', period: 'lastMonth' },
        { kind: 'refresh' },
        { kind: 'export' },
        { kind: 'showDamaged' },
        { kind: 'signIn' },
      ].map((message): unknown => expect.objectContaining(message)),
    );
  });

  it('makes sense before anything is known, spent or recorded', async () => {
    await receive({ turn: turn + 1, account: 'a', busy: true, page: { kind: 'loading' } });
    expect(await panel().locator('main').innerText()).toBe('Loading…');
    const failed = {
      turn: turn + 1,
      account: 'a',
      busy: false,
      page: { kind: 'loading' },
      problem: { message: 'No way.' },
    };
    await receive(failed);
    expect(await panel().getByRole('alert').innerText()).toBe('No way.');
    const { since: _, bill: __, ...never } = usual;
    const zero = {
      today: sum(0),
      month: sum(0),
      inPeriod: sum(0),
      rows: [],
      days: [{ day: '2026-11-22', sum: sum(0), parts: [] }],
    };
    await receive({ ...viewOf(), turn: turn + 1, page: { ...never, ...zero } });
    expect(await panel().locator('main').innerText()).toContain('Nothing spent yet.');
    expect(await panel().getByRole('button').allInnerTexts()).toEqual(['Refresh', 'Browse GPU Offers']);
    await show(zero);
    expect(await panel().locator('main').innerText()).toContain('Nothing was spent in this period.');
    turn += 1;
  });

  it('passes axe in every theme, and 400 pixels wide', async () => {
    await show({ rebuilt: 1, bill: { state: 'failed', message: 'No way.', unreadable: 0 } });
    await table().getByRole('button', { name: 'training' }).click();
    await panel().locator('.plot').focus();
    await page.page.keyboard.press('End');
    for (const theme of themeNames) {
      await page.useTheme(theme);
      expect(await page.violations({ colors: theme !== 'light' }), theme).toEqual([]);
    }
    await page.page.setViewportSize({ width: 400, height: 900 });
    await expect.poll(() => page.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
  });
});
