import { deepEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionApi } from './support/inHost';

describe('the manifest', () => {
  it('names exactly the commands that are registered', async () => {
    await extensionApi();
    const declared = manifest()
      .contributes.commands.map(({ command }) => command)
      .filter((id) => !id.startsWith('gpuRental.offersPanel.'))
      .sort();
    const registered = (await vscode.commands.getCommands(true))
      .filter((id) => /^gpuRental\.\w+$/.test(id))
      .sort();
    deepEqual(registered, declared);
  });

  it('keeps every setting out of reach of a workspace and of a remote machine', () => {
    const scopes = manifest()
      .contributes.configuration.flatMap(({ properties }) => Object.values(properties))
      .map(({ scope }) => scope);
    ok(scopes.length > 0);
    deepEqual(new Set(scopes), new Set(['application']));
  });

  it('offers several selected instances only what can be done with several', () => {
    const several = new Set([
      'startInstance',
      'stopInstance',
      'rebootInstance',
      'recycleInstance',
      'destroyInstance',
      'scheduleStop',
      'cancelScheduledStop',
    ]);
    const { menus: all, submenus } = manifest().contributes;
    const menus = ['view/item/context', ...submenus.map(({ id }) => id)]
      .flatMap((menu) => all[menu] ?? [])
      .filter(
        ({ when, group }) => /view == gpuRental\.instances\b/.test(when) && !group.startsWith('inline'),
      );
    const offered = menus.filter(({ when, command }) => command && !when.includes('!listMultiSelection'));
    ok(menus.length > offered.length);
    deepEqual(new Set(offered.map(({ command }) => command?.replace('gpuRental.', ''))), several);
  });
});

interface Manifest {
  contributes: {
    commands: { command: string }[];
    menus: Record<string, { command?: string; when: string; group: string }[]>;
    submenus: { id: string }[];
    configuration: { properties: Record<string, { scope: string }> }[];
  };
}

function manifest(): Manifest {
  return vscode.extensions.getExtension('gpu-rental.gpu-rental')?.packageJSON as Manifest;
}
