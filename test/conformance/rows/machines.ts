import type { Step } from '../row';
import { group } from './shared/group';
import { anotherAccount } from './shared/steps';

const ownMachine: Step = { control: 'addHostedMachine', args: ['$account', 2], keep: { machine: '' } };

export const machines = group('Machines', [
  {
    says: 'Cancelling maintenance: success, ctime, machine_id, msg with the count',
    given: [ownMachine],
    call: 'PUT machines/$machine/cancel_maint/',
    shape: { success: { $is: true }, ctime: 'number', machine_id: { $is: '$machine' }, msg: { $match: '2' } },
  },
  {
    says: 'A second time there is nothing to cancel',
    given: [ownMachine, { call: 'PUT machines/$machine/cancel_maint/' }],
    call: 'PUT machines/$machine/cancel_maint/',
    shape: { success: { $is: true }, msg: { $match: '0' } },
    choice: 'What happens without a window is not shown.',
  },
  {
    says: 'A machine that does not exist',
    call: 'PUT machines/999999999/cancel_maint/',
    status: 404,
    shape: { success: { $is: false }, msg: 'string', machine_id: { $is: 999999999 }, user_id: 'integer' },
  },
  {
    says: 'A machine of somebody else',
    given: [ownMachine, anotherAccount()],
    call: 'PUT machines/$machine/cancel_maint/',
    as: '$other',
    status: 404,
    shape: {
      success: { $is: false },
      msg: 'string',
      machine_id: { $is: '$machine' },
      user_id: { $is: '$otherAccount' },
    },
  },
]);
