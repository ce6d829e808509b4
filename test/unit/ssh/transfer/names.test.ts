import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import fc from '../../support/fastCheck';
import { Sums } from '../../../../src/ssh/transfer/contents';
import { download, planDownload } from '../../../../src/ssh/transfer/download';
import { ZeroEnded } from '../../../../src/ssh/transfer/farTree';
import { nearTree } from '../../../../src/ssh/transfer/nearTree';
import { planUpload, upload } from '../../../../src/ssh/transfer/upload';
import { temporaryFolder } from '../support/temporary';
import { sshdRemote } from './support/sshdRemote';

const quiet = { signal: new AbortController().signal, report: () => undefined };
const { signal } = quiet;

/** Names that this system can hold: all bytes of UTF-8 but a slash and zero. */
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.constantFrom('-rf', '--', '-', '~', '*', '$(id)', '`id`', "'", '"', '\\', '\\n', 'a\nb', '\r', ' '),
    fc.constantFrom('é', 'e\u0301', 'a', 'A', 'con', 'nul.txt', 'a:b', '.git ', '#1', '%s', '!x', '{}'),
  )
  // A lone surrogate can't be written, and the replacement for what isn't UTF-8 is no name.
  .filter(
    (text) => text.isWellFormed() && !/^\.{1,2}$|[/\0\uFFFD]/.test(text) && Buffer.byteLength(text) < 200,
  );

it('brings any names there and back, with what is in them', async () => {
  const remote = await sshdRemote();
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 25 }), async (names) => {
      const [here, there, back] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
      for (const [at, one] of names.entries()) {
        // Files, and folders with a file of the same name.
        const file = at % 3 === 0 ? path.join(here, one, one) : path.join(here, one);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, `content of ${one}`);
      }
      const near = await nearTree({ contentsOf: here }, { all: true, signal });
      const up = await upload(remote, await planUpload(remote, near, there, { signal, who: 'test' }), quiet);
      const down = await download(
        remote,
        await planDownload(remote, { folder: there }, back, { signal }),
        quiet,
      );
      for (const result of [up, down])
        expect(result).toMatchObject({ copied: names.length, kept: [], damaged: [] });
      for (const to of [there, back])
        expect((await readdir(to)).sort()).toEqual((await readdir(here)).sort());
      for (const [at, one] of names.entries()) {
        const file = at % 3 === 0 ? path.join(back, one, one) : path.join(back, one);
        expect(await readFile(file, 'utf8')).toBe(`content of ${one}`);
      }
    }),
    { numRuns: 6 },
  );
});

it('writes through no link, whichever name is one', async () => {
  const remote = await sshdRemote();
  const depth = fc.integer({ min: 0, max: 3 });
  await fc.assert(
    fc.asyncProperty(depth, fc.boolean(), async (at, isLate) => {
      const [here, there, elsewhere] = [
        await temporaryFolder(),
        await temporaryFolder(),
        await temporaryFolder(),
      ];
      const names = ['one', 'two', 'three', 'file'];
      await mkdir(path.join(here, ...names.slice(0, 3)), { recursive: true });
      await writeFile(path.join(here, ...names), 'content');
      const trap = async (): Promise<void> => {
        const linked = path.join(there, ...names.slice(0, at + 1));
        await mkdir(path.dirname(linked), { recursive: true });
        await symlink(at === 3 ? path.join(elsewhere, 'file') : elsewhere, linked);
      };
      const near = await nearTree({ contentsOf: here }, { all: true, signal });
      if (!isLate) await trap();
      const up = await planUpload(remote, near, there, { signal, who: 'test' });
      const down = await planDownload(remote, { folder: here }, there, { signal });
      if (isLate) await trap();
      await upload(remote, up, quiet);
      await download(remote, down, quiet);
      expect(await readdir(elsewhere)).toEqual([]);
      if (at < 3 || isLate)
        expect((await lstat(path.join(there, ...names.slice(0, at + 1)))).isSymbolicLink()).toBe(true);
    }),
    { numRuns: 8 },
  );
});

it('reads texts that end with a zero byte however they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1 }), fc.array(fc.nat(40)), async (names, cuts) => {
      const whole = Buffer.from(names.map((one) => `${one}\0`).join(''));
      const found: string[] = [];
      const rows = new ZeroEnded((values) => void found.push(...values.splice(0)));
      let at = 0;
      for (const length of [...cuts, whole.length]) {
        await rows.take(whole.subarray(at, at + length));
        at += length;
      }
      expect(found).toEqual(names);
    }),
  );
});

it('reads the sums of files with any name', async () => {
  const folder = await temporaryFolder();
  await fc.assert(
    fc.asyncProperty(name, fc.nat(60), async (one, cut) => {
      const file = path.join(folder, one);
      await writeFile(file, one);
      const said = execFileSync('sh', ['-c', 'sha256sum -- "./$0"', one], { cwd: folder });
      const sums = new Sums();
      sums.take(said.subarray(0, cut));
      sums.take(said.subarray(cut));
      expect([...sums.byPath]).toEqual([
        [one, createHash('sha256').update(readFileSync(file)).digest('hex')],
      ]);
    }),
    { numRuns: 40 },
  );
});
