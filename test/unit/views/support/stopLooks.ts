import { vi } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import { world } from './stopWindows';

/** The instances that the service lists. */
export const listed = async (): Promise<number[]> =>
  (await world.account.client.instances.list()).map((one) => one.id);

/** The service answers this about one instance, again and again. */
export const answerOne = (id: number, body: unknown, contentType = 'application/json', status = 404): void =>
  world.sandbox.control.failNext({
    ...{ count: 100, method: 'GET', path: `/instances/${id}/` },
    ...{ status, body, contentType },
  });

/** What the next look before a stop finds, and what happens during it. */
export function lookFinds(
  change: Partial<Instance>,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): void {
  const { instances } = world.account.client;
  const get = instances.get.bind(instances);
  vi.spyOn(instances, 'get').mockImplementationOnce(async (id) => {
    const found = await get(id);
    await meanwhile();
    return { ...found, ...change };
  });
}
