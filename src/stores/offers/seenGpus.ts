import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { orElse } from '../../api/schemas/fields';
import { plainText } from '../../api/plainText';
import type { Offer } from '../../api/schemas/offers/offer';
import { gpuModels } from '../../domain/offers/gpuModels';
import { GpuNames } from '../../domain/offers/search/vocabulary/gpuNames';
import { ignore, type Log } from '../../log/log';

const key = 'gpuRental.seenGpus';
/** More than the market has; a service that sends new names without end fills no disk. */
const atMost = 300;

/** Names of GPUs: the built-in list, and each that a search on this computer has found. */
export class SeenGpus {
  readonly #globalState: vscode.Memento;
  readonly #log: Log;
  #seen: ReadonlySet<string> | undefined;
  #names: GpuNames | undefined;

  constructor(globalState: vscode.Memento, log: Log) {
    this.#globalState = globalState;
    this.#log = log;
  }

  get names(): GpuNames {
    this.#names ??= new GpuNames([...gpuModels, ...this.#stored]);
    return this.#names;
  }

  /** Writes only when there is a new one. */
  add(offers: readonly Offer[]): void {
    const found = new Set(offers.map(({ gpu_name }) => gpu_name ?? ''));
    const fresh = [...found].filter((name) => !this.names.all.includes(name) && isName(name));
    if (fresh.length === 0 || this.#stored.size >= atMost) return;
    this.#seen = new Set([...this.#stored, ...fresh].slice(0, atMost));
    this.#names = undefined;
    const why = 'the name is seen again with the next search';
    void Promise.resolve(this.#globalState.update(key, [...this.#seen])).catch(ignore(this.#log, why));
  }

  get #stored(): ReadonlySet<string> {
    this.#seen ??= new Set(storedNames(this.#globalState.get(key)).slice(0, atMost).filter(isName));
    return this.#seen;
  }
}

const storedNames = (stored: unknown): string[] => orElse(z.array(z.string()), []).parse(stored);

/** One that a person can read, and type. */
const isName = (name: string): boolean => name !== '' && plainText(name, 40) === name && !name.includes('"');
