// Usage: node keeper.mjs <folder to remove afterwards, or -> <program> [arguments]
//
// Runs the program and ends it, with everything it started, when standard input closes: that is, on request or when
// the process that holds the other end of the pipe is gone, however it went. What it left in the folder goes too.
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

const graceMs = 2_000;
const windows = process.platform === 'win32';
const [folder, program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: !windows });

let killing;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
process.stdin.on('end', end).on('error', end).resume();
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  finish();
});
child.on('exit', finish);

function end() {
  signalAll('SIGTERM');
  killing ??= setTimeout(() => signalAll('SIGKILL'), graceMs);
}

/** The program itself is gone; nothing that it started and nothing that it wrote outlives it. */
function finish() {
  clearTimeout(killing);
  signalAll('SIGKILL');
  if (folder !== '-') rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.exit(0);
}

function signalAll(signal) {
  if (!child.pid) return;
  if (windows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
