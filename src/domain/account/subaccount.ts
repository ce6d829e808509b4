import * as l10n from '@vscode/l10n';

/** Longest values (specification, Limits). */
const limits = { email: 64, username: 64, password: 256, ssh_key: 4096 } as const;

export type SubaccountField = keyof typeof limits;

/** What is wrong with a field of a new subaccount, as a sentence; undefined if the service would accept it. */
export function subaccountProblem(field: SubaccountField, value: string): string | undefined {
  if (Array.from(value).length > limits[field]) return l10n.t('Enter at most {0} characters.', limits[field]);
  switch (field) {
    case 'email':
      return emailProblem(value);
    case 'username':
      return value.trim() === '' ? l10n.t('Enter a user name.') : undefined;
    case 'password':
      return value === '' ? l10n.t('Enter a password.') : undefined;
    case 'ssh_key':
      return value === '' || /^(ssh|ecdsa|sk)-[a-z0-9@.-]+ [A-Za-z0-9+/=]+( .*)?$/.test(value.trim())
        ? undefined
        : l10n.t('This isn’t an OpenSSH public key.');
  }
}

function emailProblem(value: string): string | undefined {
  if (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value))
    return l10n.t('Enter an email address, such as name@example.com.');
  if (/@vast/i.test(value)) return l10n.t('The service doesn’t allow addresses that contain “@vast”.');
  return undefined;
}
