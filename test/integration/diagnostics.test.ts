import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Person } from './support/accountsPerson';
import { call, environment, sandbox, signIn } from './support/inHost';

describe('the log and the diagnostics', () => {
  it('are copied as a text that tells versions, settings and the last lines, and nothing private', async () => {
    await signIn();
    await call('refreshInstances');
    await vscode.workspace
      .getConfiguration('gpuRental')
      .update('connect.remoteFolder', '/canary-folder', vscode.ConfigurationTarget.Global);
    try {
      const text = await call<string>('copyDiagnostics');
      equal(await vscode.env.clipboard.readText(), text);
      match(text, /VS Code: \d+\.\d+/);
      match(text, /GPU Rental: \d+\.\d+\.\d+/);
      match(text, /OpenSSH: OpenSSH_\d/);
      match(text, /gpuRental\.connect\.remoteFolder: set/);
      match(text, /GET \/api\/v\d\/instances\/: 200, \d+ ms, attempt 1/);
      for (const secret of [environment.apiKey, 'canary-folder', '@', environment.sshConfigFile])
        ok(!text.includes(secret), `the text has ${secret.slice(0, 4)}…`);
    } finally {
      await vscode.workspace
        .getConfiguration('gpuRental')
        .update('connect.remoteFolder', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('can be opened by a program without a dialog', async () => {
    equal(await call('showLog'), undefined);
  });

  it('are one button of a notification about a failure', async () => {
    await signIn();
    await call('refreshInstances');
    // Lists that nobody waits for may meet it too, and tell nobody.
    await sandbox.failNext({ path: '/instances/', status: 404, body: { success: false }, count: 100 });
    const person = new Person();
    try {
      await vscode.commands.executeCommand('gpuRental.refreshInstances');
      const told = person.notifications.filter(({ show }) => show === 'showErrorMessage');
      deepEqual(
        told.map(({ buttons }) => buttons.at(-1)),
        ['Show Log'],
      );
    } finally {
      await person.leave();
      await sandbox.clearFailures();
    }
  });
});
