import { execFile, spawn } from 'node:child_process';
import { existsSync, openSync, closeSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an instance does with each start. */
export interface Startup {
  script: string | undefined;
  env: Readonly<Record<string, string>>;
  /** The key that may only start, stop and destroy this instance. */
  apiKey: string | undefined;
}

/** In place of the system's file of that name, for the startup commands and for ssh sessions. */
export const environmentFileIn = (folder: string): string => join(folder, 'environment');
/** What only this instance knows of itself. */
export const ownEnvironmentIn = (folder: string): string => join(folder, 'own_environment');

const systemFile = '/etc/environment';
const isRoot = process.getuid?.() === 0;
/** A view of the file system that is only the process's own. */
const apart = ['--mount', ...(isRoot ? [] : ['--map-root-user']), '--propagation', 'private'];

let probed: Promise<boolean> | undefined;

/** Whether startup commands can be kept from this computer's own environment file: else they aren't run. */
export function canRunOnstart(): Promise<boolean> {
  const probe = ['mount', '--bind', systemFile, systemFile];
  probed ??= new Promise((resolve) => {
    if (existsSync(systemFile)) execFile('unshare', [...apart, ...probe], (error) => resolve(error === null));
    else resolve(false);
  });
  return probed;
}

const wrapper = `
mount --bind "$1/environment" ${systemFile} || exit 70
case $2 in /root/*) ;; *) mount --bind "$2" /root 2>/dev/null ;; esac
cd "$2" || exit 71
if [ "$(head -c 2 "$1/onstart")" = '#!' ]; then exec "$1/onstart"; else exec sh "$1/onstart"; fi
`;

/** For how many milliseconds a start waits for its commands, so that most of them have ended once it runs. */
const patience = 2000;

/**
 * Runs the startup commands in the instance's home, with its variables, where `/etc/environment` is the instance's own
 * file and `/root` its home. They may go on. Resolves to their process; undefined if there is nothing to run, or this
 * computer can't keep them apart.
 */
export async function runOnstart(
  folder: string,
  home: string,
  { script, env, apiKey }: Startup,
): Promise<number | undefined> {
  for (const file of [environmentFileIn(folder), ownEnvironmentIn(folder)])
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
  if (apiKey !== undefined) writeFileSync(ownEnvironmentIn(folder), `CONTAINER_API_KEY=${apiKey}\n`);
  if (!script?.trim() || !(await canRunOnstart())) return undefined;
  writeFileSync(join(folder, 'onstart'), script, { mode: 0o700 });
  const log = openSync(join(folder, 'onstart.log'), 'w', 0o600);
  const child = spawn('unshare', [...apart, 'sh', '-c', wrapper, 'onstart', folder, home], {
    stdio: ['ignore', log, log],
    detached: true,
    env: { PATH: process.env.PATH, ...env, CONTAINER_API_KEY: apiKey, HOME: home, TMUX_TMPDIR: home },
  });
  closeSync(log);
  child.unref();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patience);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  return child.pid;
}
