import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, sandbox, stage, story } from './support';
import { acceptLaunch, openField } from './support/wizard';
import type { Workbench } from './support/workbench';

/** What stands in a person's ssh config before we come; it has to be there, byte for byte, when we have gone. */
const ownConfig = '# mine\r\nHost work\r\n\tHostName work.example.com\r\n\tUser robin';
/** Where Remote-SSH remembers what each host runs. */
const platforms = 'remote.SSH.remotePlatform';

describe('from an empty sidebar to a shell on a rented GPU', () => {
  story(
    'searches, rents, watches, works, stops, starts and destroys',
    { remoteSsh: true, settings: { [platforms]: { work: 'windows' } } },
    async (window) => {
      await writeFile(stage().sshConfigFile, ownConfig);
      await signInByHand(window);
      await searchOneRtx4090(window);
      await rentTheFirst(window);
      const alias = await watchItComeUp(window);
      await workInTheTerminal(window, alias);
      await askForAWindow(window);
      await expect
        .poll(() => userSettings(window))
        .toMatchObject({
          [platforms]: { work: 'windows', [alias]: 'linux' },
        });
      const port = await portOf(alias);

      await window.terminal.exit();
      const instances = window.view('Instances');
      await instances.chooseFromMenu('training', 'Stop');
      expect(await window.dialog.waitFor('Stop training')).toContain('The disk is kept');
      await window.screenshots('stop-confirm');
      await window.dialog.press('Stop');
      await instances.rows(/training.*stopping/).waitFor();
      await sandbox().advance(60);
      await instances.rows(/training.*stopped/).waitFor();
      await expect.poll(() => ownEntries()).not.toContain(alias);
      await window.screenshots('stopped');

      await instances.inlineAction('training', 'Start');
      await window.dialog.press('Start');
      await instances.rows(/training.*(provisioning|loading)/).waitFor();
      await sandbox().advance(300);
      await instances.rows(/training.*running/).waitFor();
      await window.notifications.press(/training .* is running/, 'Open in Terminal');
      await window.terminal.waitForPrompt();
      await window.terminal.run('echo back again on $((6 * 7))');
      await window.terminal.waitFor('back again on 42');
      expect(await portOf(alias)).not.toBe(port);

      await instances.chooseFromMenu('training', 'Destroy');
      expect(await window.dialog.waitFor('Destroy training')).toContain('This cannot be undone');
      await window.screenshots('destroy-confirm');
      await window.dialog.press('Destroy');
      await instances.welcomeButton('Search Offers').waitFor();
      await expect.poll(() => ownEntries()).not.toContain(alias);
      expect(await readFile(stage().sshConfigFile, 'utf8')).toContain(ownConfig);

      await window.runCommand('GPU Rental: Remove from SSH Config…');
      expect(await window.dialog.waitFor('Remove GPU Rental from your SSH config')).toContain('Nothing else');
      await window.dialog.press('Remove');
      await window.notifications.toast('Removed. The copy of your SSH config').waitFor();
      expect(await readFile(stage().sshConfigFile, 'utf8')).toBe(ownConfig);
      expect((await userSettings(window))[platforms]).toEqual({ work: 'windows' });
      expect(await recorded()).toBe('');
    },
  );
});

async function signInByHand(window: Workbench): Promise<void> {
  await window.openSidebar();
  const instances = window.view('Instances');
  await instances.welcomeButton('Sign In').waitFor();
  await window.screenshots('welcome');
  await instances.welcomeButton('Sign In').click();
  await window.quickInput.waitFor('Sign In to GPU Rental');
  await window.quickInput.accept('not-the-key');
  await window.quickInput.waitFor('does not accept this API key');
  await window.screenshots('key-refused');
  await window.quickInput.accept(stage().apiKey);
  await instances.welcomeButton('Search Offers').waitFor();
  await window.screenshots('no-instances');
}

async function searchOneRtx4090(window: Workbench): Promise<void> {
  await window.runCommand('GPU Rental: Search Offers…');
  await window.quickInput.waitFor('Search Offers');
  await window.screenshots('search-filters');
  await window.quickInput.pick('GPU, any');
  await window.quickInput.waitFor('Search Offers: GPU');
  await window.quickInput.type('RTX 4090');
  await window.quickInput.toggle('RTX 4090');
  await window.quickInput.accept();
  await window.quickInput.waitFor(/^Search Offers$/);
  await window.quickInput.pick('GPUs per machine');
  await window.quickInput.pick(/^1$/);
  await window.quickInput.pick('Search, RTX 4090');
  await window.quickInput.rows('1× RTX 4090').first().waitFor();
  const rows = await window.quickInput.spokenRows();
  expect(rows.every((row) => /^1× RTX 4090 · 24 GB, \$.*\/h/.test(row))).toBe(true);
  await window.screenshots('offers');
}

async function rentTheFirst(window: Workbench): Promise<void> {
  await window.quickInput.pick('1× RTX 4090');
  await window.quickInput.waitFor('Rent 1× RTX 4090');
  await window.screenshots('launch-form');
  await openField(window, 'Disk');
  await window.quickInput.waitFor('Rent: Disk');
  await window.quickInput.type('0');
  await window.quickInput.waitFor('A number above zero is needed.');
  await window.screenshots('rent-disk-refused');
  await window.quickInput.accept('25');
  await acceptLaunch(window, 'training');
  const question = await window.dialog.waitFor('Rent 1× RTX 4090 for $');
  expect(question).toContain('while it is stopped, until you destroy it');
  await window.screenshots('rent-confirm');
  await window.dialog.press('Rent for $');
}

/** Resolves to the instance's alias. */
async function watchItComeUp(window: Workbench): Promise<string> {
  const instances = window.view('Instances');
  await instances.rows(/training.*provisioning/).waitFor();
  await window.screenshots('provisioning');
  await sandbox().advance(30);
  await instances.rows(/training.*loading/).waitFor();
  await window.screenshots('loading');
  await sandbox().advance(300);
  await instances.spoken(/^training, RTX 4090 times 1, running, [\d.]+ dollars per hour$/).waitFor();
  await window.notifications.toast(/training .* is running, for \$/).waitFor();
  await window.statusBarItem('/h').waitFor();
  await window.screenshots('running');
  const [id] = await sandbox().instanceIds();
  return `gpu-${id}`;
}

async function workInTheTerminal(window: Workbench, alias: string): Promise<void> {
  await window.notifications.clear();
  await window.view('Instances').inlineAction('training', 'Open in Terminal');
  expect(await window.dialog.waitFor('Let GPU Rental add one Include line')).toContain(stage().sshConfigFile);
  await window.screenshots('include-confirm');
  await window.dialog.press('Add Include Line');
  await window.terminal.waitForPrompt();
  await window.terminal.run('echo hello from $((6 * 7)) over ${SSH_CONNECTION:+ssh}');
  await window.terminal.waitFor('hello from 42 over ssh');
  await window.screenshots('terminal');
  expect(await ownEntries()).toContain(`Host ${alias}`);
  expect(await readFile(stage().sshConfigFile, 'utf8')).toMatch(/^# --- gpu-rental: start ---/);
}

/** This host opens a window without the authority, so that one opens is all that can be seen here. */
async function askForAWindow(window: Workbench): Promise<void> {
  const opened = window.page.context().waitForEvent('page');
  await window.view('Instances').inlineAction('training', 'Connect');
  await (await opened).close();
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
