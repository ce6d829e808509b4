import { chromium, type Browser } from 'playwright-core';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallByApt, installByApt } from './apt';
import { findProgram, run, say } from './commandLine';
import { repository } from './paths';

const downloadLimitMs = 90_000;
/** It only ends a start that hangs. */
const startLimitMs = 120_000;

const programs = [
  ...['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'],
  ...['microsoft-edge', 'microsoft-edge-stable', 'msedge'],
];

const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

const windowsApplications = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((folder) =>
  ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((file) =>
    join(process.env[folder] ?? 'C:/none', file),
  ),
);

/**
 * The path of a Chrome, Chromium or Edge: an installed one, else Playwright's own download, else Debian's package.
 *
 * Rejects with one line that says what to install.
 */
export async function ensureBrowser(): Promise<string> {
  const installed = installedBrowser();
  if (installed) return installed;
  say('No Chrome, Chromium or Edge found; trying to download Chromium.');
  try {
    const cli = join(repository, 'node_modules/playwright-core/cli.js');
    await run(process.execPath, [cli, 'install', 'chromium'], { timeoutMs: downloadLimitMs });
    if (existsSync(chromium.executablePath())) return chromium.executablePath();
  } catch {
    say('The download is not reachable from here.');
  }
  if (canInstallByApt()) {
    await installByApt(['chromium'], () => installedBrowser() !== undefined);
    const packaged = installedBrowser();
    if (packaged) return packaged;
  }
  throw new Error('A browser is needed: install Google Chrome, Chromium or Microsoft Edge and try again.');
}

export function installedBrowser(): string | undefined {
  const onPath = findProgram(...programs);
  if (onPath) return onPath;
  const known = [...macApplications, ...windowsApplications, chromium.executablePath()];
  return known.find((file) => existsSync(file));
}

/** A headless browser; its own sandbox is given up only where it cannot work, as root. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    timeout: startLimitMs,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', '--font-render-hinting=none'],
    ],
    // The one who started the browser ends it, in an order of its own.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
