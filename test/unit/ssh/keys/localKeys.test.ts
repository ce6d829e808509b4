import { readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileSystem, nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { localKeys } from '../../../../src/ssh/keys/publicKeyFile';
import { parsePublicKey } from '../../../../src/ssh/keys/publicKey';
import { makeKey } from '../support/realSshd';
import { temporaryFolder } from '../support/temporary';

describe('the keys of this computer', () => {
  it('are those that ssh offers and those in .pub files, each once, with file and comment', async () => {
    const folder = await temporaryFolder();
    const [offered, other] = [makeKey(folder, 'offered'), makeKey(folder, 'other')];
    const key = parsePublicKey(await readFile(`${offered}.pub`, 'utf8'))!;
    const agent = {
      ...parsePublicKey(await readFile(`${makeKey(await temporaryFolder(), 'agent')}.pub`, 'utf8'))!,
    };
    await writeFile(
      `${other}.pub`,
      (await readFile(`${other}.pub`, 'utf8')).replace(/ [^ ]*\n$/, ' robin@home\n'),
    );
    const { keys, unusable } = await localKeys(
      nodeFileSystem,
      [folder, folder],
      [
        { ...agent, source: 'agent' },
        { ...key, comment: '', source: 'file', file: offered },
      ],
    );
    expect(keys.map(({ file, isOffered }) => [file && path.basename(file), isOffered])).toEqual([
      [undefined, true],
      ['offered.pub', true],
      ['other.pub', false],
    ]);
    expect(keys[1]?.comment).toBe(key.comment);
    expect(keys[2]?.comment).toBe('robin@home');
    expect(unusable).toEqual([]);
  });

  it('have a sentence for a file that holds no such key, and never read a private one', async () => {
    const folder = await temporaryFolder();
    const file = makeKey(folder, 'id');
    await writeFile(path.join(folder, 'renamed.pub'), await readFile(file));
    await writeFile(path.join(folder, 'cut.pub'), (await readFile(`${file}.pub`, 'utf8')).slice(0, 40));
    await writeFile(path.join(folder, 'id-cert.pub'), 'ssh-ed25519-cert-v01@openssh.com AAAA');
    const seen: string[] = [];
    const watched: FileSystem = {
      ...nodeFileSystem,
      readFile: (name) => {
        seen.push(name);
        return nodeFileSystem.readFile(name);
      },
    };
    const { keys, unusable } = await localKeys(watched, [folder], []);
    expect(keys).toHaveLength(1);
    expect(unusable.map(({ file: one }) => path.basename(one))).toEqual(['cut.pub', 'renamed.pub']);
    expect(unusable[0]?.problem).toMatch(/cut\.pub: This public key is damaged/);
    expect(unusable[1]?.problem).toMatch(/renamed\.pub: This is a private key/);
    expect(seen.filter((name) => !name.endsWith('.pub'))).toEqual([]);
  });

  it('are those of ssh alone where there is no folder', async () => {
    expect(await localKeys(nodeFileSystem, ['/nowhere'], [])).toEqual({ keys: [], unusable: [] });
  });
});
