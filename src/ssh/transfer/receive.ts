import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, lstat, mkdir, open, truncate, utimes } from 'node:fs/promises';
import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { isSafePath } from '../../domain/runs/names';
import type { CopyPlan, TreeEntry } from '../../domain/runs/tree';
import { writeNames } from './contents';
import { quoted, type Remote, runScript } from './remoteShell';

/** A copy from a machine that was looked at and not begun. */
export interface DownloadPlan extends CopyPlan {
  /** The folder of the machine, absolute, and the one of this computer. */
  root: string;
  to: string;
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
  const made = new Set<string>();
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
      const chunks = read as AsyncIterable<Buffer>;
      last = (async () => {
        await ready;
        ours.set(at, await writeStaged(stagedAt(entry), entry, chunks, { made, onBytes }));
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
  await runScript(remote, script, {
    signal,
    input: (write) => writeNames(write, [...rest.keys()]),
    output: async (chunk) => {
      if (failed) throw failed;
      if (!parser.write(chunk)) await once(parser, 'drain');
    },
  });
  parser.end();
  await ended;
  await last;
  if (failed) throw failed;
}

async function writeStaged(
  file: string,
  entry: TreeEntry,
  chunks: AsyncIterable<Buffer>,
  { made, onBytes }: { made: Set<string>; onBytes: (count: number) => void },
): Promise<string> {
  const folder = path.dirname(file);
  if (!made.has(folder)) await mkdir(folder, { recursive: true }).catch(toLocalError(folder));
  made.add(folder);
  const hash = createHash('sha256');
  const out = createWriteStream(file);
  const closed = new Promise<void>((resolve, reject) => out.once('error', reject).once('close', resolve));
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      onBytes(chunk.length);
      if (!out.write(chunk)) await Promise.race([once(out, 'drain'), closed]);
    }
    out.end();
    await closed;
  } catch (error) {
    out.destroy();
    return toLocalError(file)(error);
  }
  await setFacts(file, entry);
  return hash.digest('hex');
}

async function setFacts(file: string, { mode, modified }: TreeEntry): Promise<void> {
  if (mode !== undefined && process.platform !== 'win32') await chmod(file, mode | 0o600);
  await utimes(file, modified, modified);
}

/** A failure of this computer's disk in words. */
export const toLocalError =
  (at: string) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOSPC' || code === 'EDQUOT')
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
