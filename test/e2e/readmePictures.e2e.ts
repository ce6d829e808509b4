import { describe, rentElsewhere, sandbox, story } from './support';
import { searchOffers } from './support/wizard';

const viewport = { width: 1120, height: 600 };

describe('the pictures in README', () => {
  story('show what a person sees', { signedIn: true, viewport }, async (window) => {
    await rentElsewhere({ label: 'evaluation', disk: 60 });
    await rentElsewhere({ label: 'old experiment', target_state: 'stopped' });
    await rentElsewhere({ label: 'training', disk: 200 });
    await sandbox().advance(300);
    await rentElsewhere({ label: 'fine-tuning', image: 'pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime' });
    await sandbox().advance(30);
    const instances = window.view('Instances');
    await instances.rows(/fine-tuning.*loading/).waitFor();
    await window.widenSidebar(520);
    await instances.inlineAction('training', 'Open in Terminal');
    await window.dialog.waitFor('Let GPU Rental add one Include line');
    await window.dialog.press('Add Include Line');
    await window.terminal.waitForPrompt();
    await window.notifications.clear();
    await window.screenshot('readme-instances');
    await window.terminal.exit();
    await searchOffers(window);
    await window.screenshot('readme-offers');
  });
});
