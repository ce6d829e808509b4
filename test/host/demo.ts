import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser';
import { say } from './commandLine';
import { prepareTerminals } from './demoTerminal';
import { chooseDemoWindow, type Source } from './demoWindow';
import { closeAll, Interrupted, interruption } from './lifetime';
import { createWorld, type World } from './world';

/** From a rented offer to a running instance, in seconds. */
const bootSeconds = 8;

const help = ({ sandbox }: World): string => `
A sandbox of the service is running; nothing here costs money and nothing touches your own ssh files.
  1. The GPU Rental icon in the activity bar shows the Instances view, signed in already.
  2. Search Offers… (the magnifier in its title), narrow down, pick an offer and rent it.
  3. Watch it go from provisioning to running (about ${bootSeconds} s), then press Connect, or Open in Terminal. From then on,
     ssh gpu-<id> works in the window's terminals, too.
  4. Open train.sh in the Explorer and press Run on GPU (the rocket in its title): the log, then outputs/loss.svg in results.
  5. Rent two more, then Run Sweep on GPUs… in the title of the Runs view, with task.yaml, RATE=0.01,0.03,0.1,0.2,0.4,0.8
     and all three instances; Show Sweep as Table on its row has the plot.
  6. Try two-factor authentication in the Account view: codes sent by text message or email appear here and in the window.
What is real: the extension, VS Code, the REST interface, OpenSSH. What stands in: the service (the sandbox), its
machines (folders of this computer, each with its own sshd) and, in a browser, Remote-SSH.
The sandbox is at ${sandbox.url}, its API key is ${sandbox.apiKey}
Press Ctrl+C here to end everything.`;

/** Only ends a check that hangs: on a busy machine a window alone may take a minute to open. */
const checkLimitMs = 120_000;

const channels = { sms: 'Text message', email: 'Email' };

/**
 * Starts a sandbox and a VS Code window on it, for a person; ends all of it with Ctrl+C or with the window.
 * `--inspect <port>` takes the extension from this checkout, as it was last built, and lets a debugger in.
 * `--check` instead looks at the window in a headless browser and exits with 0 once it shows that it is signed in.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      inspect: { type: 'string' },
    },
  });
  const source: Source =
    values.inspect === undefined
      ? { kind: 'package' }
      : { kind: 'checkout', inspectPort: Number(values.inspect) };
  const interrupted = interruption();
  const world = await createWorld({
    clock: 'real',
    bootSeconds,
    publishesPorts: true,
    onMessage: ({ channel, to, code }) => say(`${channels[channel]} to ${to}: your code is ${code}`),
  });
  await cp(join(import.meta.dirname, 'training'), world.workspace, { recursive: true });
  Object.assign(world.settings, await prepareTerminals(world));
  const things: [string, () => Promise<unknown>][] = [['The sandbox', () => world.close()]];
  try {
    const window = await chooseDemoWindow(world, { serverOnly: values.check, source });
    things.unshift(['VS Code', () => window.stop()]);
    if (!values.check) {
      say(help(world));
      if (window.url) say(`The window is at ${window.url}`);
    }
    await Promise.race([interrupted, values.check ? check(window.url, source, world) : window.closed]);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    say('Ending the demo.');
  } finally {
    await closeAll(things);
  }
}

async function check(url: string | undefined, source: Source, world: World): Promise<void> {
  if (!url) throw new Error('Only a window of the VS Code server can be checked.');
  const browser = await launchBrowser();
  try {
    const page = await seeSignedIn(browser, url);
    say('The window shows the GPU Rental view, signed in to the sandbox.');
    if (source.kind === 'package') {
      await seeCode(page, world);
      say('A code that was sent by email is shown in it.');
      await page.goto(`${new URL(url).origin}/proxy/${new URL(world.sandbox.url).port}/`);
      await page.getByRole('heading', { name: 'This is the sandbox' }).waitFor();
      say('Addresses of this computer open in the browser.');
      // Its keyring is its own, and empty.
      await seeSignedIn(browser, url);
      say('So does a window in a second browser.');
      return;
    }
    const answer = await fetch(`http://127.0.0.1:${source.inspectPort}/json/version`);
    say(`A debugger is let in: ${answer.ok ? 'yes' : 'no'}.`);
  } finally {
    await browser.close();
  }
}

/** Opens the window in a browser of its own. */
async function seeSignedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(checkLimitMs);
  await page.goto(url);
  // What the view says to someone who is signed in and has rented nothing yet.
  const welcome = page.locator('.sidebar .welcome-view-content');
  await welcome.getByRole('button', { name: 'Search Offers' }).waitFor();
  return page;
}

/** Has the sandbox send a code, as a login with a second factor does. */
async function seeCode(page: Page, { sandbox }: World): Promise<void> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  await fetch(`${sandbox.url}/api/v0/tfa/email/`, { method: 'POST', headers });
  await page.locator('.notifications-toasts', { hasText: /Email to .*: your code is \d/ }).waitFor();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
