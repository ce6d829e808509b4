import type { Row, Step } from '../row';
import { group, isRefusal, isSuccess } from './shared/group';
import { notes } from './shared/notes';

const volumeOffer: Step = {
  call: 'POST volumes/search/',
  body: { disk_space: { gte: 20 } },
  keep: { volumeOffer: 'offers.0.id', otherOffer: 'offers.1.id' },
};
const ownVolume: Step[] = [
  volumeOffer,
  { call: 'PUT volumes/', body: { id: '$volumeOffer', size: 10 }, keep: { volume: 'volume.id' } },
];
const networkOffer: Step = {
  call: 'POST network_volumes/search/',
  body: {},
  keep: { networkOffer: 'offers.0.id' },
};
const leaves = 'what no call takes back';

/** Volumes that are made by themselves. */
export const optionalVolumes = group(
  'Optional endpoints: volumes',
  (
    [
      {
        says: 'PUT volumes/: a volume by itself, no larger than the room there',
        given: [volumeOffer],
        call: 'PUT volumes/',
        body: { id: '$volumeOffer', size: 10, name: 'models' },
        shape: isSuccess,
        after: [
          {
            call: 'PUT volumes/',
            body: { id: '$volumeOffer', size: 10_000_000 },
            status: 400,
            shape: isRefusal,
          },
          { call: 'GET volumes', query: { owner: 'me' }, shape: { volumes: { $length: 1 } } },
        ],
        leaves,
      },
      {
        says: 'PUT volumes/: space that is not offered is not found',
        call: 'PUT volumes/',
        body: { id: 999_999_999, size: 10 },
        status: 404,
        shape: isRefusal,
      },
      {
        says: 'POST volumes/copy/: a clone on another machine, no smaller than its source',
        given: ownVolume,
        call: 'POST volumes/copy/',
        body: { src_id: '$volume', dst_id: '$otherOffer', size: 12 },
        shape: isSuccess,
        after: [
          {
            call: 'POST volumes/copy/',
            body: { src_id: '$volume', dst_id: '$otherOffer', size: 9 },
            status: 400,
            shape: isRefusal,
          },
          {
            call: 'GET volumes',
            query: { owner: 'me' },
            shape: { volumes: { $some: { size: { $is: 12 }, status: 'string' }, $length: 2 } },
          },
        ],
        leaves,
      },
      {
        says: 'POST volumes/copy/: a volume of somebody else is not found',
        call: 'POST volumes/copy/',
        body: { src_id: 999_999_999, dst_id: 999_999_999, size: 10 },
        status: 404,
        shape: isRefusal,
      },
      {
        says: 'PUT network_volumes/: a network volume',
        given: [networkOffer],
        call: 'PUT network_volumes/',
        body: { id: '$networkOffer', size: 15 },
        shape: isSuccess,
        after: [
          {
            call: 'GET volumes',
            query: { owner: 'me', type: 'network_volume' },
            shape: { volumes: { $length: 1 } },
          },
          {
            call: 'GET volumes',
            query: { owner: 'me', type: 'local_volume' },
            shape: { volumes: { $length: 0 } },
          },
        ],
        leaves,
      },
    ] satisfies Omit<Row, 'group'>[]
  ).map((row) => ({ ...row, choice: notes.vendor, optional: true as const })),
);
