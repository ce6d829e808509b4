import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { describeError } from '../../api/describeError';
import { ApiError, type ApiErrorCode } from '../../api/errors';
import type { TwoFactorLogin } from '../../api/schemas/account/twoFactor';
import type { User } from '../../api/schemas/account/user';
import { sayLate } from '../../ask/notify';
import { formatCountdown } from '../../domain/lockTime';
import { isSent, methodTable } from '../../twoFactor/methods';
import { resendPause, type Sent, type VerificationOption } from '../../twoFactor/state';
import { withoutSending, readProof, sendCode } from '../../twoFactor/verification';
import { anyOptions, optionsFor } from '../../twoFactor/options';
import { askCode } from './codeInput';
import { pick, type Step } from '../steps';

export interface LoginWizardOptions {
  client: Client;
  /** The account's name for a person. */
  account: string;
  /** The user, if it could be read. Only an administrator can request an administrator's session. */
  user: User | undefined;
  now: () => number;
}

/** A login, and whether it used a backup code. */
export interface LoggedIn {
  login: TwoFactorLogin;
  byBackupCode: boolean;
}

/** The service's message if the code of an option couldn't be sent, by the option’s id. */
type Unsent = Map<string, string>;

/** Refusals that are the same for every option. */
const sameForAllOptions: ReadonlySet<ApiErrorCode> = new Set(['unauthorized', 'auth_error']);

type Row = vscode.QuickPickItem & { option?: VerificationOption };

const asAdmin: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('person'),
  tooltip: vscode.l10n.t('Request an administrator session'),
};
const asUser: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('person-filled'),
  tooltip: vscode.l10n.t('Request a regular session'),
};

/** Asks the person for a second factor; undefined if they stopped. Rejects with ApiError. */
export async function twoFactorLogin(options: LoginWizardOptions): Promise<LoggedIn | undefined> {
  let admin = false;
  const unsent: Unsent = new Map();
  for (;;) {
    const step = await pick(rows(options, unsent), {
      title: admin
        ? vscode.l10n.t('Second Factor for {0}, as Administrator', options.account)
        : vscode.l10n.t('Second Factor for {0}', options.account),
      placeholder:
        unsent.size === 0
          ? vscode.l10n.t('Confirm with…')
          : vscode.l10n.t('Couldn’t send the code. Use another method, or try again…'),
      waiting: vscode.l10n.t('Loading methods…'),
      ...(options.user?.is_admin ? { buttons: [admin ? asUser : asAdmin] } : {}),
    });
    if (step.kind !== 'done') return undefined;
    const { item, pressed } = step.value;
    if (pressed) admin = !admin;
    const entered = item?.option ? await enter(options, item.option, admin, unsent) : undefined;
    if (entered?.kind === 'done') return entered.value;
    if (entered?.kind === 'cancelled') return undefined;
  }
}

async function rows({ client, user, now }: LoginWizardOptions, unsent: Unsent): Promise<Row[]> {
  const verificationOptions = await client.twoFactor.status().then(
    (status) => optionsFor({ status, user }, 'renew', now()),
    // A key may use a second factor without the permission to list them.
    () => anyOptions(),
  );
  return verificationOptions.map((option) => {
    const refusal = unsent.get(option.id);
    return {
      option,
      label: `$(${methodTable[option.kind].icon}) ${option.label}`,
      ...lockOf(option, now()),
      ...(refusal === undefined ? {} : { detail: `$(warning) ${refusal}` }),
    };
  });
}

function lockOf({ lockedUntil }: VerificationOption, now: number): { description?: string } {
  if (lockedUntil === undefined) return {};
  return { description: vscode.l10n.t('locked for {0}', formatCountdown(lockedUntil - now)) };
}

/** Sends the code if the option needs it, and asks for it. If it can't be sent, goes back to the other options. */
async function enter(
  { client, account, now }: LoginWizardOptions,
  option: VerificationOption,
  admin: boolean,
  unsent: Unsent,
): Promise<Step<LoggedIn>> {
  const { kind, label } = option;
  const method = methodTable[kind];
  const needsSending = isSent(kind);
  let sent: Sent | undefined;
  unsent.delete(option.id);
  try {
    if (needsSending) sent = await sayLate(vscode.l10n.t('Sending a code…'), firstCode(client, option, now));
  } catch (error) {
    if (!(error instanceof ApiError) || sameForAllOptions.has(error.code)) throw error;
    unsent.set(option.id, describeError(error).message);
    return { kind: 'back' };
  }
  return askCode<LoggedIn>({
    title: vscode.l10n.t('Second Factor for {0}', account),
    prompt: method.prompt(label),
    placeholder: method.code.example,
    now,
    submit: async (text) => ({
      login: await client.twoFactor
        .logIn({ ...readProof({ option, sent }, text), admin: admin || undefined })
        .catch((error: unknown) => {
          throw withoutSending(error, kind);
        }),
      byBackupCode: kind === 'backup',
    }),
    ...(needsSending
      ? {
          resend: {
            send: async () => {
              sent = await sendCode({ client, now }, { option, sent }, true);
            },
            at: () => (sent ? sent.at + resendPause : 0),
          },
        }
      : {}),
  });
}

/** A code may have been sent a moment ago. The service then requires resending it. */
async function firstCode(client: Client, option: VerificationOption, now: () => number): Promise<Sent> {
  try {
    return await sendCode({ client, now }, { option }, false);
  } catch (error) {
    if (!isUnderWay(error)) throw error;
    return sendCode({ client, now }, { option }, true);
  }
}

function isUnderWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'tfa_challenge_exists';
}
