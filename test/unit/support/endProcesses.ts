import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Kills the processes that have this text in their environment, and says how many there were. A number that was kept isn't
 * enough: within minutes it may be that of another test's process.
 */
export function endProcesses(having: string): number {
  let count = 0;
  const names = existsSync('/proc') ? readdirSync('/proc') : [];
  for (const pid of names.filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(having)) {
        count++;
        process.kill(Number(pid), 'SIGKILL');
      }
    } catch {
      // It has ended, or isn't ours.
    }
  return count;
}
