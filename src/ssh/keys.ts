import * as path from 'node:path';
import { expandHome } from './configPaths';
import { effectiveConfig, type Run } from './effectiveConfig';
import type { FileSystem } from './fileSystem';
import { parsePublicKey, parsePublicKeys, type PublicKey } from './publicKey';
import { runProgram } from './runSsh';

/** A key that ssh will offer to an instance. `file` is its private half, which we never read. */
export interface OwnKey extends PublicKey {
  source: 'setting' | 'agent' | 'file';
  file?: string;
}

export interface KeySources {
  fs: FileSystem;
  home: string;
  /** Setting `gpuRental.ssh.identityFile`; with it ssh offers this key alone. */
  identityFile?: string | undefined;
  /** Arguments of ssh up to and with the host, see `sshArguments`. */
  args: readonly string[];
  run?: Run;
}

/**
 * The public halves of the keys that ssh would offer: the one of the setting, else those of the agent and of ssh's
 * default files, in this order. Keys whose public half cannot be found without a passphrase are left out.
 */
export async function ownKeys(sources: KeySources): Promise<OwnKey[]> {
  const { identityFile, home } = sources;
  if (identityFile) {
    const file = expandHome(identityFile, home);
    const key = (await publicHalf(sources, file)) ?? (await derivedHalf(sources, file));
    return key ? [{ ...key, source: 'setting', file }] : [];
  }
  const config = await effectiveConfig(sources.args, sources.run);
  const agent = 'refused' in config ? undefined : config.value('identityagent');
  const files = 'refused' in config ? [] : config.all('identityfile');
  const fromFiles = await Promise.all(files.map((file) => keyInFile(sources, expandHome(file, home))));
  const all = [...(await agentKeys(sources, agent)), ...fromFiles.flat()];
  return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
}

/** Where a new key goes: ssh's own default name, so that every ssh offers it; another when that one is taken. */
export async function newKeyFile(fs: FileSystem, sshFolder: string): Promise<string> {
  const names: string[] = await fs.readdir(sshFolder).catch(() => []);
  for (let number = 0; ; number++) {
    const name = number === 0 ? 'id_ed25519' : `id_ed25519_gpu_rental${number === 1 ? '' : `_${number}`}`;
    if (!names.includes(name) && !names.includes(`${name}.pub`)) return path.join(sshFolder, name);
  }
}

/** Arguments of `ssh-keygen` for a terminal, where it asks for the passphrase by its own rules. */
export function keygenArguments(file: string): string[] {
  return ['-t', 'ed25519', '-C', 'gpu-rental', '-f', file];
}

async function keyInFile(sources: KeySources, file: string): Promise<OwnKey[]> {
  const key = await publicHalf(sources, file);
  return key ? [{ ...key, source: 'file', file }] : [];
}

async function publicHalf({ fs }: KeySources, file: string): Promise<PublicKey | undefined> {
  const text = await fs.readFile(`${file}.pub`).catch(() => undefined);
  return text && parsePublicKey(text.toString('utf8'));
}

/** For a private key without a `.pub` beside it; `ssh-keygen` gives up when there is a passphrase. */
async function derivedHalf({ run = runProgram }: KeySources, file: string): Promise<PublicKey | undefined> {
  const result = await run(['-y', '-P', '', '-f', file], { program: 'ssh-keygen', timeoutMs: 10_000 });
  return result.code === 0 ? parsePublicKey(result.stdout) : undefined;
}

async function agentKeys(
  { run = runProgram, home }: KeySources,
  agent: string | undefined,
): Promise<OwnKey[]> {
  if (agent === 'none') return [];
  const own = agent && agent !== 'SSH_AUTH_SOCK' ? { env: { SSH_AUTH_SOCK: expandHome(agent, home) } } : {};
  const result = await run(['-L'], { program: 'ssh-add', timeoutMs: 10_000, ...own });
  if (result.code !== 0) return [];
  return parsePublicKeys(result.stdout).map((key) => ({ ...key, source: 'agent' }));
}
