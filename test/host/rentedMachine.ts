import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSandbox } from '../sandbox';
import { startWire } from './wire';

/**
 * An instance of a service of its own that runs, and an entry for it in an ssh config, `gpu-<id>`.
 *
 * @param delay of the way to it, one way, in milliseconds
 * @param alive seconds after which ssh asks whether the machine is there
 */
export async function rentMachine(
  folder: string,
  { seed = 1, delay = 0, alive = 30 }: { seed?: number; delay?: number; alive?: number },
) {
  const sandbox = await createSandbox({ seed, offers: 40, bootSeconds: 20 });
  const { control } = sandbox;
  const identityFile = join(folder, 'id_ed25519');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', identityFile]);
  control.addUserSshKey(await readFile(`${identityFile}.pub`, 'utf8'));
  const rented = await fetch(`${sandbox.url}/api/v0/asks/${control.freeOffers()[0]}/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
    body: JSON.stringify({ image: 'debian:12', runtype: 'ssh_direct', disk: 10 }),
  });
  const { new_contract: id } = (await rented.json()) as { new_contract: number };
  await control.advance(60);
  /** Where it is now: it may have been started again, or be gone. */
  const port = (): number | undefined => {
    if (!control.instanceIds().includes(id)) return undefined;
    return Number(control.instance(id).ports?.['22/tcp']?.[0]?.HostPort) || undefined;
  };
  const wire = await startWire(port, delay);
  const configFile = join(folder, 'config');
  const entry = [
    `Host gpu-${id}`,
    ...['HostName 127.0.0.1', `Port ${wire.port}`, `User ${sandbox.sshUser}`, `IdentityFile ${identityFile}`],
    ...['IdentitiesOnly yes', 'StrictHostKeyChecking no', 'UserKnownHostsFile /dev/null', 'LogLevel ERROR'],
    ...[`ServerAliveInterval ${alive}`, 'ServerAliveCountMax 3', `ConnectTimeout ${alive}`],
  ];
  await writeFile(configFile, `${entry.join('\n  ')}\n`);
  await chmod(configFile, 0o600);
  return { sandbox, control, id, home: control.homeOf(id), wire, configFile };
}
