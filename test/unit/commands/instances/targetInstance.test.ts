import { describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../../src/commands/call';
import {
  targetInstance,
  targetInstances,
  untilListed,
} from '../../../../src/commands/instances/targetInstance';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { commandServices } from '../../support/commandServices';
import { eventually } from '../../support/eventually';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const running: SharedInstance = { id: 1, actual_status: 'running', intended_status: 'running' };
const stopped: SharedInstance = { id: 2, actual_status: 'exited', intended_status: 'stopped' };
const other: SharedInstance = { ...running, id: 3 };
const { services } = commandServices(running, stopped, other);

const selection = (...instanceIds: number[]): Call => ({
  instanceIds,
  confirmed: false,
  interactive: true,
  arguments: {},
});
const canStop = ({ can }: { can: { stop: boolean } }) => can.stop;

describe('what a command is about', () => {
  it('is what suits of a selection, in its order', async () => {
    await expect(targetInstances(services, selection(3, 2, 1), 'Stop', canStop)).resolves.toEqual([3, 1]);
  });

  it('is never another instance when none of the selected ones suits', async () => {
    const none = targetInstances(services, selection(2, 4), 'Stop', canStop);
    await expect(none).rejects.toMatchObject({
      code: 'nothing_suits',
      message: '“Stop” isn’t available for the selected instances right now.',
    });
  });

  it('is the one row that was clicked or that a program named, whether or not it suits', async () => {
    await expect(targetInstances(services, selection(2), 'Stop', canStop)).resolves.toEqual([2]);
    const named = { ...selection(2), interactive: false };
    await expect(targetInstances(services, named, 'Stop', canStop)).resolves.toEqual([2]);
  });

  it('is the clicked one of a selection where it can only be one', async () => {
    await expect(targetInstance(services, selection(2, 1, 3), 'Rename')).resolves.toBe(2);
  });

  it('is nothing, and nothing is asked, when no instance suits', async () => {
    const none = targetInstances(commandServices().services, selection(), 'Stop');
    await expect(none).rejects.toMatchObject({ code: 'nothing_yet', message: 'You have no instances yet.' });
    const empty = commandServices(stopped, { ...running, id: -5 }).services;
    await expect(targetInstances(empty, selection(), 'Stop', canStop)).rejects.toMatchObject({
      code: 'nothing_suits',
      message: '“Stop” isn’t available for any of your instances right now.',
    });
  });

  it('is the only one that suits, without a list, where a person called', async () => {
    await expect(targetInstances(services, selection(), 'Start', ({ can }) => can.start)).resolves.toEqual([
      2,
    ]);
  });

  it.each([
    ['a program', { interactive: false }],
    ['one who has consent and so isn’t asked again', { confirmed: true }],
  ])('is picked also where it is the only one by %s', async (_, caller) => {
    clearScreen();
    const alone = commandServices(running).services;
    const picking = targetInstance(alone, { ...selection(), ...caller }, 'Destroy');
    await eventually(() => expect(screen.picks).toHaveLength(1));
    screen.picks[0]!.hide();
    expect(await picking).toBeUndefined();
  });

  it('is picked by name, state and price, and by what the command is about', async () => {
    clearScreen();
    const priced = commandServices({ ...running, dph_total: 0.5 }, other).services;
    const words = ({ id }: SharedInstance) => (id === 1 ? 'to rise to $0.70/h' : '');
    const picking = targetInstance(priced, selection(), 'Accept New Price', undefined, words);
    await eventually(() => expect(screen.picks).toHaveLength(1));
    const [list] = screen.picks;
    expect(list!.items).toMatchObject([
      { description: 'running · $0.50/h · to rise to $0.70/h' },
      { description: 'running · $?/h' },
    ]);
    list!.hide();
    expect(await picking).toBeUndefined();
  });
});

it('a wait for the list says what it waits for, and can be cancelled from its start', async () => {
  const world = commandServices().services;
  const said: string[] = [];
  let cancel = (): void => undefined;
  vi.spyOn(fakeVscode.window, 'withProgress').mockImplementation((_, task) =>
    Promise.resolve(
      task(
        { report: ({ message }: { message: string }) => said.push(message) },
        { onCancellationRequested: (act: () => void) => ((cancel = act), { dispose: () => undefined }) },
      ),
    ),
  );
  Object.assign(world.instances, { onDidChange: () => ({ dispose: () => undefined }) });
  Object.assign(world.instances.state, { expected: [{ instanceId: 7 }] });
  Object.assign(world.clock, { after: () => () => undefined });
  const listed = untilListed(world, [7]);
  await eventually(() => expect(said).toEqual(['not in the list yet']));
  cancel();
  expect(await listed).toBeUndefined();
  Object.assign(world.instances, { refresh: () => new Promise(() => undefined) });
  const unanswered = untilListed(world, [7]);
  cancel();
  expect(await unanswered).toBeUndefined();
  vi.restoreAllMocks();
});
