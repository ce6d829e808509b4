import type { TreeEntry } from '../../domain/runs/tree';
import { download, type DownloadOptions, type DownloadSources, planDownload } from './download';
import { listFolder } from './farTree';
import type { DownloadPlan } from './receive';
import type { Remote } from './remoteShell';
import type { CopyResult } from './stage';

/** What files are copied from: a machine that answers ssh, or the disk of a stopped one. */
export interface Source {
  plan(sources: DownloadSources, to: string, options: { signal: AbortSignal }): Promise<DownloadPlan>;
  download(plan: DownloadPlan, options: DownloadOptions): Promise<CopyResult>;
  /** What is directly in a folder, absolute or below the home folder with `~/`. */
  list(
    folder: string,
    signal: AbortSignal,
  ): Promise<{ root: string; entries: readonly Pick<TreeEntry, 'path' | 'kind' | 'size'>[] }>;
}

export const machineSource = (remote: Remote): Source => ({
  plan: (sources, to, options) => planDownload(remote, sources, to, options),
  download: (plan, options) => download(remote, plan, options),
  list: (folder, signal) => listFolder(remote, folder, signal),
});
