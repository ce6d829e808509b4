import { mkdir, rm } from 'node:fs/promises';
import * as path from 'node:path';
import fc from '../support/fastCheck';
import { expect, it } from 'vitest';
import { SshConfigError } from '../../../src/ssh/errors';
import type { FileSystem } from '../../../src/ssh/files/fileSystem';
import type { SshEntry } from '../../../src/ssh/config/hostEntry';
import { SshConfig } from '../../../src/ssh/config/userConfig';
import { quickFileSystem } from './support/faultyFileSystem';
import { memoryFileSystem } from './support/memoryFileSystem';
import { markersOf, outsideOf, randomConfig } from './support/randomConfig';
import { sshG, type Effective } from './support/sshG';
import { memoryFolder } from './support/temporary';

const runs = 5000;
const lanes = 4;
/** Every so many configs live on the real disk, where ssh itself is asked about every other host. */
const judgeEvery = 20;
const entry: SshEntry = { instanceId: 7, host: '203.0.113.5', port: 41_022, user: 'root' };

it(`${runs} random ssh configs keep every byte, and every answer of ssh`, async () => {
  const home = await memoryFolder();
  const count = { edited: 0, refused: 0, compared: 0 };
  let number = 0;
  const onDisk = async (original: Buffer, hosts?: readonly string[]): Promise<Outcome> => {
    const folder = path.join(home, String(number++));
    await mkdir(folder);
    const outcome = await tryConfig(quickFileSystem, folder, original, sshG, hosts);
    await rm(folder, { recursive: true, maxRetries: 5 });
    return outcome;
  };
  const check = fc.asyncProperty(randomConfig, async (original) => {
    if (number++ % judgeEvery === 0) {
      const outcome = await onDisk(original);
      if (outcome === 'compared') count.compared++;
      count[outcome === 'refused' ? 'refused' : 'edited']++;
      return;
    }
    const outcome = await tryConfig(memoryFileSystem('/home/.ssh'), '/home/.ssh', original);
    // What is refused for anything but its markers must be refused by ssh, too.
    if (outcome === 'refused' && markersOf(original) !== 'damaged') await onDisk(original, ['mine']);
    count[outcome === 'refused' ? 'refused' : 'edited']++;
  });
  // Side by side, because most of the time goes by while an ssh answers.
  const { seed = Date.now() } = fc.readConfigureGlobal();
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      // With one seed, each lane would draw what the others do.
      fc.assert(check, { numRuns: runs / lanes, seed: seed + lane }),
    ),
  );
  console.log(
    `${runs} configs: ${count.edited} edited, ${count.refused} refused; before and after the same for every other host by ssh -G in ${count.compared}`,
  );
  expect(count.edited).toBeGreaterThan(runs / 2);
  expect(count.refused).toBeGreaterThan(runs / 10);
  expect(count.compared).toBeGreaterThan(runs / judgeEvery / 10);
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
  await tryConfig(quickFileSystem, await memoryFolder(), Buffer.from(text), sshG);
});

/** `compared`: also by what ssh says of every other host. */
type Outcome = 'refused' | 'edited' | 'compared';
type Judge = (file: string, host: string) => Promise<Effective>;

/** Add, update, add again, remove. */
async function tryConfig(
  fs: FileSystem,
  folder: string,
  original: Buffer,
  judge?: Judge,
  hosts: readonly string[] = ['mine', 'gpu-12'],
): Promise<Outcome> {
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
    if (judge && markers !== 'damaged') expect(before.every(({ accepted }) => !accepted)).toBe(true);
    expect((await fs.readdir(folder)).sort()).toEqual(['config', 'gpu-rental']);
    return 'refused';
  }
  expect(markers).not.toBe('damaged');

  const added = await fs.readFile(file);
  expect(outsideOf(added)).toBe(outsideOf(original));
  await config.writeEntries([entry]);
  await config.writeEntries([{ ...entry, port: 50_000 }]);
  expect(await config.ensureInclude()).toEqual({ changed: false });
  expect(await fs.readFile(file)).toEqual(added);
  const compared = judge !== undefined && before.every(({ accepted }) => accepted);
  if (compared) {
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
  return compared ? 'compared' : 'edited';
}

const texts = (all: Effective[]): string[] => all.map(({ text }) => text);
