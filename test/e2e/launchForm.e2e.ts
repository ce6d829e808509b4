import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, sandbox, stage, storiesInOneWindow } from './support';
import { findSecrets } from './support/canary';
import { fillIn, offerRow, openField, searchOffers } from './support/wizard';
import { stored } from './support/stored';
import type { Workbench } from './support/workbench';

const secrets = {
  variable: 'hf_canary_0123456789abcdef',
  registry: 'registry_canary_0123456789abcdef',
  newRegistry: 'another_canary_0123456789abcdef',
};

describe('the launch form', () => {
  const story = storiesInOneWindow({ signedIn: true, holdsSecrets: true });

  story('rents several with one question and tells of each', async (window) => {
    await searchOffers(window);
    await window.quickInput.rows(offerRow).first().click();
    await fillIn(window, 'Label', 'worker');
    await fillIn(window, 'How many', '2');
    await window.quickInput.pick(/Rent 2 for about/);
    const question = await window.dialog.waitFor('Rent 2 instances for $');
    expect(question.match(/\$[\d.]+\/h/g)?.length).toBeGreaterThan(3);
    await window.screenshots('rent-several');
    await refuseDisk();
    await window.dialog.press('Rent 2 for $');
    await window.quickInput.rows(/Not ready: Disk, not on a Sunday/).waitFor();
    await fillIn(window, 'Disk', '20');
    await window.quickInput.pick(/Rent 2 for about/);
    await window.dialog.waitFor('Rent 2 instances for $');
    await window.dialog.press('Rent 2 for $');
    const instances = window.view('Instances');
    await instances.rows('worker-1').waitFor();
    await instances.rows('worker-2').waitFor();
    await window.notifications.told('Rented 2 instances for $');
  });

  story('offers what the open project has, with its price', async (window) => {
    await proposeInProject();
    const offered = window
      .view('Instances')
      .rows(/Rent of the project.*from \$[\d.]+\/h · this project · 1× /);
    await offered.waitFor();
    await window.screenshots('project-offer');
    await offered.click();
    await window.quickInput.waitFor('Offers for of the project');
    await window.quickInput.cancel();
    await rm(projectFile());
    await offered.waitFor({ state: 'detached' });
  });

  // Last, since the search then remembers the machine of a volume.
  story('takes everything a launch can have, and loses nothing of it', async (window) => {
    const elsewhere = await volumeElsewhere();
    await proposeInProject();
    await searchOffers(window);
    await window.quickInput.rows(offerRow).first().click();
    await fillIn(window, 'Label', 'all of it');
    await chooseImage(window);
    await writeVariables(window);
    await writeScript(window);
    await fillIn(window, 'Port mappings', '8000:8000 53:53/udp');
    await logInAtRegistry(window);
    await createVolume(window);
    await switchModes(window);
    await window.screenshots('launch-form-filled');
    await saveAs(window, 'fine-tuning');
    await closeInThePassword(window);

    // Closed in the middle of a field: what was typed there is kept as well, also when the window is loaded anew.
    await openField(window, 'Disk');
    await window.quickInput.waitFor('Rent: Disk');
    await window.quickInput.type('31');
    await window.quickInput.cancel();
    await window.notifications.told('The launch form was closed');
    await stored(window, '"disk":"31"');
    await window.page.reload();
    await window.ready();
    await window.signedIn();
    await window.runCommand('GPU Rental: Resume Launch Form');
    await openField(window, 'Disk');
    await window.quickInput.waitFor('Rent: Disk');
    await window.quickInput.accept();
    await window.quickInput.rows(/Disk, 31 GB/).waitFor();
    await window.quickInput.rows(/Volume, new, “models”, 5 GB at \/data · \$/).waitFor();
    await refusedByTheService(window);

    const launch = await rented(window);
    expect(launch).toMatchObject({
      image: 'ghcr.io/me/trainer:2',
      label: 'all of it',
      disk: 31,
      runtype: 'ssh_proxy',
      // The variables reach SSH sessions, unless the person says no.
      onstart: expect.stringMatching(/^\(f=\/etc\/environment;.*\npython train\.py\n$/m) as unknown,
      env: { MODE: 'two words', HF_TOKEN: secrets.variable, '-p 8000:8000': '1', '-p 53:53/udp': '1' },
      imageLogin: `-u robin -p ${secrets.newRegistry} ghcr.io`,
      volume: { createNew: true, size: 5, mountPath: '/data' },
    });

    await window.runCommand('GPU Rental: Rent Saved Launch…');
    await window.quickInput.rows('fine-tuning').waitFor();
    await window.quickInput.rows('of the project').waitFor();
    await window.screenshots('saved-launches');
    await exportForDstack(window);
    await window.quickInput.pick('of the project');
    await window.quickInput.waitFor('Offers for of the project');
    await window.quickInput.rows(offerRow).first().click();
    await window.quickInput.rows(/Disk, 17 GB/).waitFor();
    await rentWhereTheVolumeIs(window, elsewhere);
    expect(await findSecrets(window, { secrets: Object.values(secrets), codes: [] })).toEqual([]);
  });
});

async function exportForDstack(window: Workbench): Promise<void> {
  const row = window.quickInput.rows('fine-tuning');
  await row.hover();
  await row.getByLabel('Export…').click();
  await window.quickInput.rows('SkyPilot').waitFor();
  await window.quickInput.pick('dstack');
  await window.page.locator('.view-lines', { hasText: 'type: dev-environment' }).waitFor();
  await window.screenshots('exported-launch');
  await window.runCommand('GPU Rental: Rent Saved Launch…');
}

/** A volume of this account on a machine that the search does not propose first. */
async function volumeElsewhere(): Promise<{ machineId: number }> {
  const offers = await sandbox().volumeOffers();
  const { id, machineId } = offers.at(-1)!;
  const { status } = await fetch(`${stage().sandboxUrl}/api/v0/volumes/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stage().apiKey}` },
    body: JSON.stringify({ id, size: 3, name: 'datasets' }),
  });
  expect(status).toBe(200);
  return { machineId };
}

