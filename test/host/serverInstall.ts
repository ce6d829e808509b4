import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, foreignNpmEnvironment, run, say } from './commandLine';
import { withFolderLock } from './folderLock';
import { cacheFolder } from './paths';

/** The release of code-server, with the VS Code of almost the same number: 4.139.1 carries 1.139.1. */
const serverVersion = process.env.CODE_SERVER_VERSION ?? '4.139.1';

/** The native modules that VS Code's server loads; the others are optional to it. */
const nativeModules = [
  ...['node-pty', '@vscode/spdlog', '@parcel/watcher', '@vscode/native-watchdog'],
  // As the oldest release names it.
  'native-watchdog',
];

/**
 * Installs VS Code's own server (out of the npm package `code-server`) once into the cache folder and resolves to the
 * path of its `server-main.js`. About 30 s the first time, nothing afterwards.
 *
 * Rejects with a sentence that names what is missing, or with the last lines of npm's output.
 */
export async function ensureServerHost(): Promise<string> {
  const folder = join(cacheFolder, 'vscode-server', serverVersion);
  const vscode = join(folder, 'node_modules/code-server/lib/vscode');
  const main = join(vscode, 'out/server-main.js');
  // Written last: a folder without it is an install that did not come to its end.
  const marker = join(folder, 'complete');
  if (existsSync(marker)) return main;
  return withFolderLock(
    `${folder}.lock`,
    async () => {
      if (!existsSync(marker)) await install(folder, vscode, marker);
      return main;
    },
    () => say('Another process is installing the VS Code server; waiting for it.'),
  );
}

async function install(folder: string, vscode: string, marker: string): Promise<void> {
  const missing = ['python3', 'make', 'g++'].filter((program) => !findProgram(program));
  if (missing.length > 0 && process.platform !== 'win32')
    throw new Error(
      `The VS Code server's native modules need ${missing.join(', ')}: install them and try again.`,
    );
  const env = foreignNpmEnvironment();
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  say(`Installing the VS Code server (code-server ${serverVersion}) into ${folder}, about 30 s, only once.`);
  await run('npm', ['install', `code-server@${serverVersion}`, '--ignore-scripts', ...quiet], {
    cwd: folder,
    env,
  });
  say('  1/3 downloaded; installing its modules');
  await run('npm', ['install', '--omit=dev', '--ignore-scripts', ...quiet], { cwd: vscode, env });
  say('  2/3 modules installed; building the native ones');
  await run('npm', ['rebuild', ...nativeModules, '--loglevel=error'], { cwd: vscode, env });
  await writeFile(marker, `${serverVersion}\n`);
  say('  3/3 the VS Code server is installed');
}
