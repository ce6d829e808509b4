import * as vscode from 'vscode';
import { showInfo } from '../../ask/notify';
import type { Removal } from '../../ssh/config/removal';
import type { SshConfig } from '../../ssh/config/userConfig';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';

/** Removes our block from the ssh config, and our folder. The backup stays. */
export async function removeSshIntegration(services: Services, call: Call): Promise<Removal | undefined> {
  const { config, configFile } = services.sshSetup();
  const isThere = await hasTraces(config);
  if (!isThere && call.interactive) {
    void showInfo(vscode.l10n.t('GPU Rental isn’t in your SSH config. Nothing to remove.'));
    return undefined;
  }
  const agreed =
    call.confirmed ||
    (await services.dialogs.confirm({
      message: vscode.l10n.t('Remove GPU Rental from your SSH config?'),
      detail: vscode.l10n.t(
        'Removes our block from {0} and deletes our folder next to it. Nothing else in the file changes. The names gpu-… won’t work until you connect again.',
        configFile,
      ),
      yes: vscode.l10n.t('Remove'),
    }));
  if (!agreed) return undefined;
  const removal = await services.sshEntries.pause(() => removeEverywhere(config));
  services.log.info(`SSH integration removed; block removed: ${removal.blockRemoved}.`);
  await services.remoteWindow.forget();
  if (call.interactive) {
    void showInfo(
      removal.backup
        ? vscode.l10n.t('Removed. The earlier copy of your SSH config is still at {0}.', removal.backup)
        : vscode.l10n.t('Removed.'),
    );
  }
  return removal;
}

async function hasTraces(config: SshConfig): Promise<boolean> {
  if (await config.isThere()) return true;
  return (await config.hasBlock()) || (await config.elsewhere()).length > 0;
}

/** From each file with our block. If one can't be cleaned, continue with the others. */
async function removeEverywhere(config: SshConfig): Promise<Removal> {
  const others = await Promise.allSettled((await config.elsewhere()).map((other) => other.remove()));
  const removal = await config.remove();
  for (const outcome of others) if (outcome.status === 'rejected') throw outcome.reason;
  return removal;
}
