import { sshIsMissing, isMissing as isNotThere } from '../errors';
import { shellName, spawnTied, type TiedProcess } from './spawnTied';

/**
 * Runs ssh behind pipes for a terminal of VS Code, which shows what it writes. It ends with this process: the window may
 * end without closing the terminal, also by being killed, and the command there would run on.
 *
 * @returns ssh, and its exit code; rejects with a LocalError if there is no ssh
 */
export function pipedSsh(
  program: string,
  args: readonly string[],
  write: (text: string) => void,
): { ssh: TiedProcess; ended: Promise<number> } {
  const ssh = spawnTied(program, args, { isTalkedTo: true });
  const { child } = ssh;
  let isMissing = false;
  // It may end before it has read everything.
  child.stdin?.on('error', () => undefined);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      // The shell that starts ssh says in its own name that there is none.
      isMissing ||= stream === child.stderr && text.startsWith(`${shellName}: `);
      if (!isMissing) write(text.replace(/\r?\n/g, '\r\n'));
    });
  }
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (error) => reject(isNotThere(error) ? sshIsMissing() : error));
    child.on('close', (code) => (isMissing ? reject(sshIsMissing()) : resolve(code ?? sshFailed)));
  });
  return { ssh, ended };
}

/** The exit code of ssh itself when it could not connect or the connection broke. */
export const sshFailed = 255;
