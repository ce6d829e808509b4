import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { CancelledError } from '../../api/cancelled';
import { LocalError } from '../../api/localError';
import { chooseFor } from '../../ask/confirmFor';
import { callCommand } from '../../commandNames';
import { accountName } from '../../domain/account/accountName';
import { counted, formatList, formatSentences } from '../../domain/format';
import { formatRate } from '../../domain/money/cost';
import type { Services } from '../../prompts/services';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { costNow, nameOf } from '../instances/eachInstance';

/**
 * Begins what instances were rented for. What can't begin gives them back; what may have begun is left to its own limit:
 * a run of them is then in the list.
 *
 * @param begin undefined if the person said no
 */
export async function orGiveBack<T>(
  { runs }: Pick<Services, 'runs'>,
  { account }: AccountInUse,
  ids: readonly number[],
  begin: () => Promise<T | undefined>,
  giveBack: (error?: unknown) => Promise<void>,
): Promise<T | undefined> {
  let begun: T | undefined;
  try {
    begun = await begin();
  } catch (error) {
    const known = await runs.read(account.id);
    if (!known.some(({ instanceId }) => ids.includes(instanceId))) await giveBack(error);
    throw error;
  }
  if (begun === undefined) await giveBack();
  return begun;
}

/** The question about what was rented for a run that can't begin. */
export const couldNotStart = (run: string, ids: readonly number[]): string =>
  counted(
    ids.length,
    vscode.l10n.t(
      '{1} couldn’t start. Destroy the instance that was rented for it?|{1} couldn’t start. Destroy the instances that were rented for it?',
    ),
    run,
  );

/**
 * Asks whether instances that were rented for nothing are destroyed, and destroys them. A caller with consent isn't asked.
 *
 * @throws LocalError that names those that weren't destroyed
 */
export async function offerToDestroy(
  services: Services,
  who: AccountInUse,
  ids: readonly number[],
  { message, error, confirmed }: { message: string; error?: unknown; confirmed: boolean },
): Promise<void> {
  if (services.accounts.active?.id !== who.account.id)
    throw new LocalError(
      'other_account',
      vscode.l10n.t(
        'The account {0} isn’t in use any more, and {1} may still be billed to it.',
        accountName(who.account),
        formatList(ids.map((id) => nameOf(services, id))),
      ),
    );
  const destroy = vscode.l10n.t('Destroy');
  if (!confirmed) {
    const lines = [
      error === undefined || error instanceof CancelledError ? '' : describeError(error).message,
      counted(
        ids.length,
        vscode.l10n.t('Instance: {1}|Instances: {1}'),
        formatList(ids.map((id) => nameOf(services, id))),
      ),
      counted(
        ids.length,
        vscode.l10n.t(
          'It was rented for this run and costs {1} now.|They were rented for this run and cost {1} now.',
        ),
        formatRate(costNow(services, ids)),
      ),
    ];
    const detail = lines.filter(Boolean).join('\n');
    const options = [destroy, vscode.l10n.t('Keep')];
    if ((await chooseFor(services, who, { message, detail, options, warns: true })) !== destroy) return;
  }
  await destroyAll(services, ids);
}

/** @throws LocalError that names those that weren't destroyed */
export async function destroyAll(services: Services, ids: readonly number[]): Promise<void> {
  const { consent: confirmed } = services;
  const results = await Promise.allSettled(
    ids.map((instanceId) => callCommand('destroyInstance', { instanceId, confirmed })),
  );
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected'
      ? `${nameOf(services, ids[index] ?? NaN)}: ${describeError(result.reason).message}`
      : [],
  );
  if (failures.length > 0) throw new LocalError('may_pass', formatSentences(failures));
}
