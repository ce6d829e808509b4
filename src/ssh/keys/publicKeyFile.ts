import { open, stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { isMissing } from '../errors';
import { parsePublicKey, type PublicKey } from './publicKey';
import * as path from 'node:path';
import type { FileSystem } from '../files/fileSystem';
import type { OwnKey } from './keys';
import { namesIn } from '../files/temporaryFiles';

/** The longest public key that the service accepts, in characters. */
const keyLimit = 4096;
/** Bytes; a public key's file is much smaller, even with a long comment. */
const fileLimit = 16 * 1024;

const knownTypes: ReadonlySet<string> = new Set([
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
]);

/** A public key, or a sentence that says what is wrong. The sentence never contains any of the text. */
export type ReadPublicKey = { key: PublicKey } | { problem: string };

/** Reads the text of a `.pub` file: one line with an OpenSSH public key. */
export function readPublicKey(text: string): ReadPublicKey {
  if (looksPrivate(text)) return { problem: privateSentence() };
  if (text.length > fileLimit) return { problem: l10n.t('This is too large for a public key.') };
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [line] = lines;
  if (line === undefined) return { problem: l10n.t('This is empty. A public key is one line of text.') };
  if (lines.length > 1)
    return { problem: l10n.t('This has several lines. Register one public key at a time.') };
  const [type = ''] = line.split(/\s+/);
  if (!knownTypes.has(type)) return { problem: typeProblem(type, line) };
  const key = parsePublicKey(line);
  if (!key || !isWhole(key)) {
    return {
      problem: l10n.t('This public key is damaged or cut off. Copy the whole line of the .pub file.'),
    };
  }
  if (key.text.length > keyLimit) {
    return {
      problem: l10n.t(
        'This public key is longer than {0} characters, more than the service accepts. Create an Ed25519 key.',
        keyLimit,
      ),
    };
  }
  return { key };
}

/** The same for a file with an absolute path. Never reads more of it than a key needs. */
export async function readPublicKeyFile(file: string): Promise<ReadPublicKey> {
  try {
    // Other files, such as a pipe, might never end.
    if (!(await stat(file)).isFile()) return { problem: l10n.t('{0} isn’t a file.', file) };
    const read = readPublicKey(await beginningOf(file));
    return 'key' in read ? read : { problem: `${file}: ${read.problem}` };
  } catch (error) {
    return {
      problem: isMissing(error) ? l10n.t('{0} doesn’t exist.', file) : l10n.t('{0} couldn’t be read.', file),
    };
  }
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(fileLimit + 1), 0, fileLimit + 1, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function looksPrivate(text: string): boolean {
  return /PRIVATE KEY|PuTTY-User-Key-File|^\s*b3BlbnNzaC1rZXktdjE/.test(text);
}

function privateSentence(): string {
  return l10n.t(
    'This is a private key, which must stay on this computer. Nothing was sent. Choose the public key, in the file that ends in .pub.',
  );
}

function typeProblem(type: string, line: string): string {
  if (type.includes('-cert-v01@'))
    return l10n.t('This is a certificate. Register the public key that it was made from.');
  if (line.split(/\s+/).some((word) => knownTypes.has(word)))
    return l10n.t(
      'There are options before the key. Remove them, so that the line begins with the key’s type.',
    );
  return l10n.t(
    'This isn’t a public key that the service supports. Use an OpenSSH key of type Ed25519, ECDSA or RSA.',
  );
}

/** The parts of a key fill it to the last byte. If it was cut off while copying, bytes are missing or left over. */
function isWhole({ type, text }: PublicKey): boolean {
  const blob = Buffer.from(text.split(' ')[1] ?? '', 'base64');
  const lengths: number[] = [];
  let offset = 0;
  while (offset + 4 <= blob.length) {
    const length = blob.readUInt32BE(offset);
    lengths.push(length);
    offset += 4 + length;
  }
  const parts = { 'ssh-ed25519': 2, 'ssh-rsa': 3, 'sk-ecdsa-sha2-nistp256@openssh.com': 4 }[type] ?? 3;
  const isRightSize = type !== 'ssh-ed25519' || lengths[1] === 32;
  return offset === blob.length && lengths.length === parts && isRightSize;
}

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
