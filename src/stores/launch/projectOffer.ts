import { orderFields } from '../../domain/offers/offerOrder';
import * as vscode from 'vscode';
import type { Offer } from '../../api/schemas/offers/offer';
import { type Clock, minute, type Moment, momentOf, since } from '../../clock';
import { filtersOf } from '../../domain/launch/launchPrecedence';
import { allLeftOut, notHidden } from '../../domain/offers/hidden';
import { freeOffers, searchQuery, withoutFree } from '../../domain/offers/offerQuery';
import { watchedPrice } from '../../domain/offers/offerWatch';
import { ignore, type Log } from '../../log/log';
import type { AccountStore } from '../account/accountStore';
import type { BadMachines } from '../instances/badMachines';
import { type HiddenOffers, leftOutOf } from '../offers/hiddenOffers';
import type { OfferStore } from '../offers/offerStore';
import { settings } from '../settings';
import type { TemplateStore } from '../templates/templateStore';
import { followProjects, ProjectFileError, type ProjectLaunch, projectLaunches } from './projectLaunches';

export interface ProjectOfferStores {
  accounts: Pick<AccountStore, 'active' | 'onDidChange'>;
  offers: Pick<OfferStore, 'look'>;
  templates: Pick<TemplateStore, 'find'>;
  badMachines: Pick<BadMachines, 'list'>;
  hidden: Pick<HiddenOffers, 'list'>;
  clock: Clock;
  log: Log;
}

/** The least that a launch costs now, in dollars per hour; or why there is no price. */
export type LeastPrice =
  | { kind: 'known'; perHour: number; offer: Offer; isBid: boolean }
  | { kind: 'none' | 'unknown' | 'open' | 'looking' };

/** As many as are enough to find one that the person hasn't hidden. */
const most = 20;

const priceLasts = 10 * minute;

/** What the workspace's projects offer to rent, and of a single launch the least price; or which file can't be read. */
export class ProjectOffer implements vscode.Disposable {
  readonly #stores: ProjectOfferStores;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #follower: vscode.Disposable;
  #launches: readonly ProjectLaunch[] = [];
  #problem: ProjectFileError | undefined;
  #price: LeastPrice = { kind: 'open' };
  #isVisible = false;
  /** For whom a price was last looked for, and when. */
  #priced: { accountId: string; at: Moment } | undefined;
  /** Of what is under way, only the last one counts. */
  #reading = 0;
  #turn = 0;

  readonly onDidChange = this.#changed.event;

  constructor(stores: ProjectOfferStores) {
    this.#stores = stores;
    this.#follower = vscode.Disposable.from(
      followProjects(() => void this.#look()),
      stores.accounts.onDidChange(() => void this.#look()),
    );
  }

  get launches(): readonly ProjectLaunch[] {
    return this.#launches;
  }

  get problem(): ProjectFileError | undefined {
    return this.#problem;
  }

  get price(): LeastPrice {
    return this.#price;
  }

  /** Nothing is read, and nothing searched for, while nobody looks. */
  setVisible(visible: boolean): void {
    this.#isVisible = visible;
    void this.#look();
  }

  dispose(): void {
    this.#follower.dispose();
    this.#changed.dispose();
  }

  async #look(): Promise<void> {
    const reading = (this.#reading += 1);
    const accountId = this.#stores.accounts.active?.id;
    if (!this.#isVisible || accountId === undefined) return;
    let problem: ProjectFileError | undefined;
    const launches = await projectLaunches().catch((error: unknown): ProjectLaunch[] => {
      if (error instanceof ProjectFileError) problem = error;
      else ignore(this.#stores.log, 'nothing is offered of a project that can’t be read')(error);
      return [];
    });
    if (reading !== this.#reading) return;
    const isOther = JSON.stringify(launches) !== JSON.stringify(this.#launches);
    if (isOther || problem?.message !== this.#problem?.message) {
      this.#launches = launches;
      this.#problem = problem;
      this.#priced = undefined;
      this.#turn += 1;
      this.#show({ kind: 'open' });
    }
    await this.#findPrice(accountId);
  }

  async #findPrice(accountId: string): Promise<void> {
    const { clock, log } = this.#stores;
    const [launch, ...others] = this.#launches;
    const before = this.#priced;
    const isOther = before?.accountId !== accountId;
    if (!launch?.offers || others.length > 0 || !(isOther || since(clock, before.at) > priceLasts)) return;
    this.#priced = { accountId, at: momentOf(clock) };
    const turn = (this.#turn += 1);
    if (isOther) this.#show({ kind: 'looking' });
    const price = await this.#leastPrice(accountId, launch).catch(ignore(log, 'the row says so'));
    if (turn === this.#turn) this.#show(price ?? { kind: 'unknown' });
  }

  async #leastPrice(accountId: string, { launch, offers: search }: ProjectLaunch): Promise<LeastPrice> {
    const { offers, templates } = this.#stores;
    const { template_hash_id: hashId, extra_filters: further } = launch;
    const template = hashId === undefined ? undefined : await templates.find({ hashId });
    const disk = launch.disk ?? template?.recommended_disk_space ?? settings.rent.disk;
    const filters = { ...(template && filtersOf(template)), ...further, ...search?.filters, ...freeOffers };
    const order = [orderFields.price];
    // As the list that the row opens, which has no machine that is too small.
    const start = { ...withoutFree(filters), type: search?.type, order, disk, limit: most };
    const { found } = await offers.look(searchQuery(start, { filters: {}, cleared: [] }));
    const seen = notHidden(found, allLeftOut(await leftOutOf(this.#stores, accountId)));
    if (seen.length === 0) return { kind: 'none' };
    const [least] = seen
      .flatMap(({ offer, isBid }) => {
        const perHour = watchedPrice({ offer, isBid }, { disk, hours: 1, bid: launch.price });
        return perHour === undefined ? [] : [{ kind: 'known', perHour, offer, isBid } as const];
      })
      .sort((a, b) => a.perHour - b.perHour);
    return least ?? { kind: 'unknown' };
  }

  #show(price: LeastPrice): void {
    this.#price = price;
    this.#changed.fire();
  }
}
