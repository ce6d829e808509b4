import type { Account } from '../accounts/account';
import { isPermissionCategory, permissionCategories } from '../accounts/permissions';
import type { World } from '../world';
import { required } from './required';

type AccountMembers = Partial<Omit<Account, 'id' | 'sshKeys' | 'tfa'>>;

/** Accounts, their keys and their money. Where an account's id is left out, the seeded account is meant. */
export function peopleControl(world: World, seeded: Account) {
  const { accounts, instances } = world;
  const accountOf = (id: number = seeded.id) => required(accounts.find(id), `account ${id}`);

  return {
    accountId: (): number => seeded.id,
    /** Another account; answers its id and a key with full access. */
    createAccount: (members: AccountMembers = {}): { id: number; apiKey: string } => {
      const account = accounts.create(members);
      return { id: account.id, apiKey: accounts.createKey(account).value };
    },
    /** Changes an account: email, emailVerifiedAt, isAdmin, hasBilling, spendLimited, needsSession … */
    setAccount: (accountId: number, members: Omit<AccountMembers, 'credit'>): void =>
      void Object.assign(accountOf(accountId), members),
    /** Removes an account's e-mail address, or (verified: false) only its verification. */
    unsetEmail: (accountId: number, members: { keepAddress?: boolean } = {}): void => {
      const account = accountOf(accountId);
      account.emailVerifiedAt = undefined;
      if (members.keepAddress !== true) account.email = undefined;
    },
    credit: (accountId?: number): number => {
      instances.billing.settle(accountOf(accountId));
      return accountOf(accountId).credit;
    },
    setCredit: (dollars: number, accountId?: number): void => {
      const account = accountOf(accountId);
      instances.billing.change(account, () => (account.credit = Math.max(0, dollars)));
    },
    /** Every account's id and credit, after settling. */
    credits: (): { id: number; credit: number }[] =>
      accounts.all().map((account) => {
        instances.billing.settle(account);
        return { id: account.id, credit: account.credit };
      }),

    /** Another key of an account: full, or scoped to the given categories. */
    createKey: (
      options: { permissions?: string[]; accountId?: number; expiresInSeconds?: number; team?: boolean } = {},
    ): { id: number; apiKey: string } => {
      const { permissions, expiresInSeconds, team = false } = options;
      const unknown = permissions?.find((one) => !isPermissionCategory(one));
      if (unknown !== undefined)
        throw new RangeError(`${unknown} is none of ${permissionCategories.join(', ')}`);
      const key = accounts.createKey(accountOf(options.accountId), {
        permissions:
          permissions === undefined
            ? { kind: 'full' }
            : { kind: 'scoped', categories: new Set(permissions.filter(isPermissionCategory)) },
        expiresAt: expiresInSeconds === undefined ? undefined : world.clock.now() + expiresInSeconds,
        team,
      });
      return { id: key.id, apiKey: key.value };
    },
    /** Revokes a key at once. */
    deleteKey: (apiKey: string): void => {
      const key = accounts.findKey(apiKey);
      if (key !== undefined) accounts.deleteKey(key);
    },

    /** Connects a cloud to an account; what it holds is a folder of the sandbox. */
    addCloud: (name: string, cloudType = 's3', accountId?: number): { id: number } => {
      const cloud = { id: accounts.nextId(), name, cloudType };
      accountOf(accountId).clouds.push(cloud);
      return { id: cloud.id };
    },
    /** Registers a public key with an account and its running instances. */
    addUserSshKey: (publicKey: string, accountId?: number): { id: number } => {
      const account = accountOf(accountId);
      const key = accounts.createSshKey(publicKey);
      account.sshKeys.push(key);
      world.keys.deliverToAll(account);
      return { id: key.id };
    },
    /** The user to log in as over ssh: the one who runs the sandbox. */
    sshUser: (): string => world.sshUser,
    /** Whether instances have a real sshd. */
    hasSshd: (): boolean => world.sshHosts.available,
    /** Whether a real Jupyter answers on their ports for it. */
    hasJupyter: (): boolean => world.sshHosts.hasJupyter,
  };
}
