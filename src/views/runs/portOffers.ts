import * as vscode from 'vscode';
import { showInfo } from '../../ask/notify';
import { PersonCall } from '../../ask/caller';
import { callCommand } from '../../commandNames';
import { instanceOfWindow } from '../../connect/window/followWindow';
import { debugPort } from '../../domain/tasks/debugging';
import { isOver, type Run } from '../../domain/runs/run';
import { ignore, type Log } from '../../log/log';
import type { AccountStore } from '../../stores/account/accountStore';
import type { RunStore } from '../../stores/runs/runStore';

interface PortOfferStores {
  runs: RunStore;
  accounts: Pick<AccountStore, 'active'>;
  log: Log;
}

/** Offers to open a port that a run serves: each port of a run once, in the window that the person works in. */
export function offerPorts(stores: PortOfferStores): vscode.Disposable {
  const { runs, log } = stores;
  const why = 'a later change offers it again';
  const offer = (): void => void offerNew(stores).catch(ignore(log, why));
  return vscode.Disposable.from(runs.onDidChange(offer), vscode.window.onDidChangeWindowState(offer));
}

async function offerNew({ runs, accounts }: PortOfferStores): Promise<void> {
  const accountId = accounts.active?.id;
  if (accountId === undefined) return;
  for (const run of runs.known(accountId))
    for (const port of newPorts(run)) {
      // The person may have gone to another window meanwhile.
      if (!vscode.window.state.focused) return;
      const isFirst = await runs.edit(accountId, run.id, (known) =>
        newPorts(known).includes(port)
          ? { ...known, offeredPorts: [...(known.offeredPorts ?? []), port] }
          : known,
      );
      if (isFirst) void tell(run, port);
    }
}

/** A debugger's port is no page, and in a window on the instance VS Code forwards ports itself. */
const newPorts = (run: Run): number[] =>
  isOver(run) || run.instanceId === instanceOfWindow()
    ? []
    : (run.ports ?? []).filter((port) => port !== debugPort && !run.offeredPorts?.includes(port));

async function tell({ name, instanceId, instanceName }: Run, remotePort: number): Promise<void> {
  const open = vscode.l10n.t('Open in Browser');
  const said = vscode.l10n.t('{0} serves port {1} of {2}.', name, remotePort, instanceName);
  if ((await showInfo(said, open)) !== open) return;
  void callCommand('forwardPort', new PersonCall({ instanceId, remotePort, opens: true }));
}
