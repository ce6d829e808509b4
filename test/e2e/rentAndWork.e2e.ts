import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, sandbox, serviceWasTold, stage, story } from './support';
import { Walkthrough } from './support/walkthrough';
import { acceptLaunch, openField } from './support/wizard';
import type { Workbench } from './support/workbench';

/** What stands in a person's ssh config before we come; it has to be there, byte for byte, when we have gone. */
const ownConfig = '# mine\r\nHost work\r\n\tHostName work.example.com\r\n\tUser robin';
/** Where Remote-SSH remembers what each host runs. */
const platforms = 'remote.SSH.remotePlatform';

/** The titles of the walkthrough's steps. */
const steps = {
  signIn: 'Sign in with an API key',
  sshKey: 'Register an SSH key',
  find: 'Find a GPU',
  rent: 'Rent it',
  connect: 'Connect to it',
  stop: 'Stop or destroy it',
};

describe('from an empty sidebar to a shell on a rented GPU', () => {
  story(
    'searches, rents, watches, works, stops, starts and destroys',
    { packaged: true, remoteSsh: true, secondWindow: true, settings: { [platforms]: { work: 'windows' } } },
    async (window) => {
      await writeFile(stage().sshConfigFile, ownConfig);
      const walkthrough = await startWalkthrough(window);
      await searchOneRtx4090(window, walkthrough);
      await rentTheFirst(window);
      const alias = await watchItComeUp(window, walkthrough);
      await workInTheTerminal(window, alias);
      await workInItsWindow(window, alias);
      await expect
        .poll(() => userSettings(window))
        .toMatchObject({
          [platforms]: { work: 'windows', [alias]: 'linux' },
        });
      const port = await portOf(alias);

      const instances = window.view('Instances');
      await instances.chooseFromMenu('training', 'Stop');
      expect(await window.dialog.waitFor('Stop training')).toContain('The disk is kept');
      await window.screenshots('stop-confirm');
      await window.dialog.press('Stop');
      await instances.rows(/training.*stopping/).waitFor();
      // The shell was closed with it: nobody is told of an error of the terminal.
      await window.terminal.waitUntilGone();
      expect(await window.notifications.toast('exit code').count()).toBe(0);
      const [id = 0] = await sandbox().instanceIds();
      await serviceWasTold(id, 'stopped');
      await sandbox().advance(60);
      await instances.rows(/training.*stopped/).waitFor();
      await expect.poll(() => ownEntries()).not.toContain(alias);
      await window.screenshots('stopped');

      await instances.inlineAction('training', 'Start');
      await window.dialog.press('Start');
      // At first a start isn't told from one that waits.
      await instances.rows(/training.*(starting|waiting for its GPU)/).waitFor();
      await serviceWasTold(id, 'running');
      await sandbox().advance(300);
      await instances.rows(/training.*running/).waitFor();
      await window.notifications.press(/training .* is running/, 'Open in Terminal');
      await window.terminal.waitForPrompt();
      await window.terminal.run('echo back again on $((6 * 7))');
      await window.terminal.waitFor('back again on 42');
      expect(await portOf(alias)).not.toBe(port);

      await instances.chooseFromMenu('training', 'Destroy');
      expect(await window.dialog.waitFor('Destroy training')).toContain('This can’t be undone');
      await window.screenshots('destroy-confirm');
      await window.dialog.press('Destroy');
      await instances.welcomeButton('Search Offers').waitFor();
      await window.runCommand('GPU Rental: Open Walkthrough');
      await walkthrough.waitUntilDone(steps.stop);
      await expect.poll(() => walkthrough.done()).toEqual(Object.values(steps));
      await window.screenshots('walkthrough-done');
      await expect.poll(() => ownEntries()).not.toContain(alias);
      expect(await readFile(stage().sshConfigFile, 'utf8')).toContain(ownConfig);

      await window.runCommand('GPU Rental: Remove GPU Rental from SSH Config…');
      expect(await window.dialog.waitFor('Remove GPU Rental from your SSH config')).toContain('Nothing else');
      await window.dialog.press('Remove');
      await window.notifications.told('Removed. The earlier copy of your SSH config');
      await expect.poll(() => readFile(stage().sshConfigFile, 'utf8')).toBe(ownConfig);
      await expect.poll(async () => (await userSettings(window))[platforms]).toEqual({ work: 'windows' });
      await expect.poll(() => recorded()).toBe('');
    },
  );
});

