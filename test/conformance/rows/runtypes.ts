import type { Shape } from '../shape';
import { group } from './shared/group';
import { notes } from './shared/notes';
import { oneInstance, running } from './shared/steps';

export const runtypes = group('Runtype values', [
  ...(
    [
      ['ssh_direct', { '22/tcp': 'list', '8080/tcp': 'absent' }],
      ['jupyter_direct', { '22/tcp': 'list', '8080/tcp': 'list' }],
    ] as const
  ).map(([runtype, ports]) => ({
    says: `${runtype} provisions ${Object.entries(ports)
      .flatMap(([port, shape]) => (shape === 'list' ? [port] : []))
      .join(' and ')}`,
    given: running({ runtype }),
    ...oneInstance({ actual_status: { $is: 'running' }, ports: ports as Shape }),
    choice: notes.fields,
  })),
  ...['ssh_proxy', 'ssh', 'jupyter_proxy', 'jupyter', 'args'].map((runtype) => ({
    says: `${runtype} provisions no port`,
    given: running({ runtype }),
    ...oneInstance({ actual_status: { $is: 'running' } }),
    after: [oneInstance({ ports: { '22/tcp': 'absent', '8080/tcp': 'absent' } })],
    choice: notes.fields,
  })),
  {
    says: 'A UDP port is provisioned as UDP',
    given: running({ runtype: 'ssh_direct', env: { '-p 5000:5000/udp': '1' } }),
    ...oneInstance({ ports: { '5000/udp': 'list', '5000/tcp': 'absent' } }),
    choice: notes.vendor,
  },
  ...['ssh_direct', 'ssh_proxy', 'ssh', 'jupyter_direct', 'jupyter_proxy', 'jupyter'].map((runtype) => ({
    says: `${runtype} includes SSH: ssh_host and ssh_port are there`,
    given: running({ runtype }),
    ...oneInstance({ ssh_host: 'string', ssh_port: 'integer' }),
  })),
]);
