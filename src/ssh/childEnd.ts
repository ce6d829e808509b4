import type { ChildProcess } from 'node:child_process';

/** Milliseconds in which what a process wrote before its end is read. */
const drainTime = 250;

/**
 * Calls back once with the exit code (null when it was killed) when a process has ended and its output was read. What
 * it started may live on and hold the pipes open, such as a ProxyCommand: that is not waited for.
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
