import { group } from './shared/group';
import { notes } from './shared/notes';
import { advance, hostBehaves, oneInstance, rented, running } from './shared/steps';

export const states = group('Instance states', [
  { says: '(none) → null: created', given: rented(), ...oneInstance({ actual_status: { $is: null } }) },
  {
    says: 'null → loading',
    given: hostBehaves('stuck'),
    ...oneInstance({ actual_status: { $is: 'loading' } }),
  },
  { says: 'loading → running', given: running(), ...oneInstance({ actual_status: { $is: 'running' } }) },
  {
    says: 'any → stopped by PUT state stopped',
    given: [...running(), { call: 'PUT instances/$instance/', body: { state: 'stopped' } }, advance(60)],
    ...oneInstance({
      actual_status: { $in: ['stopped', 'exited'] },
      intended_status: { $is: 'stopped' },
      cur_state: { $is: 'stopped' },
    }),
    choice: notes.states,
  },
  {
    says: 'Stopped → running again',
    given: [
      ...running(),
      { call: 'PUT instances/$instance/', body: { state: 'stopped' } },
      advance(60),
      { call: 'PUT instances/$instance/', body: { state: 'running' } },
      advance(600),
    ],
    ...oneInstance({ actual_status: { $is: 'running' } }),
    choice: notes.restart,
  },
  {
    says: 'any → removed by DELETE',
    given: [...running(), { call: 'DELETE instances/$instance/' }],
    call: 'GET instances/$instance/',
    shape: { instances: 'null' },
    choice: notes.vendor,
  },
  ...['exited', 'unknown', 'offline'].map((state) => ({
    says: `${state} never becomes running`,
    given: [...hostBehaves(state), advance(3600)],
    ...oneInstance({ actual_status: { $is: state } }),
  })),
  {
    says: 'A stopped instance accrues no compute charges, but its disk’s',
    given: [
      ...running(),
      { call: 'PUT instances/$instance/', body: { state: 'stopped' } },
      advance(60),
      // A hundred hours of the disk cost less than this, and of the GPU more.
      { control: 'setCredit', args: [1, '$account'] },
      advance(360_000),
    ],
    call: 'GET users/current/',
    shape: { credit: { $gt: 0, $lt: 1 } },
  },
  {
    says: 'An instance that never runs goes on accruing disk charges',
    given: [
      ...hostBehaves('stuck'),
      { call: 'GET users/current/', keep: { before: 'credit' } },
      advance(36_000),
    ],
    call: 'GET users/current/',
    shape: { credit: { $lt: '$before' } },
  },
  {
    says: 'Destroying stops all billing',
    given: [
      ...running(),
      { call: 'DELETE instances/$instance/' },
      { call: 'GET users/current/', keep: { before: 'credit' } },
      advance(360_000),
    ],
    call: 'GET users/current/',
    shape: { credit: { $is: '$before' } },
  },
]);
