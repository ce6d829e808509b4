import { describe, expect, sandbox, stage, story } from './support';
import { OffersPanel } from './support/offersPanel';
import { cutOff, cutOffInField } from './support/unmarked';
import type { Workbench } from './support/workbench';

describe('in German', () => {
  story(
    'signs in, rents, connects and compares offers',
    { language: 'de', remoteSsh: true },
    async (window) => {
      await rentInGerman(window);
      await connectInGerman(window);
      await compareInGerman(window);
    },
  );
});

async function rentInGerman(window: Workbench): Promise<void> {
  const { text } = window;
  await window.openSidebar();
  const signIn = window.view(text('Instances')).welcomeButton(text('Sign In'));
  await signIn.waitFor();
  await window.screenshots('german-welcome');
  await signIn.click();
  await window.quickInput.waitFor(text('Sign In to GPU Rental'));
  await window.quickInput.accept(stage().apiKey);
  await window.signedIn();
  await window.runCommand(`GPU Rental: ${text('Search Offers…')}`);
  await window.quickInput.waitFor(text('Search Offers'));
  expect(await cutOffInField(window.page)).toEqual([]);
  await window.quickInput.type('4090');
  await window.quickInput.pick(`search ${text('Search')},`);
  await window.quickInput.rows('1× RTX 4090').first().waitFor();
  await window.screenshots('german-search');
  await window.quickInput.pick('1× RTX 4090');
  await window.quickInput.waitFor(text('Rent, or change a field'));
  await window.screenshots('german-form');
  await window.quickInput.pick(/^rocket .*\$/);
  await window.dialog.waitFor('1× RTX 4090');
  await window.screenshots('german-confirm');
  await window.dialog.press('$');
}

async function connectInGerman(window: Workbench): Promise<void> {
  const { text } = window;
  const instances = window.view(text('Instances'));
  await instances.rows('RTX 4090').first().waitFor();
  await sandbox().advance(330);
  await instances.rows(new RegExp(`RTX 4090.*${text('running')}`)).waitFor();
  await instances.expand('RTX 4090');
  await window.screenshots('german-running');
  const opened = window.page.context().waitForEvent('page', { timeout: 0 });
  await instances.inlineAction('RTX 4090', text('Connect to Instance'));
  await window.dialog.waitFor(stage().sshConfigFile);
  await window.screenshots('german-connect');
  await window.dialog.press(text('Add Include Line'));
  await (await opened).close();
}

async function compareInGerman(window: Workbench): Promise<void> {
  const { text } = window;
  await window.notifications.clear();
  await window.runCommand(`GPU Rental: ${text('Browse Offers')}`);
  const offers = new OffersPanel(window.page);
  await offers.rows.first().waitFor();
  await window.screenshots('german-offers');
  expect(await cutOff(window.page)).toEqual([]);
}
