import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { commandOf } from './command';

/** A program that ends together with this process, even if this process is killed. */
export interface TiedProcess {
  child: ChildProcess;
  /** Makes it end soon. */
  end: () => void;
  /** The exit code if the program doesn't exist. */
  missingCode: number;
}

/**
 * A shell between us and the program notices the end of a pipe, even if this process is killed. The program and its
 * arguments are arguments of the shell, not part of the script.
 *
 * An ssh that gets the signal to end while it looks for work may miss it (OpenSSH 9.2, about once in a hundred times), so
 * it is sent again.
 */
const script = `
exec 4<&0
"$@" <&4 3<&- 4<&- &
program=$!
trap 'kill "$program" 2>/dev/null' TERM INT HUP
(read -r _; kill "$program"; sleep 1; kill "$program"; sleep 1; kill -9 "$program") <&3 4<&- >/dev/null 2>&1 &
watcher=$!
exec 3<&- 4<&- </dev/null
wait "$program"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

/** What the shell's own messages begin with. */
export const shellName = 'gpu-rental';

/**
 * Starts a program whose stderr is piped, and with `isTalkedTo` its input and output too. On Windows it ends when this
 * process exits, but not when this process is killed: no shell is between them.
 */
export function spawnTied(
  program: string,
  args: readonly string[],
  { isTalkedTo = false } = {},
): TiedProcess {
  const talk = isTalkedTo ? 'pipe' : 'ignore';
  if (process.platform === 'win32') {
    const command = commandOf(program, args);
    const child = spawn(command.file, command.args, {
      ...command.options,
      stdio: [talk, talk, 'pipe'],
    });
    const end = (): void => void child.kill();
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    return { child, end, missingCode: NaN };
  }
  const child = spawn('/bin/sh', ['-c', script, shellName, program, ...args], {
    stdio: [talk, talk, 'pipe', 'pipe'],
  });
  const tie = child.stdio[3] as Writable;
  // The shell may have ended before.
  tie.on('error', () => undefined);
  // A watcher that was told to end while it began may have missed that.
  child.once('exit', () => tie.destroy());
  return { child, end: () => void tie.end(), missingCode: 127 };
}
