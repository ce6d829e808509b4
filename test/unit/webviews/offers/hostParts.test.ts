import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptSchema, type View } from '../../../../src/webviews/offers/protocol';
import { NativeMenu } from '../support/nativeMenu';
import { PanelPage } from '../support/panelPage';
import { sharedBrowser } from '../support/sharedBrowser';

const view: View = {
  turn: 1,
  account: 'renter@example.com',
  busy: false,
  page: { kind: 'market' },
  query: { type: 'both', filters: {}, disk: 20, hours: 8 },
  queryTurn: 1,
  layout: { columns: [{ id: 'gpu' }, { id: 'price' }] },
  isCut: false,
  contradicted: [],
  badMachines: [],
  hasSavedSearches: true,
  hidden: 0,
};

let panel: PanelPage;
beforeEach(async () => {
  panel = await PanelPage.open(await sharedBrowser(), { panel: 'offers', answers: [{ kind: 'view', view }] });
});
afterEach(async () => {
  expect(panel.errors).toEqual([]);
  await panel.close();
});

const button = (name: string) => panel.page.getByRole('button', { name });
const sent = async () =>
  ((await panel.sent()) as { kind: string }[]).filter(({ kind }) => kind !== 'ready' && kind !== 'attended');

it('has the host save, watch and open searches, and nothing to open while none is saved', async () => {
  for (const name of ['Saved Searches…', 'Save Search…', 'Watch Offers…']) await button(name).click();
  expect(await sent()).toEqual(['open', 'save', 'watch'].map((does) => ({ kind: 'search', does })));
  await panel.receive({ kind: 'view', view: { ...view, hasSavedSearches: false } });
  await button('Saved Searches…').waitFor({ state: 'detached' });
});

it('has the host ask for columns, shows those that it sends, and does what was chosen in a menu', async () => {
  const titles = () => panel.page.locator('.title .text').allInnerTexts();
  await button('Choose Columns…').click();
  expect(await sent()).toEqual([{ kind: 'chooseColumns' }]);
  await panel.receive({ kind: 'columns', columns: [{ id: 'gpu' }, { id: 'place' }] });
  await expect.poll(titles).toEqual(['GPU', 'Place']);

  const menu = await NativeMenu.in(panel.page);
  await panel.page.locator('[data-title=place]').click({ button: 'right' });
  const { context } = await menu.opened();
  await panel.receive({ kind: 'menu', action: 'moveLeft', of: context.of });
  await expect.poll(titles).toEqual(['Place', 'GPU']);
  expect((await sent()).at(-1)).toEqual({
    kind: 'layout',
    layout: { columns: [{ id: 'place' }, { id: 'gpu' }] },
  });
  await panel.receive({ kind: 'menu', action: 'everything', of: 'gpu' });
  expect(await titles()).toEqual(['Place', 'GPU']);
});

it('has VS Code keep what is looked for, and the host remember how it is sorted', async () => {
  const kept = async () => keptSchema.safeParse(await panel.kept()).data;
  const sorted = () => panel.page.locator('.title[aria-sort]').getAttribute('data-title');
  await expect.poll(kept).toEqual({ query: view.query });
  await panel.receive({ kind: 'view', view: { ...view, queryTurn: 2, query: { ...view.query, disk: 50 } } });
  await expect.poll(kept).toEqual({ query: { ...view.query, disk: 50 } });
  expect(await sorted()).toBe('price');
  await panel.page.locator('[data-title=gpu]').click();
  await expect.poll(sorted).toBe('gpu');
  const sort = [{ column: 'gpu', direction: 'asc' }] as const;
  expect((await sent()).at(-1)).toEqual({ kind: 'layout', layout: { ...view.layout, sort } });

  const open = async (layout: object): Promise<string | null> => {
    await panel.close();
    const answers = [{ kind: 'view', view: { ...view, layout } }];
    panel = await PanelPage.open(await sharedBrowser(), { panel: 'offers', answers });
    return sorted();
  };
  expect(await open({ ...view.layout, sort })).toBe('gpu');
});

it('can be typed in as soon as it is opened', async () => {
  await panel.page.getByRole('combobox', { name: 'Search for offers' }).waitFor();
  await panel.page.keyboard.type('24gb');
  await expect
    .poll(async () => (await sent()).at(-1))
    .toMatchObject({
      kind: 'query',
      query: { filters: { gpu_ram: { gte: 24_000 } } },
    });
});
