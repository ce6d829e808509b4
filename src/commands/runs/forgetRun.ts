import * as vscode from 'vscode';
import { confirmFor } from '../../ask/confirmFor';
import { isOver } from '../../domain/runs/run';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { targetRun } from './runTargets';

/** Takes a finished run off the list. Its results stay. */
export async function forgetRun(services: Services, call: Call): Promise<{ runId: string } | undefined> {
  const who = accountInUse(services.accounts);
  const target = await targetRun(services, call, vscode.l10n.t('Remove Run from List'), isOver);
  if (!target) return undefined;
  const { run, accountId } = target;
  const isUnfetched = run.fetch.length > 0 && run.fetchedAt === undefined;
  const question = {
    message: vscode.l10n.t('Remove {0} from the list?', run.name),
    detail: isUnfetched
      ? vscode.l10n.t(
          'Its results weren’t fetched. They stay on {0} until it is destroyed.',
          run.instanceName,
        )
      : vscode.l10n.t('Its results stay where they are.'),
    yes: vscode.l10n.t('Remove'),
  };
  if (!(await confirmFor(services, who, { ...question, confirmed: call.confirmed }))) return undefined;
  await services.runs.remove(accountId, run.id);
  return { runId: run.id };
}
