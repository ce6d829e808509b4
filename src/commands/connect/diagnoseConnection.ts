import * as vscode from 'vscode';
import { throwIfCancelled } from '../../api/cancelled';
import { isUnsupported } from '../../api/errors';
import { aliasOf } from '../../ssh/alias';
import { diagnose } from '../../ssh/diagnosis/diagnose';
import { type DiagnosisProbes, type Diagnosis, titleOf } from '../../ssh/diagnosis/finding';
import { diagnosisMarkdown } from '../../ssh/diagnosis/markdown';
import { probeSsh } from '../../ssh/login/probe';
import { runProgram } from '../../ssh/run/runSsh';
import { accountKeys } from '../../stores/account/accountKeys';
import { signedIn } from '../../api/localError';
import type { Call } from '../call';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { targetInstance } from '../instances/targetInstance';
import type { Services } from '../../prompts/services';
import { offerRemedy } from '../../views/instances/instanceButtons';
import { nameOf } from '../instances/eachInstance';

/** Checks every step from the API key to a shell and shows what was found and what helps. */
export async function diagnoseConnection(services: Services, call: Call): Promise<Diagnosis | undefined> {
  const id = await targetInstance(services, call, vscode.l10n.t('Diagnose Connection'));
  if (id === undefined) return undefined;
  const { config, user, identityFile } = services.sshSetup();
  const diagnosis = await withCancellableProgress(
    vscode.l10n.t('Diagnosing the connection to {0}', nameOf(services, id)),
    async ({ signal, report }) => {
      const subject = { instanceId: id, config, user, identityFile };
      const found = await diagnose(subject, probes(services, id, signal), ({ step }) =>
        report(titleOf(step)),
      );
      // Interrupted steps would look like failures.
      throwIfCancelled(signal);
      return found;
    },
  );
  if (diagnosis && call.interactive) {
    await services.texts.showReport(aliasOf(id), diagnosisMarkdown(aliasOf(id), diagnosis));
    void offerRemedy(nameOf(services, id), id, diagnosis);
  }
  return diagnosis;
}

function probes(
  services: Pick<Services, 'accounts' | 'remoteWindow' | 'sshSetup'>,
  id: number,
  signal: AbortSignal,
): DiagnosisProbes {
  const client = signedIn(services.accounts);
  const { program, windowConfigFile } = services.sshSetup();
  return {
    account: () => client.users.current({ signal }),
    instance: () => client.instances.get(id, { signal }),
    registeredKeys: async () => {
      try {
        const [account, instance] = await Promise.all([
          accountKeys(client, { signal }),
          client.sshKeys.listOfInstance(id, { signal }),
        ]);
        if (account.refusal !== undefined) return undefined;
        const own = account.keys.flatMap(({ key }) => key?.text ?? []);
        return [...own, ...instance.flatMap(({ key }) => key ?? [])];
      } catch (error) {
        if (isUnsupported(error)) return undefined;
        throw error;
      }
    },
    banner: (options) => probeSsh({ ...options, signal }),
    run: (args, options) => runProgram(args, { program, ...options, signal }),
    window: () => ({
      extension: services.remoteWindow.provider(),
      configFile: windowConfigFile,
    }),
  };
}
