import type { Volume } from '../../api/schemas/volume';
import type { Clock } from '../../clock';
import type { Ledger, Look } from '../../domain/money/ledger/ledger';
import type * as ledgerRows from '../../domain/money/ledger/rows';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { ignore, type Log } from '../../log/log';
import type { AccountRates } from './accountRates';
import type { AccountStore } from '../account/accountStore';
import type { InstanceStore } from '../instances/instanceStore';
import type { LedgerFiles } from './ledgerFiles';
import type { VolumeStore } from '../volumes/volumeStore';
import { join } from 'node:path';
import { type AccountFiles, ledgerFile } from '../account/accountFiles';
import { asideOf, ifMissing } from '../windows/jsonFile';
import { Listeners } from '../listeners';

/** The record's files, whose code is loaded when there is something to note or to read. */
export interface SpendingFiles {
  /** Whether anything was noted of an account before. */
  isThere(accountId: string): Promise<boolean>;
  load(): Promise<LedgerFiles>;
  /** Where the record of an account is kept that was damaged, if there ever was one. */
  damagedFile(accountId: string): string;
}

/** The record's files in the accounts' folders. @param onDamaged called with the path of a damaged file that is kept */
export function spendingFiles(
  files: AccountFiles,
  clock: Clock,
  onDamaged: (accountId: string, kept: string) => void,
): SpendingFiles {
  const fileOf = (accountId: string): string => join(files.folderOf(accountId), ledgerFile);
  return {
    isThere: async (accountId) => (await files.disk.lstat(fileOf(accountId)).catch(ifMissing)) !== undefined,
    load: async () => {
      const { LedgerFiles } = await import('./ledgerFiles');
      return new LedgerFiles(files, clock, onDamaged);
    },
    damagedFile: (accountId) => asideOf(fileOf(accountId)),
  };
}

export interface SpendingStoreOptions {
  accounts: Pick<AccountStore, 'accounts' | 'onDidChange'>;
  instances: Pick<InstanceStore, 'state' | 'onDidChange'>;
  volumes: Pick<VolumeStore, 'state' | 'onDidChange'>;
  /** Of the accounts that are not in use. */
  rates: Pick<AccountRates, 'onDidList' | 'onDidListVolumes'>;
  files: SpendingFiles;
  clock: Clock;
  log: Log;
}

type Rows = typeof ledgerRows;

/** Milliseconds for which the same list need not be noted again: less than half of what a look holds. */
const noteAgainAfter = 40_000;

/** A list as it was seen last, which may not be noted yet. */
interface LastList {
  rows: object;
  at: number;
  noted: number;
  look: Sight;
}

/** What was seen. */
interface Sight {
  /** A list without rows, of which nothing is noted where there is no record. */
  isEmpty: boolean;
  look: (rows: Rows) => Look;
}

const nothing: Ledger = { entries: {}, days: {}, folded: [] };
/** Of an account whose record wasn't read. */
const unread: Ledger = { ...nothing, isPart: true };

/**
 * Notes what each signed-in account's instances and volumes are seen to do, from the lists that come anyway and from what
 * was done here.
 */
export class SpendingStore {
  readonly #options: SpendingStoreOptions;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #listeners = new Listeners();
  readonly #last = new Map<string, LastList>();
  #noting: Promise<void> = Promise.resolve();
  #files: LedgerFiles | undefined;
  /** Accounts of which nothing was ever noted. */
  readonly #without = new Set<string>();

  /** Something new was noted. */
  readonly onDidChange = this.#listeners.add;

