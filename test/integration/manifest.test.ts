import { deepEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionApi } from './support';

describe('the manifest', () => {
  it('names exactly the commands that are registered', async () => {
    await extensionApi();
    const declared = manifest()
      .contributes.commands.map(({ command }) => command)
      .sort();
    const registered = (await vscode.commands.getCommands(true))
      .filter((id) => /^gpuRental\.\w+$/.test(id))
      .sort();
    deepEqual(registered, declared);
  });

  it('keeps every setting out of reach of a workspace and of a remote machine', () => {
    const scopes = Object.values(manifest().contributes.configuration.properties).map(({ scope }) => scope);
    ok(scopes.length > 0);
    deepEqual(new Set(scopes), new Set(['application']));
  });
});

interface Manifest {
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, { scope: string }> };
  };
}

function manifest(): Manifest {
  return vscode.extensions.getExtension('gpu-rental.gpu-rental')?.packageJSON as Manifest;
}
