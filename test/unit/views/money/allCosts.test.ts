import { expect, it } from 'vitest';
import type { AccountRates } from '../../../../src/stores/money/accountRates';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import { rateFrom } from '../../../../src/domain/money/rate';
import type { ExpectedRental } from '../../../../src/stores/instances/instanceChange';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import type { InstanceStore } from '../../../../src/stores/instances/instanceStore';
import type { VolumeState, VolumeStore } from '../../../../src/stores/volumes/volumeStore';
import { AllCosts } from '../../../../src/views/money/allCosts';

const account = { id: 'a-1', baseUrl: 'https://gpu.example', userId: 1, email: 'me@gpu.example' };

const none: VolumeState = { volumes: [], fetchedAt: 1 };

function costsWith(
  expected: readonly Partial<ExpectedRental>[],
  volumes: VolumeState = none,
  instances: readonly SharedInstance[] = [{ id: 7, actual_status: 'running', dph_total: 0.5 }],
) {
  const state = {
    instances: new Map(instances.map((instance) => [instance.id, instance])),
    expected,
    fetchedAt: 1,
  };
  const costs = new AllCosts({
    accounts: { active: account, accounts: [account] } as unknown as AccountStore,
    instances: { state } as unknown as InstanceStore,
    volumes: { state: volumes } as unknown as VolumeStore,
    rates: { others: [] } as unknown as AccountRates,
  });
  return costs.all.get(account.id);
}

it('counts what was created and is not listed yet, and not what may not exist', () => {
  expect(costsWith([])).toMatchObject({ rate: rateFrom(0.5), running: 1, instances: 1 });
  expect(
    costsWith([{ phase: 'created', running: 0.25 }, { phase: 'created' }, { phase: 'sending', running: 3 }]),
  ).toMatchObject({ rate: { dollars: 0.75, isLeast: true }, running: 1, instances: 3 });
  expect(costsWith([{ phase: 'sending', running: 3 }])?.rate).toEqual(rateFrom(0.5));
  const unclear = costsWith([{ phase: 'unclear', running: 3 }]);
  expect(unclear).toMatchObject({ rate: { dollars: 0.5, isLeast: true }, instances: 1 });
});

it('counts volumes, and never says that nothing is billed while they are not known', () => {
  const volumes = [
    { id: 1, storage_total_cost: 0.01 },
    { id: 2, size: 5 },
  ];
  expect(costsWith([], { volumes, fetchedAt: 1 })).toMatchObject({
    rate: { dollars: 0.51, isLeast: true },
    volumes: { count: 2, unpriced: 1 },
  });
  expect(costsWith([], { volumes, fetchedAt: 1 }, [])).toMatchObject({
    rate: { dollars: 0.01, isLeast: true },
    instances: 0,
  });
  expect(costsWith([], none, [])?.rate).toEqual(rateFrom(0));
  expect(costsWith([], { volumes: [] }, [])?.rate).toEqual(rateFrom(undefined));
  expect(costsWith([], { volumes: [{ id: 2, size: 5 }], fetchedAt: 1 }, [])?.rate).toEqual(
    rateFrom(undefined),
  );
  expect(costsWith([], { volumes: [] })?.rate).toMatchObject({ dollars: 0.5, isLeast: true });
});

it('says since when, where the list of volumes failed', () => {
  const failed = { volumes: [], fetchedAt: 0, error: new Error('no') };
  expect(costsWith([], failed)).toMatchObject({ failed: true, asOf: 0 });
  expect(costsWith([], none)).toMatchObject({ failed: false });
});

it('counts what may be running at its full price, and says that it may be less', () => {
  const lost = {
    id: 7,
    intended_status: 'running',
    cur_state: 'running',
    dph_total: 2,
    storage_total_cost: 0.01,
  };
  for (const actual_status of ['unknown', 'offline', 'melted', null])
    expect(costsWith([], none, [{ ...lost, actual_status }])).toMatchObject({
      rate: { dollars: 2, isLeast: false, isMost: true },
      running: 0,
      unclear: 1,
    });
});