const projectFile = (): string => join(stage().workspace, '.vscode', 'gpu-rental.json');

async function proposeInProject(): Promise<void> {
  await mkdir(dirname(projectFile()), { recursive: true });
  const launch = {
    name: 'of the project',
    launch: { image: 'debian:12', disk: 17 },
    offers: { filters: { num_gpus: { eq: 1 } } },
  };
  await writeFile(projectFile(), JSON.stringify({ launches: [launch] }));
}

async function chooseImage(window: Workbench): Promise<void> {
  await openField(window, 'Image');
  await window.quickInput.rows('from template').first().waitFor();
  await window.quickInput.type('ghcr.io/me/trainer:2');
  await window.quickInput.pick('this image');
}

/** In an editor tab, which goes back to the form by a save. */
async function writeVariables(window: Workbench): Promise<void> {
  await openField(window, 'Environment variables');
  await window.quickInput.pick('Edit in Editor Tab');
  await window.editorInFocus('one NAME=value per line').waitFor();
  await window.page.keyboard.press('Control+End');
  await window.page.keyboard.insertText("MODE='two words'\nHF_TOKEN=");
  await window.screenshots('launch-variables');
  await window.page.keyboard.insertText(`${secrets.variable}\n`);
  await window.page.keyboard.press('Control+s');
  await window.quickInput.rows(/Environment variables, MODE, HF_TOKEN/).waitFor();
}

/** In an editor tab, which goes back to the form by the button in its title. */
async function writeScript(window: Workbench): Promise<void> {
  await openField(window, 'Startup commands');
  await window.page.locator('.tab', { hasText: 'onstart.sh' }).waitFor();
  await window.page.locator('.editor-instance .monaco-editor').first().click();
  await window.editorInFocus().waitFor();
  await window.page.keyboard.insertText('python train.py\n');
  await window.page.locator('.editor-actions [aria-label^="Back to Form"]').click();
  await window.quickInput.rows(/Startup commands, python train.py/).waitFor();
}

/** Only its machine will do, so that an offer there is chosen next. */
async function rentWhereTheVolumeIs(window: Workbench, { machineId }: { machineId: number }): Promise<void> {
  await openField(window, 'Volume');
  await window.quickInput.pick('datasets');
  await window.quickInput.waitFor('Mount path in the container');
  await window.quickInput.accept('relative/path');
  await window.quickInput.waitFor('Enter an absolute path in the container');
  await window.quickInput.accept('/datasets');
  await window.quickInput.waitFor(`machine ${machineId}`);
  // Without an offer there the volume stays as a problem to be seen.
  await window.quickInput.escape();
  await window.quickInput.rows(/Not ready: Volume, This volume is on another machine/).waitFor();
  await openField(window, 'Volume');
  await window.quickInput.pick('datasets');
  await window.quickInput.waitFor('Mount path in the container');
  await window.quickInput.accept();
  await window.quickInput.waitFor(`machine ${machineId}`);
  await window.quickInput.rows(offerRow).first().click();
  await window.quickInput.rows(/Volume, .+ at \/datasets/).waitFor();
  expect(await rented(window)).toMatchObject({ volume: { createNew: false, mountPath: '/datasets' } });
}

