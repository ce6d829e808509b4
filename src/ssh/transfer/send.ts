import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { CopyPlan } from '../../domain/runs/tree';
import { chunksOf } from '../../inChunks';
import type { Archived } from './archive';
import { findSum, Sums, writeNames } from './contents';
import type { FarTree } from './farTree';
import type { NearTree } from './nearTree';
import { times, works } from '../machineShell';
import { busyCode, quoted, readScript, type Remote, runScript, type Write } from './remoteShell';
import { stagePrefix } from './stage';

/** A copy to a machine that was looked at and not begun. */
export interface UploadPlan extends CopyPlan {
  near: NearTree;
  far: FarTree;
  stage: string;
}

/** Tells what this window began from what another one did. */
const window = randomUUID();

/**
 * In the folder of this copy, which only one process uses at a time. What a process left that is gone doesn't count, nor
 * one that this window began: the connection to it was lost, and it would wait for the rest until the machine sees that.
 * When the disk is full, the unfinished files go, so that it has as much space as before.
 */
const inStage = ({ far, stage }: UploadPlan, script: string): string => `
umask 022
${works}${times}
mkdir -p -- ${quoted(far.root)} && cd -- ${quoted(far.root)} || exit
S=${quoted(stage)}
L=$(pwd)/$S/lock
# The same copy may just have ended and moved it away.
mkdir -p "./$S/new" "./$S/over" 2>/dev/null || mkdir -p "./$S/new" "./$S/over" || exit
# At once, as another copy may begin here as soon as the lock is gone.
remove() { mv "./$S" "./$S.$$" && trap - EXIT && rm -rf "./$S.$$"; }
full() {
  [ "$(df -Pk . | awk 'END { print $(NF - 2) }')" -lt 64 ] && remove && echo 'No space left on device' >&2
  exit 1
}
old() { [ -n "$(find "$1" -prune -mmin +1 2>/dev/null)" ]; }
if ! mkdir "$L" 2>/dev/null; then
  holder=$(cat "$L/pid" 2>/dev/null)
  case $holder in
    *' ${window}')
      pid=\${holder%% *}
      works $holder && kill -9 "$pid" $(cat "/proc/$pid/task/$pid/children" 2>/dev/null) ;;
    '')
      # Who has just made it writes into it soon.
      if [ -d "$L" ]; then
        old "$L" || exit ${busyCode}
      elif ! { mkdir -p "./$S/new" "./$S/over" && mkdir "$L"; }; then
        [ -d "$L" ] && exit ${busyCode}
        full
      fi ;;
    *) works $holder && exit ${busyCode} ;;
  esac
  # Only one takes it over, and nobody what has a new holder by now.
  if ! mkdir "$L/taken" 2>/dev/null && ! old "$L/taken"; then
    [ ! -d "$L" ] || [ -d "$L/taken" ] || mkdir "$L/taken" || full
    exit ${busyCode}
  fi
  [ "$(cat "$L/pid" 2>/dev/null)" = "$holder" ] || { rmdir "$L/taken" 2>/dev/null; exit ${busyCode}; }
fi
trap 'rm -rf "$L"' EXIT
trap 'exit 1' HUP INT TERM
echo "$$ $(mark_of $$) ${window}" > "$L/pid" || full
rmdir "$L/taken" 2>/dev/null
# What goes on isn't old.
touch "./$S"
${script}
`;

/** Appends what is missing of a file. */
export async function sendRest(
  remote: Remote,
  plan: UploadPlan,
  { entry, name, file }: Archived,
  { offset, signal, onBytes }: { offset: number; signal: AbortSignal; onBytes: (count: number) => void },
): Promise<void> {
  const folder = name.slice(0, name.lastIndexOf('/'));
  const mode = entry.mode === undefined ? '' : `chmod ${entry.mode.toString(8)} -- "$F" && `;
  const script = `
mkdir -p -- "./$S/"${quoted(folder)} || full
F="./$S/"${quoted(name)}
# What was under way when the last try was lost may have come since it was listed.
[ "$(wc -c < "$F" 2>/dev/null || echo 0)" -gt ${offset} ] && truncate -s ${offset} -- "$F" 2>/dev/null
[ "$(wc -c < "$F" 2>/dev/null || echo 0)" -eq ${offset} ] || { rm -f "$F"; echo 'The file changed there.' >&2; exit 1; }
cat >> "$F" || full
${mode}touch -d @${entry.modified} -- "$F" 2>/dev/null
exit 0`;
  await runScript(remote, inStage(plan, script), {
    signal,
    input: async (write) => {
      if (offset >= entry.size) return;
      const stream = createReadStream(file, {
        start: offset,
        end: entry.size - 1,
        highWaterMark: 256 * 1024,
      });
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        await write(chunk);
        onBytes(chunk.length);
        signal.throwIfAborted();
      }
    },
  });
}

