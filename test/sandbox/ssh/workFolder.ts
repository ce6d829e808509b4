import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Keeper } from './keeper';

/** The sandbox's folder, made with its first use, and the keeper that removes the folder at the end. */
export class WorkFolder {
  #made: { path: string; keeper: Keeper } | undefined;

  get path(): string {
    return this.#make().path;
  }

  get keeper(): Keeper {
    return this.#make().keeper;
  }

  /** A folder in it for what keeps files: a volume, a cloud. */
  of(name: string): string {
    const folder = join(this.path, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Ends everything kept, removes the folder. */
  async close(): Promise<void> {
    await this.#made?.keeper.close();
  }

  #make(): { path: string; keeper: Keeper } {
    if (this.#made === undefined) {
      const path = mkdtempSync(join(tmpdir(), 'gpu-rental-sandbox-'));
      this.#made = { path, keeper: new Keeper(path) };
    }
    return this.#made;
  }
}
