import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { hostileTexts } from '../hostileTexts';
import { describe, expect, sandbox, stage, story } from './support';
import { markup } from './support/markup';
import { showTooltip } from './support/tooltip';
import { TwoFactorPanel } from './support/twoFactorPanel';
import { signIn } from './support/twoFactorPerson';
import { fillIn, openField } from './support/wizard';
import type { Workbench } from './support/workbench';

/** A name that begins with a mark to find it by. */
const hostile = (mark: string): string => `${mark}[x](command:a) $(flame)\u202e`;
/** The same in one word. */
const hostileWord = (mark: string): string => `${mark}[x](command:a)$(flame)\u202e`;

const options = { remoteSsh: true, settings: { 'workbench.hover.delay': 100 } };

describe('text from outside', () => {
  story('is text wherever it is shown: no link, no icon, no turned words', options, async (window) => {
    const person = await createPerson();
    await signIn(window, person.apiKey);
    await lookAtTrees(window);
    await lookAtLaunchFiles(window);
    await lookAtRenting(window, person.apiKey);
    await lookAtAccounts(window);
    await lookAtConnecting(window);
    await lookAtPanel(window);
  });
});

/** Waits for a text at a place, and for nothing in the window to be more than text. */
async function expectText(window: Workbench, place: Locator, mark: string): Promise<void> {
  await place.filter({ hasText: mark }).first().waitFor();
  expect(await markup(window.page), mark).toEqual([]);
}

async function expectHover(window: Workbench, row: Locator, mark: string): Promise<void> {
  for (let isSeen = false; !isSeen;) {
    const tooltip = await showTooltip(row.first(), mark);
    expect(await markup(window.page), mark).toEqual([]);
    // It may have gone meanwhile, when what is below it was drawn anew.
    isSeen = await tooltip.isVisible();
  }
  await window.page.mouse.move(0, 0);
}

async function clearToasts({ notifications }: Workbench): Promise<void> {
  await notifications.clear();
  await notifications.forgetTold();
}

/** It may be gone from the screen by then. */
async function expectToast(window: Workbench, mark: string): Promise<void> {
  await window.notifications.told(mark);
  expect(await markup(window.page), mark).toEqual([]);
}

/** An account whose name, template, instances and second factor are all hostile. */
async function createPerson(): Promise<{ id: number; apiKey: string }> {
  const person = await sandbox().createAccount({ email: hostile('mail') });
  await sandbox().addMethods(person.id, { totp: true, label: hostile('phone') });
  await service(person.apiKey, 'POST', 'template/', {
    name: hostile('templ'),
    desc: hostile('about'),
    image: hostileWord('timage'),
    docker_login_repo: hostileWord('repo'),
    docker_login_user: hostileWord('user'),
    docker_login_pass: 'x',
  });
  const offers = await sandbox().freeOffers();
  const launch = { disk: 10, runtype: 'ssh_direct' };
  const loading = await rent(person.apiKey, offers[0]!, {
    ...launch,
    label: hostile('label'),
    image: hostileWord('image'),
  });
  await rent(person.apiKey, offers[1]!, { ...launch, label: hostile('second'), image: 'debian:12' });
  await sandbox().advance(300);
  await sandbox().setInstanceStatus(loading, 'loading', hostile('state'));
  return person;
}

async function lookAtTrees(window: Workbench): Promise<void> {
  const instances = window.view('Instances');
  await instances.rows('label').waitFor();
  await instances.expand('label');
  await expectText(window, instances.rows(), 'image');
  await expectHover(window, instances.rows('label'), 'state');
  await expectHover(window, instances.rows('image'), 'image');
  const templates = window.view('Templates');
  await expectText(window, templates.rows(), 'templ');
  await templates.expand('templ');
  await expectText(window, templates.rows(), 'about');
  await expectHover(window, templates.rows('templ'), 'about');
  await window.view('Account').show();
  await expectText(window, window.view('Account').rows(), 'mail');
  await instances.chooseFromMenu('second', 'Destroy');
  await expectText(window, window.dialog.box, 'second');
  await window.dialog.cancel();
}

async function lookAtLaunchFiles(window: Workbench): Promise<void> {
  await propose([{ name: 'a', launch: { [hostile('member')]: 1 } }]);
  await window.runCommand('GPU Rental: Rent Saved Launch…');
  await expectToast(window, 'member');
  await window.quickInput.cancel();
  await clearToasts(window);

  await writeFile(
    join(stage().home, 'hostile.json'),
    JSON.stringify({ name: 'a', launch: { env: { [hostile('file')]: 1 } } }),
  );
  await window.runCommand('GPU Rental: Import Launch');
  await window.quickInput.waitFor('Import Launch');
  // The dialog lists a folder first, and then that of the path: what is entered before is lost.
  await window.quickInput.rows('..').first().waitFor();
  await window.quickInput.type(join(stage().home, 'hostile.json'));
  await window.quickInput.pick('hostile.json');
  await expectToast(window, 'file');
  await clearToasts(window);
}

