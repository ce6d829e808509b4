import type { Step } from '../row';
import { group, isRefusal } from './shared/group';
import { notes } from './shared/notes';
import { cheapOffer, created, image } from './shared/steps';

const volumeOffer: Step[] = [
  {
    call: 'POST volumes/search/',
    body: {},
    keep: { volumeOffer: 'offers.0.id', machine: 'offers.0.machine_id' },
  },
  {
    call: 'POST bundles/',
    body: { machine_id: { eq: '$machine' }, rented: { eq: false }, limit: 1 },
    keep: { offer: 'offers.0.id' },
  },
];
const newVolume = { create_new: true, volume_id: '$volumeOffer', size: 10, mount_path: '/data' };

export const volumes = group('volume_info', [
  {
    says: 'create_new with a size and a mount path makes a volume',
    given: volumeOffer,
    call: 'PUT asks/$offer/',
    body: { image, volume_info: newVolume },
    shape: created,
    keep: { instance: 'new_contract' },
    after: [{ call: 'DELETE instances/$instance/' }],
    choice: notes.optional,
    optional: true,
    leaves: 'a volume',
  },
  {
    says: 'create_new false links an existing volume',
    given: [
      ...volumeOffer,
      {
        call: 'PUT asks/$offer/',
        body: { image, volume_info: newVolume },
        keep: { first: 'new_contract' },
      },
      { call: 'DELETE instances/$first/' },
      { call: 'GET volumes', query: { owner: 'me' }, keep: { volume: 'volumes.0.id' } },
      {
        call: 'POST bundles/',
        body: { machine_id: { eq: '$machine' }, rented: { eq: false }, limit: 1 },
        keep: { offer: 'offers.0.id' },
      },
    ],
    call: 'PUT asks/$offer/',
    body: { image, volume_info: { create_new: false, volume_id: '$volume', mount_path: '/data' } },
    shape: created,
    choice: notes.optional,
    optional: true,
    leaves: 'a volume',
  },
  {
    says: 'Linking a volume that does not exist is refused',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, volume_info: { create_new: false, volume_id: 999_999_999, mount_path: '/data' } },
    status: [400, 404],
    shape: isRefusal,
    choice: notes.own,
  },
  {
    says: 'create_new without a size is refused',
    given: [cheapOffer],
    call: 'PUT asks/$offer/',
    body: { image, volume_info: { create_new: true, volume_id: 1, mount_path: '/data' } },
    status: 400,
    shape: isRefusal,
    choice: notes.own,
  },
]);
