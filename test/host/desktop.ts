import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync, realpathSync } from 'node:fs';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { findProgram, say } from './commandLine';
import { cacheFolder } from './paths';
import { startProcessGroup, type ProcessGroup } from './processGroup';

const reachLimitMs = 5_000;
/** The download may take its time, but not stand still. */
const stallLimitMs = 20_000;

/** Whether the server VS Code is downloaded from answers at all. */
export function updateServerAnswers(): Promise<boolean> {
  return new Promise((settle) => {
    const asking = request('https://update.code.visualstudio.com', { method: 'HEAD', timeout: reachLimitMs });
    const timer = setTimeout(() => asking.destroy(), reachLimitMs);
    asking.on('response', () => settle(true));
    asking.on('timeout', () => asking.destroy());
    asking.on('close', () => {
      clearTimeout(timer);
      settle(false);
    });
    asking.on('error', () => settle(false));
    asking.end();
  });
}

/** Downloads VS Code (`VSCODE_TEST_VERSION`, else the newest) once into the cache folder; resolves to its executable. */
export async function downloadDesktop(): Promise<string> {
  const cachePath = join(cacheFolder, 'vscode-desktop');
  await mkdir(cachePath, { recursive: true });
  const version = process.env.VSCODE_TEST_VERSION ?? 'stable';
  return downloadAndUnzipVSCode({ version, cachePath, timeout: stallLimitMs });
}

/** The executable of the VS Code whose `code` command is on the PATH. */
export function installedDesktop(): string | undefined {
  const command = findProgram('code');
  if (!command) return undefined;
  const bin = resolve(realpathSync(command), '..');
  const candidates = [
    resolve(bin, '../code'),
    resolve(bin, '../Code.exe'),
    resolve(bin, '../../../MacOS/Electron'),
    resolve(bin, '../../../MacOS/Code'),
  ];
  return candidates.find((file) => existsSync(file));
}

/** A display to draw on, and what ends it when it was started for us. */
export interface Display {
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** This session's display; on a Linux machine without one a virtual display; undefined where neither is there. */
export async function ensureDisplay(): Promise<Display | undefined> {
  if (hasDisplay()) return { env: {}, stop: async () => undefined };
  const program = findProgram('Xvfb');
  if (!program) return undefined;
  let found: (display: string | undefined) => void;
  const display = new Promise<string | undefined>((settle) => (found = settle));
  const server: ProcessGroup = startProcessGroup(
    program,
    ['-displayfd', '1', '-screen', '0', '1280x1024x24'],
    {
      env: process.env,
      onLine: (line) => {
        if (/^\d+$/.test(line)) found(line);
      },
    },
  );
  const number = await Promise.race([display, server.ended.then(() => undefined)]);
  return number === undefined ? undefined : { env: { DISPLAY: `:${number}` }, stop: () => server.stop() };
}

export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Writes the user's settings of a desktop VS Code of our own; resolves to the arguments that make it use them. */
export async function desktopArguments(folder: string, settings: Record<string, unknown>): Promise<string[]> {
  const userData = join(folder, 'user-data');
  await mkdir(join(userData, 'User'), { recursive: true });
  await writeFile(join(userData, 'User/settings.json'), `${JSON.stringify(settings, undefined, 2)}\n`);
  return [
    ...['--user-data-dir', userData, '--extensions-dir', join(folder, 'extensions')],
    ...['--skip-welcome', '--skip-release-notes', '--disable-telemetry', '--disable-updates'],
    '--disable-workspace-trust',
    // No keyring of the person's is opened for a throw-away profile.
    '--password-store=basic',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

/**
 * Which VS Code the tests run in. `VSCODE_TEST_HOST=desktop|server` decides; without it the desktop is tried and the
 * reason why it is not taken is printed.
 */
export async function chooseHost(): Promise<{ kind: 'desktop'; executable: string } | { kind: 'server' }> {
  const wanted = process.env.VSCODE_TEST_HOST;
  if (wanted === 'server') return { kind: 'server' };
  if (wanted === 'desktop') return { kind: 'desktop', executable: await downloadDesktop() };
  if (wanted) throw new Error(`VSCODE_TEST_HOST is "${wanted}"; it may be "desktop" or "server".`);
  if (!hasDisplay() && !findProgram('Xvfb')) return fallBack('there is no display and no Xvfb');
  if (!(await updateServerAnswers())) return fallBack('update.code.visualstudio.com does not answer');
  try {
    return { kind: 'desktop', executable: await downloadDesktop() };
  } catch (error) {
    return fallBack(`the download failed (${error instanceof Error ? error.message : String(error)})`);
  }
}

function fallBack(reason: string): { kind: 'server' } {
  say(`Desktop VS Code skipped: ${reason}. Using the VS Code server in a headless browser.`);
  return { kind: 'server' };
}