async function lookAtRenting(window: Workbench, apiKey: string): Promise<void> {
  await answerOffers(apiKey);
  const launch = {
    image: hostileWord('limage'),
    label: hostile('llabel'),
    disk: 10,
    env: { [hostileWord('name')]: hostile('value') },
  };
  const others = hostileTexts
    .filter((name) => /\S/.test(name))
    .map((name) => ({ name, launch: { image: name } }));
  await propose([
    { name: hostile('launch'), launch, offers: { filters: { [hostile('field')]: { eq: hostile('x') } } } },
    ...others,
  ]);
  await window.runCommand('GPU Rental: Rent Saved Launch…');
  await expectText(window, window.quickInput.rows(), 'launch');
  await expectHover(window, window.quickInput.rows('launch').locator('.label-description'), 'limage');
  await window.quickInput.box.locator('.quick-input-list').hover();
  // A long list holds only what is in sight.
  for (const name of hostileTexts) {
    await window.page.keyboard.press('ArrowDown');
    expect(await markup(window.page), name).toEqual([]);
  }
  await window.quickInput.type('launch[x]');
  await window.quickInput.pick('launch');
  await window.quickInput.waitFor('Offers for launch');
  await expectText(window, window.quickInput.rows(), 'place');
  await expectHover(window, window.quickInput.rows('place').locator('.quick-input-list-label-meta'), 'place');
  await window.quickInput.rows('place').first().click();
  await window.quickInput.waitFor('Rent, or change a field');
  await expectText(window, window.quickInput.rows(), 'llabel');
  await lookAtVariables(window);

  await window.quickInput.box.locator('.quick-input-titlebar [aria-label^="Save Launch"]').click();
  await window.quickInput.waitFor('Save Launch');
  await window.quickInput.accept(hostile('saved'));
  await window.notifications.saidInStatusBar('saved');
  expect(await markup(window.page), 'saved').toEqual([]);

  await sandbox().failNext({
    method: 'PUT',
    path: '/asks/',
    status: 400,
    body: { success: false, error: 'invalid_args', msg: hostile('refusal') },
  });
  await fillIn(window, 'Label', 'done');
  await window.quickInput.pick(/Rent for \$/);
  // The account has no SSH key.
  await expectText(window, window.dialog.box.filter({ hasText: 'Register an SSH key' }), 'mail');
  await window.dialog.press('Rent Without Key');
  await expectText(window, window.dialog.box, 'place');
  await expectText(window, window.dialog.box, 'limage');
  await window.dialog.press('Rent for $');
  await expectToast(window, 'refusal');
  await clearToasts(window);
}

async function lookAtVariables(window: Workbench): Promise<void> {
  await openField(window, 'Environment variables');
  await expectText(window, window.quickInput.rows(), 'name');
  await window.quickInput.pick('name[x]');
  await expectText(window, window.quickInput.box.locator('.quick-input-message'), 'Value of name');
  await window.quickInput.accept();
  await openField(window, 'Environment variables');
  await window.quickInput.pick('Edit in Editor Tab');
  await window.editorInFocus('one NAME=value per line').waitFor();
  await window.page.keyboard.press('Control+End');
  await window.page.keyboard.insertText(`-p${hostileWord('port')}=1\n`);
  await window.page.keyboard.press('Control+s');
  await expectToast(window, 'port');
  await clearToasts(window);
  await window.page.locator('.editor-instance .view-lines').click();
  await window.editorInFocus().waitFor();
  await window.page.keyboard.press('Control+a');
  await window.page.keyboard.insertText('A=1\n');
  await window.page.keyboard.press('Control+s');
  await window.quickInput.waitFor('Rent, or change a field');
}

async function lookAtAccounts(window: Workbench): Promise<void> {
  await window.runCommand('GPU Rental: Switch Account');
  await expectText(window, window.quickInput.rows(), 'mail');
  await window.quickInput.cancel();
  await window.view('Account').chooseFromTitle('Create Subaccount');
  await window.quickInput.waitFor('Email address of the new account');
  await window.quickInput.accept(`${hostileWord('sub').slice(0, -1)}@example.com`);
  await window.quickInput.waitFor('User name');
  await window.quickInput.accept(hostile('person'));
  await window.quickInput.pick('Generate Password');
  await window.quickInput.pick('Rents and hosts');
  await window.quickInput.waitFor('Public SSH key of the new account');
  await window.quickInput.accept('');
  await expectText(window, window.dialog.box, 'person');
  await window.dialog.press('Copy Password');
}

/** What ssh says of a line of the person's own file. */
async function lookAtConnecting(window: Workbench): Promise<void> {
  await writeFile(stage().sshConfigFile, `${hostileWord('option')} yes\n`);
  await window.view('Instances').chooseFromMenu('second', 'Connect');
  await window.dialog.waitFor('Include line');
  await window.dialog.press('Add Include Line');
  await expectToast(window, 'option');
  await clearToasts(window);
}

async function lookAtPanel(window: Workbench): Promise<void> {
  await window.runCommand('GPU Rental: Manage Two-Factor Authentication');
  const panel = new TwoFactorPanel(window.page);
  await panel.waitFor('Status');
  await expectText(window, panel.body, 'phone');
  await expectText(window, panel.body, 'mail');
}

const projectFile = (): string => join(stage().workspace, '.vscode', 'gpu-rental.json');

async function propose(launches: readonly unknown[]): Promise<void> {
  await mkdir(join(stage().workspace, '.vscode'), { recursive: true });
  await writeFile(projectFile(), JSON.stringify({ launches }));
}

/** From now on searches answer offers of machines with hostile names. */
async function answerOffers(apiKey: string): Promise<void> {
  const { offers } = (await service(apiKey, 'POST', 'bundles/', { limit: 3 })) as { offers: object[] };
  const renamed = offers.map((offer) => ({
    ...offer,
    gpu_name: hostile('gpu'),
    geolocation: hostile('place'),
    verification: hostile('sure'),
  }));
  await sandbox().failNext({ path: '/bundles', count: 1000, body: { success: true, offers: renamed } });
}

async function rent(apiKey: string, offerId: number, request: object): Promise<number> {
  const { new_contract: id } = (await service(apiKey, 'PUT', `asks/${offerId}/`, request)) as {
    new_contract: number;
  };
  return id;
}

async function service(apiKey: string, method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${stage().sandboxUrl}/api/v0/${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}
