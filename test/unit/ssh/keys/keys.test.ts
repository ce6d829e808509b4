import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../../../src/ssh/files/fileSystem';
import { fileOfKey, keygenArguments, newKeyFile, ownKeys, type OwnKey } from '../../../../src/ssh/keys/keys';
import { parsePublicKey, parsePublicKeys } from '../../../../src/ssh/keys/publicKey';
import { makeKey } from '../support/realSshd';
import { temporaryFolder } from '../support/temporary';

/** Reads like the real one, and fails the test when a private key is read. */
const watched: FileSystem = {
  ...nodeFileSystem,
  readFile: (file) => {
    expect(file).toMatch(/\.pub$/);
    return nodeFileSystem.readFile(file);
  },
};

const textOf = async (file: string): Promise<string> =>
  (await readFile(`${file}.pub`, 'utf8')).split(' ').slice(0, 2).join(' ');

async function configWith(text: string): Promise<string[]> {
  const file = path.join(await temporaryFolder(), 'config');
  await writeFile(file, text);
  return ['-F', file, 'gpu-7'];
}

describe('fileOfKey', () => {
  async function agentKey(folder: string, name: string): Promise<OwnKey> {
    const key = parsePublicKey(await readFile(`${makeKey(folder, name)}.pub`, 'utf8'));
    return { ...key!, source: 'agent' };
  }

  it('is the file that has the key, whether private or public', async () => {
    const folder = await temporaryFolder();
    const first = await agentKey(folder, 'first');
    const second = await agentKey(folder, 'second');
    await rm(path.join(folder, 'second'));
    expect(await fileOfKey(watched, folder, first)).toBe(path.join(folder, 'first'));
    expect(await fileOfKey(watched, folder, second)).toBe(path.join(folder, 'second.pub'));
    expect(await fileOfKey(watched, folder, { ...first, file: '/its/own' })).toBe('/its/own');
  });

  it('is a new file with the public half for a key that only the agent has, and ssh offers that key alone', async () => {
    const folder = await temporaryFolder();
    const key = await agentKey(await temporaryFolder(), 'elsewhere');
    const file = await fileOfKey(nodeFileSystem, folder, key);
    expect(path.dirname(file)).toBe(folder);
    expect(await readFile(file, 'utf8')).toBe(`${key.text}\n`);
    expect(await fileOfKey(nodeFileSystem, folder, key)).toBe(file);
    expect(await ownKeys({ fs: watched, home: folder, identityFile: file, args: [] })).toMatchObject({
      keys: [{ text: key.text, source: 'setting' }],
      unreadable: [],
    });
  });
});

