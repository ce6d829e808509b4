import type { Browser } from 'playwright-core';
import { startFront } from '../../host/front/front';
import { isNoise } from '../../host/noise';
import { startServer } from '../../host/serverHost';
import { workbenchUrl } from '../../host/workbenchUrl';
import { keepTold } from './notifications';
import { patience } from './patience';
import { stage } from './stage';
import { Workbench, type Theme } from './workbench';

export interface WindowOptions {
  /** Whether the companion extension is installed, which signs in to the sandbox at the start. */
  signedIn?: boolean;
  /** Whether the stand-in for Remote-SSH is installed. */
  remoteSsh?: boolean;
  /** Whether VS Code has installed GPU Rental from its package, which the stage has. Without it its files are copied. */
  packaged?: boolean;
  theme?: Theme;
  /** User settings beyond those every story starts with. */
  settings?: Record<string, unknown>;
  /** Whether Connect ends in a window on the instance, as in the demo. Without it the window is asked for, and no more. */
  secondWindow?: boolean;
  viewport?: { width: number; height: number };
  /** VS Code's display language; English without it. */
  language?: string;
  /** Whether a story looks for secrets in the window, also in the words of its pictures. */
  holdsSecrets?: boolean;
}

/**
 * The server's half of the key that seals SecretStorage in the browser. It is handed out by the front that VS Code's
 * server usually stands behind; without it secrets would not outlive the page.
 */
const secretStorageKey = Buffer.alloc(32, 'gpu-rental test');

/**
 * Starts a VS Code server with a fresh profile and opens a window on it, which is not ready yet. Closing the workbench
 * ends the server too, so no extension host goes on working behind the next story.
 */
export async function openWorkbench(browser: Browser, options: WindowOptions): Promise<Workbench> {
  const { theme = 'dark', viewport = { width: 1280, height: 800 } } = options;
  const { workspace, home, environment, settings, extensions, sshConfigFile, packageFile } = stage();
  const server = await startServer({
    userSettings: { ...settings, ...options.settings },
    home,
    language: options.language,
    isLean: true,
    env: environment,
    package: options.packaged ? packageFile : undefined,
    extensions: [
      ...(options.packaged ? [] : [extensions.gpuRental]),
      ...(options.signedIn ? [extensions.companion] : []),
      ...(options.remoteSsh ? [extensions.remoteSshStandIn] : []),
    ],
  });
  const front = options.secondWindow ? await startFront(server, { sshConfigFile }) : undefined;
  const { origin } = front ?? server;
  const context = await browser.newContext({ viewport, locale: 'en-US', colorScheme: theme });
  context.setDefaultTimeout(Number(process.env.E2E_TIMEOUT_MS ?? patience));
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  // The demo's front has a key of its own.
  if (!front) await context.route(`${origin}/mint-key`, (route) => route.fulfill({ body: secretStorageKey }));
  await context.addInitScript(keepTold);
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`[${message.type()}] ${message.text()}`));
  // Asks whether to leave while it still writes something down.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  page.on('pageerror', (error) => lines.push(`[pageerror] ${error.message}`));
  await page.goto(workbenchUrl(origin, { folder: workspace }));
  return new Workbench(page, {
    folder: server.folder,
    language: options.language,
    holdsSecrets: options.holdsSecrets ?? false,
    log: () => [...lines, ...server.output().split('\n')].filter((line) => !isNoise(line)),
    close: async () => {
      await context.close();
      await front?.close();
      await server.stop();
    },
  });
}
