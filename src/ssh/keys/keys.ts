import * as path from 'node:path';
import { succeeds } from '../../files/disk';
import { expandHome } from '../config/configPaths';
import { effectiveConfig, type Run } from '../config/effectiveConfig';
import type { FileSystem } from '../files/fileSystem';
import { parsePublicKey, parsePublicKeys, type PublicKey } from './publicKey';
import { runProgram } from '../run/runSsh';
import { editFile } from '../files/safeWrite';
import { namesIn } from '../files/temporaryFiles';

/** A key that ssh offers to an instance. `file` is its private half, which we never read. */
export interface OwnKey extends PublicKey {
  source: 'setting' | 'agent' | 'file';
  file?: string;
}

export interface KeySources {
  fs: FileSystem;
  home: string;
  /** Setting `gpuRental.ssh.identityFile`; if set, ssh offers only this key. */
  identityFile?: string | undefined;
  /** Arguments of ssh up to and with the host, see `sshArguments`. */
  args: readonly string[];
  run?: Run;
}

/**
 * The public halves of the keys that ssh would offer: the one from the setting, else those from the agent and from
 * ssh's default files, in this order. `unreadable` are the files of keys whose public half can't be read without a
 * passphrase. `isUnknown` where ssh doesn't tell: there may be keys.
 */
export async function ownKeys(
  sources: KeySources,
): Promise<{ keys: OwnKey[]; unreadable: string[]; isUnknown?: true }> {
  const { identityFile, home } = sources;
  const config = identityFile ? undefined : await effectiveConfig(sources.args, sources.run);
  const readable = config && !('refused' in config) ? config : undefined;
  const files = (identityFile ? [identityFile] : (readable?.all('identityfile') ?? [])).map((file) =>
    expandHome(file, home),
  );
  const source = identityFile ? 'setting' : 'file';
  const found = await Promise.all(files.map((file) => keyInFile(sources, file, source)));
  const fromAgent = identityFile ? [] : await agentKeys(sources, readable?.value('identityagent'));
  // Then ssh offers only those of the agent's keys that a file names.
  const filesOnly = readable?.value('identitiesonly') === 'yes';
  const inFiles = found.flatMap((one) => (typeof one === 'object' ? [one] : []));
  const isOffered = ({ text }: OwnKey): boolean => !filesOnly || inFiles.some((one) => one.text === text);
  const all = [...fromAgent.filter(isOffered), ...inFiles];
  return {
    keys: all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index),
    unreadable: files.filter((_, index) => found[index] === 'unreadable'),
    ...(config && !readable ? { isUnknown: true } : {}),
  };
}

/** The private half of a key, or a public half in `sshFolder`, made if need be, for one of the agent's. */
export async function fileOfKey(fs: FileSystem, sshFolder: string, key: OwnKey): Promise<string> {
  if (key.file !== undefined) return key.file;
  const names = await namesIn(fs, sshFolder);
  for (const name of names.filter((one) => one.endsWith('.pub'))) {
    const file = path.join(sshFolder, name);
    // ssh can't use a key that can't be read.
    const text = await fs.readFile(file).catch(() => undefined);
    if (text && parsePublicKey(text.toString('utf8'))?.text === key.text) {
      return names.includes(name.slice(0, -4)) ? file.slice(0, -4) : file;
    }
  }
  const name = key.fingerprint.replace(/[^A-Za-z0-9]/g, '').slice(6, 18);
  const file = path.join(sshFolder, `gpu-rental-${name}.pub`);
  await editFile(fs, file, () => Buffer.from(`${key.text}\n`), { mode: 0o600 });
  return file;
}

/** The file for a new key: ssh's default name, so that every ssh offers it, or another one if that exists. */
export async function newKeyFile(fs: FileSystem, sshFolder: string): Promise<string> {
  const names = await namesIn(fs, sshFolder);
  for (let number = 0; ; number++) {
    const name = number === 0 ? 'id_ed25519' : `id_ed25519_gpu_rental${number === 1 ? '' : `_${number}`}`;
    if (!names.includes(name) && !names.includes(`${name}.pub`)) return path.join(sshFolder, name);
  }
}

/** Arguments of `ssh-keygen` for a terminal, where it asks for the passphrase itself. */
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
  if (!(await succeeds(sources.fs.stat(file)))) return undefined;
  const derived = await derivedHalf(sources, file);
  return derived ? { ...derived, source, file } : 'unreadable';
}

async function publicHalf({ fs }: KeySources, file: string): Promise<PublicKey | undefined> {
  // For a key that only the agent has, this may be the public half.
  const name = file.endsWith('.pub') ? file : `${file}.pub`;
  // Many keys have no such file; the caller then uses ssh-keygen.
  const text = await fs.readFile(name).catch(() => undefined);
  return text && parsePublicKey(text.toString('utf8'));
}

/** For a private key without a `.pub` file; `ssh-keygen` fails if there is a passphrase. */
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
