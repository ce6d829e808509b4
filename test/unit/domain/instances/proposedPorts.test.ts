import { describe, expect, it } from 'vitest';
import { proposedPorts } from '../../../../src/domain/instances/proposedPorts';

const numbers = (ports: Parameters<typeof proposedPorts>[0]) => proposedPorts(ports).map(({ port }) => port);
const mapped = [{ HostPort: '40001' }];

describe('the ports proposed for forwarding', () => {
  it('begin with those that the instance publishes', () => {
    expect(numbers({ '6006/tcp': mapped, '22/tcp': mapped })).toEqual([6006, 8888]);
    expect(numbers({ '8080/tcp': mapped, '7860/tcp': mapped })).toEqual([7860, 8080, 8888, 6006]);
  });

  it('are the usual ones where nothing is published', () => {
    expect(numbers(undefined)).toEqual([8888, 6006]);
  });

  it('leave out udp, SSH and names that are no ports', () => {
    expect(numbers({ '53/udp': mapped, '22/tcp': mapped, 'x/tcp': mapped, '70000/tcp': mapped })).toEqual([
      8888, 6006,
    ]);
  });
});
