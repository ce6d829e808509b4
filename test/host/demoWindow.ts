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

const installed = [extensions.gpuRental, extensions.companion, extensions.remoteSshStandIn];

/**
 * Opens the best window this machine can: a desktop VS Code where there is a display and one is installed or can be
 * downloaded, else VS Code's server, in the person's browser where there is a display.
 */
export async function chooseDemoWindow(
  world: World,
  { serverOnly }: { serverOnly: boolean },
): Promise<DemoWindow> {
  const executable = serverOnly ? undefined : await findDesktop();
  return executable
    ? openDesktop(executable, world)
    : openServer(world, { show: !serverOnly && hasDisplay() });
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

async function openDesktop(executable: string, world: World): Promise<DemoWindow> {
  const profile = await desktopArguments(world.folder, world.settings);
  await installExtensions(join(world.folder, 'extensions'), installed);
  const group = startProcessGroup(executable, ['--new-window', ...profile, world.workspace], {
    env: { ...process.env, ...world.environment, HOME: world.home, USERPROFILE: world.home },
    onLine: () => undefined,
  });
  return { closed: group.ended, stop: () => group.stop() };
}

async function openServer(world: World, { show }: { show: boolean }): Promise<DemoWindow> {
  const server = await startServer({
    userSettings: world.settings,
    home: world.home,
    env: world.environment,
    extensions: installed,
  });
  const url = workbenchUrl(server.origin, { folder: world.workspace });
  const browser = show ? installedBrowser() : undefined;
  if (browser) showIn(browser, url);
  return { url, closed: server.ended, stop: () => server.stop() };
}

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
