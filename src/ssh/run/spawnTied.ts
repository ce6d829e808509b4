import { spawn, type ChildProcess } from 'node:child_process';
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
 * A shell between us and the program notices the end of its input, even if this process is killed. The program and its
 * arguments are arguments of the shell, not part of the script.
 *
 * An ssh that gets the signal to end while it looks for work may miss it (OpenSSH 9.2, about once in a hundred times), so
 * it is sent again.
 */
const script = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
trap 'kill "$program" 2>/dev/null' TERM INT HUP
(read -r _ <&3; kill "$program"; sleep 1; kill "$program"; sleep 1; kill -9 "$program") 2>/dev/null &
watcher=$!
exec 3<&-
wait "$program"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

/**
 * Starts a program that reads no input and whose stderr is piped. On Windows it ends when this process exits, but not
 * when this process is killed: no shell is between them.
 */
export function spawnTied(program: string, args: readonly string[]): TiedProcess {
  if (process.platform === 'win32') {
    const command = commandOf(program, args);
    const child = spawn(command.file, command.args, {
      ...command.options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const end = (): void => void child.kill();
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    return { child, end, missingCode: NaN };
  }
  const child = spawn('/bin/sh', ['-c', script, 'gpu-rental', program, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // The shell may have ended before.
  child.stdin.on('error', () => undefined);
  return { child, end: () => void child.stdin.end(), missingCode: 127 };
}