async function createVolume(window: Workbench): Promise<void> {
  await openField(window, 'Volume');
  await window.quickInput.pick('Create Volume on This Machine');
  await window.quickInput.waitFor('Size in GB');
  await window.quickInput.accept('5');
  await window.quickInput.waitFor('Name of the volume');
  await window.quickInput.accept('models');
  await window.quickInput.waitFor('Mount path in the container');
  await window.quickInput.accept('/data');
  await window.quickInput.rows(/Volume, new, “models”, 5 GB at \/data · \$/).waitFor();
}

async function logInAtRegistry(window: Workbench): Promise<void> {
  await openField(window, 'Registry login');
  await window.quickInput.waitFor('Registry host');
  await window.quickInput.accept('ghcr.io');
  await window.quickInput.waitFor('User name at ghcr.io');
  await window.quickInput.accept('robin');
  await window.quickInput.waitFor('Password or access token');
  await window.quickInput.accept(secrets.registry);
}

/** What was typed of a password is there again, and still in no file (see the end of the story). */
async function closeInThePassword(window: Workbench): Promise<void> {
  await changeRegistryLogin(window);
  await window.quickInput.type(secrets.newRegistry);
  await window.quickInput.cancel();
  await window.notifications.press('The launch form was closed', 'Resume');
  await changeRegistryLogin(window);
  await window.quickInput.accept();
  await window.quickInput.rows(/Registry login, robin at ghcr\.io/).waitFor();
}

async function changeRegistryLogin(window: Workbench): Promise<void> {
  await openField(window, 'Registry login');
  await window.quickInput.pick('Edit…');
  await window.quickInput.waitFor('Registry host');
  await window.quickInput.accept();
  await window.quickInput.waitFor('User name at ghcr.io');
  await window.quickInput.accept();
  await window.quickInput.waitFor('Password or access token');
}

/** Only what fits the launch mode is shown. */
async function switchModes(window: Workbench): Promise<void> {
  await openField(window, 'Launch mode');
  await window.quickInput.pick(/^Image entrypoint/);
  await window.quickInput.waitFor('Rent, or change a field');
  await window.quickInput.type('Arguments');
  await window.quickInput.rows(' Arguments,').waitFor();
  await window.quickInput.type('Startup commands');
  expect(await window.quickInput.rows('Startup commands').count()).toBe(0);
  await openField(window, 'Launch mode');
  await window.quickInput.pick('SSH through the proxy');
  await window.quickInput.waitFor('Rent, or change a field');
  await window.quickInput.type('Startup commands');
  await window.quickInput.rows('Startup commands, python').waitFor();
  await window.quickInput.type('');
}

async function saveAs(window: Workbench, name: string): Promise<void> {
  await window.quickInput.box.locator('.quick-input-titlebar [aria-label^="Save Launch"]').click();
  await window.quickInput.waitFor('Save Launch');
  await window.quickInput.accept(name);
}

/** The service's words stand at the field that they name, and everything else is still there. */
async function refusedByTheService(window: Workbench): Promise<void> {
  await refuseDisk();
  await window.quickInput.pick(/Rent for \$/);
  await window.dialog.waitFor('Rent ');
  await window.dialog.press('Rent for $');
  await window.quickInput.rows(/Not ready: Disk, not on a Sunday/).waitFor();
  await window.screenshots('launch-refused');
  await fillIn(window, 'Disk', '31');
}

async function refuseDisk(): Promise<void> {
  const body = { success: false, error: 'invalid_args', msg: 'disk: not on a Sunday' };
  await sandbox().failNext({ method: 'PUT', path: '/asks/', status: 400, body });
}

/** Rents what the form holds; answers what the sandbox made of it. */
async function rented(window: Workbench) {
  const before = await sandbox().instanceIds();
  await window.quickInput.pick(/Rent for \$/);
  await window.dialog.waitFor('Rent ');
  await window.dialog.press('Rent for $');
  const added = async () => (await sandbox().instanceIds()).filter((id) => !before.includes(id));
  await expect.poll(added).toHaveLength(1);
  // The view takes the focus then, which would close the palette.
  await window.view('Instances').listInFocus.waitFor();
  return sandbox().launch((await added())[0] ?? 0);
}
