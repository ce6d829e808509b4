import { launchBrowser } from '../host/browser';
import { extensions } from '../host/extensions';
import { closeAll } from '../host/lifetime';
import { isNoise } from '../host/noise';
import { startServer } from '../host/serverHost';
import { workbenchUrl } from '../host/workbenchUrl';
import type { World } from '../host/world';

/**
 * Runs the bundled suite in the extension host of VS Code's server, with its workbench in a headless browser.
 *
 * Resolves to the exit code that VS Code gives; rejects when the page crashes or is closed before that. `ended`
 * aborts the wait.
 */
export async function runInServer(
  world: World,
  environment: Record<string, string>,
  suite: string,
  ended: Promise<never>,
): Promise<number> {
  const server = await startServer({
    userSettings: world.settings,
    home: world.home,
    env: environment,
    driven: true,
  });
  const browser = await launchBrowser();
  const log: string[] = [];
  try {
    const page = await browser.newPage();
    const exit = new Promise<number>((resolve, reject) => {
      void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
      page.on('crash', () => reject(new Error('The workbench page crashed.')));
      page.on('close', () => reject(new Error('The workbench page was closed.')));
    });
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
      log.push(`[${type}] ${args.join(' ')}`),
    );
    page.on('console', (message) => log.push(`[${message.type()}] ${message.text()}`));
    await page.goto(
      workbenchUrl(server.origin, {
        folder: world.workspace,
        orders: { extension: extensions.gpuRental, suite },
      }),
    );
    return await Promise.race([exit, ended]);
  } catch (error) {
    for (const line of [...log, ...server.output().split('\n')]) if (!isNoise(line)) console.error(line);
    throw error;
  } finally {
    await closeAll([
      ['The browser', () => browser.close()],
      ['The VS Code server', () => server.stop()],
    ]);
  }
}
