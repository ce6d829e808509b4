import * as vscode from 'vscode';
import type { Clock } from '../../clock';
import type { AccountStore } from '../../stores/account/accountStore';
import type { LaunchSecrets } from '../../stores/launch/launchSecrets';
import type { LaunchStore } from '../../stores/launch/launchStore';
import { TemplateDrafts } from '../../stores/templates/templateDrafts';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { TemplateStore } from '../../stores/templates/templateStore';
import type { EarlyViews } from '../earlyViews';
import { EditorTabs } from './editorTabs';
import type { ReadOnlyTexts } from '../texts/readOnlyTexts';
import { TemplateConflicts } from '../templates/templateConflicts';
import { TemplateEditing, TemplateLenses } from '../templates/templateEditing';
import { TemplateFiles } from '../templates/templateFiles';
import { TemplatesView } from '../templates/templatesView';
import { commandId } from '../../commandNames';
import { schemes } from '../texts/lateFiles';

export interface LaunchViewStores {
  accounts: AccountStore;
  instances: InstanceStore;
  templates: TemplateStore;
  launches: LaunchStore;
  launchSecrets: LaunchSecrets;
  texts: ReadOnlyTexts;
  clock: Clock;
}

/** The views and editors of templates and launches, disposed together. */
export function createLaunchViews(
  early: EarlyViews,
  { accounts, instances, templates, launches, launchSecrets, texts, clock }: LaunchViewStores,
  globalState: vscode.Memento,
) {
  const editors = new EditorTabs(early.launchFiles, launches, launchSecrets, clock);
  const drafts = new TemplateDrafts(globalState);
  const templateFiles = new TemplateFiles(early.templateFiles, {
    accounts,
    templates,
    secrets: launchSecrets,
    drafts,
    clock,
  });
  const templateConflicts = new TemplateConflicts(templateFiles, texts);
  const launchViews = vscode.Disposable.from(
    editors,
    launchLenses(),
    templateFiles,
    templateConflicts,
    new TemplateEditing(templateFiles, templateConflicts),
    new TemplateLenses(templateFiles, templateConflicts),
    new TemplatesView(early.templates, templates, accounts, templateFiles, instances, clock),
  );
  return { editors, templateFiles, templateConflicts, launchViews };
}

/** Above a text of the launch form, the way back to the form, which is closed meanwhile. */
const launchLenses = (): vscode.Disposable =>
  vscode.languages.registerCodeLensProvider(
    { scheme: schemes.launch },
    {
      provideCodeLenses: () => [
        new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
          title: vscode.l10n.t('$(arrow-left) Save and Return to Form'),
          command: commandId('finishEditing'),
        }),
      ],
    },
  );
