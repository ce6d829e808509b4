import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { temporaryFolder } from './temporary';
import { writeProgram } from '../../support/program';

const usual = '/usr/local/bin:/usr/bin:/bin';
export const shells = ['dash', 'bash', 'busybox'].filter((name) => existsSync(`/bin/${name}`));

export interface Machine extends Remote {
  home: string;
  programs: string;
}

/** A machine whose `sh` is this shell; with busybox also every other program, as on Alpine. */
export async function machineWith(shell: string): Promise<Machine> {
  const [home, programs] = [await temporaryFolder(), await temporaryFolder()];
  const isWhole = shell === 'busybox';
  const names = isWhole ? execFileSync('/bin/busybox', ['--list']).toString().trim().split('\n') : ['sh'];
  for (const name of names) await symlink(`/bin/${shell}`, path.join(programs, name));
  const variables = `HOME=${home} PATH=${programs}${isWhole ? '' : `:${usual}`}`;
  const program = path.join(programs, 'ssh');
  const login = `#!/bin/dash\nfor last; do :; done\ncd ${home} && exec env -i ${variables} ${programs}/sh -c "$last"\n`;
  writeProgram(program, login);
  return { program, alias: 'gpu-1', configFile: '', defaultConfigFile: '', home, programs };
}

/** The same machine, on which someone logs in who isn't root and may not read everything. */
export async function asUser(machine: Machine): Promise<Machine> {
  if (process.getuid?.() !== 0) return machine;
  const login = await readFile(machine.program, 'utf8');
  const drop = 'setpriv --reuid 65534 --regid 65534 --clear-groups';
  writeProgram(machine.program, login.replace('exec env', `exec ${drop} env`));
  for (const folder of [machine.home, machine.programs]) await chmod(folder, 0o755);
  return machine;
}
