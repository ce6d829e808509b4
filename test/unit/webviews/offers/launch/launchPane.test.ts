import type { Browser, Locator } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchActionSchema } from '../../../../../src/domain/launch/form/paneAction';
import { LaunchPane } from '../../../../../src/prompts/launch/launchPane';
import { startingState } from '../../../../../src/prompts/launch/launchState';
import type { FormEnd } from '../../../../../src/prompts/launch/rentForm';
import type { FoundOffer } from '../../../../../src/stores/offers/offerStore';
import { interruptible, launchServices, onDemand } from '../../../prompts/support/launchServices';
import { clearScreen, screen } from '../../../support/fakeVscode';
import { ElementPage, themeNames } from '../../support/elementPage';
import { sharedBrowser } from '../../support/sharedBrowser';

vi.mock('vscode', async () => (await import('../../../support/fakeVscode')).fakeVscode);

let browser: Browser;
let page: ElementPage;
/** The last drawing. */
let drawing: Promise<unknown> = Promise.resolve();
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(() => {
  clearScreen();
  screen.settings = { 'rent.image': 'debian:12', 'rent.disk': 20, 'rent.runtype': 'ssh_direct' };
});
afterEach(async () => {
  await drawing;
  await page.close();
  expect(page.errors).toEqual([]);
});

/** The element with the host's side of the pane behind it. */
async function open(found: FoundOffer = onDemand, viewport = { width: 520, height: 1200 }, scale = 1) {
  const world = launchServices();
  page = await ElementPage.open(browser, {
    module: 'offers/ui/launch/launchPane',
    element: 'launch-pane',
    viewport,
    scale,
  });
  const sent: unknown[] = [];
  const draw = (launch: unknown) => {
    drawing = drawing.then(() =>
      page.element.evaluate((pane, one) => void Object.assign(pane, { launch: one }), launch),
    );
  };
  const pane = new LaunchPane(world.services, found, startingState(found, { disk: 20 }), {
    draw,
    showNearest: () => undefined,
  });
  await page.expose('act', (action) => {
    sent.push(action);
    pane.act(launchActionSchema.parse(action));
  });
  await page.page.evaluate(`document.querySelector('launch-pane')
    .addEventListener('launch-action', ({ detail }) => act(detail))`);
  const end: Promise<FormEnd> = pane.ask();
  await field('Label').waitFor();
  return { ...world, pane, end, sent };
}

const field = (name: string): Locator => page.element.getByRole('textbox', { name, exact: true });
const list = (name: string): Locator => page.element.getByRole('combobox', { name, exact: true });
const press = (name: string): Promise<void> =>
  page.element.getByRole('button', { name, exact: true }).click();
const price = (): Locator => page.element.locator('dl');
const focused = (): Promise<string | null> =>
  page.page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent ?? null;
  });

