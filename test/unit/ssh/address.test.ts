import { describe, expect, it } from 'vitest';
import { isValidHost, sshAddresses, type AddressFields } from '../../../src/ssh/address';

const running: AddressFields = {
  actual_status: 'running',
  image_runtype: 'ssh_direc ssh_proxy',
  public_ipaddr: '203.0.113.5',
  ports: { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '41022' }] },
  ssh_host: 'ssh4.example.net',
  ssh_port: 12_345,
};

describe('sshAddresses', () => {
  it('gives the direct address first and the proxy as fallback', () => {
    expect(sshAddresses(running)).toEqual({
      addresses: [
        { host: '203.0.113.5', port: 41_022, route: 'direct' },
        { host: 'ssh4.example.net', port: 12_345, route: 'proxy' },
      ],
    });
  });

  it('takes a public address that ends in a newline, such as the service gives', () => {
    const instance = { ...running, public_ipaddr: '203.0.113.5\n' };
    expect(sshAddresses(instance)).toMatchObject({ addresses: [{ host: '203.0.113.5', port: 41_022 }, {}] });
  });

  it('uses the port after ssh_port on the proxy when Jupyter has the first', () => {
    const instance = { ...running, ports: undefined, image_runtype: 'jupyter_direc ssh_direc ssh_proxy' };
    expect(sshAddresses(instance)).toEqual({
      addresses: [{ host: 'ssh4.example.net', port: 12_346, route: 'proxy' }],
    });
  });

  it('takes an IPv6 address', () => {
    const instance = { ...running, public_ipaddr: '2001:db8::1', ssh_host: undefined };
    expect(sshAddresses(instance)).toMatchObject({ addresses: [{ host: '2001:db8::1' }] });
  });

  it('names one address once when the proxy is the machine itself', () => {
    const instance = { ...running, ssh_host: '203.0.113.5', ssh_port: 41_022 };
    expect(sshAddresses(instance)).toMatchObject({ addresses: [{ route: 'direct' }] });
    expect(sshAddresses(instance)).toHaveProperty('addresses.length', 1);
  });

  it.each([
    ['args', 'no_ssh_runtype'],
    ['entrypoint', 'no_ssh_runtype'],
  ])('says that runtype %s has no ssh', (image_runtype, none) => {
    expect(sshAddresses({ ...running, image_runtype })).toMatchObject({ none });
  });

  it('goes by the address when the runtype is not known', () => {
    expect(sshAddresses({ ...running, image_runtype: undefined })).toHaveProperty('addresses');
  });

  it.each([
    [{ actual_status: null }, 'not_yet'],
    [{ actual_status: undefined }, 'not_yet'],
    [{ actual_status: 'loading' }, 'not_yet'],
    [{ actual_status: 'restarting' }, 'not_yet'],
    [{ actual_status: 'exited' }, 'not_running'],
    [{ actual_status: 'offline' }, 'not_running'],
    [{ actual_status: 'unknown' }, 'not_running'],
    [{ actual_status: 'running', intended_status: 'stopped' }, 'not_running'],
    [{ actual_status: 'exited', cur_state: 'stopped', intended_status: 'stopped' }, 'not_running'],
    [{ public_ipaddr: undefined, ssh_host: undefined }, 'not_yet'],
    [{ ports: undefined, ssh_port: undefined }, 'not_yet'],
  ])('%j has no address: %s', (fields, none) => {
    const result = sshAddresses({ ...running, ...fields });
    expect(result).toMatchObject({ none });
    expect('message' in result && result.message).toBeTruthy();
  });

  it.each([
    'evil\nProxyCommand touch /tmp/owned',
    '-oProxyCommand=touch',
    'a b',
    '$(id)',
    '"x"',
    '%h',
    'host\u202e',
    'a'.repeat(10_000),
    '127.0.0.1;id',
    '\u0000',
    '[::1]',
  ])('refuses the host name %j', (host) => {
    const instance = { ...running, ports: undefined, ssh_host: host };
    expect(isValidHost(host)).toBe(false);
    expect(sshAddresses(instance)).toMatchObject({ none: 'invalid' });
  });

  it.each([0, -1, 65_536, 22.5, NaN])('refuses the port %d', (ssh_port) => {
    expect(sshAddresses({ ...running, ports: undefined, ssh_port })).toMatchObject({ none: 'invalid' });
  });

  it.each([['abc'], ['22; id'], [''], ['999999'], ['-oX']])('refuses the mapped port %j', (HostPort) => {
    const instance = { ...running, ssh_host: undefined, ports: { '22/tcp': [{ HostPort }] } };
    expect(sshAddresses(instance)).toMatchObject({ none: 'invalid' });
  });

  it.each<[AddressFields['ports']]>([[{}], [{ '22/tcp': [] }], [{ '22/tcp': [{ HostPort: undefined }] }]])(
    'takes ports %j for not known yet and falls back to the proxy',
    (ports) => {
      expect(sshAddresses({ ...running, ports })).toMatchObject({ addresses: [{ route: 'proxy' }] });
    },
  );

  it('keeps the good address when the other one is not valid', () => {
    expect(sshAddresses({ ...running, public_ipaddr: '-oX' })).toMatchObject({
      addresses: [{ route: 'proxy' }],
    });
  });
});
