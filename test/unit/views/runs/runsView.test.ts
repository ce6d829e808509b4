import { expect, it, vi } from 'vitest';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import type { DetailNode } from '../../../../src/views/detailNode';
import type { RunNode } from '../../../../src/views/runs/runNodes';
import { RunsView } from '../../../../src/views/runs/runsView';
import { ManualClock } from '../../support/manualClock';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const run = (number: number, changes: Partial<Run> = {}): Run =>
  runSchema.parse({
    ...{ id: `run-${String(number).padStart(5, '0')}`, name: 'train', instanceId: 7, instanceName: 'seven' },
    ...{ run: 'true', setup: '', folder: '/f', workdir: '~/f', fetch: [], results: '/r', then: 'keep' },
    ...{ limitHours: 1, createdAt: 0, phase: 'ended', ...changes },
  });

async function viewOf(...listed: Run[]) {
  let isWhole = true;
  let known: readonly Run[] = listed;
  let tell: () => void = () => undefined;
  const nothing = { dispose: () => undefined };
  const view = { message: '', visible: false, onDidChangeVisibility: () => nothing };
  const runs = {
    known: () => known,
    readAll: () => Promise.resolve(isWhole ? known : undefined),
    fileOf: () => '/a/runs.json',
    get: (_: string, id: string) => known.find((one) => one.id === id),
    onDidChange: (listener: () => void) => {
      tell = listener;
      return nothing;
    },
  };
  const accounts = { active: { id: 'a' }, onDidChange: () => nothing };
  const stores = {
    runs,
    accounts,
    clock: new ManualClock(),
    sightOf: () => undefined,
    show: () => undefined,
  };
  const tree = new RunsView(
    { view, attach: () => undefined } as never,
    { ...stores, instanceOf: () => undefined } as never,
  );
  const fired: unknown[] = [];
  tree.onDidChangeTreeData((nodes) =>
    fired.push(Array.isArray(nodes) ? nodes.map((one) => (one as RunNode).runId) : nodes),
  );
  await tree.getChildren();
  const change = (next: readonly Run[]): unknown => {
    known = next;
    tell();
    return fired.splice(0);
  };
  // The first one draws what was there.
  change(known);
  const damage = (isDamaged: boolean): Promise<unknown> => {
    isWhole = !isDamaged;
    return tree.getChildren();
  };
  return { change, damage, tree };
}

it('draws again only the rows of runs that have changed, however many there are', async () => {
  const finished = Array.from({ length: 1000 }, (_, number) => run(number));
  const { change } = await viewOf(run(5000, { phase: 'running' }), ...finished);
  // As it is read from the file.
  const again = [run(5000, { phase: 'running', lastLine: 'x' }), ...finished.map((one) => ({ ...one }))];
  expect(change(again)).toEqual([['run-05000']]);
  expect(change(again.map((one) => ({ ...one })))).toEqual([]);
  expect(change(again.slice(1))).toEqual([undefined]);
});

it('draws a sweep again when one of its machines has changed', async () => {
  const sweep = run(1, { phase: 'running', sweep: { names: ['x'], rows: [['1']], jobs: [] } });
  const serving = run(2, { phase: 'running', serves: sweep.id });
  const { change } = await viewOf(serving, sweep, run(3));
  expect(change([{ ...serving, phase: 'ended' }, sweep, run(3)])).toEqual([[sweep.id]]);
});

it('says above the rows that runs may be missing while their file can’t be read completely', async () => {
  const { change, damage, tree } = await viewOf(run(1));
  const rows = (await damage(true)) as DetailNode[];
  expect(rows).toMatchObject([{ label: 'Runs may be missing' }, { runId: 'run-00001' }]);
  const item = tree.getTreeItem(rows[0]!);
  expect(item.tooltip).toContain('/a/runs.json can’t be read completely');
  expect(item.command?.arguments).toMatchObject([{ fsPath: '/a/runs.json' }]);
  // The same rows, but the file may be whole again.
  expect(change([run(1)])).toEqual([undefined]);
  expect(await damage(false)).toMatchObject([{ runId: 'run-00001' }]);
});
