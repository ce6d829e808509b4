import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { OfferQuery } from '../api/requests';
import type { LaunchDraft } from '../domain/launchDraft';
import { launchDraftSchema, readOwnLaunch, type SavedLaunch } from '../domain/launchFile';

/** A launch form that was closed before it was done, with everything that had been typed. */
export interface ClosedForm {
  /** The form's own, however often it is kept and in whatever window it is gone on with. */
  id?: string;
  offerId: number;
  isBid: boolean;
  /** The search that found the offer, to look for others like it. */
  query: OfferQuery;
  templateId?: number;
  /** The machine that its volume lies on. */
  machineId?: number;
  draft: LaunchDraft;
  /** How many instances were asked for. */
  count: number;
  /** What stood in a field when it was closed, not yet taken over. */
  typed: Record<string, string>;
  /** Milliseconds since the epoch. */
  at: number;
  /** The rental was under way when it was last heard of: it may have been carried out. */
  sent?: boolean;
}

const keys = {
  images: 'gpuRental.recentImages',
  saved: 'gpuRental.savedLaunches',
  closed: 'gpuRental.closedLaunch',
  ended: 'gpuRental.endedLaunches',
};
const imagesKept = 8;
const endedKept = 20;

const closedSchema = z.object({
  id: z.optional(z.string()),
  offerId: z.int(),
  isBid: z.boolean(),
  query: z.looseObject({ filters: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  templateId: z.optional(z.int()),
  machineId: z.optional(z.int()),
  draft: launchDraftSchema,
  count: z.int(),
  typed: z.record(z.string(), z.string()),
  at: z.number(),
  sent: z.optional(z.boolean()),
});

/** What this machine remembers of launches: nothing secret, by the types of what is stored. */
export class LaunchStore {
  readonly #memory: vscode.Memento;
  readonly #ownMemory: vscode.Memento;

  /** @param memory of all windows @param ownMemory of this one, so that two forms do not take each other's place */
  constructor(memory: vscode.Memento, ownMemory: vscode.Memento) {
    this.#memory = memory;
    this.#ownMemory = ownMemory;
  }

  /** Images used lately, the last one first. */
  get recentImages(): readonly string[] {
    return z.catch(z.array(z.string()), []).parse(this.#memory.get(keys.images));
  }

  async rememberImage(image: string): Promise<void> {
    const images = [image, ...this.recentImages.filter((known) => known !== image)];
    await this.#memory.update(keys.images, images.slice(0, imagesKept));
  }

  /** By name. */
  get saved(): readonly SavedLaunch[] {
    const stored = z.catch(z.array(z.unknown()), []).parse(this.#memory.get(keys.saved));
    return stored.flatMap((value) => readOwnLaunch(value) ?? []).sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Takes the place of one that has the same name. */
  async save(launch: SavedLaunch): Promise<void> {
    const others = this.saved.filter(({ name }) => name !== launch.name);
    await this.#memory.update(keys.saved, [...others, launch]);
  }

  async forget(name: string): Promise<void> {
    await this.#memory.update(
      keys.saved,
      this.saved.filter((launch) => launch.name !== name),
    );
  }

  /** Ids of the forms that ended last, by which the other windows know. */
  get #ended(): readonly string[] {
    return z.catch(z.array(z.string()), []).parse(this.#memory.get(keys.ended));
  }

  /** This window's, else the one that was closed last in any; never one that was rented, in whatever window. */
  get closedForm(): ClosedForm | undefined {
    const ended = this.#ended;
    return [this.#ownMemory, this.#memory]
      .map(readForm)
      .find((form) => form && (form.id === undefined || !ended.includes(form.id)));
  }

  /** Undefined forgets it, in every window; a form that another window has kept since stays. */
  async keepForm(form: ClosedForm | undefined): Promise<void> {
    const before = this.closedForm;
    const isOurs = readForm(this.#memory)?.at === before?.at;
    const { id } = form ?? before ?? {};
    if (id !== undefined) {
      // A form that is still being filled in here did not end, though another window rented what it was.
      const others = this.#ended.filter((one) => one !== id);
      if (!form) await this.#memory.update(keys.ended, [id, ...others].slice(0, endedKept));
      else if (others.length < this.#ended.length) await this.#memory.update(keys.ended, others);
    }
    await this.#ownMemory.update(keys.closed, form);
    if (form !== undefined || isOurs) await this.#memory.update(keys.closed, form);
  }
}

/** What a memory has, whether or not it ended since. */
function readForm(memory: vscode.Memento): ClosedForm | undefined {
  return closedSchema.safeParse(memory.get(keys.closed)).data as ClosedForm | undefined;
}
