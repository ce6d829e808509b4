import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { readOwnLaunch, type SavedLaunch } from '../domain/launchFile';
import { type ClosedForm, closedFormIn } from './closedForm';

const keys = {
  images: 'gpuRental.recentImages',
  saved: 'gpuRental.savedLaunches',
  /** Those with a field that version 0.1.0 doesn't know. From the others' key it would delete them. */
  savedSince: 'gpuRental.savedLaunchesSince0.1.0',
  closed: 'gpuRental.closedLaunch',
  ended: 'gpuRental.endedLaunches',
};
const imagesKept = 8;
const endedKept = 20;

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
    return z.catch(z.array(z.string()), []).parse(this.#globalState.get(keys.images));
  }

  async rememberImage(image: string): Promise<void> {
    const images = [image, ...this.recentImages.filter((known) => known !== image)];
    await this.#globalState.update(keys.images, images.slice(0, imagesKept));
  }

  /** Sorted by name. */
  get saved(): readonly SavedLaunch[] {
    const stored = [...this.#stored(keys.saved), ...this.#stored(keys.savedSince)];
    return stored.flatMap((value) => readOwnLaunch(value) ?? []).sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Replaces a launch with the same name. */
  async save(launch: SavedLaunch): Promise<void> {
    const { stopAfterHours, stopWhenIdleMinutes } = launch.launch.additions ?? {};
    const isNew = stopAfterHours !== undefined || stopWhenIdleMinutes !== undefined;
    await this.#replace(isNew ? keys.saved : keys.savedSince, launch.name);
    await this.#replace(isNew ? keys.savedSince : keys.saved, launch.name, launch);
    this.#changed.fire();
  }

  async forget(name: string): Promise<void> {
    for (const key of [keys.saved, keys.savedSince]) await this.#replace(key, name);
    this.#changed.fire();
  }

  #stored(key: string): readonly unknown[] {
    return z.catch(z.array(z.unknown()), []).parse(this.#globalState.get(key));
  }

  /** What can't be read stays: a newer version may have written it. */
  async #replace(key: string, name: string, ...launches: SavedLaunch[]): Promise<void> {
    const before = this.#stored(key);
    const others = before.filter((value) => readOwnLaunch(value)?.name !== name);
    if (others.length < before.length || launches.length > 0)
      await this.#globalState.update(key, [...others, ...launches]);
  }

  /** Ids of the forms that ended last, for other windows. */
  get #ended(): readonly string[] {
    return z.catch(z.array(z.string()), []).parse(this.#globalState.get(keys.ended));
  }

  /** This window's form, or the last one closed in any window. Never one that was rented in any window. */
  get closedForm(): ClosedForm | undefined {
    const ended = this.#ended;
    return [this.#workspaceState, this.#globalState]
      .map(readForm)
      .find((form) => form && (form.id === undefined || !ended.includes(form.id)));
  }

  /** Undefined forgets the form in every window, unless another window has kept it since. */
  async keepForm(form: ClosedForm | undefined): Promise<void> {
    const before = this.closedForm;
    const isOurs = readForm(this.#globalState)?.at === before?.at;
    const { id } = form ?? before ?? {};
    if (id !== undefined) {
      // A form that is still being filled in here hasn't ended, even if another window rented it.
      const others = this.#ended.filter((one) => one !== id);
      if (!form) await this.#globalState.update(keys.ended, [id, ...others].slice(0, endedKept));
      else if (others.length < this.#ended.length) await this.#globalState.update(keys.ended, others);
    }
    await this.#workspaceState.update(keys.closed, form);
    if (form !== undefined || isOurs) await this.#globalState.update(keys.closed, form);
    this.#changed.fire();
  }
}

/** The stored form, even if it has ended since. */
function readForm(state: vscode.Memento): ClosedForm | undefined {
  return closedFormIn(state.get(keys.closed));
}
