import { lstat, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { isSafePath, staysInside } from '../../domain/runs/names';
import { type LeftOut, planCopy, type Tree, type TreeEntry } from '../../domain/runs/tree';
import { succeeds } from '../../files/disk';
import { mapLimit } from '../../mapLimit';
import { unlessMissing } from '../errors';
import { type DownloadOptions, filtered, holdable, inStageHere, treeHere } from './download';
import { placeHere } from './placeHere';
import { type DownloadPlan, toLocalError } from './receive';
import { type Disk, nameFrom, rsync } from './rsync';
import type { Source } from './source';
import { partOf, resultOf, stageOf } from './stage';

/** The home folder of who logs in to an instance. */
const home = '/root';

const absolute = (folder: string): string => folder.replace(/^~(?=\/|$)/, home).replace(/(?<=.)\/+$/, '');

const kinds = new Map([
  ['f', 'file'],
  ['d', 'folder'],
  ['L', 'link'],
] as const);

/** The disk of a stopped instance, from which rsync copies: each file is compared by its content afterwards. */
export const diskSource = (disk: Disk): Source => ({
  async plan({ folder, names, filter }, to, { signal }): Promise<DownloadPlan> {
    const root = absolute(folder);
    // A comparison makes no folder.
    const isThere = await isHere(to, '.');
    const { tree, same } = await treeOf(disk, { root, names, to: isThere ? to : undefined, signal });
    const from = holdable(filter ? filtered(tree, filter) : tree, process.platform);
    const there = await treeHere(to, from, signal);
    const plan = await planCopy(from, there, same);
    return {
      ...plan,
      root,
      to,
      here: there.entries,
      stage: stageOf(`disk ${disk.instanceId}`, root, to),
      hasGnuTar: true,
    };
  },

  download: (plan, options) =>
    plan.added.length + plan.replaced.length === 0
      ? Promise.resolve(resultOf([], plan.unchanged, { kept: [], damaged: [] }))
      : inStageHere(plan, (stage) => downloadInto(stage, disk, plan, options)),

  async list(folder, signal) {
    const root = absolute(folder);
    const out = await rsync(disk, {
      path: `${root}/`,
      options: ['--no-recursive', '--dirs', '--list-only'],
      signal,
    });
    const entries = out.split('\n').flatMap((line) => {
      const [, kind, size = '', name = ''] =
        /^([dl-])\S{9,} +([\d,.]+) \S+ \S+ (.+?)(?: -> .*)?$/.exec(line) ?? [];
      if (kind === undefined || name === '.') return [];
      const bytes = Number(size.replaceAll(/[,.]/g, ''));
      return [
        { path: nameFrom(name), kind: kind === 'd' ? ('folder' as const) : ('file' as const), size: bytes },
      ];
    });
    return { root, entries };
  },
});

interface Looking {
  root: string;
  names: readonly string[] | undefined;
  /** Undefined: nothing is here. */
  to: string | undefined;
  signal: AbortSignal;
}

/** What rsync would copy, and what of it is here already. */
async function treeOf(
  disk: Disk,
  { root, names, to, signal }: Looking,
): Promise<{ tree: Tree; same: ReadonlySet<string> }> {
  const options = ['--recursive', '--dry-run', '-ii', '--out-format=%i %l %n%L'];
  const nowhere = to === undefined ? await mkdtemp(path.join(tmpdir(), 'gpu-rental-nothing-')) : undefined;
  const from = names ? { names: names.map((name) => `${root}/./${name}`) } : { path: `${root}/` };
  const asking = rsync(disk, { ...from, to: to ?? nowhere, options, signal });
  // Its failure is thrown below.
  await asking.catch(() => undefined);
  if (nowhere !== undefined) await rm(nowhere, { recursive: true, force: true });
  const out = await asking;
  const entries = new Map<string, TreeEntry>();
  const same = new Set<string>();
  const leftOut: LeftOut[] = [];
  for (const line of out.split('\n')) {
    const [, change = '', letter, size, printed = ''] =
      /^([<>ch.*])([fdL]).{9} +(\d+) (.+)$/.exec(line) ?? [];
    const kind = kinds.get(letter as 'f' | 'd' | 'L');
    if (kind === undefined) continue;
    const [name = '', target = ''] = kind === 'link' ? printed.split(' -> ') : [printed];
    const at = nameFrom(name).replace(/\/$/, '').replace(/^\.\//, '');
    if (at === '.' || !isSafePath(at)) continue;
    const facts = { path: at, modified: -1, mode: undefined };
    if (kind === 'link' && !staysInside(at, nameFrom(target))) leftOut.push({ path: at, why: 'linkOutside' });
    else if (kind === 'link') entries.set(at, { ...facts, kind, size: 0, target: nameFrom(target) });
    else entries.set(at, { ...facts, kind, size: kind === 'file' ? Number(size) : 0 });
    if (change === '.' && kind !== 'folder' && entries.has(at)) same.add(at);
  }
  return { tree: { entries, leftOut }, same };
}

const syncAtOnce = 16;

async function downloadInto(
  stage: string,
  disk: Disk,
  plan: DownloadPlan,
  { signal, report }: DownloadOptions,
): ReturnType<Source['download']> {
  const entries = [...plan.added, ...plan.replaced];
  const part = partOf(plan);
  const total = plan.bytes;
  // What an earlier copy left and this one doesn't want would be put in its place too.
  await rm(stage, { recursive: true, force: true });
  const damaged: string[] = [];
  let before = 0;
  for (const name of ['new', 'over'] as const) {
    const its = entries.filter((entry) => part(entry) === name);
    if (its.length === 0) continue;
    const names = its.map(({ path: at }) => `${plan.root}/./${at}`);
    const copy = { names, to: path.join(stage, name), mayLack: true, signal };
    const moving = ['--safe-links', '--chmod=Du+rwx,Fu+rw'];
    await mkdir(copy.to, { recursive: true }).catch(toLocalError(plan.to));
    await rsync(disk, {
      ...copy,
      options: [...moving, '--info=progress2', '--no-human-readable'],
      output: (text) => {
        const bytes = Number(/(\d+) +\d+%[^%]*$/.exec(text)?.[1] ?? NaN);
        if (bytes >= 0) report({ phase: 'copying', bytes: before + bytes, total });
      },
    });
    before += its.reduce((sum, { size }) => sum + size, 0);
    report({ phase: 'checking', bytes: before, total });
    const differs = ['--checksum', '--dry-run', '-i', '--out-format=%i %n'];
    const out = await rsync(disk, { ...copy, options: [...moving, ...differs] });
    for (const line of out.split('\n')) {
      const [, at] = /^[<>c][fL]\S+ (.+?)(?: -> .*)?$/.exec(line) ?? [];
      if (at !== undefined) damaged.push(nameFrom(at));
    }
    for (const { path: at, kind } of its)
      if (kind !== 'folder' && !(await isHere(copy.to, at))) damaged.push(at);
    // Kept through a power failure: the instance may be destroyed next.
    const files = its.filter(({ kind }) => kind === 'file');
    await mapLimit(files, syncAtOnce, async ({ path: at }) => {
      const file = await open(path.join(copy.to, ...at.split('/')), 'r+').catch(unlessMissing);
      try {
        await file?.sync();
      } finally {
        await file?.close();
      }
    }).catch(toLocalError(plan.to));
  }
  report({ phase: 'placing', bytes: total, total });
  for (const name of ['new', 'over'])
    for (const at of damaged) await rm(path.join(stage, name, ...at.split('/')), { force: true });
  const added = await placeHere(path.join(stage, 'new'), plan.to, {});
  const over = await placeHere(path.join(stage, 'over'), plan.to, { replaces: plan.here });
  await rm(stage, { recursive: true, force: true });
  return resultOf(entries, plan.unchanged, { kept: [...added, ...over], damaged: [...new Set(damaged)] });
}

const isHere = (folder: string, at: string): Promise<boolean> =>
  succeeds(lstat(path.join(folder, ...at.split('/'))));
