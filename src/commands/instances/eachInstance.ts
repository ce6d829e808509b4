import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { LocalError } from '../../api/localError';
import { closeTerminals } from '../../connect/window/ownTerminals';
import { instanceName } from '../../ask/instanceName';
import type { Client } from '../../api/client';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import type { Deed } from '../../stores/instances/underWay';
import type { Services } from '../../prompts/services';
import { ignore } from '../../log/log';
import { formatSentences } from '../../domain/format';

/**
 * Does one thing with each instance of an account, whose rows say so at once; one that fails does not keep the others from it.
 * Afterwards the list is asked for again. @throws the failure of a single one, else LocalError that names all; AccountChanged when
 * another account is in use by now
 */
export async function eachInstance(
  services: Pick<Services, 'accounts' | 'instances' | 'log' | 'underWay'>,
  who: AccountInUse,
  ids: readonly number[],
  deed: Deed,
  action: (client: Client, id: number) => Promise<void>,
): Promise<void> {
  mustBeInUse(services.accounts, who);
  const { underWay } = services;
  underWay.begin(ids, deed);
  const carryOut = async (id: number): Promise<void> => {
    try {
      await action(who.client, id);
      if (deed !== 'starting') closeTerminals(id);
    } catch (error) {
      underWay.end(id);
      throw error;
    }
  };
  const results = await Promise.allSettled(ids.map(carryOut));
  services.instances.burst();
  await services.instances
    .refresh()
    .catch(ignore(services.log, 'the action is done; the view shows this error'));
  // A destroyed instance may still be listed for a moment.
  if (deed !== 'destroying') ids.forEach((id) => underWay.end(id));
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ id: ids[index] ?? 0, reason: result.reason as unknown }] : [],
  );
  const [first] = failures;
  if (!first) return;
  if (ids.length === 1) throw first.reason;
  const sentences = failures.map(
    ({ id, reason }) => `${nameOf(services, id)}: ${describeError(reason).message}`,
  );
  throw new LocalError('may_pass', formatSentences(sentences), { cause: first.reason });
}

/** The name for a sentence, even if the store doesn't have the instance. */
export function nameOf(services: Pick<Services, 'instances'>, id: number): string {
  const instance = services.instances.get(id);
  return instance ? instanceName(instance) : vscode.l10n.t('instance {0}', id);
}
