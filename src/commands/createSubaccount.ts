import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Client } from '../api/client';
import { describeError } from '../api/describeError';
import type { CreateSubaccountRequest } from '../api/endpoints/accounts';
import { ApiError, type ApiErrorCode } from '../api/errors';
import type { Subaccount } from '../api/schemas/subaccount';
import { subaccountProblem } from '../domain/subaccount';
import { signedIn } from '../stores/signedIn';
import {
  type FieldProblem,
  type SubaccountDraft,
  subaccountFields,
  subaccountSteps,
} from '../views/wizard/subaccountSteps';
import { type Call, read } from './call';
import type { Services } from './services';

/** Creates an account below the one in use. A program gives the specification's fields. */
export async function createSubaccount(services: Services, call: Call): Promise<Subaccount | undefined> {
  const client = signedIn(services.accounts);
  const draft = readDraft(call);
  return call.interactive ? createByAsking(client, draft) : createAtOnce(client, draft);
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

async function createAtOnce(client: Client, draft: SubaccountDraft): Promise<Subaccount | undefined> {
  const isComplete = (['email', 'username', 'password'] as const).every(
    (field) => draft[field] !== undefined,
  );
  // What a program leaves out of the rest is left out, not asked for.
  const whole = isComplete ? { host_only: false, ssh_key: '', ...draft } : draft;
  const request = await subaccountSteps(whole);
  if (!request) return undefined;
  check(request);
  const created = await client.createSubaccount(request);
  // A password that was made here is in nobody’s hands yet.
  if (whole.generated) void say(created, request, true);
  return created;
}

/** Asks again for the field that was refused, until the account is there or the person stops. */
async function createByAsking(client: Client, draft: SubaccountDraft): Promise<Subaccount | undefined> {
  let problem: FieldProblem | undefined;
  for (;;) {
    const request = await subaccountSteps(draft, problem);
    if (!request) return undefined;
    try {
      const created = await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: vscode.l10n.t('Creating the account {0}…', request.username),
        },
        () => client.createSubaccount(request),
      );
      void say(created, request, draft.generated === true);
      return created;
    } catch (error) {
      problem = refusedFields(error);
      if (problem) continue;
      if (!(await wantsAgain(error))) return undefined;
      if (isRefusal(error)) problem = { fields: subaccountFields };
    }
  }
}

/** After what may pass, the person’s answers are not lost. @throws what asking again does not help against */
async function wantsAgain(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || !(passing.has(error.code) || isRefusal(error))) throw error;
  const again = isRefusal(error) ? vscode.l10n.t('Change It…') : vscode.l10n.t('Try Again');
  return (await vscode.window.showErrorMessage(describeError(error).message, again)) === again;
}

const passing: ReadonlySet<ApiErrorCode> = new Set(['rate_limited', 'offline', 'timeout', 'server_error']);

/** The same would be refused again, and the service does not say which field it is about. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'refused' || error.code === 'invalid_request');
}

/** @throws ApiError 'invalid_request' */
function check(request: CreateSubaccountRequest): void {
  const { email, username, password, ssh_key = '' } = request;
  const problem =
    subaccountProblem('email', email) ??
    subaccountProblem('username', username) ??
    subaccountProblem('password', password) ??
    subaccountProblem('ssh_key', ssh_key);
  if (problem) throw new ApiError('invalid_request', problem);
}

function refusedFields(error: unknown): FieldProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { message } = describeError(error);
  if (error.code === 'invalid_email') return { fields: ['email'], message };
  return error.code === 'user_exists' ? { fields: ['email', 'username'], message } : undefined;
}

async function say(
  { id, username, email }: Subaccount,
  request: CreateSubaccountRequest,
  generated: boolean,
): Promise<void> {
  const copy = vscode.l10n.t('Copy Password');
  const pressed = await vscode.window.showInformationMessage(
    vscode.l10n.t('The account {0} ({1}) was created.', username ?? request.username, email ?? id),
    ...(generated ? [copy] : []),
  );
  if (pressed === copy) await vscode.env.clipboard.writeText(request.password);
}
