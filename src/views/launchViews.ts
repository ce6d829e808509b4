import * as vscode from 'vscode';
import type { AccountStore } from '../stores/accountStore';
import type { LaunchSecrets } from '../stores/launchSecrets';
import type { LaunchStore } from '../stores/launchStore';
import { TemplateDrafts } from '../stores/templateDrafts';
import type { TemplateStore } from '../stores/templateStore';
import { EditorTabs } from './launch/editorTabs';
import { ReadOnlyTexts } from './readOnlyTexts';
import { TemplateEditing } from './templates/templateEditing';
import { TemplateFiles } from './templates/templateFiles';
import { TemplatesView } from './templates/templatesView';

export interface LaunchViewStores {
  accounts: AccountStore;
  templates: TemplateStore;
  launches: LaunchStore;
  launchSecrets: LaunchSecrets;
}

/** What is drawn and edited of templates and launches, and one thing to dispose of all of it by. */
export function createLaunchViews(
  { accounts, templates, launches, launchSecrets }: LaunchViewStores,
  memory: vscode.Memento,
) {
  const texts = new ReadOnlyTexts();
  const editors = new EditorTabs(launches, launchSecrets);
  const drafts = new TemplateDrafts(memory);
  const templateFiles = new TemplateFiles({ accounts, templates, secrets: launchSecrets, drafts });
  const launchViews = vscode.Disposable.from(
    texts,
    editors,
    templateFiles,
    new TemplateEditing(templateFiles, texts),
    new TemplatesView(templates, accounts, templateFiles),
  );
  return { texts, editors, templateFiles, launchViews };
}
