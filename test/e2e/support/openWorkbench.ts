import { writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { isNoise } from '../../host/noise';
import { workbenchUrl } from '../../host/workbenchUrl';
import { stage } from './stage';
import { Workbench, type Theme } from './workbench';

export interface WindowOptions {
  /** Whether the companion extension signs in to the sandbox at the start. */
  signedIn?: boolean;
  /** Whether the stand-in for Remote-SSH is installed. */
  remoteSsh?: boolean;
  theme?: Theme;
  /** User settings beyond those every story starts with. */
  settings?: Record<string, unknown>;
  viewport?: { width: number; height: number };
}

/** Opens a window on the shared server in a fresh browser context; it is not ready yet. */
export async function openWorkbench(browser: Browser, options: WindowOptions): Promise<Workbench> {
  const {
    signedIn = false,
    remoteSsh = false,
    theme = 'dark',
    settings = {},
    viewport = { width: 1280, height: 800 },
  } = options;
  const { workspace, signedOutWorkspace } = stage();
  const { origin, settingsFile } = remoteSsh ? stage().remoteSsh : stage().plain;
  await writeFile(settingsFile, JSON.stringify({ ...stage().settings, ...settings }, undefined, 2));

  const context = await browser.newContext({ viewport, locale: 'en-US', colorScheme: theme });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => {
    if (!isNoise(message.text())) lines.push(`[${message.type()}] ${message.text()}`);
  });
  page.on('pageerror', (error) => lines.push(`[pageerror] ${error.message}`));
  await page.goto(workbenchUrl(origin, { folder: signedIn ? workspace : signedOutWorkspace }));
  return new Workbench(page, () => lines);
}
