import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, rentElsewhere, sandbox, serviceWasTold, stage, story } from './support';
import { KeyboardPerson } from './support/keyboard';
import type { Workbench } from './support/workbench';

/** It goes on once the file is there. */
const script = (goOn: string): string => `
echo working
mkdir -p outputs && echo 42 > outputs/answer.txt
for i in $(seq 1200); do [ -e '${goOn}' ] && break; sleep 0.1; done
`;

describe('a day without a mouse', () => {
  story('signs in, runs a script, follows it, and destroys the instance', {}, async (window) => {
    const { home, workspace } = stage();
    const goOn = join(home, 'go-on');
    await writeFile(join(workspace, 'work.sh'), script(goOn));
    // Renting by keyboard is in the story of a market that moves.
    const id = await rentElsewhere({ label: 'desk' });
    await sandbox().advance(300);
    const person = await KeyboardPerson.at(window);
    try {
      await person.run('GPU Rental: Sign In…');
      await window.quickInput.waitFor('Sign In to GPU Rental');
      await person.fillIn(stage().apiKey);
      // It's said although the side bar shows something else, for a few seconds.
      await window.notifications.saidInStatusBar('Signed in as renter@example.com');
      await run(window, person);
      await lookAtRun(window, person);
      await writeFile(goOn, '');
      const runs = window.view('Runs');
      await window.notifications.told(/work.sh: succeeded/);
      // The run ends with the instance stopping itself.
      await serviceWasTold(id, 'stopped');
      await sandbox().advance(60);
      await removeRun(window, person);
      await expect.poll(() => runs.rows().count()).toBe(0);
      await destroy(window, person);
      expect(await person.mousePresses()).toBe('0');
    } finally {
      await rm(goOn, { force: true });
      for (const name of ['work.sh', 'results'])
        await rm(join(workspace, name), { recursive: true, force: true });
    }
  });
});

async function run(window: Workbench, person: KeyboardPerson): Promise<void> {
  const { quickInput, terminal } = window;
  await person.press('ControlOrMeta+P');
  await person.choose('work.sh', 'work.sh');
  await window.editorInFocus('echo working').waitFor();
  await person.run('GPU Rental: Run on GPU…');
  await quickInput.waitFor('What do you want to run?');
  await person.choose('', 'work.sh');
  await quickInput.waitFor('Where do you want to run it?');
  await person.choose('', 'desk');
  await person.agree('Run work.sh on desk', 'Run for at Most');
  await person.agree('Let GPU Rental add one Include line', 'Add Include Line');
  await terminal.waitFor('working');
  await window
    .view('Runs')
    .rows(/work.sh.*running/)
    .waitFor();
  // Whoever types on while it begins types into the script.
  await window.editorInFocus('echo working').waitFor();
}

/** Enter on its row opens its log once more. */
async function lookAtRun(window: Workbench, person: KeyboardPerson): Promise<void> {
  const logs = window.page.locator('.terminal-tabs-entry', { hasText: 'Log of work.sh' });
  await person.goTo('Runs');
  await person.press('Enter');
  await expect.poll(() => logs.count()).toBe(2);
  // Left and right fold it up and unfold it.
  await person.press('ArrowRight');
  await window
    .view('Runs')
    .rows(/^Instance/)
    .waitFor();
}

async function removeRun(window: Workbench, person: KeyboardPerson): Promise<void> {
  await window
    .view('Runs')
    .rows(/work.sh.*succeeded/)
    .waitFor();
  await person.goTo('Runs');
  await person.press('Delete');
  await person.agree('Remove work.sh from the list?', 'Remove');
}

async function destroy(window: Workbench, person: KeyboardPerson): Promise<void> {
  const instances = window.view('Instances');
  await instances.rows(/desk.*stopped/).waitFor();
  await person.goTo('Instances');
  await person.press('Delete');
  await person.agree('Destroy desk', 'Destroy');
  const search = instances.welcomeButton('Search Offers');
  await search.waitFor();
  // The rows are gone with the focus, and Tab goes on from where they were.
  for (let tabs = 0; tabs < 5 && !(await search.evaluate((button) => button.matches(':focus'))); tabs += 1)
    await person.press('Tab');
  await person.press('Enter');
  await window.quickInput.waitFor(/^Search Offers$/);
}
