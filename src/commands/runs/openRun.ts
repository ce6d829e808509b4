import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { prepareSsh } from '../../connect/prepareSsh';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { readLog } from '../../ssh/runs/runs';
import { accountInUse } from '../../stores/account/accountInUse';
import { comparisonOf } from '../../views/runs/comparison';
import { seenWith } from '../../views/runs/seenRun';
import { logName } from '../../views/runs/logLinks';
import { showAtItsEnd } from '../../views/texts/textFiles';
import type { Call } from '../call';
import { revealFolder } from './copying';
import { targetRun, targetRuns } from './runTargets';

/** The log of a run as a document, or as text for a program. It may say what a program isn't to know. */
export async function openRunLog(services: Services, call: Call): Promise<{ text: string } | undefined> {
  const who = accountInUse(services.accounts);
  const target = await targetRun(services, call, vscode.l10n.t('Open Log'));
  if (!target) return undefined;
  const { run } = target;
  const { confirmed, interactive } = call;
  const agreed = await confirmFor(services, who, {
    confirmed: interactive || confirmed,
    message: vscode.l10n.t('Allow reading the log of {0}?', run.name),
    detail: vscode.l10n.t('The log may contain passwords and tokens.'),
    yes: vscode.l10n.t('Allow'),
  });
  if (!agreed) return undefined;
  const title = vscode.l10n.t('Log of {0}', run.name);
  const raw = await withCancellableProgress(title, async (progress) => {
    const prepared = await prepareSsh(services, run.instanceId, { ...progress, confirmed, interactive });
    return prepared && readLog(prepared.remote, run.id, progress.signal);
  });
  if (raw === undefined) return undefined;
  const text = stripVTControlCharacters(raw);
  if (!interactive) return { text };
  await services.runKeeper.draw();
  await showAtItsEnd(services, logName(run), text);
  return undefined;
}

/** Shows the folder with the results of a run. */
export async function openRunResults(services: Services, call: Call): Promise<undefined> {
  const title = vscode.l10n.t('Open Results');
  const target = await targetRun(services, call, title, ({ fetchedAt }) => fetchedAt !== undefined);
  if (!target) return undefined;
  const { results, fetchedAt, name } = target.run;
  if (fetchedAt === undefined)
    throw new LocalError('nothing_suits', vscode.l10n.t('The results of {0} aren’t here yet.', name));
  await revealFolder(results);
  return undefined;
}

/** Shows runs side by side as a document: what differs between them, and what is the same. */
export async function compareRuns(
  services: Services,
  call: Call,
): Promise<{ runIds: readonly string[] } | undefined> {
  const title = vscode.l10n.t('Compare Runs');
  const runs = await targetRuns(services, call, { title, least: 2 });
  if (!runs) return undefined;
  const seen = runs.map((run) => seenWith(services, run));
  await services.texts.showReport(title, comparisonOf(seen, services.clock.now()));
  return { runIds: runs.map(({ id }) => id) };
}
