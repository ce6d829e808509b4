import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findSshd } from '../../sandbox/ssh/sshd';
import { rent, startService, type Service } from './support/service';
import { createSshClient, type SshClient } from './support/sshClient';

describe.skipIf(findSshd() === undefined)('on an instance', () => {
  let ssh: SshClient;
  let service: Service;
  /** So far: an instance of each may have the ID and the port of one before. */
  let services = 0;
  let id = 0;
  beforeAll(async () => {
    ssh = await createSshClient();
  });
  beforeEach(async () => {
    service = await startService({ sshd: true });
    services += 1;
    service.control.addUserSshKey(ssh.publicKey);
    id = await rent(service);
    await service.control.advance(60);
  });
  afterAll(() => ssh.close());

  const on = (command: string) => {
    const port = Number(service.control.instance(id).ports?.['22/tcp']?.[0]?.HostPort);
    return ssh.login(service.sshUser, port, command, `${id}-${services}`);
  };
  const query = (fields: string, format = 'csv,noheader,nounits') =>
    on(`nvidia-smi --query-gpu=${fields} --format=${format} 2>&1; echo $?`);

  it('nvidia-smi tells the load that the service tells', async () => {
    const { num_gpus: count, gpu_ram: memory, gpu_name: name } = service.control.instance(id);
    service.control.setLoad(id, 87, 9000);
    expect(service.control.instance(id).gpu_util).toBe(87);
    const rows = (row: string) => [...Array.from({ length: count }, () => row), '0'].join('\n');
    expect(await query('utilization.gpu, memory.used,memory.total'.replaceAll(' ', ''))).toBe(
      rows(`87, 9000, ${memory}`),
    );
    expect(await query('name,utilization.gpu', 'csv')).toBe(
      ['name,utilization.gpu', rows(`${name}, 87 %`)].join('\n'),
    );
    // Also in a login shell, which sets its path itself.
    expect(await on('sh -lc "nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1"')).toBe(name);
    service.control.setLoad(id, 'unknown');
    expect(await query('utilization.gpu')).toBe(rows('[N/A]'));
    expect(service.control.instance(id).gpu_util).toBeNull();
    service.control.setLoad(id, 'broken');
    expect(await query('utilization.gpu')).toMatch(/NVIDIA-SMI has failed.*\n9/);
    service.control.setLoad(id, 0);
    expect(await query('utilization.gpus')).toBe(
      'Field "utilization.gpus" is not a valid field to query.\n2',
    );
  });

  it.runIf(process.getuid?.() === 0)('a disk can be full, and goes with the instance', async () => {
    service.control.limitDisk(id, 1_000_000);
    expect(
      await on('cat .profile | wc -l; head -c 2000000 /dev/zero > big 2>/dev/null || echo full'),
    ).toMatch(/^[1-9]\d*\nfull$/);
    const home = service.control.homeOf(id);
    await service.control.destroyAll();
    await expect.poll(() => existsSync(home)).toBe(false);
    expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(home);
  });
});
