import { addMethod } from '../twoFactor/confirm';
import { renewBackupCodes } from '../twoFactor/backupCodes';
import { viewMethod } from '../twoFactor/methods';
import { providerFaults, type ProviderFault, type SentMessage } from '../twoFactor/messenger';
import { newTotp, totpCode } from '../twoFactor/totp';
import type { World } from '../world';
import { required } from './required';

/** Two-factor authentication: the outbox, accounts in every state, and what fails outside the service. */
export function twoFactorControl(world: World) {
  const accountOf = (id: number) => required(world.accounts.find(id), `account ${id}`);

  return {
    /** Every SMS and e-mail sent, oldest first. */
    outbox: (): SentMessage[] => world.messenger.outbox(),
    clearOutbox: (): void => world.messenger.clearOutbox(),
    /** The next `times` operations on which it can happen fail so (1 by default; 0: none any more). */
    setTwoFactorFault: (fault: ProviderFault, times = 1): void => {
      if (!providerFaults.includes(fault)) throw new RangeError(`No fault ${fault}`);
      world.messenger.setFault(fault, times);
    },
    /** The service suspects fraud on the account, or no longer does. */
    setSmsFraud: (accountId: number, suspected: boolean): void => {
      accountOf(accountId).tfa.fraud = suspected;
    },
    /** Adds methods without their ceremony; answers their ids, the TOTP secret and, for the first, backup codes. */
    addMethods: (accountId: number, given: { totp?: boolean; sms?: string; label?: string }) => {
      const { label } = given;
      const account = accountOf(accountId);
      const first = account.tfa.methods.length === 0;
      const secret = given.totp === true ? newTotp(account.username).secret : undefined;
      const methods = [
        ...(secret === undefined
          ? []
          : [addMethod(world, account, { method: 'totp', label, totpSecret: secret })]),
        ...(given.sms === undefined
          ? []
          : [addMethod(world, account, { method: 'sms', label, phoneNumber: given.sms })]),
      ];
      return {
        methodIds: methods.map(({ id }) => id),
        totpSecret: secret ?? null,
        backupCodes: first ? renewBackupCodes(account.tfa, world.random) : [],
      };
    },
    /** Makes the account one that has 2FA in the older way: a number on file, no method. */
    makeLegacy: (accountId: number, options: { phoneNumber?: string; backupCodes?: boolean } = {}) => {
      const { tfa } = accountOf(accountId);
      tfa.legacy = true;
      tfa.methods = [];
      tfa.phoneNumber = options.phoneNumber;
      return { backupCodes: options.backupCodes === true ? renewBackupCodes(tfa, world.random) : [] };
    },
    /** The account's TOTP secret can no longer be read. */
    loseTotpSecret: (accountId: number): void => {
      for (const method of accountOf(accountId).tfa.methods) method.totpSecret = undefined;
    },
    /** The code that the account's authenticator (or the one with this secret) shows now. */
    totpCode: (accountId: number, secret?: string): string => {
      const known = accountOf(accountId).tfa.methods.find((one) => one.totpSecret !== undefined)?.totpSecret;
      return totpCode(required(secret ?? known, 'TOTP secret for this account'), world.clock.now());
    },
    /** A login with a password on the web page: answers the secret that its second factor needs. */
    beginLogin: (accountId: number): string =>
      world.challenges.create(accountOf(accountId).id, { login: true }).secret,
    methods: (accountId: number) =>
      accountOf(accountId).tfa.methods.map((one) => viewMethod(one, accountId, world.clock.now())),
  };
}
