import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdir, open, truncate, utimes, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { codeOf } from '../../files/disk';
import { isSafePath } from '../../domain/runs/names';
import type { CopyPlan, Tree, TreeEntry } from '../../domain/runs/tree';
import { writeNames } from './contents';
import { quoted, type Remote, runScript } from './remoteShell';

/** A copy from a machine that was looked at and not begun. */
export interface DownloadPlan extends CopyPlan {
  /** The folder of the machine, absolute, and the one of this computer. */
  root: string;
  to: string;
  /** What is here under the names that are copied. */
  here: Tree['entries'];
  stage: string;
  hasGnuTar: boolean;
}

interface Receiving {
  signal: AbortSignal;
  onBytes: (count: number) => void;
}

/** Appends what is missing of a file. */
export async function receiveRest(
  remote: Remote,
  { root }: DownloadPlan,
  { entry, file, offset, signal, onBytes }: Receiving & { entry: TreeEntry; file: string; offset: number },
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'a');
  try {
    await runScript(remote, `tail -c +${offset + 1} -- ${quoted(`${root}/${entry.path}`)}`, {
      signal,
      output: async (chunk) => {
        await handle.write(chunk).catch(toLocalError(file));
        onBytes(chunk.length);
      },
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
  await truncate(file, Math.min(entry.size, (await lstat(file)).size));
  await setFacts(file, entry);
}

interface ReceivingAll extends Receiving {
  rest: ReadonlyMap<string, TreeEntry>;
  stagedAt: (entry: TreeEntry) => string;
  /** Gets the sums of what arrived. */
  ours: Map<string, string>;
}

/** Receives files as one archive. Only what was asked for is taken from it, and only as files. */
export async function receiveAll(
  remote: Remote,
  { root, hasGnuTar }: DownloadPlan,
  { rest, stagedAt, ours, signal, onBytes }: ReceivingAll,
): Promise<void> {
  if (rest.size === 0) return;
  if (!hasGnuTar)
    throw new LocalError('not_possible', l10n.t('Copying from this machine needs GNU tar on it.'));
  const { Parser } = await import('tar/parse');
  const stage = new Writer({ stagedAt, ours, onBytes });
  let failed: Error | undefined;
  let last = Promise.resolve();
  const parser = new Parser({
    onReadEntry: (read) => {
      const at = read.path.replace(/^\.\//, '');
      const entry = rest.get(at);
      if (!entry || !isSafePath(at) || read.type === 'SymbolicLink' || failed) {
        read.resume();
        return;
      }
      const ready = last;
      last = (async () => {
        await ready;
        await stage.take(entry, read as AsyncIterable<Buffer>);
      })().catch((error: unknown) => {
        failed ??= error instanceof Error ? error : new Error(String(error));
        read.resume();
      });
    },
  });
  const ended = once(parser, 'end');
  const script = `cd -- ${quoted(root)} || exit
tar --create --file=- --hard-dereference --null --no-recursion --files-from=-
code=$?
[ $code -le 1 ] || exit $code
exit 0`;
  try {
    await runScript(remote, script, {
      signal,
      input: (write) => writeNames(write, [...rest.keys()]),
      output: async (chunk) => {
        if (failed) throw failed;
        if (!parser.write(chunk)) await once(parser, 'drain');
      },
    });
  } finally {
    // Also after a break: what has begun to arrive is closed as it is, and continued by the next copy.
    parser.end();
    await ended;
    await last;
    await stage.done();
  }
  if (failed) throw failed;
}

/** Files up to this size are written some at a time; bigger ones as they come. In bytes. */
const smallFile = 256 * 1024;
const together = 16;

/**
 * Writes what arrives, with its mode and time, until it is on the disk: once it is here, its machine may be destroyed,
 * and a power failure soon after that must not leave it empty.
 */
class Writer {
  readonly #options: Pick<ReceivingAll, 'stagedAt' | 'ours' | 'onBytes'>;
  readonly #folders = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  #failed: Error | undefined;

  constructor(options: Pick<ReceivingAll, 'stagedAt' | 'ours' | 'onBytes'>) {
    this.#options = options;
  }

  async take(entry: TreeEntry, chunks: AsyncIterable<Buffer>): Promise<void> {
    const file = this.#options.stagedAt(entry);
    const folder = path.dirname(file);
    if (!this.#folders.has(folder)) await mkdir(folder, { recursive: true }).catch(toLocalError(folder));
    this.#folders.add(folder);
    const hash = createHash('sha256');
    const counted = this.#counted(chunks, hash);
    if (entry.size > smallFile) await writeFile(file, counted, { flush: true }).catch(toLocalError(file));
    else
      await this.#later(
        writeFile(file, await joined(counted), { flush: true }).then(() => setFacts(file, entry)),
        file,
      );
    if (entry.size > smallFile) await setFacts(file, entry);
    this.#options.ours.set(entry.path, hash.digest('hex'));
  }

  /** Resolves when everything is written. */
  async done(): Promise<void> {
    await Promise.all(this.#writing);
    if (this.#failed) throw this.#failed;
  }

  async *#counted(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      this.#options.onBytes(chunk.length);
      yield chunk;
    }
  }

  async #later(write: Promise<void>, file: string): Promise<void> {
    const done = write.catch(toLocalError(file)).catch((error: unknown) => {
      this.#failed ??= error instanceof Error ? error : new Error(String(error));
    });
    this.#writing.add(done);
    void done.then(() => this.#writing.delete(done));
    if (this.#writing.size >= together) await Promise.race(this.#writing);
    if (this.#failed) throw this.#failed;
  }
}

async function joined(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

export async function setFacts(file: string, { mode, modified }: TreeEntry): Promise<void> {
  if (mode !== undefined && process.platform !== 'win32') await chmod(file, mode | 0o600);
  await utimes(file, modified, modified);
}

const isFull = (code: string | undefined): boolean => code === 'ENOSPC' || code === 'EDQUOT';

/** Whether a failure in words is that of a full disk. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof LocalError && isFull(codeOf(error.cause));

/** A failure of this computer's disk in words. */
export const toLocalError =
  (at: string) =>
  (error: unknown): never => {
    const code = codeOf(error) ?? '';
    if (isFull(code))
      throw new LocalError(
        'not_possible',
        l10n.t('The disk of this computer is full. Nothing was changed.'),
        {
          cause: error,
        },
      );
    if (code === '') throw error;
    throw new LocalError('not_possible', l10n.t('Couldn’t write to {0} ({1}).', at, code), { cause: error });
  };
