import { describe, expect, it } from 'vitest';
import { list, number, rent, startService, type Service } from './support/service';

describe('the creation request', () => {
  const create = async (body: unknown, prepare?: (service: Service) => void) => {
    const service = await startService();
    prepare?.(service);
    const offer = service.control.freeOffers()[0]!;
    return { service, answer: await service.call('PUT', `/api/v0/asks/${offer}/`, { body }) };
  };

  it('may carry every field that the specification names', async () => {
    const request = {
      image: 'pytorch/pytorch:latest',
      label: 'all fields',
      disk: 12.5,
      runtype: 'jupyter_direct',
      target_state: 'running',
      env: { A: 'b', '-p 8000:8000': '1' },
      onstart: 'x'.repeat(4_048),
      args_str: '',
      use_jupyter_lab: true,
      jupyter_dir: '/root',
      python_utf8: true,
      lang_utf8: true,
      image_login: '-u me -p token registry.example.com',
      cancel_unavail: true,
      vm: false,
      unknown_member: 7,
      volume_info: null,
    };
    const { service, answer } = await create(request);
    expect(answer.body).toEqual({
      success: true,
      new_contract: expect.any(Number) as number,
      instance_api_key: expect.any(String) as string,
    });
    expect(service.control.launch(number(answer, 'new_contract'))).toMatchObject({
      disk: 12.5,
      useJupyterLab: true,
      jupyterDir: '/root',
      pythonUtf8: true,
      langUtf8: true,
      imageLogin: '-u me -p token registry.example.com',
    });
  });

  it('without disk and runtype gets 8 GB and the default runtype', async () => {
    const { service, answer } = await create({ image: 'a' });
    expect(service.control.launch(number(answer, 'new_contract'))).toMatchObject({
      disk: 8,
      runtype: 'ssh',
    });
  });

  it('with arguments and without a runtype runs the image’s own program', async () => {
    for (const given of [{ args_str: '--port 80' }, { args: ['--port', '80'] }]) {
      const { service, answer } = await create({ image: 'a', ...given });
      expect(service.control.launch(number(answer, 'new_contract'))).toMatchObject({
        runtype: 'args',
        argsStr: '--port 80',
      });
    }
  });

  it.each([
    ['ssh_direc ssh_proxy', 'ssh_direct'],
    ['jupyter_direc ssh_direc ssh_proxy', 'jupyter_direct'],
    ['jupyter_proxy ssh_proxy', 'jupyter_proxy'],
  ])('takes the words %s for the runtype %s, and answers with them', async (words, runtype) => {
    const { service, answer } = await create({ image: 'a', runtype: words });
    const id = number(answer, 'new_contract');
    expect(service.control.launch(id).runtype).toBe(runtype);
    expect(service.control.instance(id).image_runtype).toBe(words);
  });

  it('gives a new volume its name', async () => {
    const service = await startService();
    const { id: volume_id, machineId } = service.control.volumeOffers()[0]!;
    const ask = service.control.freeOffers().find((one) => service.control.machineOf(one) === machineId)!;
    const volume_info = { create_new: true, volume_id, size: 5, name: 'models', mount_path: '/data' };
    await rent(service, { volume_info }, ask);
    const answer = await service.call('GET', '/api/v0/volumes/?owner=me');
    expect(list(answer, 'volumes')).toMatchObject([{ name: 'models', size: 5 }]);
  });

  it('mounts a volume that a flag names, and keeps the name of a network', async () => {
    const service = await startService();
    const { id: offer, machineId } = service.control.volumeOffers()[0]!;
    await service.call('PUT', '/api/v0/volumes/', { body: { id: offer, size: 10 } });
    const volume = service.control.volumes()[0]!.id;
    const ask = service.control.freeOffers().find((one) => service.control.machineOf(one) === machineId)!;
    const env = { [`-v V.${volume}:/mnt`]: '1', '-n ring': '1' };
    const id = await rent(service, { env }, ask);
    expect(service.control.instance(id).volume_info).toEqual([{ volume_id: volume, mount_path: '/mnt' }]);
    expect(service.control.launch(id).env).toEqual(env);
  });

  it('takes a host name among the flags', async () => {
    const { service, answer } = await create({ image: 'a', env: { '-h': 'box', '-p 70000:70000': '1' } });
    expect(service.control.launch(number(answer, 'new_contract')).env).toEqual({
      '-h': 'box',
      '-p 70000:70000': '1',
    });
  });

  it('gets no more disk than the offer has', async () => {
    const { service, answer } = await create({ image: 'a', disk: 10_000_000 });
    expect(service.control.launch(number(answer, 'new_contract')).disk).toBeLessThan(100_000);
  });

  it.each([
    ['no image and no template', {}, 'image'],
    ['an empty image', { image: ' ' }, 'image'],
    ['an image that is no text', { image: 5 }, 'image'],
    ['a disk of 0', { image: 'a', disk: 0 }, 'disk'],
    ['a disk that is text', { image: 'a', disk: '10' }, 'disk'],
    ['an unknown runtype', { image: 'a', runtype: 'telnet' }, 'runtype'],
    ['an unknown target state', { image: 'a', target_state: 'paused' }, 'target_state'],
    ['env as a flag string', { image: 'a', env: '-e A=b' }, 'env'],
    ['an env value that is no text', { image: 'a', env: { A: 1 } }, 'env'],
    ['a port mapping with another value', { image: 'a', env: { '-p 80:80': '2' } }, 'env'],
    ['a port that does not exist', { image: 'a', env: { '-p 80:70000': '1' } }, 'env'],
    ['a flag that is no port mapping', { image: 'a', env: { '--privileged': '1' } }, 'env'],
    ['an onstart of 4,049 characters', { image: 'a', onstart: 'x'.repeat(4_049) }, 'onstart'],
    ['filters that are none', { image: 'a', extra_filters: { gpu_ram: 5 } }, 'extra_filters'],
    ['a login that is no flags', { image: 'a', image_login: 'me:token' }, 'image_login'],
    ['a flag that is no boolean', { image: 'a', use_jupyter_lab: 'yes' }, 'use_jupyter_lab'],
    ['a volume without an id', { image: 'a', volume_info: { mount_path: '/data' } }, 'volume_info.volume_id'],
    [
      'a volume on no path',
      { image: 'a', volume_info: { volume_id: 1, mount_path: 'data' } },
      'volume_info.mount_path',
    ],
    [
      'a new volume without a size',
      { image: 'a', volume_info: { create_new: true, volume_id: 1, mount_path: '/d' } },
      'volume_info.size',
    ],
    [
      'a volume that does not exist',
      { image: 'a', volume_info: { volume_id: 1, mount_path: '/d' } },
      'volume_info',
    ],
    ['a template that does not exist', { template_hash_id: 'nope' }, 'template_hash_id'],
    ['a body that is no JSON', '{"image":', 'JSON'],
    ['a body that is a list', [], 'body'],
  ])('is refused with %s, naming the field', async (_name, body, field) => {
    const { service, answer } = await create(body);
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: expect.stringContaining(field) as string },
    });
    expect(service.control.instanceIds()).toEqual([]);
  });

  it.each([
    ['a price of 0', { image: 'a', price: 0 }, 'invalid_price', undefined],
    ['a price that is text', { image: 'a', price: '1' }, 'invalid_price', undefined],
    ['a bid below the lowest', { image: 'a', price: 0.000_1 }, 'invalid_price', undefined],
    ['no credit', { image: 'a' }, 'missing_billing', (service: Service) => service.control.setCredit(0)],
    [
      'no way to pay',
      { image: 'a' },
      'missing_billing',
      (service: Service) => service.control.setAccount(service.control.accountId(), { hasBilling: false }),
    ],
    [
      'spending too fast',
      { image: 'a' },
      'spend_rate_limit',
      (service: Service) => service.control.setAccount(service.control.accountId(), { spendLimited: true }),
    ],
  ])('is refused with %s by an error of its own', async (_name, body, error, prepare) => {
    const { answer } = await create(body, prepare);
    expect(answer).toMatchObject({ status: 400, body: { success: false, error } });
  });

  it('for a VM needs a machine that runs VMs and a key in the account', async () => {
    const service = await startService();
    const offers = list(await service.call('POST', '/api/v0/bundles/', { body: { limit: 5_000 } }), 'offers');
    const vm = (able: boolean) => {
      const offer = offers.find((one) => one.vms_enabled === able);
      return service.call('PUT', `/api/v0/asks/${String(offer?.id)}/`, { body: { image: 'a', vm: true } });
    };
    expect((await vm(false)).body).toMatchObject({ error: 'invalid_args' });
    expect((await vm(true)).body).toMatchObject({ error: 'no_ssh_key_for_vm' });
    service.control.addUserSshKey('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me');
    const id = number(await vm(true), 'new_contract');
    const body = { ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5BBBB you' };
    expect((await service.call('POST', `/api/v0/instances/${id}/ssh/`, { body })).status).toBe(400);
  });

  it.each(['0', '-1', 'abc', '1.5', '99999999999999999999'])('is refused for the offer id %s', async (id) => {
    const service = await startService();
    expect((await service.call('PUT', `/api/v0/asks/${id}/`, { body: { image: 'a' } })).status).toBe(400);
  });
});
