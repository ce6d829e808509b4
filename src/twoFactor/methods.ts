import * as l10n from '@vscode/l10n';
import type { TwoFactor } from '../api/endpoints/account/twoFactor';
import type { SendSmsRequest, StoredMethod } from '../api/endpoints/account/twoFactorRequests';
import type { SentCode, TotpSetup } from '../api/schemas/account/twoFactor';
import { plainText } from '../api/plainText';
import { maskEmail, readBackupCode, readCode } from '../domain/twoFactor/twoFactorInput';
import type { Known, MethodKind, Purpose } from './state';

/** The format of a code. */
interface CodeShape {
  label: () => string;
  example: string;
  /** The keyboard on a touch screen. */
  keyboard: 'numeric' | 'text';
  /** The code in typed or pasted text; undefined if there is none. */
  read: (text: string) => string | undefined;
  /** The message if there is none. */
  missing: () => string;
}

/** Everything about one method. Texts are functions, so that they are translated when they are shown. */
interface TwoFactorMethod {
  name: () => string;
  /** The name of a codicon. */
  icon: string;
  code: CodeShape;
  /** Tells where to find the code. */
  hint: () => string;
  /** The same, for a place without other hints. @param label of the option in use */
  prompt: (label: string) => string;
  /** Sends or resends a code; missing for methods without sending. */
  send?: (twoFactor: TwoFactor, request: SendSmsRequest, again: boolean) => Promise<SentCode>;
  /** The label if this account has the method without setting it up; else undefined. */
  standing?: (known: Known, purpose: Purpose['kind']) => string | undefined;
}

interface Enrolment {
  /** Explains the choice. */
  about: () => string;
  /** The label of its button. */
  choose: () => string;
  /** The message once it is set up. */
  added: () => string;
}

/** A method that a person can set up: with a secret for an app, or with a number that codes are sent to. */
interface StoredTwoFactorMethod extends TwoFactorMethod {
  enrol: Enrolment &
    ({ needs: 'secret'; begin: (twoFactor: TwoFactor) => Promise<TotpSetup> } | { needs: 'phone' });
}

const sixDigits: CodeShape = {
  label: () => l10n.t('Code'),
  example: '123456',
  keyboard: 'numeric',
  read: readCode,
  missing: () => l10n.t('Enter the 6 digits of the code.'),
};

const message = {
  code: sixDigits,
  hint: () => l10n.t('Enter the 6-digit code from the message.'),
  prompt: (label: string) => l10n.t('Enter the 6-digit code. Sent: {0}.', label),
};

/** The second-factor methods. To add one, add a row here and its name to `twoFactorRequests.ts`. */
export const methodTable: Readonly<
  Record<StoredMethod, StoredTwoFactorMethod> & Record<Exclude<MethodKind, StoredMethod>, TwoFactorMethod>
> = {
  totp: {
    name: () => l10n.t('Authenticator app'),
    icon: 'device-mobile',
    code: sixDigits,
    hint: () => l10n.t('Enter the 6 digits your authenticator app shows now.'),
    prompt: () => l10n.t('Enter the 6 digits your authenticator app shows now.'),
    enrol: {
      needs: 'secret',
      begin: (twoFactor) => twoFactor.setUpTotp(),
      about: () =>
        l10n.t('An app on your phone shows a new code every 30 seconds. It works without a network.'),
      choose: () => l10n.t('Use an App'),
      added: () => l10n.t('The authenticator app was added.'),
    },
  },
  sms: {
    ...message,
    name: () => l10n.t('Text message'),
    icon: 'comment',
    send: (twoFactor, request, again) =>
      again ? twoFactor.resendSmsCode(request) : twoFactor.sendSmsCode(request),
    // A legacy account has a number but no method. It verifies everything except adding the first method.
    standing: ({ status }, purpose) =>
      status.tfa_enabled && status.methods.length === 0 && purpose !== 'add'
        ? l10n.t('Text message to the number on file')
        : undefined,
    enrol: {
      needs: 'phone',
      about: () =>
        l10n.t(
          'The service sends a code to your phone. Anyone who takes over the number also gets the codes.',
        ),
      choose: () => l10n.t('Use a Phone Number'),
      added: () => l10n.t('The phone was added.'),
    },
  },
  email: {
    ...message,
    name: () => l10n.t('Email to the account’s address'),
    icon: 'mail',
    send: (twoFactor, { secret }) => twoFactor.sendEmailCode({ secret }),
    standing: ({ user }) =>
      user?.email
        ? l10n.t('Email to {0}', maskEmail(plainText(user.email, 80)))
        : l10n.t('Email to the account’s address'),
  },
  backup: {
    name: () => l10n.t('Backup code'),
    icon: 'key',
    code: {
      label: () => l10n.t('Backup code'),
      example: 'abcd-efgh-ijkl',
      keyboard: 'text',
      read: readBackupCode,
      missing: () => l10n.t('A backup code has three groups of four characters.'),
    },
    hint: () => l10n.t('Three groups of four characters, such as abcd-efgh-ijkl. Each works once.'),
    prompt: () => l10n.t('A backup code: three groups of four characters. It works once.'),
    // Where their number isn't told, there may be some, and they may be all that the person has.
    standing: ({ status: { tfa_enabled, backup_codes_remaining: left = tfa_enabled ? undefined : 0 } }) =>
      left === undefined
        ? methodTable.backup.name()
        : left < 1
          ? undefined
          : l10n.t('Backup code ({0} left)', left),
  },
};

/** True when the code of a method has to be sent before it can be entered. */
export function isSent(kind: MethodKind): boolean {
  return methodTable[kind].send !== undefined;
}
