import { randomInt } from 'node:crypto';
import * as vscode from 'vscode';
import type { CreateSubaccountRequest } from '../../api/endpoints/account/users';
import { subaccountProblem } from '../../domain/account/subaccount';
import { ask, pick, type Step } from '../steps';

/** What is known so far about the account to create. */
export interface SubaccountDraft {
  email?: string;
  username?: string;
  password?: string;
  /** It was generated here, so the person has to get it. */
  generated?: boolean;
  host_only?: boolean;
  ssh_key?: string;
}

/** The fields that the service may have refused, and the message next to them. */
export interface FieldProblem {
  fields: readonly Field[];
  message?: string;
}

/** In the order of the questions. */
export const subaccountFields = ['email', 'username', 'password', 'host_only', 'ssh_key'] as const;
type Field = (typeof subaccountFields)[number];

/** Asks for missing fields, or starts again at the refused field. Undefined if the person stopped. */
export async function subaccountSteps(
  draft: SubaccountDraft,
  problem?: FieldProblem,
): Promise<CreateSubaccountRequest | undefined> {
  const asked = subaccountFields.filter((field) => draft[field] === undefined || isRefused(field, problem));
  for (let index = 0; index < asked.length;) {
    const field = asked[index];
    if (!field) break;
    const step = await askField(
      draft,
      field,
      index > 0,
      isRefused(field, problem) ? problem?.message : undefined,
    );
    if (step.kind === 'cancelled') return undefined;
    index += step.kind === 'back' ? -1 : 1;
  }
  const { email = '', username = '', password = '', host_only, ssh_key } = draft;
  return {
    email,
    username,
    password,
    // Other accounts need a captcha, which an editor can't show.
    parent_id: 'me',
    ...(host_only ? { host_only } : {}),
    ...(ssh_key ? { ssh_key: ssh_key.trim() } : {}),
  };
}

function isRefused(field: Field, problem: FieldProblem | undefined): boolean {
  return problem?.fields.some((one) => one === field) ?? false;
}

const title = vscode.l10n.t('Create Subaccount');

async function askField(
  draft: SubaccountDraft,
  field: Field,
  back: boolean,
  problem: string | undefined,
): Promise<Step<unknown>> {
  switch (field) {
    case 'password':
      return askPassword(draft, back);
    case 'host_only':
      return askKind(draft, back);
    default:
      return askText(draft, field, back, problem);
  }
}

async function askText(
  draft: SubaccountDraft,
  field: 'email' | 'username' | 'ssh_key',
  back: boolean,
  problem: string | undefined,
): Promise<Step<string>> {
  const prompts = {
    email: vscode.l10n.t('Email address of the new account; at most 64 characters'),
    username: vscode.l10n.t('User name; at most 64 characters'),
    ssh_key: vscode.l10n.t('Public SSH key of the new account; leave empty for none'),
  };
  const step = await ask({
    title,
    prompt: prompts[field],
    value: draft[field] ?? '',
    back,
    problem,
    validate: (text) => subaccountProblem(field, field === 'ssh_key' ? text : text.trim()),
  });
  if (step.kind === 'done') draft[field] = step.value.trim();
  return step;
}

async function askPassword(draft: SubaccountDraft, back: boolean): Promise<Step<unknown>> {
  const generate = {
    label: vscode.l10n.t('$(key) Generate Password'),
    detail: vscode.l10n.t('You can copy it once the account is created. It isn’t stored.'),
  };
  const type = { label: vscode.l10n.t('$(edit) Enter Password') };
  const keep = { label: vscode.l10n.t('$(check) Keep the Password Entered Before') };
  const rows = draft.password === undefined ? [generate, type] : [keep, generate, type];
  const choice = await pick(rows, { title, placeholder: vscode.l10n.t('Password'), back });
  if (choice.kind !== 'done' || choice.value.item === keep) return choice;
  if (choice.value.item === generate) {
    draft.password = generatePassword();
    draft.generated = true;
    return choice;
  }
  const typed = await askTwice();
  if (typed.kind === 'back') return askPassword(draft, back);
  if (typed.kind === 'done') {
    draft.password = typed.value;
    draft.generated = false;
  }
  return typed;
}

/** The shortest password that is taken from a person: shorter ones are guessed within hours. */
const shortestPassword = 8;

async function askTwice(): Promise<Step<string>> {
  const first = await ask({
    title,
    prompt: vscode.l10n.t('Password; {0} to 256 characters', shortestPassword),
    password: true,
    back: true,
    validate: (text) =>
      subaccountProblem('password', text) ??
      (Array.from(text).length < shortestPassword
        ? vscode.l10n.t('Enter at least {0} characters.', shortestPassword)
        : undefined),
  });
  if (first.kind !== 'done') return first;
  const second = await ask({
    title,
    prompt: vscode.l10n.t('Enter the password again'),
    password: true,
    back: true,
    validate: (text) => (text === first.value ? undefined : vscode.l10n.t('The passwords don’t match.')),
  });
  return second.kind === 'back' ? askTwice() : second;
}

async function askKind(draft: SubaccountDraft, back: boolean): Promise<Step<unknown>> {
  const everything = { label: vscode.l10n.t('Rents and hosts') };
  const hostOnly = {
    label: vscode.l10n.t('Hosts only'),
    detail: vscode.l10n.t('It can host machines, but not rent.'),
  };
  const step = await pick([everything, hostOnly], {
    title,
    placeholder: vscode.l10n.t('What the account is for'),
    back,
    active: (row) => (row === hostOnly) === (draft.host_only ?? false),
  });
  if (step.kind === 'done') draft.host_only = step.value.item === hostOnly;
  return step;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** 24 characters, about 140 bits, without characters that look alike. */
function generatePassword(): string {
  return Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join('');
}
