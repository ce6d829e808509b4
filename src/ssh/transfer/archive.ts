import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { Header } from 'tar/header';
import { Pax } from 'tar/pax';
import type { TreeEntry } from '../../domain/runs/tree';
import { isMissing } from '../errors';

/** One entry of an archive, and where its content is. */
export interface Archived {
  entry: TreeEntry;
  /** Its path in the archive. */
  name: string;
  /** Absolute path on this computer. */
  file: string;
}

export interface ArchiveOptions {
  write: (chunk: Uint8Array) => Promise<void>;
  /** Called with the number of bytes of content that were written. */
  onBytes: (count: number) => void;
  signal: AbortSignal;
}

const block = 512;
/** The archive ends with two empty blocks; some programs want whole records of twenty. */
const record = 20 * block;
const plainModes = { file: 0o644, folder: 0o755, link: 0o777 } as const;
const types = { file: 'File', folder: 'Directory', link: 'SymbolicLink' } as const;

/**
 * Writes a tar archive, file after file, and returns the SHA-256 of each file as it was read. A file that changed or
 * went away meanwhile is filled up in the archive and has no sum.
 */
export async function writeArchive(
  entries: readonly Archived[],
  { write, onBytes, signal }: ArchiveOptions,
): Promise<ReadonlyMap<string, string>> {
  const sums = new Map<string, string>();
  let written = 0;
  const put = async (chunk: Uint8Array): Promise<void> => {
    written += chunk.length;
    await write(chunk);
  };
  for (const { entry, name, file } of entries) {
    signal.throwIfAborted();
    await put(headerOf(entry, name));
    if (entry.kind !== 'file') continue;
    const sum = await writeContent(entry, file, put, onBytes);
    if (sum !== undefined) sums.set(entry.path, sum);
  }
  const end = 2 * block;
  await put(new Uint8Array(end + ((record - ((written + end) % record)) % record)));
  return sums;
}

function headerOf(entry: TreeEntry, name: string): Uint8Array {
  const facts = {
    path: entry.kind === 'folder' ? `${name}/` : name,
    mode: entry.mode ?? plainModes[entry.kind],
    size: entry.size,
    mtime: new Date(entry.modified * 1000),
    linkpath: entry.target ?? '',
    uid: 0,
    gid: 0,
  };
  const header = Buffer.alloc(block);
  const needsMore = new Header({ ...facts, type: types[entry.kind] }).encode(header, 0);
  if (!needsMore) return header;
  const { path, size, linkpath } = facts;
  return Buffer.concat([new Pax({ path, size, ...(linkpath === '' ? {} : { linkpath }) }).encode(), header]);
}

async function writeContent(
  { size, modified }: TreeEntry,
  file: string,
  put: (chunk: Uint8Array) => Promise<void>,
  onBytes: (count: number) => void,
): Promise<string | undefined> {
  const hash = createHash('sha256');
  let left = size;
  try {
    const stream = size === 0 ? [] : createReadStream(file, { end: size - 1, highWaterMark: 256 * 1024 });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      left -= chunk.length;
      hash.update(chunk);
      await put(chunk);
      onBytes(chunk.length);
    }
  } catch (error) {
    if (!isMissing(error) && !isDenied(error)) throw error;
  }
  const isWhole = left === 0 && (await isUnchanged(file, size, modified));
  for (; left > 0; left -= block) await put(new Uint8Array(Math.min(left, block)));
  if (size % block !== 0) await put(new Uint8Array(block - (size % block)));
  return isWhole ? hash.digest('hex') : undefined;
}

const isDenied = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');

/** Whether a file still has the size and the time that it had when it was listed. */
export async function isUnchanged(file: string, size: number, modified: number): Promise<boolean> {
  const stat = await lstat(file).catch(() => undefined);
  return stat?.isFile() === true && stat.size === size && Math.floor(stat.mtimeMs / 1000) === modified;
}
