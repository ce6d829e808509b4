import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addLanguagePack } from './displayLanguage';
import { installExtensions } from './extensions';
import { installPackage } from './package';
import { serverNode, temporaryFolder } from './paths';
import { startProcessGroup } from './processGroup';
import { ensureServerHost } from './serverInstall';

/** This server has pictures shown by its own process: the part for the browser isn't in its package. */
const hereOnly = { 'remote.extensionKind': { 'vscode.media-preview': ['workspace'] } };

export interface ServerHostOptions {
  /** The user's settings, written before the start: application-scoped settings are read from there only. */
  userSettings: Record<string, unknown>;
  /** The home folder of the extension host and of its terminals. */
  home: string;
  /** Folders of extensions that are installed before the start. */
  extensions?: readonly string[];
  /** A `.vsix` that VS Code installs before the start. */
  package?: string | undefined;
  /**
   * Whether windows take orders from their address, as in-host tests need it. Such windows show no notifications.
   */
  driven?: boolean;
  /** Whether the window has only those of VS Code's own extensions that a test sees: see `seenExtensions`. */
  isLean?: boolean;
  /** VS Code's display language, such as `de`; English without it. */
  language?: string | undefined;
  /** Added to the environment of the extension host. */
  env?: Record<string, string>;
}

export interface ServerHost {
  /** `http://127.0.0.1:<port>`, open to this machine only. */
  origin: string;
  /** The last lines the server printed, for a report of a failure. */
  output(): string;
  /** All that the server writes: logs, storage, settings, its temporary files. */
  folder: string;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Those of VS Code's own extensions that tests use or show. All hundred of them cost each window two seconds. */
const seenExtensions = [
  ...[
    'configuration-editing',
    'diff',
    'dotenv',
    'ini',
    'ipynb',
    'json',
    'json-language-features',
    'log',
    'media-preview',
  ],
  ...['markdown-basics', 'markdown-language-features', 'python', 'search-result', 'shellscript'],
  ...['theme-defaults', 'theme-modern-icons', 'theme-seti', 'yaml'],
];

const startLimitMs = 120_000;
const keptLines = 200;

/**
 * Starts VS Code's own server on a free loopback port with folders of its own. It ends with `stop`, and with this
 * process however that ends.
 *
 * Rejects when the server ends or is not listening within two minutes, with what it printed.
 */
export async function startServer(options: ServerHostOptions): Promise<ServerHost> {
  const main = await ensureServerHost();
  const folder = await temporaryFolder('vscode');
  const dataFolder = join(folder, 'data');
  const settingsFile = join(dataFolder, 'data/User/settings.json');
  await mkdir(dirname(settingsFile), { recursive: true });
  await writeFile(settingsFile, JSON.stringify({ ...hereOnly, ...options.userSettings }, undefined, 2));
  const extensionsFolder = join(folder, 'extensions');
  await installExtensions(extensionsFolder, options.extensions ?? []);
  if (options.package) await installPackage(options.package, { extensionsFolder, dataFolder });

  if (options.language) await addLanguagePack(dataFolder, options.language);

  const args = [
    ...serverArguments(dataFolder, extensionsFolder, options.driven ?? false),
    ...(options.language ? ['--locale', options.language] : []),
    ...(options.isLean ? ['--builtin-extensions-dir', await linkSeenExtensions(main, folder)] : []),
  ];
  const lines: string[] = [];
  let listening: (port: number) => void;
  const port = new Promise<number>((resolve) => (listening = resolve));
  const group = startProcessGroup(serverNode(), [main, ...args], {
    env: { ...cleanEnvironment(), HOME: options.home, USERPROFILE: options.home, ...options.env },
    temporaryFolder: folder,
    onLine: (line) => {
      lines.push(line);
      if (lines.length > keptLines) lines.shift();
      const found = /Extension host agent listening on (\d+)/.exec(line)?.[1];
      if (found) listening(Number(found));
    },
  });
  const output = () => lines.join('\n');

  const authority = await Promise.race([
    port.then((number) => `127.0.0.1:${number}`),
    group.ended.then(() => undefined),
    limit(startLimitMs),
  ]);
  if (!authority) {
    await group.stop();
    throw new Error(`The VS Code server did not start:\n${output()}`);
  }
  const origin = `http://${authority}`;
  return {
    origin,
    output,
    folder,
    ended: group.ended,
    stop: () => group.stop(),
  };
}

/** A folder with links to some of VS Code's own extensions, in `folder`. */
async function linkSeenExtensions(main: string, folder: string): Promise<string> {
  const all = join(dirname(main), '../extensions');
  const seen = join(folder, 'built-in');
  await mkdir(seen);
  for (const name of seenExtensions) {
    // An older VS Code lacks some. As a junction, Windows lets everyone link a folder.
    if (existsSync(join(all, name))) await symlink(join(all, name), join(seen, name), 'junction');
  }
  return seen;
}

function serverArguments(dataFolder: string, extensionsFolder: string, driven: boolean): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', '0'],
    '--without-connection-token',
    '--accept-server-license-terms',
    // Without it the page ignores what its address orders.
    ...(driven ? ['--enable-smoke-test-driver'] : []),
    ...['--server-data-dir', dataFolder, '--extensions-dir', extensionsFolder],
    ...['--disable-telemetry', '--disable-workspace-trust'],
  ];
}

/** Our environment without what npm and a surrounding VS Code put there, and without secrets of our own. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env))
    if (!/^(npm_|VSCODE_|ELECTRON_|GPU_RENTAL_|XDG_|NODE_OPTIONS|NODE_ENV|VITEST)/i.test(name))
      env[name] = value;
  return env;
}

function limit(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined).unref());
}
