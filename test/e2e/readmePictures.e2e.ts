import { describe, rentElsewhere, sandbox, story } from './support';
import { OffersPanel } from './support/offersPanel';
import { isTourDue, takeTour } from './support/readmeTour';
import { isDue } from './support/screenshot';
import { pictureSteps, pictureTerminal } from './support/walkthroughPictures';
import { offerRow } from './support/wizard';

const viewport = { width: 1120, height: 600 };

// What they show is expected in the stories; these only make the pictures.
describe.runIf(isDue('readme-panel'))('the pictures in README', () => {
  story('show what a person sees', { signedIn: true, viewport }, async (window) => {
    await rentElsewhere({ label: 'evaluation', disk: 60 });
    await rentElsewhere({ label: 'old experiment', target_state: 'stopped' });
    await rentElsewhere({ label: 'training', disk: 200 });
    await sandbox().advance(300);
    await rentElsewhere({ label: 'fine-tuning', image: 'pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime' });
    await sandbox().advance(30);
    const instances = window.view('Instances');
    await instances.rows(/fine-tuning.*(pulling|unpacking)/).waitFor();
    await window.widenSidebar(520);
    await instances.inlineAction('training', 'Open Instance in Terminal');
    await window.dialog.waitFor('Let GPU Rental add one Include line');
    await window.dialog.press('Add Include Line');
    await window.terminal.waitForPrompt();
    await window.notifications.clear();
    await pictureTerminal(window);
    await window.terminal.exit();
    await window.runCommand('GPU Rental: Search Offers…');
    await window.quickInput.waitFor(/^Search Offers$/);
    await window.quickInput.type('24gb >=99% eu cuda>=12');
    await window.quickInput.pick(/^search Search, ≥ 24 GB VRAM/);
    await window.quickInput.rows(offerRow).first().waitFor();
    await window.quickInput.titleButton('Compare in Offers Panel').click();
    const panel = new OffersPanel(window.page);
    await panel.ready();
    await window.runCommand('View: Toggle Primary Side Bar Visibility');
    await window.page.setViewportSize({ width: 1120, height: 860 });
    await panel.content.locator('offers-plot canvas').waitFor();
    await window.notifications.clear();
    await window.screenshot('readme-panel');
    await window.page.setViewportSize(viewport);
    await pictureSteps(window);
  });

  if (isTourDue())
    story(
      'show the whole way in one that moves',
      { signedIn: true, remoteSsh: true, secondWindow: true, viewport: { width: 1000, height: 720 } },
      takeTour,
    );
});
