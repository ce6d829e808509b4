import * as vscode from 'vscode';
import { instanceName } from '../../ask/instanceName';
import { showWarning, showWith } from '../../ask/notify';
import { dateAndTime } from '../../ask/timeWords';
import { sshSetup } from '../../connect/entries/sshSetup';
import { knownRemote } from '../../connect/remotes';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { lazyObject } from '../../lazyObject';
import { ignore } from '../../log/log';
import * as shell from '../../ssh/stops/stopOnMachine';
import type { AccountFiles } from '../../stores/account/accountFiles';
import { sentenceAboutId } from '../../ask/accountSentences';
import type { Stores } from '../../stores/backgroundStores';
import { Moves } from '../../stores/instances/moves';
import { MachineStops } from '../../stores/stops/machineStops';
import type { MachineStopsStores, OwedReport } from '../../stores/stops/machineStopsStores';
import { StopKeeper } from '../../stores/stops/stopKeeper';
import { ToldStops } from '../../stores/stops/toldStops';

/** Carries out scheduled stops, by their machines where they can. */
export function keepStops(stores: Stores, ready: Promise<unknown>): StopKeeper {
  const { leases, starts } = stores;
  const moves = new Moves(stores.files);
  const reports = lazyObject(async () => new (await import('./stopTeller')).StopTeller({ ...stores, moves }));
  const machines = tellMachines({ ...stores, lease: leases.for('machineStops') });
  const own = { pendingStart: starts, lease: leases.for('stops'), machines, moves };
  return new StopKeeper({ ...stores, ...own }, reports, ready);
}

type ToldStores = Omit<MachineStopsStores, 'told' | 'shell' | 'remoteOf'> & { files: AccountFiles };

/** Tells machines when to stop themselves. */
export function tellMachines(stores: ToldStores): MachineStops {
  const own = {
    told: new ToldStops(stores.files, stores.clock),
    shell,
    remoteOf: (instance: SharedInstance) => knownRemote(sshSetup(), instance),
  };
  return new MachineStops({ ...stores, ...own }, (report) => warn(stores, report));
}

/** A machine that may stop at a time that isn't wanted any more. */
function warn({ accounts, log }: ToldStores, { accountId, instance, at, again }: OwedReport): void {
  const text = vscode.l10n.t(
    '{0} still has an earlier stop time, {1}, and couldn’t be told. It may stop then.',
    instanceName(instance),
    dateAndTime(at / 1000),
  );
  const button = { title: vscode.l10n.t('Try Again'), run: again };
  const why = 'the next look tries again';
  void showWith(showWarning, sentenceAboutId(accounts, accountId, text), [button]).catch(ignore(log, why));
}