interface SendAllOptions {
  /** Gets the sums of what was sent. */
  sums: Map<string, string>;
  /** Whether nothing else is in the folder of this copy, so that the machine can compare and place all by itself. */
  isAll: boolean;
  /** Run there once everything is in its place. */
  next: string;
  signal: AbortSignal;
  onBytes: (count: number) => void;
}

/** How far a copy came: `placed` with the paths that were left, else the sums of all its files, as they arrived. */
export type Sent = { placed: readonly string[] } | { arrived: ReadonlyMap<string, string> };

/**
 * Sends files, folders and links as one archive, with the list of their sums at its end. Where the machine has the same
 * sums, it puts everything in its place at once, like `place`.
 */
export async function sendAll(
  remote: Remote,
  plan: UploadPlan,
  archived: readonly Archived[],
  { sums, isAll, next, signal, onBytes }: SendAllOptions,
): Promise<Sent> {
  const { writeArchive } = await import('./archive');
  const script = `
${findSum}
R=$(pwd)
cd "./$S" || exit
# An earlier try may have left the list of its own files.
rm -f sums got
tar -xpof - || { cd .. && full; }
find new over -type f -exec $sum {} + > got || { cd "$R" && full; }
if [ -f sums ] && sort sums > wanted && sort got | cmp -s - wanted; then
  printf 'placed\\n'
  ${placing(next)}
else
  cat got
fi
exit 0`;
  const arrived = new Sums();
  let placed: Buffer[] | undefined;
  await runScript(remote, inStage(plan, script), {
    signal,
    input: async (write) => {
      const options = { write, onBytes, signal, list: isAll ? 'sums' : undefined };
      for (const [path, sum] of await writeArchive(archived, options)) sums.set(path, sum);
    },
    output: (chunk) => {
      // No sum begins with this letter.
      if (placed === undefined && arrived.isEmpty && chunk[0] === placedMark) placed = [];
      if (placed) placed.push(chunk);
      else arrived.take(chunk);
    },
  });
  if (placed) {
    const said = Buffer.concat(placed).toString();
    return { placed: namesOf(said.slice(said.indexOf('\n') + 1)) };
  }
  const files = new Map<string, string>();
  for await (const some of chunksOf(arrived.byPath))
    for (const [name, sum] of some) files.set(name.replace(/^(new|over)\//, ''), sum);
  return { arrived: files };
}

const placedMark = 'p'.charCodeAt(0);

/**
 * In the stage, with the place in `$R`: puts everything in its place by renaming, whole folders at once where they are
 * new. Nothing that appeared there meanwhile is replaced, and nothing goes through a link. Prints what was left; if that
 * is nothing, runs `next`.
 */
const placing = (next: string): string => `
place() (
  cd "$1" 2>/dev/null || exit 0
  find . ! -name . -prune -exec sh -c 'how=$1; to=$2; shift 2; mv "$how" -- "$@" "$to/" 2>/dev/null' sh "$3" "$2" {} +
  for folder in */ .[!.]*/ ..?*/; do
    folder=\${folder%/}
    if [ -d "$folder" ] && [ ! -L "$folder" ] && [ -d "$2/$folder" ] && [ ! -L "$2/$folder" ]; then
      place "./$folder" "$2/$folder" "$3"
    fi
  done
)
place new "$R" -n
place over "$R" -f
find new over \\( -type f -o -type l \\) -exec printf '%s\\0' {} +
left=$(find new over \\( -type f -o -type l \\) -exec printf . {} +)
cd "$R" && remove
find . ! -name . -prune -name '${stagePrefix}*' -mtime +7 -exec rm -rf {} +
[ -n "$left" ] || { ${next || ':'}; } || exit`;

const namesOf = (left: string): string[] =>
  left
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => name.replace(/^(new|over)\//, ''));

/**
 * Puts in its place what was sent: see `placing`. Returns the paths of what was left.
 *
 * @param dropped what of the stage isn't put in its place
 */
export async function place(
  remote: Remote,
  plan: UploadPlan,
  { dropped, next, signal }: { dropped: readonly string[]; next: string; signal: AbortSignal },
): Promise<string[]> {
  const script = `
R=$(pwd)
cd "./$S" || exit
xargs -0 rm -rf -- </dev/stdin
${placing(next)}
exit 0`;
  const input = (write: Write): Promise<void> => writeNames(write, dropped);
  return namesOf(await readScript(remote, inStage(plan, script), { signal, input }));
}
