import { randomInt } from 'node:crypto';
import * as vscode from 'vscode';
import type { CreateSubaccountRequest } from '../../api/endpoints/accounts';
import { subaccountProblem } from '../../domain/subaccount';
import { ask, pick, type Step } from './steps';

/** What is known so far of the account to be created. */
export interface SubaccountDraft {
  email?: string;
  username?: string;
  password?: string;
  /** It was made here, so that the person has to be given it. */
  generated?: boolean;
  host_only?: boolean;
  ssh_key?: string;
}

/** Which fields the service’s refusal may be about, and what is to be said beside them. */
export interface FieldProblem {
  fields: readonly Field[];
  message?: string;
}

/** In the order in which they are asked for. */
export const subaccountFields = ['email', 'username', 'password', 'host_only', 'ssh_key'] as const;
type Field = (typeof subaccountFields)[number];

/**
 * Asks for what the draft does not tell, or again from the field that was refused. Undefined when the person stopped.
 */
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
    // Other accounts need a captcha, which an editor cannot give.
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
    ssh_key: vscode.l10n.t('Its public SSH key, or empty for none'),
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
    label: vscode.l10n.t('$(key) Generate a password'),
    detail: vscode.l10n.t('You can copy it once the account is there; it is kept nowhere.'),
  };
  const type = { label: vscode.l10n.t('$(edit) Type a password') };
  const keep = { label: vscode.l10n.t('$(check) Keep the password given before') };
  const rows = draft.password === undefined ? [generate, type] : [keep, generate, type];
  const choice = await pick(rows, { title, placeholder: vscode.l10n.t('Password'), back });
  if (choice.kind !== 'done' || choice.value.item === keep) return choice;
  if (choice.value.item === generate) {
    draft.password = generatePassword();
    draft.generated = true;
    return choice;
  }
  const typed = await ask({
    title,
    prompt: vscode.l10n.t('Password; at most 256 characters'),
    password: true,
    back: true,
    validate: (text) => subaccountProblem('password', text),
  });
  if (typed.kind === 'back') return askPassword(draft, back);
  if (typed.kind === 'done') {
    draft.password = typed.value;
    draft.generated = false;
  }
  return typed;
}

async function askKind(draft: SubaccountDraft, back: boolean): Promise<Step<unknown>> {
  const everything = { label: vscode.l10n.t('Rents and hosts') };
  const hostOnly = {
    label: vscode.l10n.t('Hosts only'),
    detail: vscode.l10n.t('It can offer machines, not rent.'),
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

/** 24 characters, about 140 bits, none of which is taken for another. */
export function generatePassword(): string {
  return Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join('');
}
