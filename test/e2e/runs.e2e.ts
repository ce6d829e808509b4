import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../host/paths';
import { describe, expect, rentElsewhere, sandbox, stage, story } from './support';

describe('from a folder to its result', () => {
  story(
    'runs a script on a GPU, follows it, and brings its results back',
    { signedIn: true },
    async (window) => {
      const { workspace } = stage();
      const training = join(repository, 'test/host/training');
      await cp(training, workspace, { recursive: true });
      // The training waits until the picture of its log was taken.
      const script = join(workspace, 'train.sh');
      const goOn = join(workspace, 'go-on');
      const wait = `if (epoch == 12) system("for i in $(seq 1200); do [ -e '${goOn}' ] && break; sleep 0.1; done")`;
      const text = await readFile(script, 'utf8');
      await writeFile(script, text.replace('system("sleep 0.3")', `system("sleep 0.3"); ${wait}`));
      await writeFile(join(workspace, '.gpuignore'), '*.tmp\n');
      await writeFile(join(workspace, 'left.tmp'), 'not sent');
      try {
        await rentElsewhere({ label: 'trainer' });
        await sandbox().advance(300);
        const [trainer = 0] = await sandbox().instanceIds();
        await sandbox().setLoad(trainer, 87, 9000);
        await window
          .view('Instances')
          .rows(/trainer.*running/)
          .waitFor();
        await window.page.keyboard.press('ControlOrMeta+P');
        await window.quickInput.type('train.sh');
        await window.quickInput.rows('train.sh').first().click();
        await window.page.locator('.tab', { hasText: 'train.sh' }).waitFor();

        await window.runCommand('GPU Rental: Run on GPU…');
        await window.quickInput.waitFor('What do you want to run?');
        await window.screenshots('run-what');
        await window.quickInput.pick('train.sh');
        await window.quickInput.waitFor('Where do you want to run it?');
        await window.screenshots('run-where');
        await window.quickInput.pick('trainer');
        const question = await window.dialog.waitFor('Run train.sh on trainer');
        expect(question).toContain('bash train.sh');
        expect(question).toMatch(/ends after 4 hours at the latest, so it costs \$[\d.]+ at most/);
        expect(question).toMatch(/Left out, named in .gitignore or .gpuignore: .*left.tmp/);
        await window.screenshots('run-confirm');
        await window.dialog.press('Run for at Most');
        await window.dialog.waitFor('add one Include line');
        await window.dialog.press('Add Include Line');
        await window.terminal.waitFor('epoch 12 loss=');
        const runs = window.view('Runs');
        await runs.rows(/train.sh.*running.*GPU 87%/).waitFor();
        await window.screenshots('run-log');
        await writeFile(goOn, '');
        await window.notifications.told(/train.sh: succeeded/);
        await runs.rows(/train.sh.*succeeded.*\$/).waitFor();
        await runs.expand('train.sh');
        await runs.rows('Results').waitFor();
        await window.screenshots('run-ended');
        await window.notifications.press(/train.sh: succeeded/, 'Open Results');
        const explorer = window.page.locator('.explorer-folders-view .monaco-list-row');
        await explorer.filter({ hasText: /^\d{4}-\d\d-\d\d-/ }).click();
        await explorer.filter({ hasText: /^loss.svg/ }).dblclick();
        await window.page.locator('.tab.active', { hasText: 'loss.svg' }).waitFor();
        const drawn = window.page.frameLocator('iframe.webview.ready').frameLocator('iframe').locator('img');
        await drawn.waitFor();
        await window.openSidebar();
        await window.screenshots('run-result');
        const [run = ''] = (await readdir(join(workspace, 'results'))).filter(
          (name) => !name.startsWith('.'),
        );
        const picture = await readFile(join(workspace, 'results', run, 'outputs/loss.svg'), 'utf8');
        expect(picture).toMatch(/<path d="M10,\d/);
      } finally {
        for (const name of [...(await readdir(training)), '.gpuignore', 'left.tmp', 'go-on', 'results'])
          await rm(join(workspace, name), { recursive: true, force: true });
      }
    },
  );
});
