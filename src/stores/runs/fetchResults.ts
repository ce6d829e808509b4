import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as l10n from '@vscode/l10n';
import ignore from 'ignore';
import { LocalError } from '../../api/localError';
import type { DownloadSources } from '../../ssh/transfer/download';
import type { CopyProgress, CopyResult } from '../../ssh/transfer/stage';
import type { Source } from '../../ssh/transfer/source';
import type { Run } from '../../domain/runs/run';
import { holdsAllResults } from '../../domain/runs/runFolders';
import type { LeftOut } from '../../domain/runs/tree';

/** What of a run is fetched. Its patterns are those of .gitignore, for what is wanted. */
function sourcesOf({ workdir, fetch }: Pick<Run, 'workdir' | 'fetch'>): DownloadSources {
  const wanted = ignore().add([...fetch]);
  return { folder: workdir, filter: (file) => wanted.ignores(file), mustExist: true };
}

export interface FetchOptions {
  signal: AbortSignal;
  report: (progress: CopyProgress) => void;
}

export interface Fetched extends CopyResult {
  /** Everything that was wanted is on this computer, with the content that it has on the machine. */
  isWhole: boolean;
  /** What of it couldn't be copied at all. */
  leftOut: readonly LeftOut[];
}

/** A container that was made anew has none of what ran there before: what is in the folder now is another run's. */
async function mustHold(source: Source, id: string, workdir: string, signal: AbortSignal): Promise<void> {
  await source.list(`~/.gpu-rental/runs/${id}`, signal).catch((error: unknown) => {
    if (!(error instanceof LocalError) || error.code !== 'not_found') throw error;
    throw new LocalError(
      'not_found',
      l10n.t(
        'The instance no longer holds this run, for example because it was recreated. Files in {0} may be those of another run.',
        workdir,
      ),
    );
  });
}

/**
 * Fetches the results of a run from its machine, or the disk of a stopped one, into a folder of this computer, and replaces nothing there that differs.
 *
 * @param run without its id, it is known to be there
 * @throws LocalError, CancelledError
 */
export async function fetchResults(
  source: Source,
  run: Pick<Run, 'workdir' | 'fetch' | 'results' | 'serves'> & Partial<Pick<Run, 'id'>>,
  options: FetchOptions,
): Promise<Fetched> {
  if (run.id !== undefined) await mustHold(source, run.id, run.workdir, options.signal);
  // Those of another node lie in a folder of their run's.
  if (run.serves !== undefined) await makeResults(path.dirname(run.results));
  await makeResults(run.results);
  const plan = await source.plan(sourcesOf(run), run.results, options);
  const result = await source.download({ ...plan, replaced: [] }, options);
  // Often only the first node writes any.
  if (run.serves !== undefined) await rmdir(run.results).catch(() => undefined);
  const inTheWay = plan.replaced.map((entry) => entry.path);
  const kept = [...result.kept, ...inTheWay];
  const isWhole = kept.length === 0 && result.damaged.length === 0 && plan.leftOut.length === 0;
  return { ...result, kept, isWhole, leftOut: plan.leftOut };
}

/** The folder of all results is left out by git, and by what is sent to the next run. */
export async function makeResults(results: string): Promise<void> {
  const all = path.dirname(results);
  const isNew = (await mkdir(results, { recursive: true })) !== undefined;
  if (!isNew || !holdsAllResults(all)) return;
  // One that is there already says what the person wants.
  await writeFile(path.join(all, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}
