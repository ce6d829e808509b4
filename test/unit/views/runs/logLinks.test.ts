import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { linkLogs } from '../../../../src/views/runs/logLinks';
import { LogTerminal } from '../../../../src/views/runs/logTerminal';

interface Link {
  startIndex: number;
  length: number;
}
interface Links {
  provideTerminalLinks(context: object): Promise<Link[]>;
  handleTerminalLink(link: Link): Promise<void>;
}
const editor = vi.hoisted(() => ({ links: undefined as unknown, shown: [] as unknown[] }));
vi.mock('vscode', async () => {
  const { fakeVscode } = await import('../../support/fakeVscode');
  // What `new` makes has these members.
  const having = (...names: string[]) =>
    function (this: object, ...values: unknown[]) {
      Object.assign(this, Object.fromEntries(names.map((name, index) => [name, values[index]])));
    };
  return {
    ...fakeVscode,
    TerminalLink: having('startIndex', 'length', 'tooltip'),
    Position: having('line', 'character'),
    Range: having('start'),
    Uri: { file: (path: string) => path },
    languages: { registerDocumentLinkProvider: () => ({ dispose: () => undefined }) },
    window: {
      registerTerminalLinkProvider: (links: unknown) => {
        editor.links = links;
        return { dispose: () => undefined };
      },
      showTextDocument: (...all: unknown[]) => Promise.resolve(void editor.shown.push(...all)),
    },
  };
});

it('leads from a line of a run’s log in its terminal to the file here, at its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'sub'));
  await writeFile(join(folder, 'sub/train.py'), '');
  const run: Run = runSchema.parse({
    ...{
      id: 'run-00001',
      name: 'train',
      instanceId: 7,
      instanceName: 'seven',
      run: 'true',
      setup: '',
      folder,
    },
    ...{ workdir: '~/gpu-rental/f', fetch: [], results: '/r', then: 'keep', limitHours: 1, createdAt: 0 },
    phase: 'running',
  });
  linkLogs((runId) => (runId === run.id ? run : undefined));
  const links = editor.links as Links;
  const linksIn = (line: string, pty?: object) =>
    links.provideTerminalLinks({ line, terminal: { creationOptions: { pty } } });
  const logOf = (runId: string) =>
    new LogTerminal({
      runId,
      instanceName: 'trainer (5)',
      start: vi.fn(),
      whyLost: () => Promise.resolve(''),
    });
  const [link, ...others] = await linksIn('at sub/train.py:3:7 and gone.py:1:1', logOf(run.id));
  expect([link?.startIndex, others]).toEqual([3, []]);
  await links.handleTerminalLink(link!);
  const at = { line: 2, character: 6 };
  expect(editor.shown).toEqual([join(folder, 'sub/train.py'), { selection: { start: at } }]);
  // A terminal that shows no log.
  expect(await linksIn('at sub/train.py:3:7')).toEqual([]);
  expect(await linksIn('at sub/train.py:3:7', logOf('another'))).toEqual([]);
});
