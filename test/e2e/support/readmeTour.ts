import { writeFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import { animatedPng, type Frame } from './animatedPng';
import { comeToRest, isDue, picture, pictureFile } from './screenshot';
import { SpendingPanel } from './spendingPanel';
import { sandbox } from './stage';
import { acceptLaunch } from './wizard';
import type { Workbench } from './workbench';

const name = 'readme-tour';
const day = 86_400;

/** Whether it is to be taken: it is missing, or all pictures are renewed. */
export const isTourDue = (): boolean => isDue(name);

/** From a search to what it costs, as one moving picture, from a window whose account has no instance. */
export async function takeTour(window: Workbench): Promise<void> {
  const frames: Frame[] = [];
  const show = async ({ page }: Workbench, seconds = 1.6) => {
    await comeToRest(page);
    frames.push({ picture: PNG.sync.read(await picture(page)), seconds });
  };
  await window.view('Templates').fold();
  await window.widenSidebar(440);
  await show(window, 1.2);
  await search(window, show);
  await rent(window, show);
  await connect(window, show);
  await spend(window, show);
  await writeFile(pictureFile(name), animatedPng(frames));
}

type Show = (window: Workbench, seconds?: number) => Promise<void>;

async function search(window: Workbench, show: Show): Promise<void> {
  await window.runCommand('GPU Rental: Search Offers…');
  await window.quickInput.waitFor(/^Search Offers$/);
  await window.quickInput.type('1x 4090 <$0.5 >=99%');
  await window.quickInput.rows(/^search Search, /).waitFor();
  await show(window);
  await window.quickInput.pick(/^search Search, /);
  await window.quickInput.rows('1× RTX 4090').first().waitFor();
  await show(window, 2);
}

async function rent(window: Workbench, show: Show): Promise<void> {
  await window.quickInput.pick('1× RTX 4090');
  await window.quickInput.waitFor('Rent 1× RTX 4090');
  await show(window);
  await acceptLaunch(window, 'training');
  await window.dialog.waitFor('Rent 1× RTX 4090 for $');
  await show(window, 2);
  await window.dialog.press('Rent for $');
  const instances = window.view('Instances');
  await instances.rows(/training.*provisioning/).waitFor();
  await sandbox().advance(30);
  await instances.rows(/training.*(pulling|unpacking)/).waitFor();
  await show(window);
  await sandbox().advance(300);
  await window.notifications.toast(/training .* is running, for \$/).waitFor();
  await window.statusBarItem('/h').waitFor();
  await show(window);
}

async function connect(window: Workbench, show: Show): Promise<void> {
  await window.notifications.clear();
  const opened = window.page.context().waitForEvent('page', { timeout: 0 });
  await window.view('Instances').inlineAction('training', 'Connect');
  await window.dialog.waitFor('Let GPU Rental add one Include line');
  await window.dialog.press('Add Include Line');
  const second = window.beside(await opened);
  await second.ready();
  await second.openSidebar();
  await second.view('Templates').fold();
  await second.widenSidebar(440);
  const here = second.view('This Instance');
  await here.rows(/training.*running.*\$[\d.]+\/h/).waitFor();
  await second.runCommand('Terminal: Create New Terminal');
  await second.terminal.waitForPrompt();
  await second.page.keyboard.type('python train.py');
  await second.terminal.waitFor('python train.py');
  await second.notifications.told('This window is on the instance');
  await second.notifications.clear();
  await show(second, 2.4);
  await here.rows('Stop').click();
  await second.dialog.waitFor('Stop training');
  await show(second, 2);
  await second.dialog.cancel();
  await second.page.close();
}

async function spend(window: Workbench, show: Show): Promise<void> {
  await sandbox().failNext({ method: 'GET', path: '/charges/', status: 200, body: bill() });
  await window.runCommand('GPU Rental: Show Spending');
  const panel = new SpendingPanel(window.page);
  await panel.row(/^Instance 27440817 only in the charges/).waitFor();
  await panel.content.getByText(/The credit lasts .* at \$\d\.\d\d\/h, until about/).waitFor();
  await window.notifications.clear();
  await window.runCommand('View: Toggle Primary Side Bar Visibility');
  await show(window, 3);
}

/** What two instances cost in the last four weeks, on some days. */
function bill() {
  const today = Math.floor(Date.now() / 1000 / day) * day;
  const hours = [3, 5.5, 8, 0, 0, 6, 7.5, 4, 9, 2, 0, 0, 5, 8.5, 11, 6, 0, 0, 3, 4.5, 7, 0, 2.5, 6];
  const results = hours.flatMap((used, index) => {
    const daysAgo = index + 1;
    const [id, price] = daysAgo % 3 === 0 ? [27440817, 1.01] : [27440352, 0.34];
    const amount = Math.round(used * price * 1e6) / 1e6;
    if (amount === 0) return [];
    return {
      start: today - daysAgo * day,
      end: today - (daysAgo - 1) * day,
      type: 'instance',
      source: `instance-${id}`,
      description: `instance-${id} Charges - 1 day`,
      amount,
      metadata: {},
      items: [{ type: 'gpu', amount }],
    };
  });
  return { success: true, count: results.length, total: results.length, next_token: null, results };
}
