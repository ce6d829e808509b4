import { describe, expect, firstOfferOfLastSearch, sandbox, story } from './support';
import { acceptLaunch, fillIn, openField, searchOffers } from './support/wizard';

describe('a market that moves', () => {
  story(
    'proposes the nearest offers when one is gone, and asks again when its price rose',
    { signedIn: true },
    async (window) => {
      await searchOffers(window);
      await sandbox().takeOffer(await firstOfferOfLastSearch());
      await window.quickInput.rows('/h').first().click();
      await acceptLaunch(window, 'second choice');
      await window.quickInput.waitFor('That offer was just taken');
      await window.screenshots('offer-gone');
      await window.page.keyboard.press('Escape');
      // Whoever wants none of them is back at the form, with nothing of it lost.
      await window.quickInput.waitFor('Rent, or change a field');
      await window.quickInput.cancel();

      await searchOffers(window);
      await sandbox().setPrice(await firstOfferOfLastSearch(), 1.75);
      await window.quickInput.rows('/h').first().click();
      await acceptLaunch(window, 'dearer');
      expect(await window.dialog.waitFor('The price rose from')).toContain('$1.75/h');
      await window.screenshots('price-rose');
      await window.dialog.cancel();
      expect(await sandbox().instanceIds()).toEqual([]);
    },
  );

  story(
    'rents an interruptible instance with a bid, and tells when it is outbid',
    { signedIn: true },
    async (window) => {
      await window.runCommand('GPU Rental: Search Offers…');
      await window.quickInput.pick('Rental type');
      await window.quickInput.pick('Search, any GPU · interruptible');
      await window.quickInput.rows('interruptible, lowest bid').first().click();
      await fillIn(window, 'Label', 'bargain');
      await openField(window, 'Your bid');
      await window.quickInput.waitFor('Rent: Your bid');
      await window.quickInput.type('0.00001');
      await window.quickInput.waitFor('The lowest bid for this offer is');
      await window.screenshots('bid-refused');
      await window.quickInput.accept('3');
      await window.quickInput.pick(/Rent for \$/);
      expect(await window.dialog.waitFor('Rent ')).toContain('it stops when someone pays more');
      await window.dialog.press('Rent for $');
      const instances = window.view('Instances');
      await instances.rows('bargain').waitFor();
      await sandbox().advance(300);
      await instances.rows(/bargain.*running/).waitFor();
      const [id = 0] = await sandbox().instanceIds();
      await sandbox().outbid(id);
      await instances.rows(/bargain.*outbid/).waitFor();
      await window.notifications.clear();
      await window.screenshots('outbid');
    },
  );

  story(
    'says why an instance cannot come up, and goes on to another offer',
    { signedIn: true },
    async (window) => {
      await sandbox().setHostBehaviour('next', 'error');
      await searchOffers(window);
      await window.quickInput.rows('/h').first().click();
      await acceptLaunch(window, 'unlucky');
      await window.dialog.waitFor('Rent ');
      await window.dialog.press('Rent for $');
      const instances = window.view('Instances');
      await instances.rows('unlucky').waitFor();
      await sandbox().advance(300);
      await instances.rows(/unlucky.*failed to start/).waitFor();
      await window.notifications.toast(/unlucky .* did not come up/).waitFor();
      await window.screenshots('did-not-come-up');
      await window.notifications.press(/unlucky .* did not come up/, 'Destroy and Try Another Offer');
      await window.dialog.waitFor('Destroy unlucky');
      await window.dialog.press('Destroy');
      await window.quickInput.waitFor(/^Search Offers$/);
      expect(await sandbox().instanceIds()).toEqual([]);
    },
  );
});