describe('the pane of a launch', () => {
  it('begins at its heading, groups its fields and folds the rare ones', async () => {
    await open();
    expect(await focused()).toBe('Rent 1× RTX 4090');
    expect(await page.element.locator('h3').allInnerTexts()).toEqual([
      'What runs',
      'How to reach it',
      'Storage',
      'Terms',
    ]);
    await expect.poll(() => list('Virtual machine').isVisible()).toBe(false);
    await page.element.getByText(/^More: If the GPU/).click();
    expect(await list('Virtual machine').isVisible()).toBe(true);
  });

  it('leaves the focus where a person has moved it right after the form came', async () => {
    await open();
    await expect.poll(() => page.element.locator('.fields[inert]').count()).toBe(0);
    await page.element.evaluate(async (pane) => {
      const turn = () => new Promise((done) => setTimeout(done));
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const launch: unknown = Reflect.get(pane, 'launch');
      Object.assign(pane, { launch: undefined });
      await frame();
      await frame();
      Object.assign(pane, { launch });
      await turn();
      pane.shadowRoot?.querySelector<HTMLElement>('vscode-textfield[name="label"]')?.focus();
      await frame();
      await frame();
    });
    expect(await focused()).toBe('Label');
  });

  it('prices every change, and loses no key while the host answers', async () => {
    const { pane } = await open();
    expect(await price().innerText()).toContain('$0.31/h');
    await field('Disk (GB)').fill('');
    await field('Disk (GB)').pressSequentially('100');
    await expect.poll(() => price().innerText()).toContain('GPU $0.30/h + disk $0.050/h');
    expect(await price().innerText()).toContain('$0.01/GB down, price unknown up');
    await field('Label').pressSequentially('a long label that is typed without a break');
    await press('Rent for $0.35/h');
    expect(pane.state.draft.label).toBe('a long label that is typed without a break');
    expect(pane.state.draft.disk).toBe(100);
  });

  it('shows a problem at its field, and leads to it', async () => {
    const { pane } = await open();
    await field('Disk (GB)').fill('500');
    const problem = 'This machine offers 200 GB. You asked for 500 GB.';
    await expect.poll(() => page.element.locator('[data-key=disk] .problem').innerText()).toBe(problem);
    await field('Label').focus();
    await press('Rent for $0.31/h');
    await expect.poll(focused).toBe('Disk (GB)');
    expect(pane.isBusy).toBe(false);
    await field('Disk (GB)').fill('50');
    await page.element.locator('[data-key=disk] .problem').waitFor({ state: 'detached' });
    // The service's own words about a field that is folded.
    pane.refuse({ field: 'vm', message: 'no virtual machines today' });
    await drawing;
    await expect.poll(focused).toBe('Virtual machine');
    expect(await page.element.locator('.foot .problem').innerText()).toBe(
      'Virtual machine: no virtual machines today',
    );
  });

  it('sends a secret once and keeps nothing of it', async () => {
    const { kept, sent } = await open();
    await field('Name of the new variable').fill('HF_TOKEN');
    await page.element.getByRole('checkbox', { name: 'Secret' }).check();
    const value = page.element.getByLabel('Value of the new variable');
    await value.fill('hf_canary');
    await press('Add Variable');
    await page.element.getByLabel('Value of HF_TOKEN').waitFor();
    expect(await value.inputValue()).toBe('');
    await page.element.getByLabel('Value of HF_TOKEN').fill('hf_newer');
    await field('Label').focus();
    await expect.poll(() => [...kept.values()]).toContain('hf_newer');
    await page.element.getByText(/^More: Registry login/).click();
    await field('Registry').fill('ghcr.io');
    await field('User name').fill('robin');
    await page.element.getByLabel('Password or access token').fill('pw_canary');
    await press('Set Login');
    await page.element.getByText('robin at ghcr.io').waitFor();
    const left = await page.element.evaluate((pane) => {
      const inputs = (root: ParentNode): string[] =>
        [...root.querySelectorAll('*')].flatMap((one) => [
          ...(one instanceof HTMLInputElement ? [one.value] : []),
          ...(one.shadowRoot ? inputs(one.shadowRoot) : []),
        ]);
      return JSON.stringify([inputs(pane.shadowRoot!), (pane as { launch?: unknown }).launch]);
    });
    expect(left).not.toMatch(/canary|newer/);
    expect(JSON.stringify(sent).match(/hf_canary|hf_newer|pw_canary/g)).toHaveLength(3);
  });

  it('takes a variable that was typed and not added along when Rent is pressed', async () => {
    const { pane, end } = await open();
    await field('Name of the new variable').fill('MODE');
    await page.element.getByLabel('Value of the new variable').fill('fast');
    await press('Rent for $0.31/h');
    expect(await end).toEqual({ kind: 'rent' });
    expect(pane.state.draft.env).toEqual({ MODE: 'fast' });
  });

  it('leads to a variable without a name, and rents once it is deleted again', async () => {
    const { pane, end } = await open();
    const value = page.element.getByLabel('Value of the new variable');
    await value.fill('fast');
    await press('Rent for $0.31/h');
    await expect
      .poll(() => page.element.locator('[data-key=env] .problem').innerText())
      .toBe('Enter a name.');
    // The form leads there; what is typed before would end up there, too.
    await expect.poll(focused).toBe('Name of the new variable');
    expect(pane.isBusy).toBe(false);
    await value.fill('');
    await press('Rent for $0.31/h');
    expect(await end).toEqual({ kind: 'rent' });
    expect(pane.state.draft.env).toBeUndefined();
  });

  it('takes a login that was typed and not set along, or leads to what it lacks', async () => {
    const { pane, end } = await open();
    await page.element.getByText(/^More: Registry login/).click();
    await field('Registry').fill('ghcr.io');
    await field('User name').fill('robin');
    await press('Rent for $0.31/h');
    await expect.poll(() => page.element.locator('[data-key=image_login] .problem').count()).toBe(1);
    await expect.poll(focused).toBe('Registry');
    expect(pane.isBusy).toBe(false);
    await page.element.getByLabel('Password or access token').fill('pw_canary');
    await press('Rent for $0.31/h');
    expect(await end).toEqual({ kind: 'rent' });
    expect(pane.state.draft.image_login).toMatchObject({ registry: 'ghcr.io', user: 'robin' });
  });

  it('does not rent past a text that waits elsewhere', async () => {
    const { pane, sent } = await open();
    pane.replace(onDemand, { ...pane.state, typed: { 'image_login.user': 'robin' } });
    await press('Rent for $0.31/h');
    await expect
      .poll(() => page.element.locator('[data-key=image_login] .problem').textContent())
      .toContain('isn’t applied yet');
    expect(sent).toContainEqual({ kind: 'rent' });
    expect(pane.isBusy).toBe(false);
  });

  it('does not rent past a saved launch that was chosen and not used', async () => {
    const { pane, sent } = await open();
    await drawing;
    await page.element.evaluate((element) =>
      Object.assign(element, {
        launch: { ...(element as { launch?: object }).launch, saved: [{ id: '1', name: 'mine' }] },
      }),
    );
    await list('Saved launch').selectOption('mine');
    await press('Rent for $0.31/h');
    await page.element.getByText('Press “Use This Launch”, or choose none.').waitFor();
    expect(sent).not.toContainEqual({ kind: 'rent' });
    await list('Saved launch').selectOption('Choose one…');
    await press('Rent for $0.31/h');
    await expect.poll(() => pane.isBusy).toBe(true);
  });

  it('creates a volume, takes a template over and goes back to none', async () => {
    const { pane } = await open();
    await list('Volume').selectOption('Create Volume on This Machine');
    await field('Size').fill('20');
    await expect.poll(() => price().innerText()).toContain('volume $0.020/h');
    await list('Volume').selectOption('No Volume');
    await list('Template').selectOption('notebook');
    await expect.poll(() => field('Image').inputValue()).toBe('jupyter/base:9');
    await page.element.getByRole('button', { name: 'Compare with Template' }).waitFor();
    await list('Template').selectOption('No Template');
    await expect.poll(() => field('Image').inputValue()).toBe('debian:12');
    await list('Image: choose one').selectOption({ index: 2 });
    await expect.poll(() => pane.state.draft.image).toBe('jupyter/base:9');
    await expect.poll(() => field('Image').inputValue()).toBe('jupyter/base:9');
  });

  it('lets the focus stay in a field while others come and go', async () => {
    const { pane } = await open();
    const volume = { create_new: true, size: 10, mount_path: '/data' };
    const state = { ...pane.state, draft: { ...pane.state.draft, volume_info: volume } };
    pane.replace(pane.found, state);
    // Until space was found, the id of a volume offer is asked for as well.
    await field('Volume ID').waitFor();
    await field('Size').focus();
    const found = { ...state.draft, volume_info: { ...volume, volume_id: 77 } };
    pane.replace(pane.found, { ...state, machineId: 7, draft: found });
    await field('Volume ID').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Size');
    await page.page.keyboard.press('End');
    await page.page.keyboard.type('0');
    await expect.poll(() => pane.state.draft.volume_info?.size).toBe(100);
  });

  it('cannot be changed while it is being rented, and comes back as it was', async () => {
    const { pane, end } = await open();
    await field('Label').fill('train');
    await press('Rent for $0.31/h');
    expect(await end).toEqual({ kind: 'rent' });
    await expect.poll(() => page.element.locator('.fields').getAttribute('inert')).toBe('');
    void pane.ask();
    await expect.poll(() => page.element.locator('.fields').getAttribute('inert')).toBe(null);
    expect(await field('Label').inputValue()).toBe('train');
  });

  it.each(themeNames)('is clean for assistive technology in the theme %s', async (theme) => {
    await open(interruptible);
    await page.useTheme(theme);
    await field('Disk (GB)').fill('500');
    await page.element.locator('[data-key=disk] .problem').waitFor();
    for (const more of await page.element.locator('summary').all()) await more.click();
    await list('Volume').selectOption('Create Volume on This Machine');
    await field('Size').waitFor();
    expect(await page.violations()).toEqual([]);
    if (process.env.PICTURES)
      await page.page.screenshot({ path: `.tmp/launch-${theme}.png`, fullPage: true });
  });

  it.each([
    { width: 400, height: 900, scale: 1 },
    { width: 300, height: 450, scale: 2 },
  ])('needs no sideways scrolling at $width pixels', async ({ width, height, scale }) => {
    await open(interruptible, { width, height }, scale);
    for (const more of await page.element.locator('summary').all()) await more.click();
    const overflow = await page.element.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    // Where there is room for it, the price stays in sight.
    const { y = 0, height: tall = 0 } = (await page.element.locator('.foot').boundingBox()) ?? {};
    expect(y + tall <= height).toBe(height > 500);
    if (process.env.PICTURES)
      await page.page.screenshot({ path: `.tmp/launch-${width}.png`, fullPage: true });
  });
});
