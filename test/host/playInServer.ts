import { launchBrowser } from './browser';
import { closeAll } from './lifetime';
import { isNoise } from './noise';
import { startServer, type ServerHostOptions } from './serverHost';
import { workbenchUrl, type WorkbenchOptions } from './workbenchUrl';

/** It only ends a start that hangs: on a machine that is busy, a window may take a minute to load. */
const startLimitMs = 120_000;

export interface PlayOptions
  extends
    Pick<ServerHostOptions, 'userSettings' | 'home' | 'env' | 'extensions'>,
    Required<WorkbenchOptions> {
  /** Aborts the wait by rejecting. */
  ended?: Promise<never>;
}

/**
 * Runs a bundled suite in the extension host of a new VS Code server, with its workbench in a new headless browser.
 *
 * Resolves to the exit code that VS Code gives; rejects when the page crashes or is closed before that, or when
 * `ended` does.
 */
export async function playInServer({
  folder,
  orders,
  ended,
  ...serverOptions
}: PlayOptions): Promise<number> {
  const server = await startServer({ ...serverOptions, driven: true, isLean: true });
  const browser = await launchBrowser();
  const log: string[] = [];
  try {
    // Nobody looks at it, and less of it is drawn faster.
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    const exit = new Promise<number>((resolve, reject) => {
      void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
      page.on('crash', () => reject(new Error('The workbench page crashed.')));
      page.on('close', () => reject(new Error('The workbench page was closed.')));
    });
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
      log.push(`[${type}] ${args.join(' ')}`),
    );
    page.on('console', (message) => log.push(`[${message.type()}] ${message.text()}`));
    await page.goto(workbenchUrl(server.origin, { folder, orders }), { timeout: startLimitMs });
    return await (ended ? Promise.race([exit, ended]) : exit);
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
