import * as vscode from 'vscode';
import { formatSentences } from '../../domain/format';
import type { Run } from '../../domain/runs/run';
import { stopsItself } from '../../domain/stops/machineStop';
import { ignore } from '../../log/log';
import type { Services } from '../../prompts/services';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { ToldStops } from '../../stores/stops/toldStops';
import { nameOf } from '../instances/eachInstance';

/**
 * A container was made anew: runs that went on are over, and no destruction waits any more for results that are gone.
 * Never rejects.
 */
export async function noteRecreated(
  services: Services,
  accountId: string,
  instanceId: number,
  isLost: (run: Run) => boolean,
): Promise<void> {
  const { runs, sshEntries, clock, log } = services;
  const its = (await runs.read(accountId)).filter((run) => run.instanceId === instanceId && isLost(run));
  const why = 'it is recreated; only what is said of the run is out of date';
  for (const { id } of its)
    await runs.edit(accountId, id, (run) => ({ ...run, recreatedAt: clock.now() })).catch(ignore(log, why));
  await noteDown(services, accountId, instanceId);
  // It creates its own host keys.
  sshEntries.forget([instanceId]);
}

/** What its machine was told of a stop may be gone, and VS Code tells it again once it can. Never rejects. */
export async function noteDown(
  { files, clock, log }: Services,
  accountId: string,
  instanceId: number,
): Promise<void> {
  const noting = new ToldStops(files, clock).edit(
    accountId,
    instanceId,
    (told) => told && { ...told, wasDown: true },
  );
  await noting.catch(ignore(log, 'a later list may show it'));
}

/** Those that stop themselves as scheduled, and won't once their containers are made anew, in sentences. */
export async function losesWatch(
  services: Services,
  { account }: AccountInUse,
  ids: readonly number[],
): Promise<string> {
  const { scheduledStops, files, clock } = services;
  const stops = await scheduledStops.read(account.id);
  const told = await new ToldStops(files, clock).read(account.id);
  const watching = ids.filter((id) => {
    const stop = stops.get(id);
    return stop !== undefined && stopsItself(stop, told.get(id));
  });
  return formatSentences(
    watching.map((id) =>
      vscode.l10n.t(
        '{0} no longer stops itself as scheduled until you connect to it again: VS Code must be running at that time.',
        nameOf(services, id),
      ),
    ),
  );
}
