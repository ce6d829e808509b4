import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, rentElsewhere, sandbox, stage, story } from './support';
import { searchOffers } from './support/wizard';
import type { Workbench } from './support/workbench';

describe('keys that were meant for something else', () => {
  story(
    'agree to nothing that a program or a tool asks while somebody types',
    { signedIn: true },
    async (window) => {
      const id = await rentElsewhere({ label: 'training' });
      await sandbox().advance(300);
      const [offerId] = await sandbox().freeOffers();
      const instances = window.view('Instances');
      await instances.titleAction('Refresh Instances');
      await instances.rows(/training.*running/).waitFor();
      await window.runCommand('File: New Untitled Text File');
      await window.editorInFocus().first().waitFor();
      const request = { image: 'debian:12', disk: 10 };
      const calls: { asks: string; tool?: string; command?: string; input: object }[] = [
        { asks: 'A language model asks', tool: 'gpuRental_rentOffer', input: { offerId, request } },
        { asks: 'A language model asks', tool: 'gpuRental_destroyInstance', input: { instanceId: id } },
        { asks: 'Another extension', command: 'gpuRental.stopInstance', input: { instanceId: id } },
        { asks: 'Another extension', command: 'gpuRental.rentOffer', input: { offerId, request } },
        {
          asks: 'If you didn’t ask',
          command: 'gpuRental.destroyInstance',
          input: { instanceId: id, asRow: true },
        },
      ];
      for (const { asks, ...called } of calls) {
        await sandbox().clearRequests();
        await write(called);
        const again = window.dialog.box.filter({ hasText: 'Asked again, because the answer came before' });
        while (!(await again.isVisible())) {
          // On a slow computer a key may come after that second, and is then an answer: Not Now. It is asked for again.
          if (isAnswered()) await write(called);
          // Lines as they are typed, through VS Code's own question about a tool, until our dialog has the focus.
          const ours = window.dialog.box.filter({ hasText: asks });
          await typeUntil(window, async () => isAnswered() || ours.isVisible());
          await window.page.keyboard.press('Enter');
          await again.waitFor({ timeout: 5000 }).catch(() => undefined);
        }
        expect(await window.dialog.waitFor(asks)).toContain(asks);
        expect(await focusedButton(window)).toBe('Not Now');
        if (called.tool === 'gpuRental_rentOffer') await window.screenshots('asked-by-model');
        // An Enter after the first second is no yes either.
        while (!isAnswered()) {
          // However slow the window is, it is asked again until it can have been read.
          await window.dialog.read();
          await pressEnter(window);
          await expect.poll(async () => isAnswered() || (await again.isVisible())).toBe(true);
        }
        await window.dialog.box.waitFor({ state: 'detached' });
        expect(await changes()).toEqual([]);
      }
    },
  );

  story('agree to no rental when Enter is held down from the form on', { signedIn: true }, async (window) => {
    await sandbox().clearRequests();
    await searchOffers(window);
    await window.quickInput.press('Enter');
    await window.quickInput.waitFor('Rent, or change a field');
    await window.quickInput.type('Rent for');
    await window.quickInput
      .rows(/Rent for \$/)
      .first()
      .waitFor();
    const held = await holdDown(window, 'Enter');
    await window.dialog.waitFor(/Rent .* for \$/);
    const before = held.times();
    await expect.poll(held.times).toBeGreaterThan(before + 90);
    await held.release();
    const again = window.dialog.box.filter({ hasText: 'Asked again, because the answer came before' });
    await again.waitFor();
    expect(await changes()).toEqual([]);
    // Meant, and read.
    while ((await changes()).length === 0) {
      await window.dialog.read();
      expect(await focusedButton(window)).toMatch(/^Rent for \$/);
      await pressEnter(window);
      await expect.poll(async () => (await changes()).length > 0 || (await again.isVisible())).toBe(true);
    }
    expect(await changes()).toHaveLength(1);
  });
});

/**
 * Holds a key down as a keyboard does: it repeats whether or not the window keeps up. Playwright marks what follows
 * without a release as repeated.
 */
async function holdDown({ page }: Workbench, key: string) {
  await page.evaluate(fillPauses, key);
  const { keyboard } = page;
  const sent = [keyboard.down(key)];
  const timer = setInterval(() => sent.push(keyboard.down(key)), 33);
  const release = async () => {
    clearInterval(timer);
    await Promise.all(sent);
    await keyboard.up(key);
  };
  return { times: () => sent.length, release };
}

/**
 * A keyboard repeats without a pause. On a busy computer a test doesn't, and a key after a pause is a second press: so
 * the window itself repeats the key where the test is late. Runs in the window.
 */
function fillPauses(held: string): void {
  let timer: number | undefined;
  let pressedAt = 0;
  const repeat = (pressed: KeyboardEvent): void => {
    if (performance.now() - pressedAt < 66) return;
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', pressed));
  };
  const listen = (pressed: KeyboardEvent): void => {
    if (pressed.key !== held) return;
    pressedAt = performance.now();
    timer ??= window.setInterval(repeat, 33, pressed);
  };
  window.addEventListener('keydown', listen, true);
  window.addEventListener('keyup', ({ key }) => key === held && window.clearInterval(timer), true);
}

/** Has the companion call it. The file appears at once with all that is in it. */
async function write(called: object): Promise<void> {
  await rm(answered(), { force: true });
  const draft = join(stage().home, 'call.json');
  await writeFile(draft, JSON.stringify(called));
  await rename(draft, join(stage().workspace, 'call.json'));
}

const answered = (): string => join(stage().workspace, 'answered');
/** Whether what was written last is over. */
const isAnswered = (): boolean => existsSync(answered());

/** Answers the dialog that is there. It may be asked again at once, or what follows the answer takes its time. */
async function pressEnter({ dialog, page }: Workbench): Promise<void> {
  const shown = await dialog.box.elementHandle();
  await page.keyboard.press('Enter');
  await shown?.waitForElementState('hidden');
}

async function typeUntil(window: Workbench, condition: () => Promise<boolean>): Promise<void> {
  const line = 'print(1)\n';
  const end = Date.now() + 120_000;
  // Looked at before each key: Enter closes the dialog, which is then asked again.
  for (let typed = 0; !(await condition()); typed++) {
    if (Date.now() > end) throw new Error('Nothing asked.');
    await window.page.keyboard.type(line.charAt(typed % line.length), { delay: 20 });
  }
}

const focusedButton = (window: Workbench): Promise<string> =>
  window.dialog.box.locator('.monaco-button:focus').innerText();

/** What was told to change; a search for offers is sent as POST, too. */
async function changes(): Promise<string[]> {
  const requests = await sandbox().requests();
  return requests
    .filter(({ method, path }) => method !== 'GET' && !path.includes('/bundles'))
    .map(({ method, path }) => `${method} ${path}`);
}