  constructor(options: SpendingStoreOptions) {
    this.#options = options;
    const { accounts, instances, volumes, rates } = options;
    this.#subscriptions = [
      instances.onDidChange(() => this.#follow()),
      volumes.onDidChange(() => this.#follow()),
      rates.onDidList((id, { at, instances: rows }) => this.#seeInstances(id, at, rows, [...rows])),
      rates.onDidListVolumes((id, { at, volumes: rows, missing }) => {
        if (!missing) this.#seeVolumes(id, at, rows);
      }),
      accounts.onDidChange(() => this.#forget()),
    ];
  }

  /** What is known of an account, without a look at files. */
  ledgerOf(accountId: string): Ledger {
    return this.#files?.known(accountId) ?? (this.#without.has(accountId) ? nothing : unread);
  }

  /** Resolves when what all windows noted of an account is known here. */
  load(accountId: string): Promise<void> {
    return this.#note(accountId, []);
  }

  /** Where the record of an account is kept that was damaged, if there ever was one. */
  damagedFile(accountId: string): string {
    return this.#options.files.damagedFile(accountId);
  }

  /** The service has just answered that what this window asked for is done. */
  did(accountId: string, what: 'stopped' | 'destroyed' | 'deleted', id: number): void {
    const at = Math.round(this.#options.clock.now());
    const state = what === 'stopped' ? 'disk' : 'gone';
    const look = ({ instanceKey, volumeKey }: Rows): Look => ({
      at,
      key: what === 'deleted' ? volumeKey(id) : instanceKey(id),
      state,
    });
    void this.#note(accountId, [{ isEmpty: false, look }]);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#listeners.clear();
  }

  #follow(): void {
    const { accountId, fetchedAt, instances } = this.#options.instances.state;
    const known = this.#options.volumes.state;
    if (accountId === undefined) return;
    if (fetchedAt !== undefined) this.#seeInstances(accountId, fetchedAt, instances, [...instances.values()]);
    if (known.accountId === accountId && known.fetchedAt !== undefined && !known.missing)
      this.#seeVolumes(accountId, known.fetchedAt, known.volumes);
  }

  #seeInstances(accountId: string, at: number, rows: object, list: readonly SharedInstance[]): void {
    const look = ({ lookAtInstances }: Rows): Look => lookAtInstances(at, list);
    this.#see(`${accountId} instances`, accountId, at, rows, { isEmpty: list.length === 0, look });
  }

  #seeVolumes(accountId: string, at: number, list: readonly Volume[]): void {
    const look = ({ lookAtVolumes }: Rows): Look => lookAtVolumes(at, list);
    this.#see(`${accountId} volumes`, accountId, at, list, { isEmpty: list.length === 0, look });
  }

  /** The same list again is noted now and then, and at the latest when the next one differs. */
  #see(name: string, accountId: string, at: number, rows: object, look: Sight): void {
    const last = this.#last.get(name);
    if (last?.rows === rows && last.at === at) return;
    const isSame = last?.rows === rows && Math.abs(at - last.noted) < noteAgainAfter;
    this.#last.set(name, { rows, at, look, noted: isSame ? last.noted : at });
    if (isSame) return;
    const before = last && last.at > last.noted ? [last.look] : [];
    void this.#note(accountId, [...before, look]);
  }

  #note(accountId: string, looks: readonly Sight[]): Promise<void> {
    this.#noting = this.#noting.then(async () => {
      if (!this.#isSignedIn(accountId)) return;
      const why = 'the next look notes it';
      const isNews = await this.#write(accountId, looks).catch(ignore(this.#options.log, why));
      if (isNews) this.#listeners.tell();
    });
    return this.#noting;
  }

  /** Resolves to whether there is anything new. */
  async #write(accountId: string, looks: readonly Sight[]): Promise<boolean> {
    const { files } = this.#options;
    if (!this.#files && looks.every(({ isEmpty }) => isEmpty) && !(await files.isThere(accountId))) {
      this.#without.add(accountId);
      return false;
    }
    const rows = await import('../../domain/money/ledger/rows');
    this.#files ??= await files.load();
    return this.#files.note(
      accountId,
      looks.map(({ look }) => look(rows)),
    );
  }

  #isSignedIn(accountId: string): boolean {
    return this.#options.accounts.accounts.some(({ id }) => id === accountId);
  }

  /** Of an account that was signed out, nothing is kept. */
  #forget(): void {
    for (const name of this.#last.keys()) {
      const [accountId = ''] = name.split(' ');
      if (!this.#isSignedIn(accountId)) this.#last.delete(name);
    }
    this.#files?.forgetOthers((accountId) => this.#isSignedIn(accountId));
  }
}
