import * as l10n from '@vscode/l10n';
import { type AccountInUse, mustBeInUse } from '../stores/account/accountInUse';
import { accountWhereSeveral } from './accountSentences';
import type { AccountStore } from '../stores/account/accountStore';
import type { Choice, Dialogs, Question } from './dialogs';
import { formatParagraphs } from '../domain/format';

/**
 * Asks about an action for one account. The question names the account if several are signed in. Asks nothing if it is
 * already `confirmed`. False if the person said no.
 *
 * @throws AccountChanged if they said yes, but another account is now in use
 */
export async function confirmFor(
  {
    dialogs,
    accounts,
  }: { dialogs: Pick<Dialogs, 'confirm'>; accounts: Pick<AccountStore, 'accounts' | 'active'> },
  who: AccountInUse,
  { confirmed = false, ...question }: Question & { confirmed?: boolean },
): Promise<boolean> {
  const agreed = confirmed || (await dialogs.confirm(aboutAccount(accounts, who, question)));
  if (agreed) mustBeInUse(accounts, who);
  return agreed;
}

/**
 * The same with several answers: asks even where the caller has consent. Undefined if the person chose none.
 *
 * @throws AccountChanged if they chose, but another account is now in use
 */
export async function chooseFor(
  {
    dialogs,
    accounts,
  }: { dialogs: Pick<Dialogs, 'choose'>; accounts: Pick<AccountStore, 'accounts' | 'active'> },
  who: AccountInUse,
  choice: Choice,
): Promise<string | undefined> {
  const answer = await dialogs.choose(aboutAccount(accounts, who, choice));
  if (answer !== undefined) mustBeInUse(accounts, who);
  return answer;
}

/** The question with the account's name, if several are signed in. */
function aboutAccount<T extends { detail?: string }>(
  accounts: Pick<AccountStore, 'accounts' | 'active'>,
  who: AccountInUse,
  question: T,
): T {
  const name = accountWhereSeveral(accounts, who.account);
  const detail = formatParagraphs(question.detail, name && l10n.t('Account: {0}', name));
  return { ...question, ...(detail ? { detail } : {}) };
}
