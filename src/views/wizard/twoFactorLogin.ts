import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { describeError } from '../../api/describeError';
import { ApiError, type ApiErrorCode } from '../../api/errors';
import type { TwoFactorLogin } from '../../api/schemas/twoFactor';
import type { User } from '../../api/schemas/user';
import { formatCountdown } from '../../domain/lockTime';
import { resendPause, type Sent, type Way } from '../../webviews/twoFactor/state';
import { readProof, sendCode } from '../../webviews/twoFactor/verification';
import { waysFor } from '../../webviews/twoFactor/ways';
import { askCode } from './codeInput';
import { pick, type Step } from './steps';

export interface LoginWizardOptions {
  client: Client;
  /** Who signs in, for a person. */
  account: string;
  /** As far as it could be read: only an administrator can ask for an administrator's session. */
  user: User | undefined;
  now: () => number;
}

/** A login, and by what it was proved. */
export interface LoggedIn {
  login: TwoFactorLogin;
  byBackupCode: boolean;
}

/** What the service said when the code of a way could not be sent, by the way’s id. */
type Unsent = Map<string, string>;

/** Refusals that every way would meet. */
const helpsNoWay: ReadonlySet<ApiErrorCode> = new Set(['unauthorized', 'auth_error', 'aborted']);

type Row = vscode.QuickPickItem & { way?: Way };

const asAdmin: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('person'),
  tooltip: vscode.l10n.t('Ask for an administrator’s session'),
};
const asUser: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('person-filled'),
  tooltip: vscode.l10n.t('Ask for an ordinary session'),
};

/** Takes a second factor from the person; undefined when they stopped. Rejects with ApiError. */
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
          : vscode.l10n.t('The code could not be sent. Confirm with another way, or try again…'),
      waiting: vscode.l10n.t('Asking for your methods…'),
      ...(options.user?.is_admin ? { buttons: [admin ? asUser : asAdmin] } : {}),
    });
    if (step.kind !== 'done') return undefined;
    const { item, pressed } = step.value;
    if (pressed) admin = !admin;
    const entered = item?.way ? await enter(options, item.way, admin, unsent) : undefined;
    if (entered?.kind === 'done') return entered.value;
    if (entered?.kind === 'cancelled') return undefined;
  }
}

async function rows({ client, user, now }: LoginWizardOptions, unsent: Unsent): Promise<Row[]> {
  const ways = await client.twoFactor.status().then(
    (status) => waysFor({ status, user }, 'renew', now()),
    // A key may use a second factor without being allowed to read which ones there are.
    () => anyWays(),
  );
  return ways.map((way) => {
    const refusal = unsent.get(way.id);
    return {
      way,
      label: `${icons[way.kind]} ${way.label}`,
      ...lockOf(way, now()),
      ...(refusal === undefined ? {} : { detail: `$(warning) ${refusal}` }),
    };
  });
}

const icons: Record<Way['kind'], string> = {
  totp: '$(device-mobile)',
  sms: '$(comment)',
  email: '$(mail)',
  backup: '$(key)',
};

function lockOf({ lockedUntil }: Way, now: number): { description?: string } {
  if (lockedUntil === undefined) return {};
  return { description: vscode.l10n.t('locked for {0}', formatCountdown(lockedUntil - now)) };
}

function anyWays(): Way[] {
  return [
    { id: 'totp', kind: 'totp', label: vscode.l10n.t('Authenticator app') },
    { id: 'sms', kind: 'sms', label: vscode.l10n.t('Text message') },
    { id: 'email', kind: 'email', label: vscode.l10n.t('Email to the account’s address') },
    { id: 'backup', kind: 'backup', label: vscode.l10n.t('Backup code') },
  ];
}

/** Sends the code where one is sent, and takes it. A code that cannot be sent leads back to the other ways. */
async function enter(
  { client, account, now }: LoginWizardOptions,
  way: Way,
  admin: boolean,
  unsent: Unsent,
): Promise<Step<LoggedIn>> {
  const needsSending = way.kind === 'sms' || way.kind === 'email';
  let sent: Sent | undefined;
  unsent.delete(way.id);
  try {
    if (needsSending) sent = await firstCode(client, way, now);
  } catch (error) {
    if (!(error instanceof ApiError) || helpsNoWay.has(error.code)) throw error;
    unsent.set(way.id, describeError(error).message);
    return { kind: 'back' };
  }
  return askCode<LoggedIn>({
    title: vscode.l10n.t('Second Factor for {0}', account),
    prompt: prompts(way),
    placeholder: way.kind === 'backup' ? 'abcd-efgh-ijkl' : '123456',
    now,
    submit: async (text) => ({
      login: await client.twoFactor.logIn({
        ...readProof({ way, sent }, text),
        ...(admin ? { admin: true } : {}),
      }),
      byBackupCode: way.kind === 'backup',
    }),
    ...(needsSending
      ? {
          resend: {
            send: async () => {
              sent = await sendCode({ client, now }, { way, sent }, true);
            },
            at: () => (sent ? sent.at + resendPause : 0),
          },
        }
      : {}),
  });
}

/** A code may be under way from a moment ago; then it is sent again, as the service wants it. */
async function firstCode(client: Client, way: Way, now: () => number): Promise<Sent> {
  try {
    return await sendCode({ client, now }, { way }, false);
  } catch (error) {
    if (!isUnderWay(error)) throw error;
    return sendCode({ client, now }, { way }, true);
  }
}

function isUnderWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'tfa_challenge_exists';
}

function prompts({ kind, label }: Way): string {
  switch (kind) {
    case 'totp':
      return vscode.l10n.t('The 6 digits that your authenticator app shows now.');
    case 'backup':
      return vscode.l10n.t('A backup code: three groups of four characters. It works once.');
    case 'sms':
    case 'email':
      return vscode.l10n.t('The 6 digits of the message. Sent: {0}.', label);
  }
}
