import * as vscode from 'vscode';
import type { Services } from '../../prompts/services';
import { comparisonOf } from '../../views/runs/comparison';
import type { Call } from '../call';
import { targetRuns } from './runTargets';

/** Shows runs side by side as a document: what differs between them, and what is the same. */
export async function compareRuns(
  services: Services,
  call: Call,
): Promise<{ runIds: readonly string[] } | undefined> {
  const title = vscode.l10n.t('Compare Runs');
  const runs = await targetRuns(services, call, { title, least: 2 });
  if (!runs) return undefined;
  await services.texts.showReport(title, comparisonOf(runs, services.clock.now()));
  return { runIds: runs.map(({ id }) => id) };
}
