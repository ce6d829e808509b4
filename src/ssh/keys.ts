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
 * default files, in this order. `unreadable` are the files of keys whose public half cannot be had without a passphrase.
 */
export async function ownKeys(sources: KeySources): Promise<{ keys: OwnKey[]; unreadable: string[] }> {
  const { identityFile, home } = sources;
  const config = identityFile ? undefined : await effectiveConfig(sources.args, sources.run);
  const told = config && !('refused' in config) ? config : undefined;
  const files = (identityFile ? [identityFile] : (told?.all('identityfile') ?? [])).map((file) =>
    expandHome(file, home),
  );
  const source = identityFile ? 'setting' : 'file';
  const found = await Promise.all(files.map((file) => keyInFile(sources, file, source)));
  const fromAgent = identityFile ? [] : await agentKeys(sources, told?.value('identityagent'));
  // Then ssh offers of the agent's keys those only that a file names.
  const filesOnly = told?.value('identitiesonly') === 'yes';
  const inFiles = found.flatMap((one) => (typeof one === 'object' ? [one] : []));
  const isOffered = ({ text }: OwnKey): boolean => !filesOnly || inFiles.some((one) => one.text === text);
  const all = [...fromAgent.filter(isOffered), ...inFiles];
  return {
    keys: all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index),
    unreadable: files.filter((_, index) => found[index] === 'unreadable'),
  };
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

async function keyInFile(
  sources: KeySources,
  file: string,
  source: OwnKey['source'],
): Promise<OwnKey | 'unreadable' | undefined> {
  const written = await publicHalf(sources, file);
  if (written) return { ...written, source, file };
  const isThere = await sources.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const derived = await derivedHalf(sources, file);
  return derived ? { ...derived, source, file } : 'unreadable';
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
