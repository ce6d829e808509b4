import * as vscode from 'vscode';
import { showInfo } from '../../ask/notify';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { sentenceAbout } from '../../ask/accountSentences';
import type { Services } from '../services';
import { callCommand } from '../../commandNames';
import type { Template } from '../../api/schemas/templates/template';
import { type LaunchDraft, secretsOf } from '../../domain/launch/launchDraft';
import { previewLaunch } from '../../domain/launch/launchPreview';
import type { ReadOnlyTexts } from '../../views/texts/readOnlyTexts';
import { closeComparisons } from '../../views/texts/textFiles';
import { askText, pickOne } from '../steps';
import { templateName } from '../../domain/templates/templateName';
import { plainText } from '../../api/plainText';
import type { LaunchSecrets } from '../../stores/launch/launchSecrets';
import { formatList } from '../../domain/format';

/** Only if something was filled in: opening and closing a form stores nothing. */
export async function offerToResume({ launches }: Pick<Services, 'launches'>): Promise<void> {
  if (!launches.closedForm) return;
  const resume = vscode.l10n.t('Resume');
  const answer = await showInfo(vscode.l10n.t('The launch form was closed. Your entries are saved.'), resume);
  if (answer === resume) await callCommand('resumeLaunch');
}

/** The instance was found by comparing lists after the answer to its creation was lost. */
export function notifyFound({ accounts }: Pick<Services, 'accounts'>, who: AccountInUse, id: number): void {
  const text = vscode.l10n.t(
    'The response was lost, but the instance was created: {0}. Nothing was rented twice.',
    id,
  );
  void showInfo(sentenceAbout(accounts, who.account, text));
}

/** Shows the template next to the result with the person's changes, and asks whether to continue. */
export async function agreeOnPreview(
  texts: ReadOnlyTexts,
  draft: LaunchDraft,
  template: Template,
  goOn: string,
): Promise<boolean> {
  const preview = previewLaunch(draft, template);
  const name = 'launch.yaml';
  const left = texts.put(name, preview.template, 'template');
  const right = texts.put(name, preview.result, 'result', preview.origins);
  const title = vscode.l10n.t('{0}: template ↔ with your changes', templateName(template));
  await vscode.commands.executeCommand('vscode.diff', left, right, title);
  const yes = { label: `$(rocket) ${goOn}` };
  const back = { label: vscode.l10n.t('$(arrow-left) Back to Form') };
  const row = await pickOne([yes, back], {
    title: vscode.l10n.t('Rent with These Values'),
    placeholder: vscode.l10n.t('Result of the template and your changes'),
    back: true,
  });
  await closeComparisons(right);
  return row === yes;
}

/** The secrets of a draft. Asks for missing ones and stores them. Undefined if the person stopped. */
export async function revealSecrets(
  draft: LaunchDraft,
  secrets: LaunchSecrets,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { values, missing } = await secrets.reveal(secretsOf(draft));
  for (const name of missing) {
    const value = await askText({
      title: vscode.l10n.t('Rent: Secrets'),
      prompt: vscode.l10n.t('{0}. Kept in the system’s secret storage', purpose(draft, name)),
      password: true,
      validate: (text) => (text === '' ? vscode.l10n.t('Enter a value.') : undefined),
    });
    if (value === undefined) return undefined;
    await secrets.set(name, value);
    values.set(name, value);
  }
  return values;
}

/** What a secret is for, according to the draft, because its name from a file may be anything. */
function purpose({ env = {}, image_login: login }: LaunchDraft, secret: string): string {
  const variables = Object.entries(env)
    .filter(([, value]) => typeof value !== 'string' && value.secret === secret)
    .map(([name]) => plainText(name, 60));
  if (variables.length > 0) return vscode.l10n.t('Value of {0}', formatList(variables));
  return login?.secret === secret
    ? vscode.l10n.t(
        'Password or token of {0} at {1}',
        plainText(login.user, 60),
        plainText(login.registry, 60),
      )
    : plainText(secret, 80);
}
