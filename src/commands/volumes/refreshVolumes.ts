import * as vscode from 'vscode';
import type { Volume } from '../../api/schemas/volume';
import { showInfo, withProgress } from '../../ask/notify';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';

/** Requests the account's volumes and resolves to them. A service that doesn't list volumes has none. */
export async function refreshVolumes(
  { volumes }: Pick<Services, 'volumes'>,
  call: Call,
): Promise<readonly Volume[]> {
  const refreshed = volumes.refresh();
  // The service requires a few seconds between two of these requests.
  if (call.interactive) await withProgress({ location: { viewId: 'gpuRental.volumes' } }, () => refreshed);
  await refreshed;
  const { state } = volumes;
  // Without a volume, no view would show the progress.
  if (call.interactive && state.volumes.length === 0)
    void showInfo(
      state.missing
        ? vscode.l10n.t('This service doesn’t list volumes for this account.')
        : vscode.l10n.t('You have no volumes.'),
    );
  return state.volumes;
}
