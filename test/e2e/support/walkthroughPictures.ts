import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import { repository } from '../../host/paths';
import { indexedPng } from './indexedPng';
import { settle } from './screenshot';
import { stage } from './stage';
import { acceptLaunch } from './wizard';
import type { Workbench } from './workbench';

/** The themes as package.json names them for a picture, and how the window gets and shows them. */
const themes = [
  { name: 'light', colorScheme: 'light', forcedColors: 'none', shown: '.monaco-workbench.vs' },
  { name: 'dark', colorScheme: 'dark', forcedColors: 'none', shown: '.monaco-workbench.vs-dark' },
  { name: 'hc-light', colorScheme: 'light', forcedColors: 'active', shown: '.monaco-workbench.hc-light' },
  { name: 'hc-dark', colorScheme: 'dark', forcedColors: 'active', shown: '.monaco-workbench.hc-black' },
] as const;

/** What a picture shows around its subject, and how much at least and at most, in pixels. */
const margin = 24;
const bounds = { width: { least: 640, most: 700 }, height: { least: 320, most: 360 } };
/** Picture dots a pixel of the window, so that it is sharp on any screen. */
const scale = 1.5;

const folder = join(repository, 'media/walkthrough');
const fileOf = (name: string): string => join(folder, `${name}.png`);

/** Whether they are to be taken: they are missing, or all pictures are renewed. */
const areDue = (): boolean => process.env.UPDATE_SCREENSHOTS === '1' || !existsSync(folder);

/** A picture of a part of the window in every kind of theme, as `<name>-<theme>.png`. */
async function picture({ page }: Workbench, name: string, what: Locator): Promise<void> {
  const box = await what.boundingBox();
  const viewport = page.viewportSize();
  if (!box || !viewport) throw new Error(`Nothing to picture as ${name}.`);
  const across = along(box.x, box.width, bounds.width, viewport.width);
  const down = along(box.y, box.height, bounds.height, viewport.height);
  const clip = { x: across.at, y: down.at, width: across.size, height: down.size };
  const session = await page.context().newCDPSession(page);
  const style = await page.addStyleTag({ content: '* { caret-color: transparent !important }' });
  await page.mouse.move(200, 8);
  for (const { name: theme, colorScheme, forcedColors, shown } of themes) {
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.locator(shown).waitFor();
    await settle(page);
    const { data } = await session.send('Page.captureScreenshot', { clip: { ...clip, scale } });
    await mkdir(folder, { recursive: true });
    await writeFile(fileOf(`${name}-${theme}`), indexedPng(PNG.sync.read(Buffer.from(data, 'base64'))));
  }
  await session.detach();
  await style.evaluate((element) => element.parentNode?.removeChild(element));
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
  await page.locator('.monaco-workbench.vs-dark').waitFor();
}

/** Where a picture begins and how much it shows: the middle of a small subject, the start of a large one. */
function along(
  from: number,
  size: number,
  { least, most }: { least: number; most: number },
  whole: number,
): { at: number; size: number } {
  const shown = Math.min(most, whole, Math.max(least, size + 2 * margin));
  const at = size + 2 * margin > shown ? from - margin : from + size / 2 - shown / 2;
  return { at: Math.min(Math.max(0, at), whole - shown), size: shown };
}

// Half of a row behind what is pictured would only distract.
const toggleSideBar = (window: Workbench): Promise<void> =>
  window.runCommand('View: Toggle Primary Side Bar Visibility');

/** A picture of a terminal on an instance. */
export async function pictureTerminal(window: Workbench): Promise<void> {
  if (!areDue()) return;
  await toggleSideBar(window);
  await window.terminal.focus();
  await window.page.keyboard.type('python train.py');
  await picture(window, 'connect', window.page.locator('.part.panel'));
  await window.page.keyboard.press('Control+c');
  await toggleSideBar(window);
}

/** Pictures of the other steps, from a window without a side bar and with an instance "training". */
export async function pictureSteps(window: Workbench): Promise<void> {
  if (!areDue()) return;
  await window.runCommand('View: Close All Editors');
  await window.runCommand('GPU Rental: Sign In…');
  await window.quickInput.waitFor('Sign In to GPU Rental');
  await window.quickInput.type('0123456789abcdef0123456789abcdef');
  await showUsual(window, new URL(stage().sandboxUrl).host, 'console.vast.ai');
  await picture(window, 'sign-in', window.quickInput.box);
  await window.quickInput.cancel();
  await window.runCommand('GPU Rental: Register SSH Key…');
  await window.quickInput.rows('Create New Key…').waitFor();
  await showUsual(window, dirname(stage().identityFile), '~/.ssh');
  await picture(window, 'ssh-key', window.quickInput.box);
  await window.quickInput.cancel();
  await window.runCommand('GPU Rental: Search Offers…');
  await window.quickInput.waitFor(/^Search Offers$/);
  await window.quickInput.pick('Clear All Filters');
  await window.quickInput.type('1x 4090 <$0.5 verified');
  await window.quickInput.pick(/^search Search, /);
  await window.quickInput.rows('1× RTX 4090').first().waitFor();
  await picture(window, 'find', window.quickInput.box);
  await window.quickInput.pick('1× RTX 4090');
  await acceptLaunch(window, 'training');
  await window.dialog.waitFor('Rent 1× RTX 4090 for $');
  await picture(window, 'rent', window.dialog.box);
  await window.dialog.cancel();
  await window.quickInput.waitFor('Rent, or change a field');
  await window.quickInput.cancel();
  await toggleSideBar(window);
  await window.widenSidebar(190);
  await window.view('Instances').inlineAction('training', 'Stop Instance');
  await window.dialog.waitFor('Stop training');
  await picture(window, 'stop', window.dialog.box);
  await window.dialog.cancel();
}

/** What stands on a person's screen where this test has a place of its own. */
async function showUsual({ quickInput }: Workbench, made: string, usual: string): Promise<void> {
  await quickInput.box.filter({ hasText: made }).waitFor();
  await quickInput.box.evaluate(
    (box, [ours, theirs]) => {
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      while (texts.nextNode())
        texts.currentNode.nodeValue = (texts.currentNode.nodeValue ?? '').replace(ours, theirs);
    },
    [made, usual] as const,
  );
}
