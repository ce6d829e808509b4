import {
  describe,
  expect,
  firstOfferOfLastSearch,
  rentElsewhere,
  sandbox,
  serviceWasTold,
  storiesInOneWindow,
} from './support';
import { KeyboardPerson } from './support/keyboard';
import { acceptLaunch, fillIn, offerRow, openField, searchOffers } from './support/wizard';
import type { Workbench } from './support/workbench';

describe('a market that moves', () => {
  const story = storiesInOneWindow({ signedIn: true, remoteSsh: true });

  story(
    'proposes the nearest offers when one is gone, and asks again when its price rose',
    async (window) => {
      await searchOffers(window);
      const first = await firstOfferOfLastSearch();
      await window.quickInput.rows(offerRow).first().click();
      await acceptLaunch(window, 'second choice');
      await window.dialog.waitFor('Rent ');
      // Not before the question: a price that was seen 15 s ago, as a slow machine has it then, is looked up before it.
      await sandbox().takeOffer(first);
      // What is said during a search goes with its end.
      await sandbox().failNext({ path: '/bundles', delayMs: 1_500, count: 100 });
      await window.dialog.press('Rent for $');
      await window.notifications.told('Searching for similar ones');
      await sandbox().clearFailures();
      await window.quickInput.waitFor('That Offer Was Just Taken');
      await window.screenshots('offer-gone');
      await window.quickInput.escape();
      // Whoever wants none of them is back at the form, with nothing of it lost.
      await window.quickInput.waitFor('Rent, or change a field');
      await window.quickInput.cancel();

      await searchOffers(window);
      await sandbox().setPrice(await firstOfferOfLastSearch(), 1.75);
      await window.quickInput.rows(offerRow).first().click();
      await acceptLaunch(window, 'dearer');
      const asked = await window.dialog.waitFor('Rent ');
      // A price that was seen 15 s ago, as a slow machine has it by now, was looked up before the question.
      if (!asked.includes('The price has risen from')) await window.dialog.press('Rent for $');
      expect(await window.dialog.waitFor('The price has risen from')).toContain('$1.75/h');
      await window.screenshots('price-rose');
      await window.dialog.cancel();
      expect(await sandbox().instanceIds()).toEqual([]);
    },
  );

  story(
    'shows what was rented before the list has it, and lets a person do everything by keyboard',
    async (window) => {
      const person = await KeyboardPerson.at(window);
      await sandbox().configure({ listDelaySeconds: 90 });
      await rentByKeyboard(window, person);
      const instances = window.view('Instances');
      const expected = instances.rows(/late in the list.*created, not listed yet.*\/h/);
      await expected.waitFor();
      // Notifications leave the screen.
      await person.press('Escape');
      await window.screenshots('not-listed-yet');
      expect(await person.mousePresses()).toBe('0');
      await window.page.reload();
      await window.ready();
      await window.signedIn();
      await person.startCounting();
      await expected.waitFor();
      await sandbox().advance(300);
      await instances.rows(/late in the list.*running/).waitFor();
      await expect.poll(() => expected.count()).toBe(0);
      await useByKeyboard(window, person);
      expect(await person.mousePresses()).toBe('0');
    },
  );

  story('says why an instance cannot come up, and goes on to another offer', async (window) => {
    await sandbox().setHostBehaviour('next', 'error');
    await searchOffers(window);
    await window.quickInput.rows(offerRow).first().click();
    await acceptLaunch(window, 'unlucky');
    await window.dialog.waitFor('Rent ');
    await window.dialog.press('Rent for $');
    const instances = window.view('Instances');
    await instances.rows('unlucky').waitFor();
    await sandbox().advance(300);
    await instances.rows(/unlucky.*failed to start/).waitFor();
    await window.notifications.told(/unlucky .* didn’t start/);
    await window.screenshots('did-not-come-up');
    await window.notifications.press(/unlucky .* didn’t start/, 'Destroy and Try Another Offer');
    await window.dialog.waitFor('Destroy unlucky');
    await window.dialog.press('Destroy');
    // The same GPU elsewhere, and the form as it was.
    await window.quickInput.waitFor('1 machine left out');
    expect(await sandbox().instanceIds()).toEqual([]);
    await window.quickInput.rows(offerRow).first().click();
    await window.quickInput.waitFor('Rent, or change a field');
    await window.quickInput.type('Label');
    await window.quickInput.rows('unlucky-2').waitFor();
  });

  // It leaves a search for interruptible instances behind.
  story('rents an interruptible instance with a bid, and tells when it is outbid', async (window) => {
    await window.runCommand('GPU Rental: Search Offers…');
    await window.quickInput.waitFor(/^Search Offers$/);
    await window.quickInput.type('interruptible');
    await window.quickInput.pick(/^search Search, .*interruptible/);
    await window.quickInput.rows('interruptible, lowest bid').first().click();
    await fillIn(window, 'Label', 'bargain');
    await openField(window, 'Your bid');
    await window.quickInput.waitFor('Rent: Your bid');
    await window.quickInput.type('0.00001');
    await window.quickInput.waitFor('The lowest bid for this offer is');
    await window.screenshots('bid-refused');
    await window.quickInput.accept('3');
    await window.quickInput.pick(/Rent for \$/);
    expect(await window.dialog.waitFor('Rent ')).toContain('stops when someone bids more');
    await window.dialog.press('Rent for $');
    const instances = window.view('Instances');
    await instances.rows('bargain').waitFor();
    await sandbox().advance(300);
    await instances.rows(/bargain.*running/).waitFor();
    const [id = 0] = await sandbox().instanceIds();
    await sandbox().outbid(id);
    await instances.rows(/bargain.*outbid/).waitFor();
    await window.notifications.told(/bargain .* was stopped: someone bid more/);
    await window.notifications.clear();
    await window.screenshots('outbid');
  });

  story(
    'tells that an instance was outbid, runs it again with a higher bid, and tells that it runs',
    async (window) => {
      const [offerId = 0] = await sandbox().freeOffers();
      await sandbox().setPrice(offerId, 0.4, 0.05);
      const id = await rentElsewhere({ label: 'bargain', price: 0.06 });
      await sandbox().advance(300);
      const instances = window.view('Instances');
      await instances.titleAction('Refresh Instances');
      await instances.rows(/bargain.*running/).waitFor();

      await sandbox().outbid(id);
      const outbid = /bargain .* was stopped: someone bid more than your bid of \$0\.06\/h/;
      await window.notifications.told(outbid);
      await instances.rows(/bargain.*outbid/).waitFor();
      await window.screenshots('outbid-told');
      await window.notifications.press(outbid, 'Change Bid…');
      await window.quickInput.waitFor(/^Change Bid for bargain/);
      await window.quickInput.waitFor('Lowest possible bid now: $0.067/h');
      await window.screenshots('change-bid');
      await window.quickInput.type('0.06');
      await window.quickInput.waitFor('Bid more than the lowest bid, at least $0.067/h.');
      await window.screenshots('change-bid-refused');
      await window.quickInput.accept('0.08');
      const asked = await window.dialog.waitFor('Raise the bid for bargain');
      expect(asked).toContain('from $0.06/h to $0.08/h?');
      expect(asked).toMatch(
        /\$0\.0\d+\/h while running \(bid \$0\.08\/h \+ disk \$0\.0\d+\/h\), instead of \$0\.0\d+\/h/,
      );
      await window.screenshots('change-bid-confirm');
      await window.dialog.press('Bid $0.08/h');
      await instances.rows(/bargain.*outbid at \$0\.08\/h/).waitFor();

      await sandbox().advance(300);
      await window.notifications.told(/bargain .* is running again, for \$0\.0\d+\/h/);
      await instances.rows(/bargain.*running.*bid \$0\.08\/h/).waitFor();
      await window.screenshots('running-again');

      // On an instance on demand there is nothing to bid.
      await rentElsewhere({ label: 'fixed price' });
      await instances.titleAction('Refresh Instances');
      await instances.rows('fixed price').waitFor();
      expect(await instances.openMenu('fixed price')).not.toContain('Change Bid…');
      await instances.closeMenu();
      await instances.chooseFromMenu('bargain', 'Change Bid…');
      await window.quickInput.waitFor(/^Change Bid for bargain/);
      await window.quickInput.cancel();
    },
  );
});

