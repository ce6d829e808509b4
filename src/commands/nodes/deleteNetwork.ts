import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { sayLate, showInfo } from '../../ask/notify';
import { formatList } from '../../domain/format';
import { isOver } from '../../domain/runs/run';
import { ignore } from '../../log/log';
import { unfetched } from '../../prompts/runs/runsOnInstance';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { listAgain, nameOf } from '../instances/eachInstance';
import { targetRun } from '../runs/runTargets';
import { destroyAll } from '../sweeps/giveBack';

/** Deletes the network that was made for a run that is over, and so destroys its instances: `{runId, confirmed}`. */
export async function deleteNetwork(
  services: Services,
  call: Call,
): Promise<{ runId: string; destroyed: readonly number[] } | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Delete Network of Run');
  const target = await targetRun(services, call, title, (one) => one.network !== undefined && isOver(one));
  if (!target) return undefined;
  const { run, accountId } = target;
  const { network } = run;
  if (!network || !isOver(run))
    throw new LocalError(
      'nothing_suits',
      network
        ? vscode.l10n.t('{0} hasn’t ended yet.', run.name)
        : vscode.l10n.t('{0} has no network of its own.', run.name),
    );
  const why = 'the question says that it isn’t known what is in it';
  const loading = Promise.all([
    services.features.use('overlays', () => who.client.overlays.list()),
    services.instances.refresh().then(() => true, ignore(services.log, why)),
  ]);
  const [listed, isRefreshed] = await sayLate(
    call.interactive && vscode.l10n.t('Loading the network…'),
    loading,
  );
  const told = listed.find(({ name }) => name === network)?.instances;
  const its = (await services.runs.read(accountId)).filter(
    ({ id, serves }) => id === run.id || serves === run.id,
  );
  // A list may be wrong, so what it was made for counts as in it while it is there.
  const isKnown = told !== undefined && isRefreshed === true;
  const there = its
    .map(({ instanceId }) => instanceId)
    .filter((id) => !isKnown || services.instances.get(id));
  const destroyed = [...new Set([...(told ?? []), ...there])];
  const names = formatList(destroyed.map((id) => nameOf(services, id)));
  const lines = [
    destroyed.length === 0
      ? vscode.l10n.t('There are no instances in it any more.')
      : isKnown
        ? vscode.l10n.t('This destroys its instances with their disks: {0}.', names)
        : vscode.l10n.t(
            'It isn’t known which instances are in it. This destroys these with their disks if they still exist: {0}.',
            names,
          ),
    destroyed.length === 0 ? '' : await unfetched(services, who, destroyed),
  ];
  const question = {
    message: vscode.l10n.t('Delete the network of {0}?', run.name),
    detail: lines.filter(Boolean).join('\n'),
    yes: destroyed.length === 0 ? vscode.l10n.t('Delete') : vscode.l10n.t('Delete and Destroy Instances'),
    warns: true,
  };
  if (!(await confirmFor(services, who, { ...question, confirmed: call.confirmed }))) return undefined;
  // What the service no longer has takes nothing with it, and what it has only what the service says.
  const isListed = listed.some(({ name }) => name === network);
  const isTaken = (id: number): boolean => isListed && (told === undefined || told.includes(id));
  const left = there.filter((id) => !isTaken(id) && (!isRefreshed || services.instances.get(id)));
  const deleting = async () => {
    await destroyAll(services, left);
    await who.client.overlays.delete(network);
    await services.runs.edit(accountId, run.id, ({ network: _, ...rest }) => rest);
    await listAgain(services);
  };
  await sayLate(call.interactive && vscode.l10n.t('Deleting the network…'), deleting());
  if (call.interactive) void showInfo(vscode.l10n.t('The network of {0} was deleted.', run.name));
  return { runId: run.id, destroyed };
}
