import * as vscode from 'vscode';
import { describeError } from '../api/describeError';
import { ApiError } from '../api/errors';
import { instanceName } from '../connect/instanceName';
import { signedIn } from '../stores/signedIn';
import type { Client } from '../api/client';
import type { Services } from './services';

/**
 * Does one thing with each instance; one that fails does not keep the others from it. Afterwards the list is asked
 * for again. @throws the failure of a single one, else ApiError 'refused' that tells of all
 */
export async function eachInstance(
  services: Services,
  ids: readonly number[],
  action: (client: Client, id: number) => Promise<void>,
): Promise<void> {
  const client = signedIn(services.accounts);
  const results = await Promise.allSettled(ids.map((id) => action(client, id)));
  services.instances.burst();
  await services.instances.refresh().catch(() => undefined);
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ id: ids[index] ?? 0, reason: result.reason as unknown }] : [],
  );
  const [first] = failures;
  if (!first) return;
  if (ids.length === 1) throw first.reason;
  const sentences = failures.map(
    ({ id, reason }) => `${nameOf(services, id)}: ${describeError(reason).message}`,
  );
  throw new ApiError('refused', sentences.join(' '), { cause: first.reason });
}

/** Names for a sentence, whether or not the store knows the instance. */
export function nameOf(services: Services, id: number): string {
  const instance = services.instances.get(id);
  return instance ? instanceName(instance) : vscode.l10n.t('instance {0}', id);
}
