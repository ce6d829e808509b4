import { runProgram } from '../run/runSsh';
import type { Run } from '../config/effectiveConfig';

/** Folders that this process has restricted: an access list is inherited by what is created later. */
const restricted = new Set<string>();

/**
 * On Windows, lets only this user, SYSTEM and Administrators into a folder of ours, as its ssh wants: what lies outside
 * the person's own folders inherits rights of others. Elsewhere, modes do that. Never rejects: a disk without access
 * lists has nothing to restrict, and ssh itself is asked afterwards.
 */
export async function ownerOnly(
  folder: string,
  { platform = process.platform, run = runProgram }: { platform?: NodeJS.Platform; run?: Run } = {},
): Promise<void> {
  if (platform !== 'win32' || restricted.has(folder)) return;
  // Without either of them, ssh itself is asked afterwards.
  const who = await run(['/user', '/fo', 'csv', '/nh'], { program: 'whoami' }).catch(() => undefined);
  const sid = who && userSid(who.stdout);
  if (sid === undefined) return;
  // As for a disk without access lists.
  const done = await run(ownerOnlyArguments(folder, sid), { program: 'icacls' }).catch(() => undefined);
  if (done?.code === 0) restricted.add(folder);
}

/** The security id in the output of `whoami /user`. Names of users and groups are in the language of Windows. */
export function userSid(output: string): string | undefined {
  return /"(S-1-[\d-]+)"/.exec(output)?.[1];
}

/** The arguments of `icacls`: nothing is inherited from above, and all that lies in the folder inherits from it. */
export function ownerOnlyArguments(folder: string, sid: string): string[] {
  const system = 'S-1-5-18';
  const administrators = 'S-1-5-32-544';
  const grants = [sid, system, administrators].map((one) => `*${one}:(OI)(CI)F`);
  return [folder, '/inheritance:r', '/grant:r', ...grants, '/q'];
}
