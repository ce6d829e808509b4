import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { describeError } from '../../api/describeError';
import { LocalError } from '../../api/localError';
import { instanceName } from '../../ask/instanceName';
import { showStatus } from '../../ask/notify';
import type { Call } from '../call';
import { closeTerminals } from '../../connect/window/ownTerminals';
import { formatList, formatSentences } from '../../domain/format';
import { sumOfCosts } from '../../domain/money/cost';
import { type HourlyCost, hourlyCost, type Rate, rateFrom, sumOfRates } from '../../domain/money/rate';
import { ignore } from '../../log/log';
import type { Services } from '../../prompts/services';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import type { Deed } from '../../stores/instances/underWay';
import { deedWord } from '../../views/instances/instanceLine';

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
  const said = `${formatList(ids.map((id) => nameOf(services, id)))}: ${deedWord(deed)}`;
  // A row that is seen says it itself.
  const status = services.instances.isVisible ? undefined : showStatus('sync~spin', said);
  const results = await Promise.allSettled(ids.map(carryOut));
  services.instances.burst();
  await listAgain(services);
  status?.dispose();
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

/** Loads the list with what an action has changed. Never rejects. */
export async function listAgain({ instances, log }: Pick<Services, 'instances' | 'log'>): Promise<void> {
  await instances.refresh().catch(ignore(log, 'the action is done; the view shows this error'));
}

/** Brings the ssh entries up to date after what may have changed addresses. Never rejects. */
export async function syncEntries({ sshEntries, log }: Pick<Services, 'sshEntries' | 'log'>): Promise<void> {
  const why = 'the action is done; the ssh entries report the error';
  await sshEntries.sync().catch(ignore(log, why));
}

/** The name for a sentence, even if the store doesn't have the instance. */
export function nameOf(services: Pick<Services, 'instances'>, id: number): string {
  const instance = services.instances.get(id);
  return instance ? instanceName(instance) : vscode.l10n.t('instance {0}', id);
}

/** The names of several instances, one per line; empty for a single one, which is in the question. */
export const namesOf = (services: Pick<Services, 'instances'>, ids: readonly number[]): string =>
  ids.length === 1 ? '' : ids.map((id) => nameOf(services, id)).join('\n');

/** The total cost of several instances in dollars per hour; a member is missing if it is unknown for one of them. */
export const costOf = (services: Pick<Services, 'instances'>, ids: readonly number[]): HourlyCost =>
  sumOfCosts(
    ids.map((id) => {
      const instance = services.instances.get(id);
      return instance ? hourlyCost(instance) : {};
    }),
  );

export const costNow = (services: Pick<Services, 'instances'>, ids: readonly number[]): Rate =>
  sumOfRates(
    ids.map((id) => {
      const instance = services.instances.get(id);
      return instance ? hourlyCost(instance).now : rateFrom(undefined);
    }),
  );

/** Names the selected instances that a command skips because they don't support it; else empty. */
export function leftAsTheyAre(
  services: Pick<Services, 'instances'>,
  { instanceIds }: Call,
  ids: readonly number[],
): string {
  const left = instanceIds.filter((id) => !ids.includes(id)).map((id) => nameOf(services, id));
  if (left.length === 0) return '';
  return left.length === 1
    ? vscode.l10n.t('{0} isn’t changed.', left[0] ?? '')
    : vscode.l10n.t('These aren’t changed: {0}.', formatList(left));
}
