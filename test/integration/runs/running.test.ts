import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/domain/runs/run';
import { Person } from '../support/accountsPerson';
import {
  agreed,
  call,
  destroyAll,
  extensionApi,
  overSsh,
  patience,
  rentRunning,
  sandbox,
  signIn,
  someOffer,
  until,
} from '../support/inHost';

interface Started {
  runId: string;
  instanceId: number;
}

describe('a run from a folder to its results', () => {
  let instanceId = 0;
  let folder = '';

  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'runs' });
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-run-'));
    await writeFile(
      join(folder, 'train.sh'),
      'echo "epochs $EPOCHS"; mkdir -p outputs; echo 0.1 > outputs/loss\n',
    );
    await writeFile(
      join(folder, 'task.yaml'),
      'name: train\nenvs:\n  EPOCHS: 3\nrun: |\n  sh train.sh\n  exit 4\n',
    );
    await agreed('connect', { instanceId });
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await destroyAll();
  });

  it('sends the folder, runs the task, and fetches the results once it has ended', async () => {
    const { runId } = await agreed<Started>('runOnGpu', {
      folder,
      task: 'task.yaml',
      instanceId,
      then: 'keep',
    });
    const state = await ended(runId);
    deepEqual([state.phase, state.exitCode], ['ended', 4]);
    ok((state.dollars ?? NaN) >= 0);
    const log = await overSsh(`gpu-${instanceId}`, `cat ${state.log}`);
    equal(log, 'epochs 3');
    deepEqual(await agreed('openRunLog', { runId }), { text: 'epochs 3\n' });
    equal(await readFile(join(folder, 'results', runId, 'outputs/loss'), 'utf8'), '0.1\n');
    // The results of a run are no part of the next one.
    equal(await readFile(join(folder, 'results/.gitignore'), 'utf8'), '*\n');
    const again = await agreed('fetchRun', { runId, to: join(folder, 'elsewhere') });
    deepEqual(again, { received: 1, unchanged: 0, verified: true });
  });

  it('puts files elsewhere on the machine where its task says so', async () => {
    await mkdir(join(folder, 'data/deep'), { recursive: true });
    await writeFile(join(folder, 'data/deep/a b'), 'one');
    await writeFile(join(folder, 'data/settings.json'), '{}');
    await writeFile(
      join(folder, 'mounts.yaml'),
      'file_mounts:\n  ~/elsewhere/data: data\n  ~/elsewhere/other name.json: data/settings.json\n' +
        'run: cat ~/elsewhere/data/deep/* ~/elsewhere/"other name.json"\n',
    );
    const asked = { folder, task: 'mounts.yaml', instanceId, then: 'keep', fetch: [] };
    const { runId } = await agreed<Started>('runOnGpu', asked);
    await ended(runId);
    deepEqual(await agreed('openRunLog', { runId }), { text: 'one{}' });
    const person = new Person();
    try {
      await call('runOnGpu', asked);
      match(
        person.dialogs[0]?.detail ?? '',
        /\/data, which has 2 files \(5 bytes\), to ~\/elsewhere\/data\./,
      );
    } finally {
      await person.leave();
    }
  });

  it('keeps folders of the same name apart, and says whose results it may overwrite', async () => {
    const run = async (parent: string, said: string) => {
      const app = join(folder, parent, 'app');
      await mkdir(app, { recursive: true });
      const task = { name: said, run: `mkdir -p outputs; echo ${said} > outputs/said` };
      const asked = { folder: app, task, instanceId, then: 'keep' };
      return { app, asked, runId: (await agreed<Started>('runOnGpu', asked)).runId };
    };
    const first = await run('client1', 'one');
    const second = await run('client2', 'two');
    for (const { app, runId, said } of [
      { ...first, said: 'one' },
      { ...second, said: 'two' },
    ]) {
      await ended(runId);
      await agreed('fetchRun', { runId });
      equal(await readFile(join(app, 'results', runId, 'outputs/said'), 'utf8'), `${said}\n`);
    }
    const waiting = { ...second.asked, task: { name: 'slow', run: 'sleep 600' } };
    const { runId } = await agreed<Started>('runOnGpu', waiting);
    const person = new Person();
    try {
      await call('runOnGpu', second.asked);
      await call('runOnGpu', first.asked);
      const [own = '', other = ''] = person.dialogs.map(({ detail }) => detail ?? '');
      match(own, /The results of slow aren’t here yet\. This run may overwrite them\./);
      ok(!other.includes('overwrite'));
    } finally {
      await person.leave();
      await agreed('stopRun', { runId });
      await ended(runId);
    }
  });

  it('is fetched, limited and ended as its project says where its task file can’t', async () => {
    const project = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
    const [settings, task] = [join(project, '.vscode/gpu-rental.json'), join(project, 'train.yaml')];
    const terms = { task: 'train.yaml', fetch: ['models/'], then: 'destroy', limit: { hours: 7 } };
    await mkdir(join(project, '.vscode'), { recursive: true });
    await writeFile(settings, JSON.stringify({ runs: [terms] }));
    await writeFile(task, 'run: true || false\n');
    const person = new Person();
    try {
      await call('runOnGpu', { folder: project, task, instanceId });
      const said = person.dialogs[0]?.detail ?? '';
      match(said, /ends after 7 hours at the latest/);
      match(said, /Fetches models\/ when it ends/);
      match(said, /is destroyed once the results are here/);
    } finally {
      await person.leave();
      for (const file of [settings, task]) await rm(file);
    }
  });

  it('is opened as a task of another tool', async () => {
    const task = { name: 'exported', run: 'true', setup: 'echo set-up' };
    const asked = { folder, task, instanceId, then: 'keep', fetch: [], limit: { hours: 2 } };
    const { runId } = await agreed<Started>('runOnGpu', asked);
    await ended(runId);
    const written = () => vscode.window.activeTextEditor?.document.getText() ?? '';
    await call('exportRun', { runId, format: 'dstack' });
    match(
      written(),
      /^# exported\n# Not part of this format:\n[^]*type: task\nname: exported\n[^]*max_duration: 2h\n/,
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    const person = new Person();
    try {
      const exporting = vscode.commands.executeCommand('gpuRental.exportRun');
      await person.pressEnterUntil(() => written().includes('autostop: false'));
      await exporting;
    } finally {
      await person.leave();
    }
    match(written(), /autostop: false\n[^]*setup: echo set-up\nrun: "?true"?\n/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('leads from a line of its log to the file here that the line names', async () => {
    const task = { run: `printf '%s\\n' "at $PWD/train.sh:1:6" "$PWD/gone.sh:1" "$HOME/train.sh:1"` };
    const asked = { folder, task, instanceId, then: 'keep', fetch: [] };
    const { runId } = await agreed<Started>('runOnGpu', asked);
    await ended(runId);
    const person = new Person();
    try {
      const opening = vscode.commands.executeCommand('gpuRental.openRunLog');
      await person.pressEnterUntil(() => shownFile()?.path.endsWith(`${runId}.log`) === true);
      await opening;
    } finally {
      await person.leave();
    }
    const uri = shownFile()!;
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      uri,
    );
    const target = vscode.Uri.file(join(folder, 'train.sh')).with({ fragment: 'L1,6' });
    deepEqual(
      links.map((link) => [link.range.start.line, link.target?.toString()]),
      [[0, target.toString()]],
    );
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('ends when it is stopped, with what it started', async () => {
    const task = { run: 'mkdir -p outputs; sleep 300 & echo $! > outputs/pid; wait' };
    const { runId } = await agreed<Started>('runOnGpu', {
      folder,
      task,
      instanceId,
      then: 'keep',
      fetch: [],
    });
    const noted = () => overSsh(`gpu-${instanceId}`, 'cat gpu-rental/*/outputs/pid').catch(() => '');
    await until(async () => (await noted()) !== '', 'the job has begun');
    equal((await call<RunState>('followRun', { runId })).phase, 'running');
    await agreed('stopRun', { runId });
    equal((await call<RunState>('followRun', { runId })).phase, 'ended');
    const pid = await overSsh(`gpu-${instanceId}`, 'cat gpu-rental/*/outputs/pid');
    match(await overSsh(`gpu-${instanceId}`, `kill -0 ${pid} 2>&1 || echo gone`), /gone/);
  });

  it('ends when its GPUs have nothing to do', async () => {
    await sandbox.setLoad(instanceId, 95);
    const limit = { idleMinutes: 0.05 };
    const asked = { folder, task: { run: 'sleep 300' }, instanceId, then: 'keep', fetch: [], limit };
    const { runId } = await agreed<Started>('runOnGpu', asked);
    // Longer than the idle time.
    await overSsh(`gpu-${instanceId}`, 'sleep 5');
    equal((await call<RunState>('followRun', { runId })).phase, 'running');
    await sandbox.setLoad(instanceId, 1);
    await ended(runId);
    match(await overSsh(`gpu-${instanceId}`, `cat .gpu-rental/runs/${runId}/state`), /^why=idle$/m);
    await sandbox.setLoad(instanceId, 3);
  });

  it('runs again as its file says now, with what was agreed to before', async () => {
    const limit = { hours: 0.5 };
    const first = await agreed<Started>('runOnGpu', {
      folder,
      task: 'task.yaml',
      instanceId,
      then: 'keep',
      limit,
    });
    await ended(first.runId);
    await writeFile(join(folder, 'task.yaml'), 'name: again\nrun: echo second time\n');
    const { runId } = await agreed<Started>('runAgain', { runId: first.runId, instanceId });
    const state = await ended(runId);
    equal(state.exitCode, 0);
    equal(
      await overSsh(`gpu-${instanceId}`, `cat ${state.log}; cat .gpu-rental/runs/${runId}/limit`),
      'second time\n1800',
    );
    const ofProgram = { run: 'echo "$A"', envs: { A: 'b' } };
    const other = await agreed<Started>('runOnGpu', {
      folder,
      task: ofProgram,
      instanceId,
      then: 'keep',
      fetch: [],
    });
    await rejects(
      agreed('runAgain', { runId: other.runId, instanceId }),
      /values of its variables aren’t kept/,
    );
  });

  it('runs again on another instance, and is then compared with the first run', async () => {
    await writeFile(
      join(folder, 'task.yaml'),
      'name: metrics\nrun: echo "loss=0.5"; exit "$CODE"\nenvs: {CODE: 0}\n',
    );
    const asked = { folder, task: 'task.yaml', instanceId, then: 'keep', fetch: [] };
    const first = await agreed<Started>('runOnGpu', asked);
    await ended(first.runId);
    const other = await rentRunning({ label: 'other hardware' });
    await writeFile(
      join(folder, 'task.yaml'),
      'name: metrics\nrun: echo "loss=0.25"; exit "$CODE"\nenvs: {CODE: 3}\n',
    );
    const person = new Person();
    let second: Started | undefined;
    try {
      // It asks where: without an instance, what ran before decides nothing.
      const { consent } = await extensionApi();
      const again = call<Started>('runAgain', { runId: first.runId, confirmed: consent });
      await choose(person, 'other hardware');
      second = await again;
    } finally {
      await person.leave();
    }
    equal(second.instanceId, other);
    await ended(second.runId);
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

  it('offers to open a page that a run serves, once, and opens it through its own port', async () => {
    const serve = `require("http").createServer((_, page) => page.end("the page")).listen(0, "127.0.0.1", function () { console.log("Serving http://localhost:" + this.address().port + "/") })`;
    await writeFile(join(folder, 'serve.js'), serve);
    const run = `ELECTRON_RUN_AS_NODE=1 '${process.execPath}' serve.js`;
    const person = new Person();
    const opened: string[] = [];
    const { openExternal } = vscode.env;
    Object.assign(vscode.env, {
      openExternal: (uri: vscode.Uri) => Promise.resolve(opened.push(uri.toString(true)) > 0),
    });
    try {
      person.willPress('serves port', 'Open in Browser');
      const asked = { folder, task: { name: 'pages', run }, instanceId, then: 'keep', fetch: [] };
      const { runId } = await agreed<Started>('runOnGpu', asked);
      await until(async () => {
        await call('followRun', { runId });
        return opened.length > 0;
      }, 'the page is opened');
      match(person.told('serves port')?.message ?? '', /^pages serves port \d+ of runs/);
      match(opened[0]!, /^http:\/\/127\.0\.0\.1:\d+\/$/);
      equal(await (await fetch(opened[0]!)).text(), 'the page');
      await call('followRun', { runId });
      equal(person.notifications.filter(({ message }) => message.includes('serves port')).length, 1);
      await agreed('stopRun', { runId });
    } finally {
      Object.assign(vscode.env, { openExternal });
      await person.leave();
    }
  });

  it('is ended by the machine itself, with the key of its instance', async () => {
    const run = { folder, task: { run: 'true' }, instanceId, fetch: [] };
    const { runId } = await agreed<Started>('runOnGpu', { ...run, then: 'stop' });
    await until(async () => {
      await call('followRun', { runId });
      return (await sandbox.instance(instanceId)).intended_status === 'stopped';
    }, 'the machine stops itself');
    await sandbox.advance(60);
    await agreed('startInstance', { instanceId });
    await sandbox.advance(60);
    await agreed('connect', { instanceId });
    const state = await overSsh(`gpu-${instanceId}`, `cat .gpu-rental/runs/${runId}/state`);
    // Without a key it would have left that to VS Code.
    match(state, /^end=stopp(ing|ed)$/m);
  });

  it('asks once, with the price, the limit and what is sent', async () => {
    const person = new Person();
    try {
      equal(await call('runOnGpu', { folder, task: { run: 'true' }, instanceId }), undefined);
      const dialogs = person.notifications.filter(({ isModal }) => isModal);
      equal(dialogs.length, 1);
      match(dialogs[0]?.detail ?? '', /\$\d.*ends after 4 hours at the latest/);
      match(dialogs[0]?.detail ?? '', /Fetches outputs\/, results\/ when it ends/);
    } finally {
      await person.leave();
    }
  });

  it('rents an interruptible GPU where its task file asks for one, at a bid that the person agrees to', async () => {
    await writeFile(
      join(folder, 'spot.yaml'),
      'name: spot\nresources: {use_spot: true, disk_size: 12, accelerators: "RTX4090:4"}\nrun: "true"\n',
    );
    const before = await sandbox.instanceIds();
    const person = new Person();
    try {
      person.willPress('Rent ', /^Rent for /);
      const running = call('runOnGpu', { folder, task: 'spot.yaml', then: 'keep', fetch: [] });
      await choose(person, 'Rent a GPU');
      await person.pressEnterUntil(() => person.heard('Run spot on '));
      // Nobody agreed to the run itself.
      equal(await running, undefined);
    } finally {
      await person.leave();
    }
    const [rented] = (await sandbox.instanceIds()).filter((id) => !before.includes(id));
    const { is_bid, disk_space } = await sandbox.instance(rented!);
    deepEqual([is_bid, disk_space], [true, 12]);
    await agreed('destroyInstance', { instanceId: rented! });
  });

  it('rents the offer that a program names, at its bid, once a person agrees', async () => {
    const before = await sandbox.instanceIds();
    const { id: offerId, min_bid: least } = await someOffer('bid');
    const price = (least ?? 1) * 2;
    const person = new Person();
    try {
      person.willPress('Rent ', /^Rent for /);
      const spec = { folder, task: 'task.yaml', offerId, price, then: 'keep', fetch: [] };
      const running = call('runOnGpu', spec);
      await person.pressEnterUntil(() => person.told(/^Run \w+ on /) !== undefined);
      equal(await running, undefined);
    } finally {
      await person.leave();
    }
    const [rented] = (await sandbox.instanceIds()).filter((id) => !before.includes(id));
    const sent = (await sandbox.requests()).findLast(({ path }) => path.includes(`/asks/${offerId}`));
    deepEqual(
      [(await sandbox.instance(rented!)).is_bid, (sent?.body as { price?: number } | undefined)?.price],
      [true, price],
    );
    await agreed('destroyInstance', { instanceId: rented! });
  });

  it('refuses a task file with a key that isn’t supported, at its line', async () => {
    await mkdir(join(folder, 'tasks'), { recursive: true });
    await writeFile(join(folder, 'tasks/bad.yaml'), 'run: x\nservice: {}\n');
    const refused = agreed('runOnGpu', { folder, task: 'tasks/bad.yaml', instanceId });
    await rejects(refused, /bad.yaml, line 2: service isn’t supported/);
  });

  const shownFile = () => vscode.window.activeTextEditor?.document.uri;

  /** Chooses the row with these words in the list that asks. */
  async function choose(person: Person, words: string): Promise<void> {
    const rowOf = () => {
      const list = person.inputs.at(-1);
      if (!list || !('items' in list)) return false;
      const row = list.items.find(({ label }) => label.includes(words));
      if (row) list.activeItems = [row];
      return row !== undefined;
    };
    await until(rowOf, `there is a row ${words}`);
    await vscode.commands.executeCommand('setContext', 'test.drawn');
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  }

  async function ended(runId: string): Promise<RunState> {
    const end = Date.now() + patience;
    for (;;) {
      const state = await call<RunState>('followRun', { runId });
      if (state.phase === 'lost' || state.fetchedAt !== undefined) return state;
      if (Date.now() > end) throw new Error(`Still ${state.phase}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
});
