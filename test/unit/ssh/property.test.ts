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
  const onDisk = async (original: Buffer): Promise<boolean> => {
    const folder = path.join(home, String(number));
    await mkdir(folder);
    count.judged++;
    const refused = await tryConfig(nodeFileSystem, folder, original, sshG);
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

type Judge = (file: string, host: string) => Promise<Effective>;

/** Add, update, add again, remove; true when the file was refused. */
async function tryConfig(fs: FileSystem, folder: string, original: Buffer, judge?: Judge): Promise<boolean> {
  const file = path.join(folder, 'config');
  const created = await fs.createExclusive(file, 0o644);
  await created.write(original);
  await created.close();
  const homes = { home: folder, passwordHome: '/nowhere' };
  const config = new SshConfig({ fs, configFile: file, defaultConfigFile: '/nowhere/config', ...homes });
  const answers = () => Promise.all(judge ? [judge(file, 'mine'), judge(file, 'gpu-12')] : []);
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
