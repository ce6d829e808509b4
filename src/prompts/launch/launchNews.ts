import * as vscode from 'vscode';
import { showInfo } from '../../ask/notify';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { sentenceAbout } from '../../stores/account/namedAccount';
import type { Services } from '../services';
import { callCommand } from '../../commandNames';

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
