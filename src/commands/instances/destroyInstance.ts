import * as vscode from 'vscode';
import { chooseFor, confirmFor } from '../../ask/confirmFor';
import { formatRate } from '../../domain/money/cost';
import { moveNodes } from '../../views/instances/moveRow';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { stillBilled } from '../stillBilled';
import { keptVolumes } from '../volumes/keptVolumes';
import { costNow, eachInstance, nameOf, syncEntries } from './eachInstance';
import { unfetched } from '../../prompts/runs/runsOnInstance';
import { copyFiles, diskLines, startFirst, withFiles } from './copyFirst';
import { targetInstances } from './targetInstance';
import type { Services } from '../../prompts/services';
import { formatParagraphs, formatSentences } from '../../domain/format';

/** Destroys instances: their data is deleted and billing ends. */
export async function destroyInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  const who = accountInUse(services.accounts);
  const ids = await targetInstances(services, call, vscode.l10n.t('Destroy'));
  if (!ids) return undefined;
  if (!call.confirmed && !(await mayDestroy(services, who, ids))) return undefined;
  await eachInstance(services, who, ids, 'destroying', async (client, id) => {
    await client.instances.destroy(id).catch((error: unknown) => {
      const cost = formatRate(costNow(services, [id]));
      throw stillBilled(error, {
        mayBe: vscode.l10n.t('It may still exist and cost {0}.', cost),
        is: vscode.l10n.t('It wasn’t destroyed and still costs {0}.', cost),
      });
    });
    services.gone.denied(who.account.id, id);
    services.spending.did(who.account.id, 'destroyed', id);
    services.log.info(`Destroyed instance ${id}.`);
    await services.pending.forget(who.account.id, { instanceId: id });
    await services.starts.take(who.account.id, id);
    await services.news.expectEnd(who.account.id, id);
  });
  await syncEntries(services);
  return { instanceIds: [...ids] };
}

/**
 * Asks a person, who can also copy files first, which destroys nothing. That button comes first: Enter presses it.
 *
 * @throws AccountChanged if they said yes, but another account is now in use
 */
async function mayDestroy(services: Services, who: AccountInUse, ids: readonly number[]): Promise<boolean> {
  const sources = withFiles(services, ids);
  const asked = question(services, ids, {
    lost: formatSentences([await unfetched(services, who, ids), await moving(services, who, ids)]),
    toCopy: startFirst(services, sources),
  });
  if (sources.length === 0) return confirmFor(services, who, asked);
  const { yes, ...choice } = asked;
  const copy = vscode.l10n.t('Copy Files First…');
  const answer = await chooseFor(services, who, { ...choice, options: [copy, yes] });
  // A program doesn't wait for what the person copies.
  if (answer === copy) void copyFiles(sources);
  return answer === yes;
}

/** Moves of these instances that aren't finished, in sentences. */
async function moving(
  services: Services,
  { account }: AccountInUse,
  ids: readonly number[],
): Promise<string> {
  const { moves, instances } = services;
  await moves.look(account.id);
  const rows = ids.flatMap((id) => moveNodes(id, moves, instances.state));
  return formatSentences(
    rows.map(({ instanceId, target }) =>
      vscode.l10n.t(
        'The move of {0} to {1} isn’t finished. Files that weren’t copied yet would be lost.',
        nameOf(services, instanceId),
        target,
      ),
    ),
  );
}

function question(
  services: Services,
  ids: readonly number[],
  { lost, toCopy }: { lost: string; toCopy: string },
) {
  const [first = 0] = ids;
  const isOne = ids.length === 1;
  const cost = formatRate(costNow(services, ids));
  return {
    message: isOne
      ? vscode.l10n.t('Destroy {0} and everything on its disk?', nameOf(services, first))
      : vscode.l10n.t('Destroy {0} instances and everything on their disks?', ids.length),
    detail: formatParagraphs(
      lost,
      diskLines(services, ids),
      isOne
        ? vscode.l10n.t(
            'This can’t be undone. Billing for the instance and its disk ends; it costs {0} now.',
            cost,
          )
        : vscode.l10n.t(
            'This can’t be undone. Billing for the instances and their disks ends; they cost {0} now.',
            cost,
          ),
      keptVolumes(services, ids),
      toCopy,
    ),
    yes: vscode.l10n.t('Destroy'),
    warns: true,
  };
}
