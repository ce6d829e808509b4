import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { CallFor, PersonCall } from '../../ask/caller';
import { callCommand } from '../../commandNames';
import { omitUndefined } from '../../domain/omitUndefined';
import type { Services } from '../../prompts/services';
import type { Call } from '../call';
import { targetRun } from './runTargets';
import { consentOf } from '../call';

/** Runs a run's task again, as its file says now, where the person wants it: also on another instance. A sweep as a sweep. */
export async function runAgain(services: Services, call: Call): Promise<{ runId: string } | undefined> {
  const target = await targetRun(services, call, vscode.l10n.t('Run Again'));
  if (!target) return undefined;
  const {
    folder,
    taskFile,
    name,
    setup,
    run,
    variables = [],
    fetch,
    then,
    limitHours,
    idle,
    resume,
    sweep,
    nodes,
  } = target.run;
  if (taskFile === undefined && variables.length > 0)
    throw new LocalError(
      'nothing_suits',
      vscode.l10n.t('The values of its variables aren’t kept. Run it from where it was started.'),
    );
  const task = taskFile ?? {
    name,
    run,
    ...(setup === '' ? {} : { setup }),
    ...omitUndefined({ num_nodes: nodes }),
  };
  const limit = { hours: limitHours, ...omitUndefined({ idleMinutes: idle?.minutes }) };
  const parameters = sweep?.rows.map((row) =>
    Object.fromEntries(sweep.names.map((name, column) => [name, row[column] ?? ''])),
  );
  const ofKind = parameters ? { parameters } : { fetch };
  const all = { folder, task, then, limit, ...ofKind, ...omitUndefined({ resume }), ...call.arguments };
  const argument = call.interactive ? new PersonCall(all) : { ...all, ...consentOf(services, call) };
  return callCommand(sweep ? 'runSweep' : 'runOnGpu', new CallFor(call.askedBy, argument));
}
