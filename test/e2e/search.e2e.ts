import { describe, expect, firstOfferOfLastSearch, sandbox, storiesInOneWindow } from './support';
import { countHands } from './support/hands';
import { OffersPanel } from './support/offersPanel';
import { offerRow, searchOffers } from './support/wizard';
import type { Workbench } from './support/workbench';

const played = storiesInOneWindow({ signedIn: true });

describe('a search that is typed', () => {
  // The first one, since it begins with a search that nobody has made before.
  played(
    'finds the cheapest offer that is wanted from the empty side bar with one click and one line',
    async (window) => {
      const hands = countHands(window);
      await window.openSidebar();
      await sandbox().clearRequests();
      await hands.click(window.view('Instances').welcomeButton('Search Offers'));
      await window.quickInput.waitFor(/^Search Offers$/);
      await window.quickInput.waitForFocus();
      await hands.type('1x 24gb 99% europe cuda>=12 disk>=100');
      await window.quickInput
        .activeRow(/^search Search, 1 GPU · ≥ 24 GB VRAM · .* · 100 GB disk, Also set: verified/)
        .waitFor();
      await window.screenshots('search-typed');
      await hands.press('Enter');
      await window.quickInput.rows(offerRow).first().waitFor();
      const offers = (await window.quickInput.spokenRows()).filter((row) => row.includes('/h'));
      const prices = offers.map((row) => Number(/^\$([\d.]+)\/h/.exec(row)?.[1]));
      expect(prices).toEqual([...prices].sort((a, b) => a - b));
      for (const row of offers) {
        expect(row).toMatch(
          / 1× .*, (2[4-9]|[3-9]\d|1\d\d) GB · .* stopped · (99\.\d\d|100)% reliable, CUDA 1[23]\.\d/,
        );
        expect(row).not.toMatch(/unverified|, US\b/);
      }
      await window.screenshots('search-results');
      // Each letter is one key, and so is Enter.
      expect(hands.count()).toEqual({ clicks: 1, keys: 38 });
      expect(await searches()).toHaveLength(1);

      await hands.press('ArrowDown');
      await hands.press('ArrowUp');
      await window.quickInput.titleButton('Show Offer Details').click();
      await window.quickInput.waitFor(/^Offer \d+: 1× /);
      await window.screenshots('offer-details');
      await window.quickInput.type('cuda');
      await window.quickInput.rows(/^Highest CUDA version, 1[23]\.\d/).waitFor();
      await window.quickInput.titleButton('Open in Editor').click();
      await window.notifications.told(/Offer \d+: 1× /);
      await window.screenshots('offer-document');
      await window.notifications.press(/Offer \d+: 1× /, 'Back to Offers');
      await window.quickInput.waitFor(/ offers: 1 GPU · ≥ 24 GB/);

      await hides(window);
      await narrows(window);
      await explains(window);
    },
  );
});

/** A machine that isn't wanted, until it is shown again. */
async function hides(window: Workbench): Promise<void> {
  const offers = async () => (await window.quickInput.spokenRows()).filter((row) => row.includes('/h'));
  const before = await offers();
  await window.quickInput.press('ArrowDown');
  await window.quickInput.press('ArrowUp');
  await window.quickInput.titleButton('Show Offer Details').click();
  await window.quickInput.waitFor(/^Offer \d+: 1× /);
  await window.quickInput.rows('Hide This Machine').click();
  await window.quickInput.waitFor(/ offers: .* 1 machine or host hidden$/);
  await expect.poll(offers).not.toEqual(before);
  // The last row.
  await window.quickInput.press('ArrowUp');
  await window.quickInput.activeRow('1 machine or host hidden').waitFor();
  await window.screenshots('search-hidden');
  await window.quickInput.press('Enter');
  await window.quickInput.waitFor('Hidden Machines and Hosts');
  await window.screenshots('hidden-offers');
  await window.quickInput.rows(/^Machine \d+/).click();
  await window.quickInput.waitFor(/ 100 GB disk$/);
  await expect.poll(offers).toEqual(before);
}

describe('a search that is watched', () => {
  played('tells when an offer is cheap, and rents nothing by itself', async (window) => {
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

/** The preview may take the focus from the list again: it does so each time that VS Code draws it. */
async function narrows(window: Workbench): Promise<void> {
  await window.quickInput.add('4090');
  await window.quickInput.waitFor(/: RTX 4090 · 1 GPU/);
  await window.quickInput.rows('1× RTX 4090').first().waitFor();
  const others = async () => {
    const offers = (await window.quickInput.spokenRows()).filter((row) => row.includes('/h'));
    return offers.filter((row) => !row.includes('1× RTX 4090'));
  };
  await expect.poll(others).toEqual([]);
  await window.quickInput.type('verified ');
  await window.quickInput.waitFor(/^First 64 offers: any GPU · verified/);
  // The row above the first one is the last one.
  await window.quickInput.press('ArrowUp');
  await window.quickInput.activeRow('Load More, the first 64 are shown').waitFor();
  await window.screenshots('search-first-64');
  await window.quickInput.accept();
  await window.quickInput.waitFor(/^First 128 offers: any GPU · verified/);
}

async function explains(window: Workbench): Promise<void> {
  await window.quickInput.type('4090 eu foo germny ');
  await window.quickInput.rows('“foo” isn’t a filter').waitFor();
  await window.quickInput.rows('Did you mean germany?').waitFor();
  await window.screenshots('search-not-understood');
  await window.quickInput.type('t4 verified kp ');
  await window.quickInput.rows('No GPUs are offered in North Korea right now').waitFor();
  await window.screenshots('search-empty');
  await window.quickInput.pick(/Drop North Korea, then at least \d+ offers/);
  await window.quickInput.rows('1× Tesla T4').first().waitFor();
  await window.quickInput.titleButton('Compare in Offers Panel').click();
  await new OffersPanel(window.page).ready();
}

async function searches(): Promise<unknown[]> {
  return (await sandbox().requests()).filter(({ path }) => path.startsWith('/api/v0/bundles'));
}