describe('ownKeys', () => {
  it('takes the key of the setting alone', async () => {
    const home = await temporaryFolder();
    const file = makeKey(home, 'id');
    const args = await configWith(`IdentityFile ${makeKey(home, 'other')}\n`);
    const { keys } = await ownKeys({ fs: watched, home, identityFile: '~/id', args });
    expect(keys).toEqual([expect.objectContaining({ source: 'setting', file, text: await textOf(file) })]);
  });

  it('lets ssh-keygen find the public half when there is no .pub file', async () => {
    const home = await temporaryFolder();
    const file = makeKey(home, 'id');
    const text = await textOf(file);
    await rm(`${file}.pub`);
    expect(await ownKeys({ fs: watched, home, identityFile: file, args: [] })).toMatchObject({
      keys: [{ text }],
    });
    const args = await configWith(`IdentityAgent none\nIdentityFile ${file}\n`);
    expect(await ownKeys({ fs: watched, home, args })).toMatchObject({ keys: [{ text, source: 'file' }] });
  });

  it('names a key with a passphrase and no .pub file, which it cannot read, and no file that is not there', async () => {
    const home = await temporaryFolder();
    const file = path.join(home, 'id');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'secret', '-f', file]);
    await rm(`${file}.pub`);
    const unreadable = { keys: [], unreadable: [file] };
    expect(await ownKeys({ fs: watched, home, identityFile: file, args: [] })).toEqual(unreadable);
    const args = await configWith(`IdentityAgent none\nIdentityFile ${file}\nIdentityFile ${home}/none\n`);
    expect(await ownKeys({ fs: watched, home, args })).toEqual(unreadable);
    const none = { keys: [], unreadable: [] };
    expect(await ownKeys({ fs: watched, home, identityFile: '~/none', args: [] })).toEqual(none);
  });

  it('asks the agent that ssh would ask, then the files that ssh would read, each key once', async () => {
    const home = await temporaryFolder();
    const socket = path.join(home, 'agent.sock');
    const agent = execFileSync('ssh-agent', ['-s', '-a', socket]).toString();
    const pid = Number(/SSH_AGENT_PID=(\d+)/.exec(agent)?.[1]);
    onTestFinished(() => void process.kill(pid));
    const [inAgent, both, inFile] = [makeKey(home, 'a'), makeKey(home, 'b'), makeKey(home, 'c')];
    execFileSync('ssh-add', ['-q', inAgent, both], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
    const args = await configWith(`IdentityAgent ${socket}\nIdentityFile ${both}\nIdentityFile ${inFile}\n`);
    const { keys } = await ownKeys({ fs: watched, home, args });
    expect(keys.map(({ source, text }) => [source, text])).toEqual([
      ['agent', await textOf(inAgent)],
      ['agent', await textOf(both)],
      ['file', await textOf(inFile)],
    ]);
  });

  it('leaves out keys of the agent that no file names, where ssh offers only what files name', async () => {
    const home = await temporaryFolder();
    const socket = path.join(home, 'agent.sock');
    const agent = execFileSync('ssh-agent', ['-s', '-a', socket]).toString();
    const pid = Number(/SSH_AGENT_PID=(\d+)/.exec(agent)?.[1]);
    onTestFinished(() => void process.kill(pid));
    const [inAgent, both] = [makeKey(home, 'a'), makeKey(home, 'b')];
    execFileSync('ssh-add', ['-q', inAgent, both], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
    const args = await configWith(`IdentitiesOnly yes\nIdentityAgent ${socket}\nIdentityFile ${both}\n`);
    const { keys } = await ownKeys({ fs: watched, home, args });
    expect(keys.map(({ text }) => text)).toEqual([await textOf(both)]);
  });

  it('finds nothing, and says that it does not know, when ssh does not accept its config', async () => {
    const args = await configWith('IdentityAgent none\nNoSuchOption\n');
    const sources = { fs: watched, home: '/nowhere', args, run: async () => noSuchProgram };
    expect(await ownKeys(sources)).toEqual({ keys: [], unreadable: [], isUnknown: true });
  });

  const noSuchProgram = { code: null, stdout: '', stderr: '', timedOut: false, missing: true };
});

describe('newKeyFile', () => {
  it('never names a file that is there', async () => {
    const folder = path.join(await temporaryFolder(), '.ssh');
    expect(await newKeyFile(nodeFileSystem, folder)).toBe(path.join(folder, 'id_ed25519'));
    await mkdir(folder);
    await writeFile(path.join(folder, 'id_ed25519.pub'), '');
    expect(await newKeyFile(nodeFileSystem, folder)).toBe(path.join(folder, 'id_ed25519_gpu_rental'));
    await writeFile(path.join(folder, 'id_ed25519_gpu_rental'), '');
    expect(await newKeyFile(nodeFileSystem, folder)).toBe(path.join(folder, 'id_ed25519_gpu_rental_2'));
  });

  it('is where ssh-keygen puts the key', async () => {
    const file = path.join(await temporaryFolder(), 'a b');
    execFileSync('ssh-keygen', [...keygenArguments(file), '-q', '-N', '']);
    expect(await readFile(`${file}.pub`, 'utf8')).toMatch(/^ssh-ed25519 \S+ gpu-rental\n$/);
  });
});

describe('parsePublicKey', () => {
  it('gives the fingerprint that ssh-keygen prints', async () => {
    const file = makeKey(await temporaryFolder(), 'id');
    const printed = execFileSync('ssh-keygen', ['-lf', file]).toString();
    expect(printed).toContain(parsePublicKey(await readFile(`${file}.pub`, 'utf8'))?.fingerprint);
  });

  it.each([
    '',
    'ssh-ed25519',
    'ssh-ed25519 AAAA',
    'ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIHm5nVZ0jzHcjPpA0LGkOaN0yRfbXh3n0Vnk8lB8pW5G',
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW',
    'ssh-ed25519 "AAAAC3NzaC1lZDI1NTE5AAAAIHm5nVZ0jzHcjPpA0LGkOaN0yRfbXh3n0Vnk8lB8pW5G"',
  ])('does not take %j', (line) => expect(parsePublicKey(line)).toBeUndefined());

  it('drops the comment', () => {
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHm5nVZ0jzHcjPpA0LGkOaN0yRfbXh3n0Vnk8lB8pW5G';
    expect(parsePublicKeys(`# x\n${key} jo@laptop\r\n\n`)).toMatchObject([{ text: key }]);
  });
});