async function rentByKeyboard({ quickInput }: Workbench, person: KeyboardPerson): Promise<void> {
  await person.run('GPU Rental: Search Offers…');
  await quickInput.waitFor(/^Search Offers$/);
  await person.choose('1x 4090', /^search Search, RTX 4090/);
  await person.choose('', /^\$.*1× RTX 4090/);
  await quickInput.waitFor('Rent, or change a field');
  await person.choose('Label', / Label,/);
  await quickInput.waitFor(/^Rent: Label$/);
  await person.fillIn('late in the list');
  await quickInput.waitFor('Rent, or change a field');
  await person.choose('Rent for', /Rent for \$/);
  await person.agree('Rent 1× RTX 4090 for $', 'Rent for $');
}

/** Renames, connects, stops and destroys by the keys that the rows have. */
async function useByKeyboard(window: Workbench, person: KeyboardPerson): Promise<void> {
  const instances = window.view('Instances');
  await person.goTo('Instances');
  await person.press('F2');
  await window.quickInput.waitFor('Rename');
  await person.fillIn('by key');
  await instances.rows(/by key.*running/).waitFor();
  await person.goTo('Instances');
  const opened = window.page.context().waitForEvent('page', { timeout: 0 });
  await person.press('Enter');
  await person.agree('Let GPU Rental add one Include line', 'Add Include Line');
  await (await opened).close();
  await person.run('GPU Rental: Stop Instance');
  await person.agree('Stop by key', 'Stop');
  const [id = 0] = await sandbox().instanceIds();
  await serviceWasTold(id, 'stopped');
  await sandbox().advance(60);
  await instances.rows(/by key.*stopped/).waitFor();
  await person.goTo('Instances');
  await person.press('Delete');
  await person.agree('Destroy by key', 'Destroy');
  await instances.welcomeButton('Search Offers').waitFor();
  expect(await sandbox().instanceIds()).toEqual([]);
}
