import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../host/paths';
import { describe, expect, sandbox, stage, story } from './support';
import { service } from './support/scene';
import { fillIn, offerRow } from './support/wizard';

interface Offer {
  id: number;
  machine_id: number;
  gpu_name: string;
  num_gpus: number;
}

/** Puts two offers alike, of different machines, in a cluster of their own. */
async function makeCluster(): Promise<Offer[]> {
  const asked = { verified: { eq: true }, rentable: { eq: true }, num_gpus: { lte: 2 }, limit: 200 };
  const { offers } = (await service('POST', '/api/v0/bundles/', asked)) as { offers: Offer[] };
  const alike = Map.groupBy(offers, ({ gpu_name, num_gpus }) => `${gpu_name} ${num_gpus}`);
  const pairs = [...alike.values()].map((group) => [
    ...new Map(group.map((one) => [one.machine_id, one])).values(),
  ]);
  const two = pairs.find((group) => group.length >= 2)?.slice(0, 2) ?? [];
  expect(two).toHaveLength(2);
  for (const { id } of two) await sandbox().setCluster(id, 4711);
  return two;
}

describe('more than one machine', () => {
  story(
    'rents two instances and tries six values on them by one question, and compares what came out',
    { signedIn: true },
    async (window) => {
      const { workspace } = stage();
      const training = join(repository, 'test/host/training');
      await cp(training, workspace, { recursive: true });
      // Its jobs wait until the picture of them was taken.
      const [script, goOn] = [join(workspace, 'train.sh'), join(workspace, 'go-on')];
      const wait = `if (epoch == 8) system("until [ -e '${goOn}' ]; do sleep 0.1; done")`;
      const text = await readFile(script, 'utf8');
      await writeFile(script, text.replace('system("sleep 0.3")', `system("sleep 0.3"); ${wait}`));
      await writeFile(
        join(workspace, 'task.yaml'),
        'name: fit\nenvs:\n  EPOCHS: 8\nresources:\n  image_id: docker:pytorch/pytorch\nrun: sh train.sh\n',
      );
      try {
        await window.runCommand('GPU Rental: Run Sweep on GPUs…');
        await window.quickInput.waitFor('What do you want to run?');
        await window.quickInput.pick('task.yaml');
        await window.quickInput.waitFor('Values to try');
        await window.screenshots('sweep-values');
        await window.quickInput.accept('RATE=0.01,0.03,0.1,0.2,0.4,0.8');
        await window.quickInput.rows(offerRow).first().click();
        await fillIn(window, 'How many', '2');
        await window.quickInput.pick(/Rent 2 for about/);
        const question = await window.dialog.waitFor('Rent 2 instances to run 6 jobs of fit?');
        await window.screenshots('sweep-question');
        expect(question).toMatch(/costs \$[\d.]+ at most/);
        await window.dialog.press('Rent and Run for at Most');
        const instances = window.view('Instances');
        await expect.poll(() => instances.rows(/provisioning/).count()).toBe(2);
        await sandbox().advance(300);
        await window.dialog.waitFor('add one Include line');
        await window.dialog.press('Add Include Line');
        const runs = window.view('Runs');
        await runs.rows(/^fit.*running/).waitFor();
        await runs.expand(/^fit/);
        await window.screenshots('sweep-running');
        await writeFile(goOn, '');
        await window.notifications.told(/fit: 6 of 6 done/);
        await window.screenshots('sweep-ended');
        await runs.inlineAction(/^fit/, 'Show Sweep as Table');
        await window.quickInput.pick('loss');
        await window.page.locator('.tab', { hasText: 'Sweep of fit' }).waitFor();
        await window.screenshots('sweep-table');
      } finally {
        for (const name of [...(await readdir(training)), 'results', 'go-on'])
          await rm(join(workspace, name), { recursive: true, force: true });
      }
    },
  );

  story(
    'rents two instances of one cluster by one question, and runs on both',
    { signedIn: true },
    async (window) => {
      const { workspace } = stage();
      const [offer] = await makeCluster();
      await writeFile(
        join(workspace, 'together.yaml'),
        [
          'name: together',
          'num_nodes: 2',
          `resources:\n  accelerators: ${offer?.gpu_name}:${offer?.num_gpus}`,
          'run: echo "rank $SKYPILOT_NODE_RANK of $SKYPILOT_NUM_NODES"; sleep 5\n',
        ].join('\n'),
      );
      try {
        await window.runCommand('GPU Rental: Run on GPU…');
        await window.quickInput.waitFor('What do you want to run?');
        await window.quickInput.pick('together.yaml');
        const question = await window.dialog.waitFor('Rent 2 instances to run together?');
        await window.screenshots('nodes-question');
        expect(question).toMatch(/costs \$[\d.]+ at most/);
        await window.dialog.press('Rent and Run for at Most');
        const instances = window.view('Instances');
        await expect.poll(async () => (await sandbox().instanceIds()).length).toBe(2);
        await expect.poll(() => instances.rows(/provisioning|created|pulling|loading/).count()).toBe(2);
        await sandbox().advance(300);
        await window.dialog.waitFor('add one Include line');
        await window.dialog.press('Add Include Line');
        await window.terminal.waitFor('rank 1 of 2');
        await window
          .view('Runs')
          .rows(/^together/)
          .waitFor();
        await window.screenshots('nodes-running');
        await window.notifications.told(/together: succeeded/);
        await window.screenshots('nodes-ended');
      } finally {
        for (const name of ['together.yaml', 'results'])
          await rm(join(workspace, name), { recursive: true, force: true });
      }
    },
  );
});
