import { mkdir, rm } from 'node:fs/promises';
import * as path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SshConfigError } from '../../../src/ssh/errors';
import { nodeFileSystem, type FileSystem } from '../../../src/ssh/fileSystem';
import type { SshEntry } from '../../../src/ssh/hostEntry';
import { SshConfig } from '../../../src/ssh/userConfig';
import { memoryFileSystem } from './support/memoryFileSystem';
import { markersOf, outsideOf, randomConfig } from './support/randomConfig';
import { sshG, type Effective } from './support/sshG';
import { memoryFolder } from './support/temporary';

const runs = 5000;
/** Every so many configs live on the real disk, where ssh itself judges them. */
const judgeEvery = 25;
const entry: SshEntry = { instanceId: 7, host: '203.0.113.5', port: 41_022, user: 'root' };

it(`${runs} random ssh configs keep every byte and every answer of ssh`, { timeout: 120_000 }, async () => {
  const home = await memoryFolder();
  const count = { edited: 0, refused: 0, judged: 0 };
  let number = 0;
  // ssh takes longer than all the rest, so it is asked about one host at a time.
  const onDisk = async (original: Buffer): Promise<boolean> => {
    const folder = path.join(home, String(number));
    await mkdir(folder);
    count.judged++;
    const refused = await tryConfig(nodeFileSystem, folder, original, sshG, [
      count.judged % 2 === 0 ? 'mine' : 'gpu-12',
    ]);
    await rm(folder, { recursive: true });
    return refused;
  };
  const check = fc.asyncProperty(randomConfig, async (original) => {
    const refused =
      number++ % judgeEvery === 0
        ? await onDisk(original)
        : await tryConfig(memoryFileSystem('/home/.ssh'), '/home/.ssh', original);
    count[refused ? 'refused' : 'edited']++;
  });
  await fc.assert(check, { numRuns: runs });
  console.log(
    `${runs} configs: ${count.edited} edited, ${count.refused} refused, ${count.judged} judged by ssh -G`,
  );
  expect(count.edited).toBeGreaterThan(runs / 2);
  expect(count.refused).toBeGreaterThan(runs / 10);
});

const tricky: Record<string, string> = {
  'an empty file': '',
  'blank lines only': '\n\n  \n',
  'a comment without a newline': '# mine',
  'a host of the person’s own with our alias': 'Host gpu-7\n  HostName 192.0.2.1\n  Port 9\n',
  'Host * with everything that we set': 'Host *\n  HostName x\n  Port 1\n  User y\n  HostKeyAlias z\n',
  'options before any Host': 'Port 1\nUser y\nHost mine\n  User me\n',
  'Match final': 'Host mine\n  User me\nMatch final all\n  Port 9\n',
  'a negated pattern': 'Host * !gpu-12\n  Port 9\n',
  'CRLF and a tab': 'Host mine\r\n\tUser me\r\n',
  'no final newline after a value': 'Host mine\n  User me',
  'quotes, equals signs and a comment behind a value': 'Host "mine"\n  User="me" # it\'s me\n',
  'escaped quotes': 'Host mine\n  ProxyCommand sh -c "echo \\"%h\\""\n',
  'an Include of its own first': 'Include /nowhere/*.conf\nHost mine\n  User me\n',
  'our Include without the markers': 'Include ~/.ssh/gpu-rental/config\nHost mine\n',
  IgnoreUnknown: 'IgnoreUnknown UseKeychain\nHost *\n  UseKeychain yes\n',
  'a line of 10,000 characters': `# ${'x'.repeat(10_000)}\nHost mine\n  User me\n`,
  'a form feed behind a value': 'Host mine\n  User me\f\n',
  'text that is not ASCII': 'Host mine\n  # größe ☃\n  User me\n',
  'replacement patterns': "Host mine\n  # $& $1 $` $'\n  User me\n",
  'an open quote': 'Host mine\n  User "me\n',
  'an apostrophe': "Host mine\n  ProxyCommand echo it's\n",
  'an option that ssh does not know': 'NoSuchOption yes\n',
  'a byte order mark': '\ufeffHost mine\n',
};

it.each(Object.entries(tricky))('%s keeps every byte and every answer of ssh', async (_, text) => {
  await tryConfig(nodeFileSystem, await memoryFolder(), Buffer.from(text), sshG);
});

type Judge = (file: string, host: string) => Promise<Effective>;

/** Add, update, add again, remove; true when the file was refused. */
async function tryConfig(
  fs: FileSystem,
  folder: string,
  original: Buffer,
  judge?: Judge,
  hosts: readonly string[] = ['mine', 'gpu-12'],
): Promise<boolean> {
  const file = path.join(folder, 'config');
  const created = await fs.createExclusive(file, 0o644);
  await created.write(original);
  await created.close();
  const homes = { home: folder, passwordHome: '/nowhere' };
  const config = new SshConfig({ fs, configFile: file, defaultConfigFile: '/nowhere/config', ...homes });
  const answers = () => Promise.all(judge ? hosts.map((host) => judge(file, host)) : []);
  const before = await answers();
  const markers = markersOf(original);

  const refusal = await config.ensureInclude().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal !== undefined) {
    expect(refusal).toBeInstanceOf(SshConfigError);
    expect(refusal).toMatchObject({ code: 'refused' });
    expect(await fs.readFile(file)).toEqual(original);
    if (markers !== 'damaged') expect(before.some(({ accepted }) => accepted)).toBe(false);
    expect((await fs.readdir(folder)).sort()).toEqual(['config', 'gpu-rental']);
    return true;
  }
  expect(markers).not.toBe('damaged');

  const added = await fs.readFile(file);
  expect(outsideOf(added)).toBe(outsideOf(original));
  await config.writeEntries([entry]);
  await config.writeEntries([{ ...entry, port: 50_000 }]);
  expect(await config.ensureInclude()).toEqual({ changed: false });
  expect(await fs.readFile(file)).toEqual(added);
  if (judge && before.every(({ accepted }) => accepted)) {
    expect(texts(await answers())).toEqual(texts(before));
    const ours = await judge(file, 'gpu-7');
    expect(['hostname', 'port', 'user'].map((name) => ours.value(name))).toEqual([
      '203.0.113.5',
      '50000',
      'root',
    ]);
  }

  await config.remove();
  const removed = await fs.readFile(file);
  if (markers === 'none') expect(removed).toEqual(original);
  else expect(removed.toString('latin1')).toBe(outsideOf(original));
  const copied = markers === 'none' && original.length > 0;
  expect((await fs.readdir(folder)).sort()).toEqual(
    copied ? ['config', 'config.before-gpu-rental'] : ['config'],
  );
  return false;
}

const texts = (all: Effective[]): string[] => all.map(({ text }) => text);
