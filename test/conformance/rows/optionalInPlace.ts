import type { Row, Step } from '../row';
import { group, isRefusal, isSuccess } from './shared/group';
import { notes } from './shared/notes';
import { advance, interruptible, oneInstance, rented, running } from './shared/steps';

const priceAnnounced: Step[] = [
  ...running(),
  { control: 'announcePrice', args: ['$instance', 9.5] },
  {
    call: 'GET instances/pending-price-increases/',
    keep: { increase: 'pending_price_increases.0.pending_price_increase_id' },
  },
];
const stopped: Step[] = [
  ...running(),
  { call: 'PUT instances/$instance/', body: { state: 'stopped' } },
  advance(5),
];
const leaves = 'what no call takes back';

/** Further endpoints beyond the specification: copying, commands, what changes an instance in its place. */
export const optionalInPlace = group(
  'Optional endpoints: in place',
  (
    [
      {
        says: 'GET instances/filters/: what the list can be filtered by',
        given: running(),
        call: 'GET instances/filters/',
        shape: {
          filters: { $some: { actual_status: 'string', gpu_name: 'string', verification: 'string' } },
        },
      },
      {
        says: 'PUT instances/command/{id}/: a result_url',
        given: running(),
        call: 'PUT instances/command/$instance/',
        body: { command: 'ls -la' },
        shape: { result_url: 'string' },
      },
      {
        says: 'PUT instances/command/{id}/: lists the disk of a stopped instance',
        given: stopped,
        call: 'PUT instances/command/$instance/',
        body: { command: 'ls' },
        shape: { result_url: 'string' },
      },
      {
        says: 'PUT instances/command/{id}/: runs nothing else on a stopped instance',
        given: stopped,
        call: 'PUT instances/command/$instance/',
        body: { command: 'nvidia-smi' },
        status: 400,
        shape: isRefusal,
      },
      {
        says: 'PUT instances/request_logs/{id}/: the machine’s own log',
        given: running(),
        call: 'PUT instances/request_logs/$instance/',
        body: { tail: '100', filter: 'docker', daemon_logs: 'true' },
        shape: { result_url: 'string' },
      },
      {
        says: 'PUT instances/update_template/{id}/: another image',
        given: running(),
        call: 'PUT instances/update_template/$instance/',
        body: { id: '$instance', image: 'alpine:3' },
        shape: { success: { $is: true }, updated_instance: { image_uuid: { $is: 'alpine:3' } } },
        after: [oneInstance({ image_uuid: { $is: 'alpine:3' }, actual_status: { $is: 'recycling' } })],
      },
      {
        says: 'PUT instances/update_template/{id}/: other variables in place of all',
        given: running({ env: { A: '1', B: '2' }, onstart: 'echo up' }),
        call: 'PUT instances/update_template/$instance/',
        body: { id: '$instance', env: { A: '3' } },
        shape: isSuccess,
        after: [oneInstance({ extra_env: { $is: [['A', '3']] }, onstart: { $is: 'echo up' } })],
      },
      {
        says: 'PUT instances/update_template/{id}/: a stopped instance stays stopped',
        given: stopped,
        call: 'PUT instances/update_template/$instance/',
        body: { id: '$instance', onstart: 'echo other' },
        shape: isSuccess,
        after: [oneInstance({ onstart: { $is: 'echo other' }, intended_status: { $is: 'stopped' } })],
      },
      {
        says: 'PUT instances/update_template/{id}/: a template that is not there',
        given: running(),
        call: 'PUT instances/update_template/$instance/',
        body: { id: '$instance', template_hash_id: 'not-there' },
        status: 404,
        shape: isRefusal,
      },
      {
        says: 'PUT instances/update_template/{id}/: an instance of somebody else is not found',
        call: 'PUT instances/update_template/999999999/',
        body: { id: 999_999_999, image: 'alpine:3' },
        status: 404,
        shape: isRefusal,
      },
      {
        says: 'PUT instances/update_template/{id}/: not while its container is being taken down',
        given: [...running(), { call: 'PUT instances/$instance/', body: { state: 'stopped' } }],
        call: 'PUT instances/update_template/$instance/',
        body: { id: '$instance', image: 'alpine:3' },
        status: 409,
        shape: isRefusal,
      },
      {
        says: 'POST instances/take_snapshot/{id}/',
        given: running(),
        call: 'POST instances/take_snapshot/$instance/',
        body: {
          id: '$instance',
          container_registry: 'docker.io',
          personal_repo: 'me/mine',
          docker_login_user: 'me',
          docker_login_pass: 'token',
          pause: 'true',
        },
        shape: isSuccess,
        after: [
          { control: 'snapshots', args: ['$instance'], shape: { $some: { $is: 'docker.io/me/mine' } } },
        ],
        leaves,
      },
      {
        says: 'POST instances/take_snapshot/{id}/: not of an instance that is stopped',
        given: stopped,
        call: 'POST instances/take_snapshot/$instance/',
        body: { personal_repo: 'me/mine', docker_login_user: 'me', docker_login_pass: 'token' },
        status: 400,
        shape: isRefusal,
      },
      {
        says: 'PUT instances/prepay/{id}/: months and the discount',
        given: [...running(), oneInstance('object', { keep: { price: 'instances.dph_base' } })],
        call: 'PUT instances/prepay/$instance/',
        body: { amount: 5 },
        shape: { success: { $is: true }, timescale: 'number', discount_rate: { $gt: 0, $lte: 1 } },
        after: [oneInstance({ dph_base: { $lt: '$price' } })],
        leaves,
      },
      {
        says: 'PUT instances/prepay/{id}/: the amount is taken from the credit, and stands in the charges',
        given: [...running(), { control: 'setCredit', args: [100, '$account'] }],
        call: 'PUT instances/prepay/$instance/',
        body: { amount: 5 },
        shape: isSuccess,
        after: [
          { call: 'GET users/current/', shape: { credit: { $gt: 90, $lte: 95 } } },
          {
            call: 'GET charges/',
            shape: {
              results: {
                $some: { source: { $is: 'instance-$instance' }, items: { $some: { amount: { $is: 5 } } } },
              },
            },
          },
        ],
        leaves,
      },
      {
        says: 'PUT instances/prepay/{id}/: not of an instance with a bid',
        given: interruptible,
        call: 'PUT instances/prepay/$instance/',
        body: { amount: 5 },
        status: 400,
        shape: isRefusal,
      },
      {
        says: 'PUT instances/prepay/{id}/: not more than the credit',
        given: [...running(), oneInstance('object', { keep: { price: 'instances.dph_base' } })],
        call: 'PUT instances/prepay/$instance/',
        body: { amount: 1e9 },
        status: 400,
        shape: isRefusal,
        after: [
          { control: 'credit', args: ['$account'], shape: { $gt: 0 } },
          oneInstance({ dph_base: { $is: '$price' } }),
        ],
      },
      {
        says: 'GET instances/pending-price-increases/: none',
        call: 'GET instances/pending-price-increases/',
        shape: { success: { $is: true }, count: { $is: 0 }, pending_price_increases: { $length: 0 } },
      },
      {
        says: 'PUT instances/accept-price-increase/: the instance has the new price',
        given: priceAnnounced,
        call: 'PUT instances/accept-price-increase/',
        body: { pending_price_increase_id: '$increase' },
        shape: { pending_price_increase_id: { $is: '$increase' }, contract_id: { $is: '$instance' } },
        after: [oneInstance({ dph_base: { $is: 9.5 } })],
      },
      {
        says: 'PUT instances/reject-price-increase/: the price stays, and nothing is pending',
        given: priceAnnounced,
        call: 'PUT instances/reject-price-increase/',
        body: { pending_price_increase_id: '$increase' },
        shape: { success: { $is: true } },
        after: [
          oneInstance({ dph_base: { $not: 9.5 } }),
          { call: 'GET instances/pending-price-increases/', shape: { count: { $is: 0 } } },
        ],
      },
      {
        says: 'PUT instances/accept-price-increase/: any other member is refused',
        call: 'PUT instances/accept-price-increase/',
        body: { pending_price_increase_id: 1, instance_ids: [1] },
        status: 422,
        shape: isRefusal,
      },
      {
        says: 'PUT instances/reject-price-increase/: one that is not pending',
        call: 'PUT instances/reject-price-increase/',
        body: { pending_price_increase_id: 1 },
        status: 404,
        error: 'no_pending_price_increase',
      },
      {
        says: 'PUT commands/rsync/: where the source is found',
        given: running(),
        call: 'PUT commands/rsync/',
        body: { client_id: 'me', src_id: 'C.$instance', dst_id: null, src_path: '/data', dst_path: 'data' },
        shape: { success: { $is: true }, src_addr: 'string', src_port: 'integer' },
      },
      {
        says: 'PUT commands/rsync/: where the target is found, also of a stopped instance',
        given: stopped,
        call: 'PUT commands/rsync/',
        body: { client_id: 'me', src_id: null, dst_id: '$instance', src_path: 'data', dst_path: '/data' },
        shape: { success: { $is: true }, dst_addr: 'string', dst_port: 'integer' },
      },
      {
        says: 'PUT commands/copy_direct/: an instance of somebody else is not found',
        given: running(),
        call: 'PUT commands/copy_direct/',
        body: {
          client_id: 'me',
          src_id: 'C.$instance',
          dst_id: 'C.999999999',
          src_path: '/a/',
          dst_path: '/a/',
        },
        status: 404,
        shape: isRefusal,
      },
      {
        says: 'DELETE commands/copy_direct/: ends copies into an instance',
        given: running(),
        call: 'DELETE commands/copy_direct/',
        body: { client_id: 'me', dst_id: '$instance' },
        shape: isSuccess,
      },
      {
        says: 'POST commands/rclone/: a connection that is not there is not found',
        given: running(),
        call: 'POST commands/rclone/',
        body: {
          src: '/data',
          dst: '/workspace',
          instance_id: '$instance',
          selected: '1',
          transfer: 'Instance To Cloud',
          flags: [],
        },
        status: 404,
        shape: isRefusal,
      },
      {
        says: 'GET users/cloud_integrations/: a list',
        given: [{ control: 'addCloud', args: ['models', 's3', '$account'] }],
        call: 'GET users/cloud_integrations/',
        shape: { $some: { id: 'integer', name: { $is: 'models' }, cloud_type: { $is: 's3' } } },
      },
      {
        says: 'POST secrets/: a variable of the account, until it is deleted',
        call: 'POST secrets/',
        body: { key: 'TOKEN_$unique', value: 'one' },
        shape: isSuccess,
        after: [
          { call: 'PUT secrets/', body: { key: 'TOKEN_$unique', value: 'two' } },
          { call: 'GET secrets/', shape: { secrets: { TOKEN_$unique: { $is: 'two' } } } },
          { call: 'DELETE secrets/', body: { key: 'TOKEN_$unique' } },
          { call: 'GET secrets/', shape: { secrets: { TOKEN_$unique: 'absent' } } },
        ],
      },
      {
        says: 'GET machines/{id}/reports/: what renters told of it',
        given: [
          ...rented(),
          oneInstance({}, { keep: { machine: 'instances.machine_id' } }),
          { control: 'reportMachine', args: ['$machine', 'slow network'] },
        ],
        call: 'GET machines/$machine/reports/',
        shape: { $some: { problem: { $is: 'slow network' }, created_at: 'number' } },
      },
    ] satisfies Omit<Row, 'group'>[]
  ).map((row) => ({ ...row, choice: notes.vendor, optional: true as const })),
);
