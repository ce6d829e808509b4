import * as vscode from 'vscode';
import { instanceName } from '../../ask/instanceName';
import { burnRate, type Rate, rateFrom, sumOfRates } from '../../domain/money/rate';
import { formatList } from '../../domain/format';
import { costOfVolumes, totalRate } from '../../domain/volumes/volumeCost';
import { isOver, lacksResults } from '../../domain/runs/run';
import { ignore } from '../../log/log';
import type { Account } from '../../stores/account/accountFiles';
import { ToldStops } from '../../stores/stops/toldStops';
import type { Services } from '../../prompts/services';

export interface LeftBehind {
  /** Undefined where the last lists say that nothing is rented. */
  rate: Rate | undefined;
  /** What isn't known, and what is no longer carried out. */
  notes: readonly string[];
}

/** What signing out of an account leaves behind; undefined where that is nothing, by the last lists. */
export async function leftBySignOut(
  { snapshots, volumeLists, scheduledStops, runs, instances, files, clock, log }: Services,
  account: Account,
): Promise<LeftBehind | undefined> {
  const why = 'without the list, the question says that the costs are unknown';
  const listed = (await snapshots.read(account.id).catch(ignore(log, why)))?.instances;
  const { volumes, refused } = (await volumeLists.read(account.id)) ?? {};
  const areListed = volumes !== undefined && !refused;
  const scheduled = await scheduledStops.read(account.id);
  const told = await new ToldStops(files, clock).read(account.id);
  const stopping = [...told].flatMap(([id, { watches, at }]) => (watches && at > clock.now() ? [id] : []));
  const { accountId, expected } = instances.state;
  const coming = accountId === account.id ? expected : [];
  const isNothing = listed?.length === 0 && areListed && volumes.length === 0 && coming.length === 0;
  if (isNothing && scheduled.size === 0 && stopping.length === 0) return undefined;
  const ofInstances = [
    listed ? burnRate(listed) : rateFrom(undefined),
    ...coming.map(({ running }) => rateFrom(running)),
  ];
  const nameOf = (id: number): string => {
    const instance = listed?.find((one) => one.id === id);
    return instance ? instanceName(instance) : vscode.l10n.t('instance {0}', id);
  };
  // What no list has any more has nothing on it.
  const mayBeThere = (id: number) => !listed || listed.some((one) => one.id === id);
  const all = await runs.readAll(account.id);
  const forgotten = (all ?? (await runs.read(account.id))).filter(
    (run) => mayBeThere(run.instanceId) && (!isOver(run) || lacksResults(run)),
  );
  const names = [...scheduled.keys()].filter((id) => !stopping.includes(id)).map(nameOf);
  return {
    rate: isNothing
      ? undefined
      : totalRate(sumOfRates(ofInstances), volumes && costOfVolumes(volumes, areListed)),
    notes: [
      listed && areListed ? '' : vscode.l10n.t('It isn’t known what is rented now.'),
      all ? '' : vscode.l10n.t('The list of runs can’t be read and is deleted.'),
      forgotten.length > 0
        ? vscode.l10n.t(
            'These runs are no longer known here, but still run or have results only on their instances: {0}.',
            formatList([...new Set(forgotten.map(({ name }) => name))]),
          )
        : '',
      names.length > 0
        ? vscode.l10n.t('These instances are no longer stopped as scheduled: {0}.', formatList(names))
        : '',
      stopping.length > 0
        ? vscode.l10n.t(
            'These instances still stop themselves at their set time: {0}.',
            formatList(stopping.map(nameOf)),
          )
        : '',
    ],
  };
}
