import { describe, expect, sandbox, stage, storiesInOneWindow } from './support';
import { showTooltip } from './support/tooltip';
import { offerRow, openField } from './support/wizard';
import type { Workbench } from './support/workbench';

describe('templates', () => {
  const story = storiesInOneWindow({
    signedIn: true,
    settings: {
      'editor.autoClosingQuotes': 'never',
      'files.autoSave': 'afterDelay',
      'files.autoSaveDelay': 200,
    },
    viewport: { width: 1280, height: 900 },
  });

  story(
    'are documents: drafts stay here, a save by hand sends, and nobody is overwritten',
    async (window) => {
      await removeOwnTemplates();
      const templates = window.view('Templates');
      await templates.rows('PyTorch').first().waitFor();
      await templates.rows('None yet').click();
      await editorOf(window).filter({ hasText: 'New template' }).waitFor();

      // Completion, and errors as one types, come from the schema.
      await typeOver(window, '"runtype": "ssh"', '"runtype": "sh"');
      await window.page.locator('.squiggly-error, .squiggly-warning').first().waitFor();
      await typeOver(window, '"runtype": "sh"', '"runtype": "ssh"');
      await typeOver(window, '"name": ""', '"name": "my trainer"');
      await typeOver(window, '"image": ""', '"image": "ubuntu"');
      await templates.rows(/draft, not sent yet/).waitFor();
      const field = editorOf(window).getByText('"onstart"', { exact: true }).first();
      await showTooltip(field, 'at most 4048 characters');
      await window.screenshots('template-document');
      await window.page.keyboard.press('Escape');
      expect(await sent('POST')).toBe(0);

      await window.page.keyboard.press('Control+s');
      await templates.rows('my trainer').waitFor();
      await window.page.locator('.tab', { hasText: 'my trainer.gpu-template.jsonc' }).waitFor();
      expect(await sent('POST')).toBe(1);

      await editorOf(window).filter({ hasText: 'Template ' }).waitFor();
      await typeOver(window, '"desc": ""', '"desc": "for training"');
      await templates.rows(/my trainer.*draft/).waitFor();
      await editElsewhere('from another place');
      expect(await sent('PUT')).toBe(1);
      await window.page.keyboard.press('Control+s');
      await window.notifications.told('my trainer was edited elsewhere');
      await window.page.locator('.monaco-diff-editor').first().waitFor();
      await window.screenshots('template-conflict');
      expect(await sent('PUT')).toBe(1);
      await window.notifications.press('my trainer was edited elsewhere', 'Keep Mine');
      await expect.poll(() => sent('PUT')).toBe(2);

      await templates
        .rows(/my trainer(?!.*draft)/)
        .first()
        .click();
      await templates.rows('for training').waitFor();
      await window.screenshots('templates-view');
      await templates.chooseFromMenu('my trainer', 'Delete Template');
      await window.dialog.waitFor('Delete the template my trainer?');
      await window.dialog.press('Delete');
      await templates.rows('None yet').waitFor();
    },
  );

  story('are found, and show what comes of them and of one’s own changes', async (window) => {
    const templates = window.view('Templates');
    await templates.rows('PyTorch').first().waitFor();
    await findByName(window);
    await templates.rows(/Found.*name in vLLM, ComfyUI/).waitFor();
    await templates.inlineAction('PyTorch', 'Rent from Template');
    await window.quickInput.waitFor(/^Search Offers$/);
    await window.quickInput.pick('search Search,');
    await window.quickInput.rows(offerRow).first().click();
    await window.quickInput.waitFor('Rent, or change a field');
    await window.screenshots('launch-from-template');
    await openField(window, 'Environment variables');
    await window.quickInput.pick('Enter as Docker Flags');
    await window.quickInput.waitFor('Rent: Docker Flags');
    await window.quickInput.type('-e DATA_DIRECTORY="/my data" -p');
    await window.quickInput.waitFor('-p needs a value');
    await window.quickInput.accept('-e DATA_DIRECTORY="/my data" -p 7000:7000');
    await window.quickInput.waitFor('Rent, or change a field');
    await window.quickInput.pick(/Rent for \$/);
    await window.quickInput.waitFor('Rent with These Values');
    await window.page.locator('.monaco-diff-editor').first().waitFor();
    await window.page.getByText('your change').first().waitFor();
    await window.screenshots('launch-preview');
    await window.quickInput.pick('Rent for $');
    await window.dialog.waitFor('Rent ');
    await window.dialog.press('Rent for $');
    await window.view('Instances').rows('provisioning').waitFor();
    await expect.poll(() => sandbox().instanceIds()).toHaveLength(1);
    const [id = 0] = await sandbox().instanceIds();
    const { env, runtype } = await sandbox().launch(id);
    expect(env).toEqual({ DATA_DIRECTORY: '/my data', '-p 6006:6006': '1', '-p 7000:7000': '1' });
    expect(runtype).toBe('jupyter_direct');
  });
});

async function findByName(window: Workbench): Promise<void> {
  await window.runCommand('GPU Rental: Search Templates…');
  await window.quickInput.type('openai');
  await window.quickInput.pick('Search for “openai”');
  await window
    .view('Templates')
    .rows(/Found.*“openai”/)
    .waitFor();
  await window.runCommand('GPU Rental: Search Templates…');
  await window.quickInput.pick('Add Condition');
  await window.quickInput.pick(/^name,/);
  await window.quickInput.pick(/^any of several,/);
  await window.quickInput.waitFor('several values, separated by commas');
  await window.quickInput.accept('vLLM, ComfyUI');
  await window.quickInput.rows(/^trash name in vLLM, ComfyUI/).waitFor();
  await window.quickInput.cancel();
  // Closed before it was begun, it is there again.
  await window.runCommand('GPU Rental: Search Templates…');
  await window.quickInput.pick('search Search, name in vLLM, ComfyUI');
}

const editorOf = (window: Workbench) => window.page.locator('.editor-instance .view-lines').last();

/** Replaces a text in the editor in front, by the editor's own find and replace. */
async function typeOver(window: Workbench, from: string, to: string): Promise<void> {
  const { page } = window;
  await page
    .locator('.editor-instance .monaco-editor')
    .last()
    .click({ position: { x: 300, y: 4 } });
  await page.keyboard.press('Control+h');
  const widget = page.locator('.find-widget');
  await widget.locator('.replace-part .input').fill(to);
  await widget.locator('.find-part .input').first().fill(from);
  await widget.locator('.matchesCount', { hasText: /1$/ }).waitFor();
  await widget.locator('.find-part .input').first().press('Control+Alt+Enter');
  await page.keyboard.press('Escape');
  await editorOf(window).filter({ hasText: to }).waitFor();
}

async function sent(method: string): Promise<number> {
  const requests = await sandbox().requests();
  return requests.filter((one) => one.method === method && one.path.includes('/template/')).length;
}

interface Own {
  id: number;
  hash_id: string;
}

async function ownTemplates(): Promise<Own[]> {
  const answer = await service<{ templates: (Own & { recommended: boolean })[] }>('GET');
  return answer.templates.filter(({ recommended }) => !recommended);
}

async function removeOwnTemplates(): Promise<void> {
  for (const { id } of await ownTemplates()) await service('DELETE', { template_id: id });
  await sandbox().clearRequests();
}

async function editElsewhere(desc: string): Promise<void> {
  const [own] = await ownTemplates();
  await service('PUT', { hash_id: own?.hash_id, desc });
}

async function service<T>(method: string, body?: object): Promise<T> {
  const { sandboxUrl, apiKey } = stage();
  const response = await fetch(`${sandboxUrl}/api/v0/template/`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}
