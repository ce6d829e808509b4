import { join } from 'node:path';
import * as vscode from 'vscode';
import { Client } from '../../../src/api/client';
import { lazyFetch } from '../../../src/api/http/nodeFetch';
import { planBulkRent } from '../../../src/prompts/rent/runBulkPlan';
import type { Services } from '../../../src/prompts/services';
import { nothingHidden } from '../../../src/domain/offers/hidden';
import type { Question } from '../../../src/ask/dialogs';
import { accountInUse } from '../../../src/stores/account/accountInUse';
import { AccountFiles } from '../../../src/stores/account/accountFiles';
import type { AccountStore } from '../../../src/stores/account/accountStore';
import { type Clock, systemClock } from '../../../src/clock';
import { Keyring } from '../../../src/stores/account/keyring';
import { LaunchSecrets } from '../../../src/stores/launch/launchSecrets';
import { LaunchStore } from '../../../src/stores/launch/launchStore';
import { Lease } from '../../../src/stores/windows/lease';
import { MarkerFiles } from '../../../src/stores/rentals/markerFiles';
import { type FoundOffer, OfferStore } from '../../../src/stores/offers/offerStore';
import { PendingRentals } from '../../../src/stores/rentals/pendingRentals';
import { RentQueue } from '../../../src/stores/rentals/rentQueue';
import { TemplateStore } from '../../../src/stores/templates/templateStore';
import { MemorySecrets } from './memorySecrets';
import { environment, sandbox } from './inHost';
import { silent } from '../../../src/log/log';

export const request = { image: 'debian:12', disk: 10 } as const;
export const anyOffer = () => true;

const somePublicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJv8b2Xb8zq0m1Jm3pZ1a7p0o9b7yQm0c5T3l1yq9n0K';

/** An account of its own, with the stores of a window that rents for it. */
export async function openAccount(folder: string, clock = systemClock) {
  const { id, apiKey } = await sandbox.createAccount();
  // Without one a person would be asked about it.
  await sandbox.addUserSshKey(somePublicKey, id);
  const client = new Client({ baseUrl: environment.sandboxUrl, apiKey, fetch: lazyFetch, spacingScale: 0 });
  const accounts = {
    active: { id: 'one', baseUrl: environment.sandboxUrl, userId: 1 },
    accounts: [],
    client,
    onDidChange: new vscode.EventEmitter<void>().event,
  };
  const files = new AccountFiles(folder);
  const offers = new OfferStore(accounts, clock);
  const lease = (accountId: string) => new Lease(join(files.folderOf(accountId), 'rent.lease'), systemClock);
  const rentQueue = new RentQueue({
    accounts,
    instances: { lookForPending: () => Promise.resolve() },
    pendingStart: new MarkerFiles(files, 'pendingStart'),
    pending: new PendingRentals(files, systemClock),
    lease,
    clock: quickMinute(),
  });
  const launches = new LaunchStore(memento(), memento());
  const answering = (answer: (question: Question) => boolean) =>
    ({
      accounts,
      offers,
      rentQueue,
      launches,
      badMachines: { list: () => Promise.resolve([]) },
      hidden: { list: () => Promise.resolve(nothingHidden) },
      milestones: { reached: () => undefined },
      volumes: { listed: () => client.volumes.list() },
      templates: new TemplateStore(accounts as unknown as AccountStore, systemClock),
      launchSecrets: new LaunchSecrets(new Keyring(new MemorySecrets())),
      dialogs: { confirm: (question: Question) => Promise.resolve(answer(question)) },
      texts: {},
      clock: systemClock,
      log: silent,
    }) as unknown as Services;
  return {
    client,
    accounts: accounts as unknown as AccountStore,
    offers,
    rentQueue,
    launches,
    /** The dearest first, so that those that follow cost no more. */
    plan: async (count: number) => {
      const { found } = await offers.search({
        filters: { num_gpus: { eq: 1 } },
        order: [['dph_total', 'desc']],
        limit: 64,
      });
      return planBulkRent(accountInUse(accounts), found[0]!, found, count, anyOffer);
    },
    isRented: async ({ offer }: FoundOffer) => (await offers.find(offer.id)) === undefined,
    /** Someone who says yes to every question and reads nothing. */
    agreeable: () => answering(() => true),
    answering,
    /** Of another window. */
    lease: lease(accounts.active.id),
  };
}

/** Pauses end at once, and each look at it is a second later. */
function quickMinute(): Clock {
  let time = 0;
  const now = (): number => (time += 1000);
  return {
    now,
    monotonic: now,
    after: (milliseconds, callback) => systemClock.after(milliseconds === 10_000 ? 100_000 : 5, callback),
  };
}

/** What a window or all of them remember. */
export function memento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key) as never,
    update: (key, value) => {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}
