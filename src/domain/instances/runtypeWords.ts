import * as l10n from '@vscode/l10n';
import type { Runtype } from '../../api/http/requests';

/** The launch modes in words; the aliases `ssh` and `jupyter` are the proxy ones (specification, Runtype values). */
export function runtypeWords(runtype: Runtype): { label: string; detail: string } {
  switch (runtype) {
    case 'ssh_direct':
      return {
        label: l10n.t('SSH, direct'),
        detail: l10n.t('Uses a port of the machine: fast, but the image’s entrypoint won’t run'),
      };
    case 'ssh_proxy':
    case 'ssh':
      return {
        label: l10n.t('SSH through the proxy'),
        detail: l10n.t('Works without open ports on the machine; slower'),
      };
    case 'jupyter_direct':
      return {
        label: l10n.t('Jupyter and SSH, direct'),
        detail: l10n.t('Uses ports 8080 and 22 of the machine; recommended by the service for Jupyter'),
      };
    case 'jupyter_proxy':
    case 'jupyter':
      return {
        label: l10n.t('Jupyter and SSH through the proxy'),
        detail: l10n.t('Works without open ports on the machine; slower'),
      };
    case 'args':
      return {
        label: l10n.t('Image entrypoint'),
        detail: l10n.t('Runs the entrypoint with your arguments, without SSH and Jupyter'),
      };
  }
}
