import * as path from 'node:path';
import type { FileSystem } from '../files/fileSystem';
import type { OwnKey } from './keys';
import type { PublicKey } from './publicKey';
import { readPublicKeyFile } from './publicKeyFile';
import { namesIn } from '../files/temporaryFiles';

/** A public key of this computer. */
export interface LocalKey extends PublicKey {
  /** The file of its public half, or of the private half that it was derived from; undefined where only the agent has it. */
  file?: string | undefined;
  /** ssh offers it to instances. */
  isOffered: boolean;
}

export interface LocalKeys {
  /** Each once, those that ssh offers first. */
  keys: LocalKey[];
  /** Files that end in `.pub` and hold no key that the service takes, each with a sentence that names it. */
  unusable: { file: string; problem: string }[];
}

/** The keys that ssh offers together with the `.pub` files of these folders. No private key is read. */
export async function localKeys(
  fs: FileSystem,
  folders: readonly string[],
  offered: readonly OwnKey[],
): Promise<LocalKeys> {
  const files = (await Promise.all([...new Set(folders)].map((folder) => publicFiles(fs, folder)))).flat();
  const read = await Promise.all(files.map(async (file) => ({ file, ...(await readPublicKeyFile(file)) })));
  const inFiles = read.flatMap((one) => ('key' in one ? [{ ...one.key, file: one.file }] : []));
  const fileOf = (text: string): string | undefined => inFiles.find((one) => one.text === text)?.file;
  const keys = [
    ...offered.map((key) => ({
      ...key,
      file: fileOf(key.text) ?? key.file,
      comment: key.comment || (inFiles.find(({ text }) => text === key.text)?.comment ?? ''),
      isOffered: true,
    })),
    ...inFiles.map((key) => ({ ...key, isOffered: false })),
  ];
  return {
    keys: keys.filter(({ text }, index) => keys.findIndex((other) => other.text === text) === index),
    unusable: read.flatMap((one) => ('problem' in one ? [one] : [])),
  };
}

/** A certificate is made from a key that has a file of its own. */
async function publicFiles(fs: FileSystem, folder: string): Promise<string[]> {
  const names = await namesIn(fs, folder);
  return names
    .filter((name) => name.endsWith('.pub') && !name.endsWith('-cert.pub'))
    .sort()
    .map((name) => path.join(folder, name));
}
