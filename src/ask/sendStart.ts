import * as vscode from 'vscode';
import { ApiError, isOutcomeUnknown } from '../api/errors';
import type { AgreedSpending } from '../domain/money/budget';
import { formatPerHour } from '../domain/money/cost';
import { hourlyCost } from '../domain/money/rate';
import type { SharedInstance } from '../domain/instances/sharedInstance';
import { ignore } from '../log/log';
import type { AccountInUse } from '../stores/account/accountInUse';
import type { StartMarks } from '../stores/rentals/markerFiles';
import { sendAgreed, type SpendingServices } from './confirmSpending';

/**
 * Starts an instance, once. Where the answer is lost it may run: how that ends is told as of any start, and the failure
 * says what it then costs.
 */
export async function sendStart(
  services: Pick<SpendingServices, 'scheduledStops' | 'log'> & { starts: Pick<StartMarks, 'add'> },
  { account, client }: AccountInUse,
  instance: SharedInstance,
  agreed: AgreedSpending,
): Promise<'done' | 'queued'> {
  const { id } = instance;
  const send = () => client.instances.setState(id, 'running');
  try {
    return await sendAgreed(services, account.id, id, agreed, send);
  } catch (error) {
    if (!(error instanceof ApiError) || !isOutcomeUnknown(error)) throw error;
    const why = 'the failure says that it may run';
    await services.starts.add(account.id, id).catch(ignore(services.log, why));
    const cost = formatPerHour(hourlyCost(instance).running);
    throw error.reworded(`${error.message} ${vscode.l10n.t('It may start and then costs {0}.', cost)}`);
  }
}
