import { describe, expect, firstOfferOfLastSearch, sandbox, story } from './support';
import { searchOffers } from './support/wizard';

describe('a search that is watched', () => {
  story('tells when an offer is cheap, and rents nothing by itself', { signedIn: true }, async (window) => {
    await searchOffers(window);
    await window.quickInput.type('4090');
    await window.quickInput.waitFor(/offers: 1× RTX 4090|offers: RTX 4090/);
    const offerId = await firstOfferOfLastSearch();
    await window.quickInput.titleButton('Watch Offers').click();
    await window.quickInput.waitFor(/^RTX 4090 .*The cheapest now: \$.*Nothing is rented\./);
    await window.quickInput.type('cheap');
    await window.quickInput.waitFor('Enter a number.');
    await window.quickInput.type('0.15');
    await window.quickInput.waitFor('The cheapest now');
    await window.screenshots('watch-offers');
    // Searches of a person go first, so that the first one in the background comes seconds later.
    await sandbox().setPrice(offerId, 0.12);
    await window.quickInput.accept('0.15');
    // Back at the results.
    await window.quickInput.waitFor(/offers: .*RTX 4090/);
    await window.quickInput.cancel();
    const watched = window.page.getByRole('button', { name: '1 search is watched for cheap offers.' });
    await watched.click();
    await window.quickInput.waitFor('Watched Searches');
    await expect
      .poll(() => window.quickInput.spokenRows())
      .toEqual([expect.stringMatching(/RTX 4090.*at most \$0\.15\/h · 24 hours left/)]);
    await window.screenshots('watched-searches');
    await window.quickInput.cancel();

    const told =
      /RTX 4090 is offered for \$0\.1\d\/h with \d+ GB disk\..*You’re watching .*RTX 4090.* for at most \$0\.15\/h\./;
    await window.notifications.told(told);
    await window.screenshots('watched-offer');
    await window.notifications.press(told, 'Rent…');
    await window.quickInput.waitFor('Rent, or change a field');
    await window.quickInput.pick(/Rent for \$0\.1/);
    expect(await window.dialog.waitFor('Rent ')).toContain('RTX 4090');
    await window.screenshots('watched-offer-rent');
    await window.dialog.cancel();
    await window.quickInput.waitFor('Rent, or change a field');
    await window.quickInput.cancel();
    expect(await sandbox().instanceIds()).toEqual([]);

    const account = window.view('Account');
    await account.show();
    await account.rows(/Watched offers.*1 search/).waitFor();
    await window.runCommand('GPU Rental: Stop Watching Offers…');
    await window.quickInput.pick(/RTX 4090.*1 offer found/);
    await window.quickInput.waitFor(/^RTX 4090 · on-demand/);
    await window.quickInput.pick('Stop Watching');
    await watched.waitFor({ state: 'hidden' });
    await account.rows(/Watched offers/).waitFor({ state: 'hidden' });
  });
});
