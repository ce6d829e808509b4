import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { LocalError } from '../../api/localError';
import { sentText } from '../../views/stops/stopMessages';
import type { Services } from '../../prompts/services';
import { formatSentences } from '../../domain/format';

/**
 * @throws LocalError 'nothing_suits' if nothing is scheduled any more; 'not_possible' if the request was already sent, so
 * that it may be carried out all the same
 */
export async function cancelStop(
  { scheduledStops, log }: Pick<Services, 'scheduledStops' | 'log'>,
  accountId: string,
  id: number,
): Promise<void> {
  const { action = 'stop' } = (await scheduledStops.read(accountId)).get(id) ?? {};
  const outcome = await scheduledStops.callOff(accountId, id);
  if (outcome === 'none')
    throw new LocalError('nothing_suits', vscode.l10n.t('Nothing is scheduled for instance {0}.', id));
  log.info(`Called off what was scheduled for instance ${id}.`);
  if (outcome === 'sent')
    throw new LocalError('not_possible', sentText(vscode.l10n.t('instance {0}', id), action));
}

/** The same for several: one that fails does not keep the others from it. @throws LocalError that names each */
export async function cancelStops(
  services: Parameters<typeof cancelStop>[0],
  accountId: string,
  ids: readonly number[],
): Promise<void> {
  const failures: { reason: unknown }[] = [];
  for (const id of ids)
    await cancelStop(services, accountId, id).catch((reason: unknown) => failures.push({ reason }));
  const [first] = failures;
  if (!first) return;
  if (failures.length === 1) throw first.reason;
  const sentences = failures.map(({ reason }) => describeError(reason).message);
  throw new LocalError('not_possible', formatSentences(sentences), { cause: first.reason });
}
