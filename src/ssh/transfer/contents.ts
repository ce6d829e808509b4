import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { TreeEntry } from '../../domain/runs/tree';
import { throwIfCancelled } from '../../api/cancelled';
import { quoted, type Remote, runScript, type Write } from './remoteShell';

/** The SHA-256 of a file of this computer, in hexadecimal. */
export async function hashOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Sets `$sum` to a program that prints SHA-256 sums. */
export const findSum = `
if command -v sha256sum >/dev/null 2>&1; then sum=sha256sum
elif command -v shasum >/dev/null 2>&1; then sum='shasum -a 256'
else echo 'sha256sum is missing.' >&2; exit 69; fi
`;

/**
 * The SHA-256 of files of a machine, by path. Those that can't be read are missing.
 *
 * @param root absolute
 */
export async function farHashes(
  remote: Remote,
  root: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const sums = new Sums();
  if (paths.length === 0) return sums.byPath;
  await runScript(remote, `${findSum}\ncd -- ${quoted(root)} || exit\nxargs -0 $sum -- 2>/dev/null\nexit 0`, {
    signal,
    input: (write) => writeNames(write, paths),
    output: (chunk) => sums.take(chunk),
  });
  return sums.byPath;
}

/** Each with `./` before it, so that none begins with a dash, and a zero byte after it. */
export async function writeNames(write: Write, paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += 1000)
    await write(
      Buffer.from(
        paths
          .slice(at, at + 1000)
          .map((path) => `./${path}\0`)
          .join(''),
      ),
    );
}

/** A line of what `sha256sum` prints for a file. */
export const sumLine = (sum: string, name: string): string =>
  /[\\\n\r]/.test(name)
    ? `\\${sum}  ${name.replaceAll(/[\\\n\r]/g, (letter) => escaped[letter] ?? letter)}\n`
    : `${sum}  ${name}\n`;

const escaped: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

/** Reads what `sha256sum` prints, also of names with a line break or a backslash. */
export class Sums {
  readonly byPath = new Map<string, string>();
  #rest = '';
  /** Whether nothing was read. */
  isEmpty = true;
  readonly #decoder = new TextDecoder();

  take(chunk: Buffer): void {
    this.isEmpty = false;
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, escaped, sum = '', name = ''] = /^(\\?)([0-9a-f]{64}) [ *](.*)$/s.exec(line) ?? [];
      const path =
        escaped === '\\'
          ? name.replaceAll(/\\([n\\r])/g, (_, letter) => unescaped[letter as string] ?? '')
          : name;
      if (sum !== '') this.byPath.set(path.replace(/^\.\//, ''), sum);
    }
  }
}

const unescaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', '\\': '\\' };

/** How much content is read on both sides to find out whether files with other times are the same. In bytes. */
const comparedLimit = 1024 ** 3;

/**
 * Paths of the files that have the same content on both sides. Nothing is compared if that takes too long.
 *
 * @param files of the same size on both sides
 * @param fileOf the path on this computer
 */
export async function sameContent(
  remote: Remote,
  root: string,
  files: readonly TreeEntry[],
  { fileOf, signal }: { fileOf: (path: string) => string; signal: AbortSignal },
): Promise<ReadonlySet<string>> {
  const same = new Set<string>();
  if (files.reduce((sum, { size }) => sum + size, 0) > comparedLimit) return same;
  const paths = files.map(({ path }) => path);
  for (const [path, sum] of await farHashes(remote, root, paths, signal)) {
    // A file that can't be read is copied, which says why not.
    const ours = await hashOf(fileOf(path), signal).catch(() => undefined);
    throwIfCancelled(signal);
    if (ours === sum) same.add(path);
  }
  return same;
}
