import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { Call } from '../../../../src/commands/call';
import { pushSnapshot } from '../../../../src/commands/instances/pushSnapshot';
import { commandServices } from '../../support/commandServices';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const training = { id: 5, label: 'training', actual_status: 'running', intended_status: 'running' };
const given = { image: 'ghcr.io/me/training:v1', user: 'me', password: 'hunter2' };
const request = {
  container_registry: 'ghcr.io',
  personal_repo: 'me/training:v1',
  docker_login_user: 'me',
  docker_login_pass: 'hunter2',
  pause: true,
};
const call = (changes: Partial<Call> = {}): Call => ({
  instanceIds: [5],
  confirmed: false,
  interactive: false,
  askedBy: 'program',
  arguments: given,
  ...changes,
});
const byPerson = { interactive: true, askedBy: undefined, arguments: {} };

function setUp(instance: typeof training = training, stored: Record<string, string> = {}) {
  const all = commandServices(instance);
  const requests: unknown[] = [];
  const logged: string[] = [];
  const reply = { fails: undefined as Error | undefined };
  Object.assign(all.services.accounts.client!.instanceActions, {
    takeSnapshot: (...sent: unknown[]) => {
      requests.push(sent);
      return reply.fails ? Promise.reject(reply.fails) : Promise.resolve();
    },
  });
  Object.assign(all.services, {
    features: { use: (_: string, one: () => Promise<unknown>) => one() },
    launchSecrets: { get: (name: string) => Promise.resolve(stored[name]) },
    log: { info: (line: string) => void logged.push(line) },
  });
  return { ...all, requests, logged, reply };
}

/** Types into the input that comes next. */
async function type(count: number, text: string | undefined) {
  await eventually(() => expect(screen.inputs).toHaveLength(count));
  const input = screen.inputs[count - 1]!;
  if (text !== undefined) input.type(text);
  input.accept();
  return input;
}

describe('pushing a snapshot to a registry', () => {
  it('of a program with consent is sent once, and nothing is asked', async () => {
    const { services, requests, asked, choices, logged } = setUp();
    expect(await pushSnapshot(services, call({ confirmed: true }))).toEqual({
      instanceId: 5,
      image: 'ghcr.io/me/training:v1',
    });
    expect(requests).toEqual([[5, request]]);
    expect([asked, choices]).toEqual([[], []]);
    expect(logged.join()).not.toContain('hunter2');
  });

  it('says in one dialog what the image has and where the password goes', async () => {
    const { services, requests, choices, answer } = setUp();
    answer.option = 1;
    await pushSnapshot(services, call());
    expect(choices).toHaveLength(1);
    expect(choices[0]?.message).toBe('Push a snapshot of training (5) to ghcr.io/me/training:v1?');
    expect(choices[0]?.detail).toContain('also keys and passwords');
    expect(choices[0]?.detail).toContain('for ghcr.io are sent to the service');
    expect(choices[0]?.detail).not.toContain('hunter2');
    expect(requests).toEqual([[5, { ...request, pause: false }]]);
  });

  it('of an instance that is gone says that, and nothing of the endpoint', async () => {
    const { services, reply } = setUp();
    reply.fails = new ApiError('not_found', 'Not found.', { status: 404 });
    Object.assign(services.accounts.client!.instances, { get: () => Promise.reject(reply.fails!) });
    await expect(pushSnapshot(services, call({ confirmed: true }))).rejects.toMatchObject({
      name: 'LocalError',
      message: 'Instance 5 not found.',
    });
  });

  it('offers only the kind that a program asks for', async () => {
    const { services, choices } = setUp();
    await pushSnapshot(services, call({ arguments: { ...given, pause: false } }));
    expect(choices[0]?.options).toEqual(['Push without Pause']);
  });

  it('asks a person for image, user and password, and tells that only the request is known', async () => {
    const { services, requests } = setUp();
    const pushing = pushSnapshot(services, call(byPerson));
    await type(1, 'ghcr.io/me/training:v1');
    expect((await type(2, undefined)).value).toBe('me');
    const box = await type(3, 'hunter2');
    expect(box).toMatchObject({ password: true, prompt: expect.stringContaining('not stored') as string });
    await pushing;
    expect(requests).toEqual([[5, request]]);
    expect(screen.shown.at(-1)?.message).toContain('Look for ghcr.io/me/training:v1 in its registry');
    expect(screen.shown.at(-1)?.message).toContain('doesn’t tell whether it fails');
  });

  it('takes the stored password of that login if the person leaves it empty', async () => {
    const { services, requests } = setUp(training, { 'registry:ghcr.io:me': 'hunter2' });
    const pushing = pushSnapshot(services, call(byPerson));
    await type(1, 'ghcr.io/me/training:v1');
    await type(2, undefined);
    await type(3, '');
    await pushing;
    expect(requests).toEqual([[5, request]]);
  });

  it.each([
    [{ ...given, image: 'training' }, 'image'],
    [{ ...given, user: '' }, 'user'],
    [{ image: given.image, user: 'me' }, 'password'],
    [{ ...given, pause: 'yes' }, 'pause'],
  ])('is refused for %#, and nothing is sent', async (argumentsGiven, words) => {
    const { services, requests } = setUp();
    const pushing = pushSnapshot(services, call({ confirmed: true, arguments: argumentsGiven }));
    const error = await pushing.catch((one: unknown) => String(one));
    expect(error).toContain(words);
    expect(error).not.toContain('hunter2');
    expect(requests).toEqual([]);
  });

  it('needs an instance that runs', async () => {
    const { services, requests } = setUp({
      ...training,
      actual_status: 'exited',
      intended_status: 'stopped',
    });
    await expect(pushSnapshot(services, call({ confirmed: true }))).rejects.toThrow(
      'needs training (5) to run',
    );
    expect(requests).toEqual([]);
  });

  it('says that the answer was lost, and never sends it again', async () => {
    const { services, requests, reply } = setUp();
    reply.fails = new ApiError('timeout', 'Too late.', { sent: true });
    await expect(pushSnapshot(services, call({ confirmed: true }))).rejects.toMatchObject({
      code: 'outcome_unknown',
      message: 'The service’s response was lost. Look in the registry before you push the snapshot again.',
    });
    expect(requests).toHaveLength(1);
  });

  it('does nothing where the person says no', async () => {
    const { services, requests } = setUp();
    Object.assign(services.dialogs, { choose: () => Promise.resolve(undefined) });
    expect(await pushSnapshot(services, call())).toBeUndefined();
    expect(requests).toEqual([]);
  });
});
