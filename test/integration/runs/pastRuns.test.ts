import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, extensionApi, overSsh, rentRunning } from '../support/inHost';
import { chooseRow, fetched, type Started, useRunTarget } from '../support/runs';

describe('a run that is over', () => {
  const target = useRunTarget();

  it('runs again as its file says now, with what was agreed to before', async () => {
    const limit = { hours: 0.5 };
    const first = await agreed<Started>('runOnGpu', {
      ...target,
      task: 'task.yaml',
      then: 'keep',
      limit,
    });
    await fetched(first.runId);
    await writeFile(join(target.folder, 'task.yaml'), 'name: again\nrun: echo second time\n');
    const { runId } = await agreed<Started>('runAgain', {
      runId: first.runId,
      instanceId: target.instanceId,
    });
    const state = await fetched(runId);
    equal(state.exitCode, 0);
    equal(
      await overSsh(`gpu-${target.instanceId}`, `cat ${state.log}; cat .gpu-rental/runs/${runId}/limit`),
      'second time\n1800',
    );
    const ofProgram = { run: 'echo "$A"', envs: { A: 'b' } };
    const other = await agreed<Started>('runOnGpu', {
      ...target,
      task: ofProgram,
      then: 'keep',
      fetch: [],
    });
    await rejects(
      agreed('runAgain', { runId: other.runId, instanceId: target.instanceId }),
      /values of its variables aren’t kept/,
    );
  });

  it('runs again on another instance, and is then compared with the first run', async () => {
    await writeFile(
      join(target.folder, 'task.yaml'),
      'name: metrics\nrun: echo "loss=0.5"; exit "$CODE"\nenvs: {CODE: 0}\n',
    );
    const asked = { ...target, task: 'task.yaml', then: 'keep', fetch: [] };
    const first = await agreed<Started>('runOnGpu', asked);
    await fetched(first.runId);
    const other = await rentRunning({ label: 'other hardware' });
    await writeFile(
      join(target.folder, 'task.yaml'),
      'name: metrics\nrun: echo "loss=0.25"; exit "$CODE"\nenvs: {CODE: 3}\n',
    );
    const person = new Person();
    let second: Started | undefined;
    try {
      // It asks where: without an instance, what ran before decides nothing.
      const { consent } = await extensionApi();
      const again = call<Started>('runAgain', { runId: first.runId, confirmed: consent });
      await chooseRow(person, 'other hardware');
      second = await again;
    } finally {
      await person.leave();
    }
    equal(second.instanceId, other);
    await fetched(second.runId);
    const runIds = [first.runId, second.runId];
    deepEqual(await call('compareRuns', { runIds }), { runIds: runIds.toReversed() });
    const uri = vscode.Uri.from({ scheme: 'gpu-rental-text', path: '/Compare Runs.md' });
    const said = (await vscode.workspace.openTextDocument(uri)).getText();
    match(said, /^\| \*\*loss\*\* \| 0\.25 \| 0\.5 \|$/m);
    match(said, /^\| \*\*State\*\* \| failed with exit code 3 \| succeeded \|$/m);
    match(said, /^\| \*\*Instance\*\* \| other hardware .*\| runs .*\|$/m);
    match(said, /^\| \*\*Hardware\*\* \| \d+× /m);
    await rejects(call('compareRuns', { runIds: ['gone-0001', first.runId] }), /There is no run gone-0001/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await agreed('destroyInstance', { instanceId: other });
  });

  it('is opened as a task of another tool', async () => {
    const task = { name: 'exported', run: 'true', setup: 'echo set-up' };
    const asked = { ...target, task, then: 'keep', fetch: [], limit: { hours: 2 } };
    const { runId } = await agreed<Started>('runOnGpu', asked);
    await fetched(runId);
    const written = () => vscode.window.activeTextEditor?.document.getText() ?? '';
    await call('exportRun', { runId, format: 'dstack' });
    match(
      written(),
      /^# exported\n# Not part of this format:\n[^]*type: task\nname: exported\n[^]*max_duration: 2h\n/,
    );
    // The first one stays open: the next would have its name, and could get its text from VS Code's backup.
    const person = new Person();
    try {
      const exporting = vscode.commands.executeCommand('gpuRental.exportRun');
      await person.pressEnterUntil(() => written().includes('autostop: false'));
      await exporting;
    } finally {
      await person.leave();
    }
    match(written(), /autostop: false\n[^]*setup: echo set-up\nrun: "?true"?\n/);
    for (let open = 0; open < 2; open++)
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
