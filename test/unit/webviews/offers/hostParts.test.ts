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

it('has VS Code keep what is looked for and how it is sorted, and sorts like that after a reload', async () => {
  const kept = async () => keptSchema.safeParse(await panel.kept()).data;
  const sorted = () => panel.page.locator('.title[aria-sort]').getAttribute('data-title');
  await expect.poll(kept).toEqual({ query: view.query, sort: [{ column: 'price', direction: 'asc' }] });
  await panel.page.locator('[data-title=gpu]').click();
  await expect.poll(kept).toMatchObject({ sort: [{ column: 'gpu' }] });
  const state = await kept();
  await panel.receive({ kind: 'view', view: { ...view, queryTurn: 2, query: { ...view.query, disk: 50 } } });
  await expect.poll(kept).toEqual({ ...state, query: { ...view.query, disk: 50 } });

  const open = async (given: unknown): Promise<string | null> => {
    await panel.close();
    const before = `window.keptByEditor = ${JSON.stringify(given)}`;
    const answers = [{ kind: 'view', view }];
    panel = await PanelPage.open(await sharedBrowser(), { panel: 'offers', answers, before });
    return sorted();
  };
  expect(await open(state)).toBe('gpu');
  expect(await open({ ...state, sort: [{ column: '<b>', direction: 'up' }] })).toBe('price');
});
