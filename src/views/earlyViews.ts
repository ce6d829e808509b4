import * as vscode from 'vscode';
import type { Node as AccountNode } from './account/accountView';
import type { Node as InstanceNode } from './instances/instancesView';
import { LateFiles, schemes } from './texts/lateFiles';
import { LateTree } from './lateTree';
import type { Node as RunNode } from './runs/runsView';
import type { Node as TemplateNode } from './templates/templatesView';
import type { Node as ThisInstanceNode } from './instances/thisInstanceView';
import type { Node as VolumeNode } from './volumes/volumesView';

/** What VS Code may need before anything else is loaded. */
export type EarlyViews = ReturnType<typeof createEarlyViews>;

/** @param load builds what the views and files show and attaches it; `ready` resolves when the accounts were read @param secret see LateTree */
export function createEarlyViews(
  load: () => Promise<{ ready: Promise<unknown>; runKeeper: { draw(): Promise<void> } }>,
  secret: string,
) {
  const thisInstance = new LateTree<ThisInstanceNode>('gpuRental.thisInstance', load, secret);
  const instances = new LateTree<InstanceNode>('gpuRental.instances', load, secret, {
    canSelectMany: true,
    showCollapseAll: true,
    dragAndDropController: {
      dragMimeTypes: [],
      dropMimeTypes: ['text/uri-list', 'files'],
      handleDrop: async (row, dropped) =>
        (await import('./instances/instanceButtons')).dropFiles(row, dropped),
    },
  });
  const runs = new LateTree<RunNode>('gpuRental.runs', async () => (await load()).runKeeper.draw(), secret, {
    canSelectMany: true,
  });
  const templates = new LateTree<TemplateNode>('gpuRental.templates', load, secret);
  const volumes = new LateTree<VolumeNode>('gpuRental.volumes', load, secret);
  const account = new LateTree<AccountNode>('gpuRental.account', load, secret);
  // A tab of an earlier window asks for its template at once, which only a signed-in account can load.
  const templateFiles = new LateFiles(schemes.template, async () => (await load()).ready);
  const launchFiles = new LateFiles(schemes.launch, load);
  const all = vscode.Disposable.from(
    thisInstance,
    instances,
    runs,
    templates,
    volumes,
    account,
    templateFiles,
    launchFiles,
  );
  return { thisInstance, instances, runs, templates, volumes, account, templateFiles, launchFiles, all };
}
