import { expect, it } from 'vitest';
import { offerSchema } from '../../../../src/api/schemas/offers/offer';
import { cheapestAlike } from '../../../../src/domain/runs/alike';

const offer = (id: number, cluster: number | null, machine: number, dollars: number, gpu = 'H100') => ({
  offer: offerSchema.parse({
    ...{ id, cluster_id: cluster, machine_id: machine, gpu_name: gpu, num_gpus: 8, dph_total: dollars },
  }),
});
const idsOf = (found: ReturnType<typeof offer>[], count: number) => {
  const alike = cheapestAlike(found, count, (one) => one.offer.dph_total);
  return (
    alike && [
      alike.clusterId,
      alike.chosen.map((one) => one.offer.id),
      alike.spare.map((one) => one.offer.id),
    ]
  );
};

it('takes the cheapest that are alike, of different machines in one cluster', () => {
  const found = [
    offer(1, 7, 100, 3),
    offer(2, 7, 100, 2),
    offer(3, 7, 101, 4),
    offer(4, 8, 102, 1),
    offer(5, 8, 103, 9),
    offer(6, 7, 104, 5),
    offer(7, null, 105, 1),
    offer(8, 8, 106, 1, 'A100'),
  ];
  expect(idsOf(found, 2)).toEqual([7, [2, 3], [6]]);
  expect(idsOf(found, 3)).toEqual([7, [2, 3, 6], []]);
});

it('takes none where a cluster has too few', () => {
  expect(idsOf([offer(1, 7, 100, 1), offer(2, 7, 100, 1), offer(3, 8, 101, 1)], 2)).toBeUndefined();
});
