import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { Header } from 'tar/header';
import { Pax } from 'tar/pax';
import type { TreeEntry } from '../../domain/runs/tree';
import { codeOf } from '../../files/disk';
import { isMissing } from '../errors';
import { sumLine } from './contents';
import type { Write } from './remoteShell';

/** One entry of an archive, and where its content is. */
export interface Archived {
  entry: TreeEntry;
  /** Its path in the archive. */
  name: string;
  /** Absolute path on this computer. */
  file: string;
}

export interface ArchiveOptions {
  write: Write;
  /** The name of one more file, at the end of the archive, which lists the sums as `sha256sum` does. */
  list?: string | undefined;
  /** Called with the number of bytes of content that were written. */
  onBytes: (count: number) => void;
  signal: AbortSignal;
}

const block = 512;
/** The archive ends with two empty blocks; some programs want whole records of twenty. */
const record = 20 * block;
/** Small files are read this many ahead, and small pieces are joined to pieces of this many bytes. */
const readAhead = 32;
const pieceSize = 256 * 1024;
const plainModes = { file: 0o644, folder: 0o755, link: 0o777 } as const;
const types = { file: 'File', folder: 'Directory', link: 'SymbolicLink' } as const;

/**
 * Writes a tar archive, file after file, and returns the SHA-256 of each file as it was read. A file that changed or
 * went away meanwhile is filled up in the archive and has no sum.
 */
export async function writeArchive(
  entries: readonly Archived[],
  { write, list, onBytes, signal }: ArchiveOptions,
): Promise<ReadonlyMap<string, string>> {
  const sums = new Map<string, string>();
  const lines: Buffer[] = [];
  const out = new Batches(write);
  const reading = new Map<number, Promise<Small | undefined>>();
  let next = 0;
  for (const [at, { entry, name, file }] of entries.entries()) {
    signal.throwIfAborted();
    for (; next < Math.min(at + readAhead, entries.length); next++)
      reading.set(next, readSmall(entries[next]));
    const small = await reading.get(at);
    reading.delete(at);
    await out.put(headerOf(entry, name));
    if (entry.kind !== 'file') continue;
    const hash = createHash('sha256');
    const take = async (chunk: Buffer): Promise<void> => {
      hash.update(chunk);
      await out.put(chunk);
      onBytes(chunk.length);
    };
    const missing = await writeContent(entry, file, small?.content, take);
    await out.fill(missing + ((block - (entry.size % block)) % block));
    if (missing > 0 || !(small ? small.isUnchanged : await isUnchanged(file, entry.size, entry.modified)))
      continue;
    const sum = hash.digest('hex');
    sums.set(entry.path, sum);
    if (list !== undefined) lines.push(Buffer.from(sumLine(sum, name)));
  }
  if (list !== undefined) {
    const size = lines.reduce((sum, { length }) => sum + length, 0);
    await out.put(headerOf({ path: list, kind: 'file', size, modified: 0, mode: undefined }, list));
    for (const line of lines) await out.put(line);
    await out.fill((block - (size % block)) % block);
  }
  const end = 2 * block;
  await out.fill(end + ((record - ((out.written + end) % record)) % record));
  await out.flush();
  return sums;
}

/** Joins small pieces, because each write takes its time. */
class Batches {
  written = 0;
  readonly #write: Write;
  #waiting: Uint8Array[] = [];
  #size = 0;

  constructor(write: Write) {
    this.#write = write;
  }

  async put(chunk: Uint8Array): Promise<void> {
    this.written += chunk.length;
    this.#waiting.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= pieceSize) await this.flush();
  }

  async fill(count: number): Promise<void> {
    for (let left = count; left > 0; left -= pieceSize)
      await this.put(new Uint8Array(Math.min(left, pieceSize)));
  }

  async flush(): Promise<void> {
    const all = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#size = 0;
    await this.#write(all);
  }
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

/** A small file, read before its turn. */
interface Small {
  content: Buffer;
  /** Seen after it was read. */
  isUnchanged: boolean;
}

/** Undefined for other files, and where that fails. */
async function readSmall(archived: Archived | undefined): Promise<Small | undefined> {
  if (archived?.entry.kind !== 'file' || archived.entry.size > pieceSize) return undefined;
  const { file, entry } = archived;
  // Whether it is there is seen again when it is its turn.
  const content = await readFile(file).catch(() => undefined);
  return content && { content, isUnchanged: await isUnchanged(file, entry.size, entry.modified) };
}

/** Returns how many bytes are missing. */
async function writeContent(
  { size }: TreeEntry,
  file: string,
  content: Buffer | undefined,
  take: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  let left = size;
  if (content) {
    await take(content.subarray(0, size));
    return Math.max(0, size - content.length);
  }
  if (size === 0) return 0;
  try {
    const stream = createReadStream(file, { end: size - 1, highWaterMark: pieceSize });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      left -= chunk.length;
      await take(chunk);
    }
  } catch (error) {
    if (!isMissing(error) && !isDenied(error)) throw error;
  }
  return left;
}

const isDenied = (error: unknown): boolean => ['EACCES', 'EPERM'].includes(codeOf(error) ?? '');

/** Whether a file still has the size and the time that it had when it was listed. */
async function isUnchanged(file: string, size: number, modified: number): Promise<boolean> {
  const stat = await lstat(file).catch(() => undefined);
  return stat?.isFile() === true && stat.size === size && Math.floor(stat.mtimeMs / 1000) === modified;
}
