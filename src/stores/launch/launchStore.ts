import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { LaunchDraft } from '../../domain/launch/launchDraft';
import { type SavedLaunch, readOwnLaunch } from '../../domain/launch/launchFile';
import { orElse } from '../../api/schemas/fields';
import { type ClosedForm, closedFormIn } from './closedForm';
import { closedLaunchKey, savedLaunchesKey } from './syncedState';

const keys = {
  images: 'gpuRental.recentImages',
  ended: 'gpuRental.endedLaunches',
  rented: 'gpuRental.rentedLaunches',
};
const imagesKept = 8;
const endedKept = 20;
const rentedKept = 50;

/** Launches stored on this computer. Their types can't contain a secret. */
export class LaunchStore {
  readonly #globalState: vscode.Memento;
  readonly #workspaceState: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();

  /** A form or a launch was kept or forgotten in this window. */
  readonly onDidChange = this.#changed.event;

  /**
   * @param globalState shared by all windows @param workspaceState for this window only, so that two forms don't
   * replace each other
   */
  constructor(globalState: vscode.Memento, workspaceState: vscode.Memento) {
    this.#globalState = globalState;
    this.#workspaceState = workspaceState;
  }

  /** Recently used images, latest first. */
  get recentImages(): readonly string[] {
    return orElse(z.array(z.string()), []).parse(this.#globalState.get(keys.images));
  }

  async rememberImage(image: string): Promise<void> {
    const images = [image, ...this.recentImages.filter((known) => known !== image)];
    await this.#globalState.update(keys.images, images.slice(0, imagesKept));
  }

  /** Sorted by name. */
  get saved(): readonly SavedLaunch[] {
    const launches = this.#stored.flatMap((value) => readOwnLaunch(value) ?? []);
    return launches.sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Replaces a launch with the same name. */
  async save(launch: SavedLaunch): Promise<void> {
    await this.#replace(launch.name, launch);
  }

  async forget(name: string): Promise<void> {
    await this.#replace(name);
  }

  get #stored(): readonly unknown[] {
    return orElse(z.array(z.unknown()), []).parse(this.#globalState.get(savedLaunchesKey));
  }

  /** What can't be read stays: a newer version may have written it. */
  async #replace(name: string, ...launches: SavedLaunch[]): Promise<void> {
    const others = this.#stored.filter((value) => readOwnLaunch(value)?.name !== name);
    await this.#globalState.update(savedLaunchesKey, [...others, ...launches]);
    this.#changed.fire();
  }

  /** What an instance was rented as with the form, for what the service doesn't tell of it: search, login, template. */
  rentedAs(accountId: string, instanceId: number): SavedLaunch | undefined {
    return readOwnLaunch(this.#rented[`${accountId}/${instanceId}`]);
  }

  async rememberRented(
    accountId: string,
    instanceIds: readonly number[],
    launch: SavedLaunch,
  ): Promise<void> {
    const added = instanceIds.map((id) => [`${accountId}/${id}`, launch] as const);
    const all = [...Object.entries(this.#rented), ...added].slice(-rentedKept);
    await this.#globalState.update(keys.rented, Object.fromEntries(all));
  }

  /**
   * What the secrets of all launches here are kept for. Undefined where one of them or a form can't be read, since it
   * may refer to any.
   */
  get drafts(): LaunchDraft[] | undefined {
    const launches = [savedLaunchesKey, keys.rented]
      .flatMap((key) => Object.values<unknown>(this.#globalState.get(key) ?? {}))
      .map(readOwnLaunch);
    const isRead = [this.#workspaceState, this.#globalState].every(
      (state) => state.get(closedLaunchKey) === undefined || readForm(state),
    );
    if (!isRead || !launches.every((one) => one !== undefined)) return undefined;
    return [...launches.map(({ launch }) => launch), ...this.#forms.map(({ draft }) => draft)];
  }

  get #rented(): Record<string, unknown> {
    return orElse(z.record(z.string(), z.unknown()), {}).parse(this.#globalState.get(keys.rented));
  }

  /** Ids of the forms that ended last, for other windows. */
  get #ended(): readonly string[] {
    return orElse(z.array(z.string()), []).parse(this.#globalState.get(keys.ended));
  }

  /** This window's form, or the last one closed in any window. Never one that was rented in any window. */
  get closedForm(): ClosedForm | undefined {
    return this.#forms[0];
  }

  get #forms(): ClosedForm[] {
    const ended = this.#ended;
    return [this.#workspaceState, this.#globalState]
      .flatMap((state) => readForm(state) ?? [])
      .filter(({ id }) => id === undefined || !ended.includes(id));
  }

  /** @param behind it is being rented, and doesn't replace another one that this window keeps */
  async keepForm(form: ClosedForm, { behind = false } = {}): Promise<void> {
    // A form that is still being filled in here hasn't ended, even if another window rented it.
    const others = this.#ended.filter((one) => one !== form.id);
    if (others.length < this.#ended.length) await this.#globalState.update(keys.ended, others);
    const kept = readForm(this.#workspaceState)?.id;
    const isBehind = behind && kept !== undefined && kept !== form.id;
    if (!isBehind) await this.#workspaceState.update(closedLaunchKey, form);
    await this.#globalState.update(closedLaunchKey, form);
    this.#changed.fire();
  }

  /** Forgets the form with this id in every window, and no other. */
  async endForm(id: string | undefined): Promise<void> {
    if (id !== undefined) {
      const others = this.#ended.filter((one) => one !== id);
      await this.#globalState.update(keys.ended, [id, ...others].slice(0, endedKept));
    }
    for (const state of [this.#workspaceState, this.#globalState])
      if (readForm(state)?.id === id) await state.update(closedLaunchKey, undefined);
    this.#changed.fire();
  }
}

/** The stored form, even if it has ended since. */
function readForm(state: vscode.Memento): ClosedForm | undefined {
  return closedFormIn(state.get(closedLaunchKey));
}
