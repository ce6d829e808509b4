import { parseArgs } from 'node:util';
import { launchBrowser } from './browser';
import { say } from './commandLine';
import { chooseDemoWindow } from './demoWindow';
import { closeAll, Interrupted, interruption } from './lifetime';
import { createWorld } from './world';

/** From a rented offer to a running instance, in seconds. */
const bootSeconds = 8;

const help = `
A sandbox of the service is running; nothing here costs money and nothing touches your own ssh files.
  1. The GPU Rental icon in the activity bar shows the Instances view, signed in already.
  2. Search Offers… (the magnifier in its title), narrow down, pick an offer and rent it.
  3. Watch it go from provisioning to running (about ${bootSeconds} s), then press Open in Terminal, or Connect.
Press Ctrl+C here to end everything.`;

/**
 * Starts a sandbox and a VS Code window on it, for a person; ends all of it with Ctrl+C or with the window.
 * `--check` instead looks at the window in a headless browser and exits with 0 once it shows that it is signed in.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const interrupted = interruption();
  const world = await createWorld({ clock: 'real', bootSeconds });
  const things: [string, () => Promise<unknown>][] = [['The sandbox', () => world.close()]];
  try {
    const window = await chooseDemoWindow(world, { serverOnly: values.check });
    things.unshift(['VS Code', () => window.stop()]);
    if (!values.check) {
      say(help);
      if (window.url) say(`The window is at ${window.url}`);
    }
    await Promise.race([interrupted, values.check ? check(window.url) : window.closed]);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    say('Ending the demo.');
  } finally {
    await closeAll(things);
  }
}

async function check(url: string | undefined): Promise<void> {
  if (!url) throw new Error('Only a window of the VS Code server can be checked.');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    // What the view says to someone who is signed in and has rented nothing yet.
    const welcome = page.locator('.sidebar .welcome-view-content');
    await welcome.getByRole('button', { name: 'Search Offers' }).waitFor({ timeout: 60_000 });
    say('The window shows the GPU Rental view, signed in to the sandbox.');
  } finally {
    await browser.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
