import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { ApiError, isUnsupported } from '../api/errors';
import { aliasOf } from '../ssh/alias';
import { resolveConfigFile } from '../ssh/configPaths';
import { diagnose } from '../ssh/diagnosis/diagnose';
import { type Diagnosis, titleOf } from '../ssh/diagnosis/finding';
import { diagnosisMarkdown } from '../ssh/diagnosis/markdown';
import type { DiagnosisProbes } from '../ssh/diagnosis/probes';
import { probeSsh } from '../ssh/probe';
import { runProgram } from '../ssh/runSsh';
import { signedIn } from '../stores/signedIn';
import { settings } from '../stores/settings';
import type { Call } from './call';
import { withCancellableProgress } from './connectProgress';
import { targetInstance } from './pickInstance';
import type { Services } from './services';

/** Walks the chain from the API key to a shell and shows each step with what was seen and what helps. */
export async function diagnoseConnection(services: Services, call: Call): Promise<Diagnosis | undefined> {
  const id = await targetInstance(services, call, vscode.l10n.t('Diagnose Connection'));
  if (id === undefined) return undefined;
  const { config, user, identityFile } = services.sshSetup();
  const diagnosis = await withCancellableProgress(
    vscode.l10n.t('Diagnosing the connection to instance {0}', id),
    async ({ signal, report }) => {
      const subject = { instanceId: id, config, user, identityFile };
      const found = await diagnose(subject, probes(services, id, signal), ({ step }) =>
        report(titleOf(step)),
      );
      // Steps that were cut short would read like faults.
      if (signal.aborted) throw new ApiError('aborted', vscode.l10n.t('Cancelled.'));
      return found;
    },
  );
  if (diagnosis && call.interactive)
    await services.texts.showReport(aliasOf(id), diagnosisMarkdown(aliasOf(id), diagnosis));
  return diagnosis;
}

function probes(services: Services, id: number, signal: AbortSignal): DiagnosisProbes {
  const client = signedIn(services.accounts);
  return {
    account: () => client.currentUser({ signal }),
    instance: () => client.getInstance(id, { signal }),
    registeredKeys: async () => {
      try {
        const [account, instance] = await Promise.all([
          client.sshKeys.list({ signal }),
          client.sshKeys.listOfInstance(id, { signal }),
        ]);
        return [...account, ...instance].flatMap(({ key }) => (key === undefined ? [] : [key]));
      } catch (error) {
        if (isUnsupported(error)) return undefined;
        throw error;
      }
    },
    banner: (options) => probeSsh({ ...options, signal }),
    run: (args, options) => runProgram(args, { ...options, signal }),
    window: () => ({
      extension: services.remoteWindow.provider(),
      configFile: resolveConfigFile({ remoteSshSetting: settings.ssh.remoteSshConfigFile, home: homedir() }),
    }),
  };
}
