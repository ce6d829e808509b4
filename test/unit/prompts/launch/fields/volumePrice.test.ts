import { expect, it, vi } from 'vitest';
import { silent } from '../../../../../src/log/log';
import { volumeFacts } from '../../../../../src/prompts/launch/fields/editVolume';

vi.mock('vscode', async () => (await import('../../../support/fakeVscode')).fakeVscode);

it('a new volume whose size is not known has no price, rather than none to pay', async () => {
  const offers = [{ id: 5, machine_id: 9, storage_cost: 0.72 }];
  const client = { volumeOffers: { search: () => Promise.resolve(offers) } };
  const services = { accounts: { client }, volumes: {}, log: silent } as unknown as Parameters<
    typeof volumeFacts
  >[0];
  expect(await volumeFacts(services, { create_new: true, volume_id: 5 })).toEqual({ machineId: 9 });
  expect(await volumeFacts(services, { create_new: true, volume_id: 5, size: 10 })).toMatchObject({
    volumeRate: expect.closeTo(0.01, 9) as number,
  });
});
