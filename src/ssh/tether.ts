import { spawn, type ChildProcess } from 'node:child_process';

/** A program that ends with this process, in whatever way this process ends. */
export interface Tethered {
  child: ChildProcess;
  /** Lets go of it: it ends soon. */
  end: () => void;
  /** The exit code by which a program that is not there is known. */
  missingCode: number;
}

/**
 * A shell between us and the program notices the end of its input, which comes also when this process is killed
 * outright. The program and its arguments are the shell's own arguments, and no part of the script.
 */
const script = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
trap 'kill "$program" 2>/dev/null' TERM INT HUP
(read -r _ <&3; kill "$program") 2>/dev/null &
watcher=$!
exec 3<&-
wait "$program"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

/** Starts a program that reads no input and whose stderr is piped. On Windows it outlives a process that is killed. */
export function spawnTethered(program: string, args: readonly string[]): Tethered {
  if (process.platform === 'win32') {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
    const end = (): void => void child.kill();
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    return { child, end, missingCode: NaN };
  }
  const child = spawn('/bin/sh', ['-c', script, 'gpu-rental', program, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // The shell may be gone before we let go of it.
  child.stdin.on('error', () => undefined);
  return { child, end: () => void child.stdin.end(), missingCode: 127 };
}
