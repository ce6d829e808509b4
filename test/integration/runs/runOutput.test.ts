import { deepEqual, equal, match } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, until } from '../support/inHost';
import { fetched, type Started, useRunTarget } from '../support/runs';

describe('the output of a run', () => {
  const target = useRunTarget();

  const shownFile = () => vscode.window.activeTextEditor?.document.uri;

  it('leads from a line of its log to the file here that the line names', async () => {
    const task = { run: `printf '%s\\n' "at $PWD/train.sh:1:6" "$PWD/gone.sh:1" "$HOME/train.sh:1"` };
    const asked = { ...target, task, then: 'keep', fetch: [] };
    const { runId } = await agreed<Started>('runOnGpu', asked);
    await fetched(runId);
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
    const file = vscode.Uri.file(join(target.folder, 'train.sh')).with({ fragment: 'L1,6' });
    deepEqual(
      links.map((link) => [link.range.start.line, link.target?.toString()]),
      [[0, file.toString()]],
    );
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('offers to open a page that a run serves, once, and opens it through its own port', async () => {
    const serve = `require("http").createServer((_, page) => page.end("the page")).listen(0, "127.0.0.1", function () { console.log("Serving http://localhost:" + this.address().port + "/") })`;
    await writeFile(join(target.folder, 'serve.js'), serve);
    const run = `ELECTRON_RUN_AS_NODE=1 '${process.execPath}' serve.js`;
    const person = new Person();
    const opened: string[] = [];
    const { openExternal } = vscode.env;
    Object.assign(vscode.env, {
      openExternal: (uri: vscode.Uri) => Promise.resolve(opened.push(uri.toString(true)) > 0),
    });
    try {
      person.willPress('serves port', 'Open in Browser');
      const asked = { ...target, task: { name: 'pages', run }, then: 'keep', fetch: [] };
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
});
