import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/domain/runs/run';
import { drawn, type Person } from './accountsPerson';
import { agreed, call, destroyAll, patience, rentRunning, signIn, until } from './inHost';

export interface Started {
  runId: string;
  instanceId: number;
}

/** Where tests run something: a folder with a script and a task, and an instance with ssh. Both are there from `before` on. */
export function useRunTarget(): { folder: string; instanceId: number } {
  const target = { folder: '', instanceId: 0 };
  before(async () => {
    await signIn();
    target.instanceId = await rentRunning({ label: 'runs' });
    target.folder = await mkdtemp(join(tmpdir(), 'gpu-rental-run-'));
    await writeFile(
      join(target.folder, 'train.sh'),
      'echo "epochs $EPOCHS"; mkdir -p outputs; echo 0.1 > outputs/loss\n',
    );
    await writeFile(
      join(target.folder, 'task.yaml'),
      'name: train\nenvs:\n  EPOCHS: 3\nrun: |\n  sh train.sh\n  exit 4\n',
    );
    await agreed('connect', { instanceId: target.instanceId });
  });
  after(async () => {
    await rm(target.folder, { recursive: true, force: true });
    await destroyAll();
  });
  return target;
}

/** The run once it is over and its results are here. */
export async function fetched(runId: string): Promise<RunState> {
  const end = Date.now() + patience;
  for (;;) {
    const state = await call<RunState>('followRun', { runId });
    if (state.phase === 'lost' || state.fetchedAt !== undefined) return state;
    if (Date.now() > end) throw new Error(`Still ${state.phase}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Chooses the row with these words in the list that asks. */
export async function chooseRow(person: Person, words: string): Promise<void> {
  const rowOf = () => {
    const list = person.inputs.at(-1);
    if (!list || !('items' in list)) return false;
    const row = list.items.find(({ label }) => label.includes(words));
    if (row) list.activeItems = [row];
    return row !== undefined;
  };
  await until(rowOf, `there is a row ${words}`);
  await drawn();
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}