/** Through its first two steps: an account, and a key to log in with. */
async function startWalkthrough(window: Workbench): Promise<Walkthrough> {
  await window.openSidebar();
  const instances = window.view('Instances');
  await instances.welcomeButton('Sign In').waitFor();
  await window.screenshots('welcome');
  await instances.welcomeButton('Open the walkthrough').click();
  const walkthrough = new Walkthrough(window.page);
  await walkthrough.show(steps.signIn);
  expect(await walkthrough.done()).toEqual([]);
  const viewport = window.page.viewportSize();
  await window.page.setViewportSize({ width: 1480, height: 800 });
  await walkthrough.picture('The box that asks for an API key').waitFor();
  await window.screenshots('walkthrough');
  if (viewport) await window.page.setViewportSize(viewport);
  await walkthrough.press(steps.signIn, 'Sign In');
  await window.quickInput.waitFor('Sign In to GPU Rental');
  await window.quickInput.accept('not-the-key');
  await window.quickInput.waitFor('doesn’t accept this API key');
  await window.screenshots('key-refused');
  await window.quickInput.accept(stage().apiKey);
  await instances.welcomeButton('Search Offers').waitFor();
  await walkthrough.waitUntilDone(steps.signIn);
  await walkthrough.press(steps.sshKey, 'Register SSH Key');
  await window.quickInput.rows('registered already').waitFor();
  await window.quickInput.cancel();
  await walkthrough.waitUntilDone(steps.sshKey);
  await window.screenshots('no-instances');
  return walkthrough;
}

async function searchOneRtx4090(window: Workbench, walkthrough: Walkthrough): Promise<void> {
  await walkthrough.press(steps.find, 'Search Offers');
  await window.quickInput.waitFor('Search Offers');
  await window.screenshots('search-filters');
  await window.quickInput.type('1x rtx40');
  await window.quickInput.rows('4090, RTX 4090').waitFor();
  await window.screenshots('search-completions');
  await window.quickInput.pick(/^4090, RTX 4090/);
  await window.quickInput.pick('Search, RTX 4090 · 1 GPU');
  await window.quickInput.rows('1× RTX 4090').first().waitFor();
  const wanted = /^\$[\d.]+\/h {2}1× RTX 4090, 24 GB · \$[\d.]+\/h stopped · [\d.]+% reliable/;
  const others = async () => (await window.quickInput.spokenRows()).filter((row) => !wanted.test(row));
  await expect.poll(others).toEqual([]);
  await window.screenshots('offers');
}

async function rentTheFirst(window: Workbench): Promise<void> {
  await window.quickInput.pick('1× RTX 4090');
  await window.quickInput.waitFor('Rent 1× RTX 4090');
  await window.screenshots('launch-form');
  await openField(window, 'Disk');
  await window.quickInput.waitFor('Rent: Disk');
  await window.quickInput.type('0');
  await window.quickInput.waitFor('Enter a number greater than 0.');
  await window.screenshots('rent-disk-refused');
  await window.quickInput.accept('25');
  await acceptLaunch(window, 'training');
  const question = await window.dialog.waitFor('Rent 1× RTX 4090 for $');
  expect(question).toContain('while stopped, until you destroy it');
  await window.screenshots('rent-confirm');
  await window.dialog.press('Rent for $');
}

