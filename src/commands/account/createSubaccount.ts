import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Client } from '../../api/client';
import { describeError } from '../../api/describeError';
import type { CreateSubaccountRequest, Subaccount } from '../../api/endpoints/account/users';
import { ApiError, type ApiErrorCode, isOutcomeUnknown } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { saidOrUnknown } from '../../api/saidOrUnknown';
import { plainText } from '../../api/plainText';
import { confirmFor } from '../../ask/confirmFor';
import { showErrorMessage, showInfo, withNotice } from '../../ask/notify';
import { subaccountProblem } from '../../domain/account/subaccount';
import { type AccountInUse, accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import {
  type FieldProblem,
  type SubaccountDraft,
  subaccountFields,
  subaccountSteps,
} from '../../prompts/account/subaccountSteps';
import { handOverOnce } from '../../prompts/account/oneTimeValue';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** Creates an account below the one in use. A program gives the specification's fields. */
export async function createSubaccount(
  services: Pick<Services, 'accounts' | 'dialogs'>,
  call: Call,
): Promise<Subaccount | undefined> {
  const who = accountInUse(services.accounts);
  const draft = readDraft(call);
  return call.interactive ? createByAsking(services, who, draft) : createAtOnce(services, call, who, draft);
}

const draftSchema = z.object({
  email: z.optional(z.string()),
  username: z.optional(z.string()),
  password: z.optional(z.string()),
  host_only: z.optional(z.boolean()),
  ssh_key: z.optional(z.string()),
});

function readDraft(call: Call): SubaccountDraft {
  const given = read({ subaccount: call.arguments }, 'subaccount', draftSchema);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function createAtOnce(
  services: Pick<Services, 'accounts' | 'dialogs'>,
  { confirmed }: Call,
  who: AccountInUse,
  draft: SubaccountDraft,
): Promise<Subaccount | undefined> {
  const isComplete = (['email', 'username', 'password'] as const).every(
    (field) => draft[field] !== undefined,
  );
  // Optional fields that a program leaves out are not asked for.
  const whole = isComplete ? { host_only: false, ssh_key: '', ...draft } : draft;
  const request = await subaccountSteps(whole);
  if (!request) return undefined;
  check(request);
  const agreed = await confirmFor(services, who, {
    confirmed,
    message: vscode.l10n.t('Create {0} as a subaccount?', plainText(request.username, 60)),
    detail: vscode.l10n.t('Its email address is {0}.', plainText(request.email, 80)),
    yes: vscode.l10n.t('Create Account'),
  });
  if (!agreed) return undefined;
  const created = await send(who.client, request, whole);
  // The person doesn't have a generated password yet.
  if (whole.generated) void notifyCreated(created, request, true);
  return created;
}

/** Asks again for refused fields until the account is created or the person stops. */
async function createByAsking(
  { accounts }: Pick<Services, 'accounts'>,
  who: AccountInUse,
  draft: SubaccountDraft,
): Promise<Subaccount | undefined> {
  let problem: FieldProblem | undefined;
  for (;;) {
    const request = await subaccountSteps(draft, problem);
    if (!request) return undefined;
    try {
      const title = vscode.l10n.t('Creating account {0}…', plainText(request.username, 60));
      mustBeInUse(accounts, who);
      const created = await withNotice(title, () => send(who.client, request, draft));
      void notifyCreated(created, request, draft.generated === true);
      return created;
    } catch (error) {
      problem = refusedFields(error);
      if (problem) continue;
      if (!(await wantsAgain(error))) return undefined;
      if (isRefusal(error)) problem = { fields: subaccountFields };
    }
  }
}

/** Sent once: where the answer is lost, the account may exist, with a password that was generated and nobody has seen. */
async function send(
  client: Client,
  request: CreateSubaccountRequest,
  { generated }: SubaccountDraft,
): Promise<Subaccount> {
  const message = vscode.l10n.t(
    'The service’s response was lost, and account {0} may have been created. Look in the web console before you create another one.',
    plainText(request.username, 60),
  );
  return saidOrUnknown(client.users.createSubaccount(request), message).catch((error: unknown) => {
    if (generated && isOutcomeUnknown(error)) void handOverPassword(message, request);
    throw error;
  });
}

/** Keeps the person’s answers after temporary failures. @throws errors that trying again doesn't help with */
async function wantsAgain(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || !(passing.has(error.code) || isRefusal(error))) throw error;
  const again = isRefusal(error) ? vscode.l10n.t('Edit…') : vscode.l10n.t('Try Again');
  return (await showErrorMessage(describeError(error).message, again)) === again;
}

const passing: ReadonlySet<ApiErrorCode> = new Set(['rate_limited', 'offline', 'timeout', 'server_error']);

/** The same input would be refused again, and the service doesn't say which field is wrong. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'refused' || error.code === 'invalid_request');
}

/** @throws LocalError 'invalid_input' */
function check(request: CreateSubaccountRequest): void {
  const { email, username, password, ssh_key = '' } = request;
  const problem =
    subaccountProblem('email', email) ??
    subaccountProblem('username', username) ??
    subaccountProblem('password', password) ??
    subaccountProblem('ssh_key', ssh_key);
  if (problem) throw new LocalError('invalid_input', problem);
}

function refusedFields(error: unknown): FieldProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { message } = describeError(error);
  if (error.code === 'invalid_email') return { fields: ['email'], message };
  return error.code === 'user_exists' ? { fields: ['email', 'username'], message } : undefined;
}

async function notifyCreated(
  { id, username, email }: Subaccount,
  request: CreateSubaccountRequest,
  generated: boolean,
): Promise<void> {
  const message = vscode.l10n.t(
    'Account {0} ({1}) was created.',
    plainText(username ?? request.username, 60),
    plainText(email ?? '', 80) || id,
  );
  if (!generated) return void showInfo(message);
  await handOverPassword(message, request);
}

async function handOverPassword(message: string, { password }: CreateSubaccountRequest): Promise<void> {
  await handOverOnce({
    message,
    detail: vscode.l10n.t('Its password was generated here and isn’t stored. It won’t be shown again.'),
    value: password,
    copy: vscode.l10n.t('Copy Password'),
  });
}
