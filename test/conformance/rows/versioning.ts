import { group } from './shared/group';
import { notes } from './shared/notes';
import { offersWhere, rented } from './shared/steps';

export const versioning = group('Versioning', [
  { says: 'Paths carry the prefix /api/v0/', call: 'GET /api/v0/users/current/', shape: { id: 'integer' } },
  {
    says: 'There is nothing without it',
    call: 'GET /users/current/',
    status: [404, 301, 302],
    choice: 'What other paths answer is not shown; nothing of the service.',
  },
  {
    says: 'gpu_ram is in MB',
    call: 'POST bundles/',
    body: { gpu_ram: { gte: 8000 } },
    shape: offersWhere({ gpu_ram: { $gte: 8000 } }),
  },
  {
    says: 'The list of instances under /api/v1/ takes filters, order and columns',
    given: rented({ label: 'mine' }),
    call: 'GET /api/v1/instances/',
    query: {
      select_filters: { label: { eq: 'mine' } },
      order_by: [{ col: 'id', dir: 'desc' }],
      select_cols: ['id', 'label'],
      limit: '25',
    },
    shape: { instances: { $length: 1, $each: { id: { $is: '$instance' }, gpu_name: 'absent' } } },
    choice: notes.vendor,
  },
  {
    says: 'There a filter that nothing fits finds nothing',
    given: rented({ label: 'mine' }),
    call: 'GET /api/v1/instances/',
    query: { select_filters: { label: { eq: 'nobody has it' } } },
    shape: { instances: { $length: 0 }, total_instances: { $is: 0 } },
    choice: notes.vendor,
  },
  {
    says: 'There a filter by a field that does not exist is refused',
    given: rented({ label: 'mine' }),
    call: 'GET /api/v1/instances/',
    query: { select_filters: { labl: { eq: 'mine' } } },
    status: 400,
    choice: notes.own,
  },
]);