/** Resolves to the instance's alias. */
async function watchItComeUp(window: Workbench, walkthrough: Walkthrough): Promise<string> {
  const instances = window.view('Instances');
  await instances.rows(/training.*provisioning/).waitFor();
  await walkthrough.waitUntilDone(steps.rent);
  await window.runCommand('View: Close All Editors');
  await window.screenshots('provisioning');
  await sandbox().advance(30);
  await instances.rows(/training.*(pulling|unpacking)/).waitFor();
  await window.screenshots('loading');
  await sandbox().advance(300);
  await instances.spoken(/^training, RTX 4090 times 1, running, [\d.]+ dollars per hour$/).waitFor();
  await window.notifications.told(/training .* is running, for \$/);
  await window.statusBarItem('/h').waitFor();
  await window.screenshots('running');
  const [id] = await sandbox().instanceIds();
  return `gpu-${id}`;
}

async function workInTheTerminal(window: Workbench, alias: string): Promise<void> {
  await window.notifications.clear();
  await window.view('Instances').inlineAction('training', 'Open Instance in Terminal');
  expect(await window.dialog.waitFor('Let GPU Rental add one Include line')).toContain(stage().sshConfigFile);
  await window.screenshots('include-confirm');
  await window.dialog.press('Add Include Line');
  await window.terminal.waitForPrompt();
  await window.terminal.run('echo hello from $((6 * 7)) over ${SSH_CONNECTION:+ssh}');
  await window.terminal.waitFor('hello from 42 over ssh');
  await window.screenshots('terminal');
  await expect.poll(() => ownEntries()).toContain(`Host ${alias}`);
  expect(await readFile(stage().sshConfigFile, 'utf8')).toMatch(/^# --- gpu-rental: start ---/);
}

/** The window stands behind the instance's own sshd, and our view in it is about the instance. */
async function workInItsWindow(window: Workbench, alias: string): Promise<void> {
  const opened = window.page.context().waitForEvent('page', { timeout: 0 });
  await window.view('Instances').inlineAction('training', 'Connect');
  const second = window.beside(await opened);
  await second.ready();
  await second.notifications.told('A stand-in for Remote-SSH opened it');
  await expect.poll(() => second.page.title()).toContain(`[SSH: ${alias}]`);
  await second.openSidebar();
  const here = second.view('This Instance');
  await here.rows(/training.*running.*\$[\d.]+\/h/).waitFor();
  await second.runCommand('Terminal: Create New Terminal');
  await second.terminal.waitForPrompt();
  await second.terminal.run('echo over ${SSH_CONNECTION:+ssh} in $HOME as $((6 * 7))');
  await second.terminal.waitFor(/over ssh in .* as 42/);
  await second.screenshots('second-window');
  await second.notifications.clear();
  await here.rows('Stop').click();
  expect(await second.dialog.waitFor('Stop training')).toContain('The disk is kept');
  await second.dialog.cancel();
  await second.statusBarItem(`SSH: ${alias}`).click();
  await second.quickInput.rows('Destroy This Instance…').waitFor();
  await second.screenshots('remote-menu');
  await second.page.close();
}

const settingsFile = ({ folder }: Workbench): string => join(folder, 'data/data/User/settings.json');

async function userSettings(window: Workbench): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(settingsFile(window), 'utf8')) as Record<string, unknown>;
}

/** What the uninstall hook would clean; empty when nothing. */
function recorded(): Promise<string> {
  return readFile(join(stage().home, '.gpu-rental/ssh-integration.json'), 'utf8').catch(() => '');
}

/** Our own ssh config file; empty when it is not there. */
function ownEntries(): Promise<string> {
  return readFile(join(dirname(stage().sshConfigFile), 'gpu-rental/config'), 'utf8').catch(() => '');
}

async function portOf(alias: string): Promise<string | undefined> {
  const entries = await ownEntries();
  return new RegExp(`Host ${alias}\\n(?:  .*\\n)*?  Port (\\d+)`).exec(entries)?.[1];
}
