import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { isSafePath } from '../../domain/runs/names';
import type { LeftOut, Tree, TreeEntry } from '../../domain/runs/tree';
import { quotedFolder } from '../run/remoteCommand';
import { quoted, readScript, type Remote, runScript } from './remoteShell';
import { isStage, stagePrefix } from './stage';

/** What a folder of a machine holds. */
export interface FarTree extends Tree {
  /** The absolute path of the folder, or of the one that a copy will make. */
  root: string;
  /** Whether the folder is there. */
  isThere: boolean;
  /** Free space of its disk in bytes; undefined where `df` doesn't tell. */
  freeBytes: number | undefined;
  /** Whether its `tar` reads names that end each with a zero byte. */
  hasGnuTar: boolean;
  /** Whether an earlier copy left its unfinished files there. */
  hasStage: boolean;
}

export interface FarTreeOptions {
  /** Below the root; only these are looked at. Without: everything. */
  names?: readonly string[] | undefined;
  /** The folder below the root in which a copy keeps what isn't finished. */
  stage?: string;
  signal: AbortSignal;
}

/** Names in a script may take this many bytes: one argument of a program may have 128 KiB, as base64. */
const namesLimit = 60_000;
/** How many entries are read before others get a turn. */
const turn = 2000;

/** What is said of the folder before its entries, and of each entry: path, kind, size, time, mode, target. */
const factCount = 5;
const fields = 6;
/** The kind of the last row, whose target is what `find` said of what it couldn't look at, and its exit code. */
const failures = 'failures';

/**
 * Lists a folder of a machine. A folder that isn't there yet is an empty one.
 *
 * @param folder absolute, or below the home folder with `~/`
 */
export async function farTree(remote: Remote, folder: string, options: FarTreeOptions): Promise<FarTree> {
  const entries = new Map<string, TreeEntry>();
  const leftOut: LeftOut[] = [];
  const facts: string[] = [];
  const rows = new ZeroEnded(async (values) => {
    if (facts.length < factCount) facts.push(...values.splice(0, factCount - facts.length));
    while (values.length >= fields) {
      const row = values.splice(0, fields);
      if (row[1] === failures) leftOut.push(...unreadable(row[5] ?? ''));
      const entry = readEntry(row);
      if (!entry) continue;
      if ('why' in entry) leftOut.push(entry);
      else entries.set(entry.path, entry);
      if (entries.size % turn === 0) await new Promise(setImmediate);
    }
  });
  await runScript(remote, listing(folder, options), {
    signal: options.signal,
    output: (chunk) => rows.take(chunk),
  });
  const [root = '', free = '', tar = '', stage = '', here = ''] = facts;
  const kilobytes = /^\d+$/.test(free) ? Number(free) : undefined;
  return {
    root,
    isThere: here === 'yes',
    entries,
    leftOut,
    freeBytes: kilobytes === undefined ? undefined : kilobytes * 1024,
    hasGnuTar: tar === 'gnu',
    hasStage: stage === 'yes',
  };
}

