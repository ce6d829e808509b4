import { beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../../src/commands/call';
import { refreshInstances } from '../../../src/commands/instances/refreshInstances';
import { refreshTemplates } from '../../../src/commands/templates/searchTemplates';
import { targetTemplate } from '../../../src/commands/templates/targetTemplate';
import { refreshVolumes } from '../../../src/commands/volumes/volumes';
import { eventually } from '../support/eventually';
import { clearScreen, fakeVscode } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const call = (interactive: boolean): Call => ({
  instanceIds: [],
  confirmed: false,
  interactive,
  arguments: {},
});

const refresh = () => Promise.resolve();
const services = {
  instances: { refresh, state: { instances: new Map() } },
  sshEntries: { sync: refresh },
  templates: { refresh, known: () => [] },
  volumes: { refresh, state: { volumes: [{ id: 7 }] } },
};

it.each([
  ['instances', refreshInstances],
  ['templates', refreshTemplates],
  ['volumes', refreshVolumes],
])('shows a person in the view of %s that it is loaded, and a program nothing', async (view, command) => {
  const progress = vi.spyOn(fakeVscode.window, 'withProgress');
  await command(services as never, call(false));
  expect(progress).not.toHaveBeenCalled();
  await command(services as never, call(true));
  expect(progress.mock.calls.map(([options]) => options)).toEqual([
    { location: { viewId: `gpuRental.${view}` } },
  ]);
  progress.mockRestore();
});

it('says in a notification that the template of a link is loaded, since its view may be closed', async () => {
  const progress = vi.spyOn(fakeVscode.window, 'withProgress');
  const loading = Promise.withResolvers<unknown>();
  const templates = { find: () => loading.promise };
  const given = { ...call(true), arguments: { hashId: 'ab12' } };
  const found = targetTemplate({ templates } as never, given, 'Rent from Template');
  await eventually(() =>
    expect(progress.mock.calls.map(([options]) => options)).toEqual([
      { location: fakeVscode.ProgressLocation.Notification, title: 'Loading template…' },
    ]),
  );
  loading.resolve('the template');
  expect(await found).toBe('the template');
  progress.mockRestore();
});
