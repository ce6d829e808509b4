import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import type { Runtype } from '../../api/http/requests';
import { useKey } from '../../connect/keys/chooseKey';
import { keysHere } from '../../connect/keys/keysHere';
import { sayLate, showErrorMessage } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import { succeeds } from '../../files/disk';
import { ignore } from '../../log/log';
import { nodeFileSystem } from '../../ssh/files/fileSystem';
import type { RegisteredKey } from '../../ssh/keys/publicKey';
import { type AccountKeys, accountKeys, isRegistered } from '../../stores/account/accountKeys';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { chooseLocalKey, type ChosenKey, sendKey } from '../account/chooseLocalKey';
import type { Services } from '../services';

/** What is rented, as far as SSH keys matter to it. */
export interface KeyNeeds {
  /** Its keys can't be changed after it was created. */
  vm?: boolean | undefined;
  /** The service's own choice, where nothing is said, has SSH as well. */
  runtype?: Runtype | undefined;
}

export type KeyServices = Pick<
  Services,
  'accounts' | 'dialogs' | 'globalState' | 'log' | 'milestones' | 'sshEntries' | 'sshSetup'
>;

/**
 * Offers to register an SSH key before something is rented that nobody could log in to without one. The account's keys
 * are asked for at once, so that they are known by the time somebody rents.
 */
export class KeyBeforeRent {
  readonly #services: KeyServices;
  readonly #who: AccountInUse;
  /** Undefined if the service couldn't tell. */
  #known: Promise<AccountKeys | undefined>;
  /** What the person has registered here. */
  #chosen: ChosenKey | undefined;

  constructor(services: KeyServices, who: AccountInUse) {
    this.#services = services;
    this.#who = who;
    this.#known = this.#look();
  }

  #look(): Promise<AccountKeys | undefined> {
    const why = 'keys that can’t be read may still exist';
    return accountKeys(this.#who.client).catch(ignore(this.#services.log, why));
  }

  /** False if the person stopped: then don't rent. */
  async mayRent({ vm = false, runtype }: KeyNeeds): Promise<boolean> {
    if (!vm && runtype === 'args') return true;
    if (this.#chosen) return !vm || this.#mayLogInWith(this.#chosen);
    let known = await saying(this.#known);
    if (!known) {
      // The form may have been open for long: what failed then may work now.
      this.#known = this.#look();
      known = await saying(this.#known);
    }
    // Keys that can't be read may still exist.
    if (!known || (known.keys.length === 0 && known.refusal !== undefined)) return true;
    if (known.keys.length > 0) this.#services.milestones.reached('keyRegistered');
    else return vm ? this.#askForVm() : this.#askForSsh();
    return !vm || (await this.#hasOneHere(known.keys)) || this.#askForOneHere();
  }

  /** True when the service refused a virtual machine for want of a key, and there is one now. Nothing was created. */
  async helpsWith(error: unknown): Promise<boolean> {
    return error instanceof ApiError && error.code === 'no_ssh_key_for_vm' && (await this.#askForVm());
  }

  async #askForVm(): Promise<boolean> {
    return this.#ask({
      vm: true,
      message: vscode.l10n.t('A virtual machine needs an SSH key before it’s created.'),
      detail: vscode.l10n.t(
        '{0} has no SSH key, and the keys of a virtual machine can’t be changed later. Register one to continue.',
        accountName(this.#who.account),
      ),
    });
  }

  async #askForSsh(): Promise<boolean> {
    const { globalState } = this.#services;
    const place = `rentsWithoutKey/${this.#who.account.id}`;
    if (globalState.get(place) === true) return true;
    return this.#ask({
      message: vscode.l10n.t('Register an SSH key before you rent?'),
      detail: vscode.l10n.t(
        '{0} has no SSH key. Without one, you can’t log in to the instance over SSH. You can also register it later, when you connect.',
        accountName(this.#who.account),
      ),
      otherwise: vscode.l10n.t('Rent Without Key'),
      remember: () => globalState.update(place, true),
    });
  }

  async #askForOneHere(): Promise<boolean> {
    return this.#ask({
      vm: true,
      message: vscode.l10n.t('You can’t log in to this virtual machine from this computer.'),
      detail: vscode.l10n.t(
        'It accepts only the SSH keys that {0} has when it’s created, and ssh on this computer offers none of them.',
        accountName(this.#who.account),
      ),
      otherwise: vscode.l10n.t('Rent Anyway'),
    });
  }

  async #ask({
    vm = false,
    message,
    detail,
    otherwise,
    remember,
  }: {
    vm?: boolean;
    message: string;
    detail: string;
    otherwise?: string;
    remember?: () => Thenable<void>;
  }): Promise<boolean> {
    const register = vscode.l10n.t('Register Key…');
    const options = otherwise === undefined ? [register] : [register, otherwise];
    const answer = await this.#services.dialogs.choose({ message, detail, options });
    if (answer === undefined) return false;
    if (answer === register) return this.#register(vm);
    await remember?.();
    return true;
  }

  /** False when the person chose no key, or stopped then. */
  async #register(vm: boolean): Promise<boolean> {
    const { account } = this.#who;
    const title = vscode.l10n.t('Register SSH Key for {0}', accountName(account));
    const known = this.#known.then((told) => told?.keys ?? []);
    const chosen = await chooseLocalKey(this.#services, title, known);
    if (!chosen) return false;
    mustBeInUse(this.#services.accounts, this.#who);
    if (!isRegistered(await known, chosen.key.text)) {
      try {
        await sendKey(this.#who, chosen.key);
        this.#services.log.info('Registered an SSH key with the account, to rent.');
      } catch (error) {
        // Such as one of a team: what is filled in stays.
        if (!(error instanceof ApiError)) throw error;
        void showErrorMessage(error.message);
        return false;
      }
    }
    this.#services.milestones.reached('keyRegistered');
    this.#chosen = chosen;
    return !vm || this.#mayLogInWith(chosen);
  }

  /** One that was just made may not be what ssh offers, and a virtual machine takes no other later. */
  async #mayLogInWith({ key, file }: ChosenKey): Promise<boolean> {
    const known = (await this.#known)?.keys ?? [];
    if (await this.#hasOneHere([...known, { key }])) return true;
    const use = vscode.l10n.t('Use This Key');
    const anyway = vscode.l10n.t('Rent Anyway');
    const identityFile = file?.replace(/\.pub$/, '');
    const isHere = identityFile !== undefined && (await succeeds(nodeFileSystem.stat(identityFile)));
    const answer = await this.#services.dialogs.choose({
      message: vscode.l10n.t('You can’t log in to this virtual machine from this computer.'),
      detail: vscode.l10n.t(
        'ssh doesn’t offer the key that you registered until gpuRental.ssh.identityFile is set to it. ssh then offers only this key, so instances that don’t have it deny the login.',
      ),
      options: isHere ? [use, anyway] : [anyway],
    });
    if (answer === use && isHere) await useKey(this.#services, identityFile);
    return answer !== undefined;
  }

  async #hasOneHere(keys: readonly RegisteredKey[]): Promise<boolean> {
    const here = await keysHere(this.#services.sshSetup);
    return here.keys.some(({ text, isOffered }) => isOffered && isRegistered(keys, text));
  }
}

const saying = <T>(known: Promise<T>): Promise<T> => sayLate(vscode.l10n.t('Checking your SSH keys…'), known);
