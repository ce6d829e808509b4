import { beforeEach, expect, it, vi } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { ApiError } from '../../../../src/api/errors';
import { LocalError } from '../../../../src/api/localError';
import { couldNotStart, offerToDestroy, orGiveBack } from '../../../../src/commands/sweeps/giveBack';
import { LostConnection } from '../../../../src/ssh/transfer/remoteShell';
import { accountInUse } from '../../../../src/stores/account/accountInUse';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const refused = new LocalError('may_pass', 'No.');
const unclear = new Error('Nobody knows.');
const hiccup = new ApiError('server_error', 'The service failed.', { status: 503 });
const lost = new LostConnection('may_pass', 'The connection was lost.');

it.each<[string, () => Promise<string | undefined>, unknown[], on?: number]>([
  ['that began', () => Promise.resolve('begun'), []],
  ['that the person didn’t want', () => Promise.resolve(undefined), [undefined]],
  ['that was refused', () => Promise.reject(refused), [refused]],
  ['that may have begun', () => Promise.reject(unclear), [], 2],
  ['that may have begun before its connection was lost', () => Promise.reject(lost), [], 2],
  ['for which the service can’t be asked', () => Promise.reject(hiccup), [hiccup]],
  ['that can’t be noted here', () => Promise.reject(unclear), [unclear], 7],
])('gives back what was rented for a run %s', async (_, begin, given, on) => {
  const { services, runs } = commandServices();
  if (on !== undefined) runs.push({ name: 'train', instanceId: on, fetch: [] });
  const back: unknown[] = [];
  const giveBack = (error?: unknown) => Promise.resolve(void back.push(error));
  const who = accountInUse(services.accounts);
  await Promise.allSettled([orGiveBack(services, who, [1, 2], begin, giveBack)]);
  expect(back).toEqual(given);
});

const price = { actual_status: 'running', dph_total: 0.5, storage_total_cost: 0.02 };

/** What is destroyed after this answer. */
async function offered(
  answer: number | undefined,
  confirmed = false,
  error: unknown = refused,
  ids: readonly number[] = [1, 2],
) {
  const world = commandServices({ id: 1, label: 'a', ...price }, { id: 2, label: 'b', ...price });
  world.answer.agrees = answer !== undefined;
  world.answer.option = answer ?? 0;
  Object.assign(world.services, { consent: 'agreed' });
  const who = accountInUse(world.services.accounts);
  await offerToDestroy(world.services, who, ids, { message: 'Destroy?', error, confirmed });
  return world;
}
const destroyed = [1, 2].map((instanceId) => [
  'gpuRental.destroyInstance',
  { instanceId, confirmed: 'agreed' },
]);

it('asks at once, with the reason, names and price, and first of all to destroy', async () => {
  const { choices } = await offered(0);
  expect(choices).toMatchObject([{ options: ['Destroy', 'Keep'], warns: true }]);
  expect(choices[0]?.detail).toBe(
    'No.\nInstances: a (1), b (2)\nThey were rented for this run and cost $1.00/h now.',
  );
  expect(screen.commands).toEqual(destroyed);
});

it('speaks of one that was rented', async () => {
  const { choices } = await offered(1, false, new CancelledError(), [1]);
  expect(choices[0]?.detail).toBe('Instance: a (1)\nIt was rented for this run and costs $0.50/h now.');
  expect(couldNotStart('train', [1])).toMatch(/Destroy the instance that was rented/);
  expect(couldNotStart('train', [1, 2])).toMatch(/Destroy the instances that were rented/);
});

it('destroys nothing where the person keeps them or closes the question', async () => {
  await offered(1);
  await offered(undefined);
  expect(screen.commands).toEqual([]);
});

it('destroys nothing in another account, and says where it is billed', async () => {
  const world = commandServices({ id: 1, label: 'a', ...price });
  const { account, client } = accountInUse(world.services.accounts);
  const who = { account: { ...account, id: 'before', email: 'one@example.com' }, client };
  const offer = offerToDestroy(world.services, who, [1], { message: 'Destroy?', confirmed: true });
  await expect(offer).rejects.toThrow(
    'The account one@example.com isn’t in use any more, and a (1) may still be billed to it.',
  );
  expect(screen.commands).toEqual([]);
});

it('asks no caller with consent, and says nothing of a reason that is the person’s own', async () => {
  const { choices } = await offered(undefined, true);
  expect(choices).toEqual([]);
  expect(screen.commands).toEqual(destroyed);
  const { choices: afterCancel } = await offered(1, false, new CancelledError());
  expect(afterCancel[0]?.detail).toMatch(/^Instances:/);
});

it('names those that are still there', async () => {
  screen.results['gpuRental.destroyInstance'] = Promise.reject(new Error('It still costs $0.50/h.'));
  await expect(offered(0)).rejects.toThrow(/a \(1\): .*b \(2\): /);
});
