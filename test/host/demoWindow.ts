import { join } from 'node:path';
import { installedBrowser } from './browser';
import { run, say } from './commandLine';
import {
  desktopArguments,
  downloadDesktop,
  hasDisplay,
  installedDesktop,
  updateServerAnswers,
} from './desktop';
import { extensions, installExtensions } from './extensions';
import { startFront } from './front/front';
import { startProcessGroup } from './processGroup';
import { startServer } from './serverHost';
import { workbenchUrl } from './workbenchUrl';
import type { World } from './world';

export interface DemoWindow {
  /** Where the window is, when it is in a browser. */
  url?: string;
  /** Resolves when the person has closed the window, or VS Code has ended. */
  closed: Promise<void>;
  stop(): Promise<void>;
}

/** Where the extension in the window comes from: a copy of its package, or this checkout, open to a debugger. */
export type Source = { kind: 'package' } | { kind: 'checkout'; inspectPort: number };

/**
 * Opens the best window this machine can: a desktop VS Code where there is a display and one is installed or can be
 * downloaded, else VS Code's server, in the person's browser where there is a display.
 */
export async function chooseDemoWindow(
  world: World,
  { serverOnly, source }: { serverOnly: boolean; source: Source },
): Promise<DemoWindow> {
  const executable = serverOnly ? undefined : await findDesktop();
  return executable
    ? openDesktop(executable, world, source)
    : openServer(world, source, { show: !serverOnly && hasDisplay() });
}

async function findDesktop(): Promise<string | undefined> {
  if (process.env.VSCODE_TEST_HOST === 'server') return undefined;
  if (!hasDisplay()) return undefined;
  const found = installedDesktop();
  if (found) return found;
  if (!(await updateServerAnswers())) {
    say('No VS Code installed here, and its download server does not answer: using a browser.');
    return undefined;
  }
  return downloadDesktop().catch((error: unknown) => {
    say(
      `VS Code could not be downloaded (${error instanceof Error ? error.message : String(error)}): using a browser.`,
    );
    return undefined;
  });
}

async function openDesktop(executable: string, world: World, source: Source): Promise<DemoWindow> {
  const profile = await desktopArguments(world.folder, world.settings);
  // No stand-in for Remote-SSH here: Connect offers to install the real one, which reads the same ssh config.
  await installExtensions(join(world.folder, 'extensions'), [...gpuRentalOf(source), extensions.companion]);
  const args = ['--new-window', ...profile, ...developmentArguments(source), world.workspace];
  const group = startProcessGroup(executable, args, {
    env: { ...outerEnvironment(), ...environmentOf(world), HOME: world.home, USERPROFILE: world.home },
    onLine: () => undefined,
  });
  return { closed: group.ended, stop: () => group.stop() };
}

/** Codes that the sandbox sends are shown in the window. */
const environmentOf = ({ environment }: World) => ({ ...environment, GPU_RENTAL_TEST_SHOWS_CODES: 'yes' });

/** Started by a task of VS Code, a window of its own must not take itself for a part of that one. */
function outerEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VSCODE|ELECTRON)_/i.test(name)),
  );
}

function developmentArguments(source: Source): string[] {
  if (source.kind === 'package') return [];
  return [`--extensionDevelopmentPath=${extensions.gpuRental}`, `--inspect-extensions=${source.inspectPort}`];
}

async function openServer(world: World, source: Source, { show }: { show: boolean }): Promise<DemoWindow> {
  const server = await startServer({
    userSettings: world.settings,
    home: world.home,
    env: environmentOf(world),
    extensions: [...gpuRentalOf(source), extensions.companion, extensions.remoteSshStandIn],
    driven: source.kind === 'checkout',
  });
  const orders =
    source.kind === 'checkout'
      ? { orders: { extension: extensions.gpuRental, inspectPort: source.inspectPort } }
      : {};
  const front = await startFront(server, world);
  const url = workbenchUrl(front.origin, { folder: world.workspace, ...orders });
  const browser = show ? installedBrowser() : undefined;
  if (browser) showIn(browser, url);
  const stop = async () => {
    await front.close();
    await server.stop();
  };
  return { url, closed: server.ended, stop };
}

const gpuRentalOf = ({ kind }: Source): string[] => (kind === 'package' ? [extensions.gpuRental] : []);

/** Hands the address to the person's browser; should that fail, the printed address remains. */
function showIn(browser: string, url: string): void {
  const [program, args]: [string, string[]] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : [browser, [url]];
  run(program, args).catch(() => undefined);
}
