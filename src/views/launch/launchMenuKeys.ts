import * as vscode from 'vscode';
import type { LaunchStore } from '../../stores/launch/launchStore';
import type { TemplateStore } from '../../stores/templates/templateStore';
import { ContextKey, launchKeys } from '../menuKeys';

export interface LaunchMenuStores {
  launches: Pick<LaunchStore, 'closedForm' | 'saved' | 'onDidChange'>;
  templates: Pick<TemplateStore, 'list' | 'onDidChange'>;
}

/** Keeps the keys for launches and templates up to date once their stores are there. */
export function followLaunches({ launches, templates }: LaunchMenuStores): vscode.Disposable {
  const { closedForm, savedLaunch } = launchKeys();
  const ownTemplate = new ContextKey<boolean>('gpuRental.no.ownTemplate');
  const update = (): void => {
    const own = templates.list('mine');
    closedForm.set(launches.closedForm === undefined);
    savedLaunch.set(launches.saved.length === 0);
    ownTemplate.set(own.fetchedAt !== undefined && own.templates.length === 0);
  };
  update();
  return vscode.Disposable.from(launches.onDidChange(update), templates.onDidChange(update));
}
