import type { ChildProcess } from 'node:child_process';

/** How long to read the output of a process after its end, in milliseconds. */
const drainTime = 250;

/**
 * Calls back once with the exit code (null if it was killed) when a process has ended and its output was read. Doesn't
 * wait for processes that it started, such as a ProxyCommand, even if they keep the pipes open.
 */
export function whenEnded(child: ChildProcess, end: (code: number | null) => void): void {
  let isOver = false;
  const finish = (code: number | null): void => {
    if (isOver) return;
    isOver = true;
    child.stdout?.destroy();
    child.stderr?.destroy();
    end(code);
  };
  child.on('close', finish);
  child.on('exit', (code) => void setTimeout(() => finish(code), drainTime));
}
