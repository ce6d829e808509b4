import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from './world';

/** The programs that take `-F`, and ask for it to find `gpu-<id>`. */
const programs = ['ssh', 'scp', 'sftp'];

/**
 * Lets `ssh gpu-<id>` work in the terminals of a demo's window, whose ssh config isn't the person's own.
 *
 * OpenSSH looks for its config in the home of the account's record, wherever HOME points to. So programs of the same names
 * come first on the PATH of these terminals, and hand over the demo's config; rsync and git find them there, too. A login
 * shell of macOS sorts the PATH anew, so that its own files put them first again.
 *
 * @returns settings for the window; none on Windows, where a sandbox has no machines to log in to
 */
export async function prepareTerminals({
  folder,
  home,
  sshConfigFile,
}: Pick<World, 'folder' | 'home' | 'sshConfigFile'>): Promise<Record<string, unknown>> {
  if (process.platform === 'win32') return {};
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  for (const name of programs) {
    const program = installed(name);
    if (program === undefined) continue;
    const order = [program, '-F', sshConfigFile].map(quoted).join(' ');
    await writeFile(join(bin, name), `#!/bin/sh\nexec ${order} "$@"\n`);
    await chmod(join(bin, name), 0o755);
  }
  const first = `export PATH=${quoted(bin)}:"$PATH"\n`;
  for (const name of ['.zshrc', '.bash_profile', '.bashrc']) await writeFile(join(home, name), first);
  const PATH = `${bin}:\${env:PATH}`;
  return { 'terminal.integrated.env.linux': { PATH }, 'terminal.integrated.env.osx': { PATH } };
}

/** Where a program is; undefined if it isn't installed. */
function installed(name: string): string | undefined {
  try {
    return execFileSync('/bin/sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