/** What is directly in a folder of a machine. @throws LocalError where there is none */
export async function listFolder(
  remote: Remote,
  folder: string,
  signal: AbortSignal,
): Promise<{ root: string; entries: readonly TreeEntry[] }> {
  const script = `
R=${quotedFolder(folder)}
[ -d "$R" ] || exit 0
cd -- "$R" || exit
printf '%s\\0' "$(pwd -P)"
find . ! -name . -prune -exec sh -c '
  for path; do
    if [ -d "$path" ]; then printf "%s\\0d\\0%s\\0" "$path" 0
    elif [ -f "$path" ]; then printf "%s\\0f\\0%s\\0" "$path" "$(stat -L -c %s "$path")"; fi
  done' sh {} +
exit 0`;
  const said = await readScript(remote, script, { signal });
  if (said === '') throw new LocalError('not_found', l10n.t('There is nothing at {0}.', folder));
  const [root = '', ...values] = said.split('\0');
  const entries: TreeEntry[] = [];
  for (let at = 0; at + 2 < values.length; at += 3) {
    const [name = '', kind, size] = values.slice(at, at + 3);
    const path = name.replace(/^\.\//, '');
    if (isStage(path)) continue;
    const facts = { path, size: Number(size), modified: 0, mode: undefined };
    entries.push({ ...facts, kind: kind === 'd' ? 'folder' : 'file' });
  }
  return { root, entries };
}

/** `find -printf`, else a loop over `stat`, as on Alpine. A link is listed itself, not where it leads. */
function listing(folder: string, { names, stage = '' }: FarTreeOptions): string {
  const named = names?.map((name) => quoted(`./${name}`)).join(' ') ?? '';
  const starts = names === undefined || named.length > namesLimit ? '.' : named;
  return `
R=${quotedFolder(folder)}
D=$R
while [ ! -d "$D" ] && [ "$D" != / ] && [ "$D" != . ]; do D=$(dirname -- "$D"); done
free=$(df -Pk -- "$D" 2>/dev/null | awk 'END { print $(NF - 2) }')
tar --version 2>/dev/null | grep -q 'GNU tar' && tar=gnu || tar=other
here=
if [ -d "$R" ]; then cd -- "$R" && here=$(pwd -P) || exit; fi
[ -n "$here" ] && [ -n ${quoted(stage)} ] && [ -d ${quoted(`./${stage}`)} ] && stage=yes || stage=no
printf '%s\\0%s\\0%s\\0%s\\0%s\\0' "\${here:-$R}" "$free" "$tar" "$stage" "\${here:+yes}"
[ -n "$here" ] || exit 0
set --
for start in ${starts || '.'}; do
  if [ -e "$start" ] || [ -L "$start" ]; then set -- "$@" "$start"; fi
done
[ $# -gt 0 ] || exit 0
list() {
if find . -maxdepth 0 -printf '' 2>/dev/null; then
  find "$@" -name '${stagePrefix}*' -prune -o -printf '%p\\0%y\\0%s\\0%T@\\0%m\\0%l\\0'
else
  find "$@" -name '${stagePrefix}*' -prune -o -exec sh -c '
    for path; do
      if [ -L "$path" ]; then kind=l; elif [ -d "$path" ]; then kind=d; elif [ -f "$path" ]; then kind=f; else kind=o; fi
      target=; [ $kind = l ] && target=$(readlink "$path")
      set -- $(stat -c "%s %Y %a" "$path" 2>/dev/null)
      printf "%s\\0%s\\0%s\\0%s\\0%s\\0%s\\0" "$path" $kind "$1" "$2" "$3" "$target"
    done' sh {} +
fi
}
exec 3>&1
said=$({ list "$@" 2>&1 >&3; echo $?; } | tail -c ${namesLimit})
[ "$said" = 0 ] || printf '\\0${failures}\\0\\0\\0\\0%s\\0' "$said"
exit 0`;
}

/**
 * What `find` couldn't look at, from its errors and, in the last line, its exit code. What is gone by now isn't missed;
 * what it says in other words may be anything in the folder.
 */
function unreadable(said: string): LeftOut[] {
  const lines = said.split('\n');
  const code = lines.pop();
  if (lines.length === 0 && code !== '0') lines.push('');
  const paths = lines
    .filter((line) => !line.endsWith(': No such file or directory'))
    .map((line) => /^find: ['`]?\.\/(.+?)'?: [^:]+$/.exec(line)?.[1] ?? '');
  return [...new Set(paths)].map((path) => ({ path, why: 'unreadable' }));
}

/** Undefined for the root itself. */
function readEntry([start = '', kind, size, modified, mode, target]: readonly string[]):
  | TreeEntry
  | LeftOut
  | undefined {
  const path = start.replace(/^\.\//, '');
  if (path === '.' || path === '') return undefined;
  if (path.includes('\uFFFD') || !isSafePath(path)) return { path, why: 'notText' };
  const facts = {
    path,
    modified: Math.floor(Number(modified)),
    mode: Number.parseInt(mode ?? '', 8) & 0o7777,
  };
  if (kind === 'd') return { ...facts, kind: 'folder', size: 0 };
  if (kind === 'l') return { ...facts, kind: 'link', size: 0, target: target ?? '' };
  return kind === 'f' ? { ...facts, kind: 'file', size: Number(size) } : { path, why: 'special' };
}

/** Texts that end each with a zero byte, however they are cut. */
export class ZeroEnded {
  #rest: Buffer = Buffer.alloc(0);
  readonly #values: string[] = [];
  readonly #read: (values: string[]) => void | Promise<void>;

  /** @param read takes those away that it has read */
  constructor(read: (values: string[]) => void | Promise<void>) {
    this.#read = read;
  }

  async take(chunk: Buffer): Promise<void> {
    const all = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = all.lastIndexOf(0);
    this.#rest = all.subarray(end + 1);
    if (end < 0) return;
    this.#values.push(...all.subarray(0, end).toString('utf8').split('\0'));
    await this.#read(this.#values);
  }
}
