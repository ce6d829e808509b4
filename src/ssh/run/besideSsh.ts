import * as path from 'node:path';
import type { Run } from '../config/effectiveConfig';
import { runProgram } from './runSsh';

/**
 * The program that belongs to this ssh, such as `ssh-add`: on Windows, Git's and the system's own look for the home
 * folder and for the agent in different places. Only its name if ssh itself comes from the PATH.
 */
export function besideSsh(ssh: string, tool: string, platform: NodeJS.Platform = process.platform): string {
  const its = platform === 'win32' ? path.win32 : path.posix;
  if (!its.isAbsolute(ssh)) return tool;
  return its.join(its.dirname(ssh), platform === 'win32' ? `${tool}.exe` : tool);
}

/** Runs this ssh and the programs beside it; those from the PATH where it has none, as beside a script. */
export const runBeside =
  (ssh: string, run: Run = runProgram): Run =>
  async (args, options = {}) => {
    const { program } = options;
    if (program === undefined) return run(args, { ...options, program: ssh });
    const result = await run(args, { ...options, program: besideSsh(ssh, program) });
    return result.missing ? run(args, options) : result;
  };
