import * as vscode from 'vscode';
import type { Removal } from '../ssh/removal';
import type { SshConfig } from '../ssh/userConfig';
import type { Call } from './call';
import type { Services } from './services';

/** Takes our block out of the ssh config and our folder away; the backup stays. */
export async function removeSshIntegration(services: Services, call: Call): Promise<Removal | undefined> {
  const { config, configFile } = services.sshSetup();
  const agreed =
    call.confirmed ||
    (await services.dialogs.confirm({
      message: vscode.l10n.t('Remove GPU Rental from your SSH config?'),
      detail: vscode.l10n.t(
        'Our block goes out of {0}, and our folder beside it is deleted. Nothing else in the file changes. Until you connect again, the names gpu-… do not work.',
        configFile,
      ),
      yes: vscode.l10n.t('Remove'),
    }));
  if (!agreed) return undefined;
  const removal = await services.sshEntries.pause(() => removeEverywhere(config));
  await services.remoteWindow.forget();
  if (call.interactive) {
    void vscode.window.showInformationMessage(
      removal.backup
        ? vscode.l10n.t('Removed. The copy of your SSH config from before stays at {0}.', removal.backup)
        : vscode.l10n.t('Removed.'),
    );
  }
  return removal;
}

/** From each file that has it. One that cannot be cleaned keeps none of the others from it. */
async function removeEverywhere(config: SshConfig): Promise<Removal> {
  const others = await Promise.allSettled((await config.elsewhere()).map((other) => other.remove()));
  const removal = await config.remove();
  for (const outcome of others) if (outcome.status === 'rejected') throw outcome.reason;
  return removal;
}
