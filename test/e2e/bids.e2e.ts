import { describe, expect, rentElsewhere, sandbox, story } from './support';

describe('an interruptible instance', () => {
  story(
    'is told to be outbid, runs again with a higher bid, and is told to run',
    { signedIn: true },
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
      await instances.rows(/bargain.*bid \$0\.08\/h/).waitFor();

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
