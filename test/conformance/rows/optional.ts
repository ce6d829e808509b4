import type { Row, Step } from '../row';
import { deniedStatus, group, isRefusal, isSuccess } from './shared/group';
import { notes } from './shared/notes';
import { advance, interruptible, oneInstance, publicKey, rented, running, scopedKey } from './shared/steps';

const volumeOffer: Step = {
  call: 'POST volumes/search/',
  body: {},
  keep: { volumeOffer: 'offers.0.id' },
};
const ownVolume: Step[] = [
  volumeOffer,
  { call: 'PUT volumes/', body: { id: '$volumeOffer', size: 10, name: 'data' } },
  { call: 'GET volumes', query: { owner: 'me' }, keep: { volume: 'volumes.0.id' } },
];

export const optional = group(
  'Optional endpoints',
  (
    [
      {
        says: 'GET ssh/: a list',
        given: [{ control: 'addUserSshKey', args: [publicKey, '$account'] }],
        call: 'GET ssh/',
        shape: { $some: { id: 'integer', key: 'string' } },
      },
      {
        says: 'POST ssh/: registers a key',
        leaves: 'an SSH key',
        call: 'POST ssh/',
        body: { ssh_key: publicKey },
        after: [{ call: 'GET ssh/', shape: { $some: { id: 'integer', key: 'string' } } }],
      },
      {
        says: 'POST ssh/: what is no public key is refused',
        call: 'POST ssh/',
        body: { ssh_key: 'hello' },
        status: 400,
        shape: isRefusal,
      },
      {
        says: 'DELETE ssh/{id}/: takes a key out of the account',
        given: [{ control: 'addUserSshKey', args: [publicKey, '$account'], keep: { sshKey: 'id' } }],
        call: 'DELETE ssh/$sshKey/',
        shape: isSuccess,
        after: [{ call: 'GET users/current/', shape: { ssh_key: { $is: '' } } }],
      },
      {
        says: 'POST instances/{id}/ssh/: registers a key',
        given: running(),
        call: 'POST instances/$instance/ssh/',
        body: { ssh_key: publicKey },
      },
      {
        says: 'GET instances/{id}/ssh/: the instance’s keys',
        given: running(),
        call: 'GET instances/$instance/ssh/',
      },
      {
        says: 'DELETE instances/{id}/ssh/{key}/: what the instance does not have is not found',
        given: running(),
        call: 'DELETE instances/$instance/ssh/999999999/',
        status: 404,
        shape: isRefusal,
      },
      {
        says: 'PUT instances/bid_price/{id}/: the instance has the new bid',
        given: [...interruptible, advance(600)],
        call: 'PUT instances/bid_price/$instance/',
        body: { client_id: 'me', price: 9.75 },
        shape: isSuccess,
        after: [oneInstance({ is_bid: { $is: true }, dph_base: { $is: 9.75 } })],
      },
      {
        says: 'PUT instances/bid_price/{id}/: a bid of nothing is refused',
        given: interruptible,
        call: 'PUT instances/bid_price/$instance/',
        body: { client_id: 'me', price: 0 },
        status: 400,
        error: 'invalid_price',
      },
      {
        says: 'PUT instances/bid_price/{id}/: an instance on demand has no bid',
        given: running(),
        call: 'PUT instances/bid_price/$instance/',
        body: { client_id: 'me', price: 1 },
        status: 400,
        shape: isRefusal,
      },
      {
        says: 'PUT instances/reboot/{id}/',
        given: running(),
        call: 'PUT instances/reboot/$instance/',
        body: {},
      },
      {
        says: 'PUT instances/recycle/{id}/',
        given: running(),
        call: 'PUT instances/recycle/$instance/',
        body: {},
      },
      {
        says: 'PUT instances/request_logs/{id}/: a result_url',
        given: running(),
        call: 'PUT instances/request_logs/$instance/',
        body: { tail: '10' },
        shape: { result_url: 'string' },
      },
      { says: 'GET auth/apikeys/', call: 'GET auth/apikeys/' },
      {
        says: 'POST auth/apikeys/: a scoped key, its value shown once',
        leaves: 'an API key',
        call: 'POST auth/apikeys/',
        body: { name: 'scoped', permissions: { api: { misc: {}, user_read: {} } } },
        keep: { made: 'key' },
        after: [
          { call: 'GET users/current/', as: '$made' },
          { call: 'GET instances/', as: '$made', status: deniedStatus },
        ],
      },
      {
        says: 'GET auth/apikeys/{id}/: one key, without its value',
        given: [scopedKey('misc')],
        call: 'GET auth/apikeys/$scopedId/',
        shape: { id: { $is: '$scopedId' }, permissions: { api: { misc: 'object' } }, key: 'absent' },
      },
      {
        says: 'GET auth/apikeys/{id}/: a key that is not there is not found',
        call: 'GET auth/apikeys/999999999/',
        status: 404,
        shape: isRefusal,
      },
      {
        says: 'DELETE auth/apikeys/{id}/: the key stops at once',
        given: [scopedKey('misc', 'user_read')],
        call: 'DELETE auth/apikeys/$scopedId/',
        shape: isSuccess,
        after: [{ call: 'GET users/current/', as: '$scoped', status: 401 }],
      },
      {
        says: 'PUT commands/reset_apikey/: the old value stops at once',
        leaves: 'another API key than the one given',
        call: 'PUT commands/reset_apikey/',
        body: { client_id: 'me' },
        after: [{ call: 'GET users/current/', status: 401 }],
      },
      {
        says: 'POST volumes/search/',
        call: 'POST volumes/search/',
        body: {},
        shape: { offers: [{ id: 'integer' }] },
      },
      {
        says: 'GET volumes?owner=me',
        call: 'GET volumes',
        query: { owner: 'me', type: 'all_volume' },
        shape: { volumes: 'list' },
      },
      {
        says: 'PUT volumes/: makes a volume of an offer',
        leaves: 'a volume',
        given: [volumeOffer],
        call: 'PUT volumes/',
        body: { id: '$volumeOffer', size: 10, name: 'data' },
        shape: isSuccess,
        after: [
          {
            call: 'GET volumes',
            query: { owner: 'me' },
            shape: { volumes: { $some: { id: 'integer', name: { $is: 'data' }, machine_id: 'integer' } } },
          },
        ],
      },
      {
        says: 'DELETE volumes/: the volume is gone',
        leaves: 'a volume',
        given: ownVolume,
        call: 'DELETE volumes/',
        body: { id: '$volume' },
        shape: isSuccess,
        after: [{ call: 'GET volumes', query: { owner: 'me' }, shape: { volumes: { $length: 0 } } }],
      },
      {
        says: 'DELETE volumes/: the id may stand in the query',
        leaves: 'a volume',
        given: ownVolume,
        call: 'DELETE volumes/',
        query: { id: '$volume' },
        shape: isSuccess,
      },
      {
        says: 'DELETE volumes/: a volume that is not there is not found',
        call: 'DELETE volumes/',
        body: { id: 999_999_999 },
        status: 404,
        shape: isRefusal,
      },
      {
        says: 'GET charges/: rows by day and source, with a total',
        given: [...rented(), advance(3_600)],
        call: 'GET charges/',
        query: { select_filters: { day: { gte: 0 } }, limit: '10' },
        shape: {
          total: 'integer',
          results: {
            $minLength: 1,
            $each: { start: 'number', end: 'number', type: 'string', source: 'string', amount: 'number' },
          },
        },
      },
    ] satisfies Omit<Row, 'group'>[]
  ).map((row) => ({ ...row, choice: notes.optional, optional: true as const })),
);
