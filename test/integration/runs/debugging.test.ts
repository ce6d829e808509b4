import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/domain/runs/run';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, overSsh, rentRunning, signIn, until } from '../support/inHost';

/**
 * Stands in for debugpy, with as much of the Debug Adapter Protocol as an attached debugger needs to let a script run.
 * It takes the first connection for its debugger, as debugpy may, and tells what it was asked to map.
 */
const debugpy = `import json, runpy, socket, sys
at = sys.argv.index('--listen') + 1
host, port = sys.argv[at].split(':')
assert sys.argv[at + 1] == '--wait-for-client'
print('waits', flush=True)
peer = socket.create_server((host, int(port))).accept()[0].makefile('rwb')
def send(**message):
    text = json.dumps(message).encode()
    peer.write(b'Content-Length: %d\\r\\n\\r\\n' % len(text) + text)
    peer.flush()
for request in iter(peer.readline, b''):
    peer.readline()
    asked = json.loads(peer.read(int(request.split(b':')[1])))
    command = asked['command']
    if command == 'attach':
        print('maps', json.dumps(asked['arguments']['pathMappings']), flush=True)
    body = {'threads': []} if command == 'threads' else {'supportsConfigurationDoneRequest': True}
    send(seq=0, type='response', request_seq=asked['seq'], command=command, success=True, body=body)
    # As debugpy does: only then is the debugger sure to have asked for it before it is done.
    if command == 'attach':
        send(seq=0, type='event', event='initialized')
    if command == 'configurationDone':
        break
sys.argv = sys.argv[at + 2:]
runpy.run_path(sys.argv[0], run_name='__main__')
send(seq=0, type='event', event='terminated')
`;

describe('debugging a run', () => {
  const project = vscode.workspace.workspaceFolders![0]!;
  const folder = project.uri.fsPath;
  const launch = join(folder, '.vscode/launch.json');
  let instanceId = 0;

  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'debugged' });
    await agreed('connect', { instanceId });
    await mkdir(join(folder, 'debugpy'), { recursive: true });
    await writeFile(join(folder, 'debugpy/__main__.py'), debugpy);
    await writeFile(join(folder, 'train.py'), 'import sys\nprint("trained", sys.argv[1], flush=True)\n');
  });
  after(async () => {
    for (const name of [launch, join(folder, 'debugpy'), join(folder, 'train.py')])
      await rm(name, { recursive: true, force: true });
    await destroyAll();
  });

  it('is a configuration of the Python Debugger, added once beside the person’s own', async () => {
    await mkdir(join(folder, '.vscode'), { recursive: true });
    const own = { name: 'mine', type: 'node', request: 'launch' };
    await writeFile(launch, JSON.stringify({ version: '0.2.0', configurations: [own] }));
    const configurations = () =>
      vscode.workspace.getConfiguration('launch', project.uri).get<unknown[]>('configurations') ?? [];
    await until(() => configurations().length === 1, 'VS Code has read launch.json');
    const person = new Person();
    try {
      equal(await call('addDebugConfiguration'), undefined);
      match(person.dialogs[0]?.message ?? '', /^Add a launch configuration to .*launch\.json\?$/);
    } finally {
      await person.leave();
    }
    equal(configurations().length, 1);
    deepEqual(await agreed('addDebugConfiguration'), { added: true, name: 'Debug on GPU' });
    deepEqual(await agreed('addDebugConfiguration'), { added: false, name: 'Debug on GPU' });
    // Its fields: https://code.visualstudio.com/docs/python/debugging#_set-configuration-options
    const added = {
      name: 'Debug on GPU',
      type: 'debugpy',
      request: 'attach',
      connect: { host: '127.0.0.1', port: '${command:gpuRental.debugPort}' },
      pathMappings: [{ localRoot: '${workspaceFolder}', remoteRoot: '.' }],
    };
    const written = JSON.parse(await readFile(launch, 'utf8')) as { configurations: unknown[] };
    deepEqual(written.configurations, [own, added]);
  });

  it('attaches through a port of its own to a run that waits for it', async () => {
    const task = { name: 'debugged', run: 'python3 train.py well' };
    const asked = { folder, task, instanceId, then: 'keep', fetch: [], debug: true };
    const { runId } = await agreed<{ runId: string }>('runOnGpu', asked);
    const attached: vscode.DebugSession[] = [];
    const listening = vscode.debug.onDidStartDebugSession((session) => attached.push(session));
    try {
      ok(await vscode.debug.startDebugging(project, 'Debug on GPU'));
      await until(async () => (await call<RunState>('followRun', { runId })).phase === 'ended', 'it has run');
    } finally {
      listening.dispose();
    }
    const [session] = attached;
    const { port } = session!.configuration.connect as { port: string };
    match(port, /^\d+$/);
    const { text } = await agreed<{ text: string }>('openRunLog', { runId });
    const mapping = JSON.stringify([{ localRoot: folder, remoteRoot: '.' }]);
    deepEqual(text.replaceAll(/([:,]) /g, '$1').split('\n'), [
      'waits',
      `maps ${mapping}`,
      'trained well',
      '',
    ]);
    // The folder that `.` is on the machine.
    match(await overSsh(`gpu-${instanceId}`, 'ls gpu-rental/*/train.py'), /train\.py/);
    equal((await call<RunState>('followRun', { runId })).exitCode, 0);
    await until(() => vscode.debug.activeDebugSession === undefined, 'the session has ended');
  });

  it('asks what to run and where if nothing waits, and debugs nothing without an answer', async () => {
    const person = new Person();
    try {
      let isOver = false;
      const starting = vscode.debug.startDebugging(project, 'Debug on GPU');
      void starting.then(() => (isOver = true));
      await person.pressEscapeUntil(() => isOver || person.inputs.length > 0);
      await person.pressEscapeUntil(() => isOver);
      equal(await starting, false);
      equal(person.inputs[0]?.title, 'Run on GPU');
      equal(vscode.debug.activeDebugSession, undefined);
    } finally {
      await person.leave();
    }
  });

  it('isn’t ended for being idle, and its question says what waits', async () => {
    const task = {
      type: 'task',
      commands: ['python train.py'],
      utilization_policy: { min_gpu_utilization: 10, time_window: '1h' },
    };
    const person = new Person();
    try {
      for (const debug of [false, true]) await call('runOnGpu', { folder, instanceId, task, debug });
    } finally {
      await person.leave();
    }
    const [plain = '', debugged = ''] = person.dialogs.map(({ detail }) => detail);
    match(plain, /^python train\.py$[^]*ends earlier if every GPU/m);
    match(debugged, /^python -m debugpy --listen 127\.0\.0\.1:5678 --wait-for-client train\.py$/m);
    ok(!debugged.includes('ends earlier'));
  });

  it('says so where there is no Python to debug, or the run ends without listening', async () => {
    const asked = { folder, instanceId, then: 'keep', fetch: [], debug: true };
    await rejects(agreed('runOnGpu', { ...asked, task: { run: 'bash train.sh' } }), /no “python”/);
    const task = { name: 'gone', run: 'python3 -m debugpy --listen nowhere' };
    await agreed('runOnGpu', { ...asked, task });
    await rejects(call('debugPort', { pathMappings: [{ localRoot: folder }] }), /ended before its debugger/);
  });
});
