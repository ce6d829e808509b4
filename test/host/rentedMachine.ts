import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSandbox } from '../sandbox';
import { startWire } from './wire';

interface MachineTerms {
  seed?: number;
  /** Of the way to it, one way, in milliseconds. */
  delay?: number;
  /** Seconds after which ssh asks whether the machine is there. */
  alive?: number;
  /** Dollars an hour that are bid for each; without, none can be outbid. */
  bid?: number;
}

/** An instance of a service of its own that runs, and an entry for it in an ssh config, `gpu-<id>`. */
export async function rentMachine(folder: string, terms: MachineTerms) {
  const { machines, ...rest } = await rentMachines(folder, 1, terms);
  return { ...rest, ...machines[0]! };
}

/** The same with several. */
export async function rentMachines(
  folder: string,
  count: number,
  { seed = 1, delay = 0, alive = 30, bid }: MachineTerms,
) {
  const sandbox = await createSandbox({ seed, offers: 40, bootSeconds: 20 });
  const { control } = sandbox;
  const identityFile = join(folder, 'id_ed25519');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', identityFile]);
  control.addUserSshKey(await readFile(`${identityFile}.pub`, 'utf8'));
  const ids: number[] = [];
  for (const offer of control.freeOffers().slice(0, count)) {
    const rented = await fetch(`${sandbox.url}/api/v0/asks/${offer}/`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
      body: JSON.stringify({ image: 'debian:12', runtype: 'ssh_direct', disk: 10, price: bid }),
    });
    ids.push(((await rented.json()) as { new_contract: number }).new_contract);
    // The service wants its calls apart.
    await control.advance(5);
  }
  await control.advance(60);
  const configFile = join(folder, 'config');
  const knownHosts = join(folder, 'gpu-rental', 'known_hosts');
  await mkdir(dirname(knownHosts));
  const machines = await Promise.all(
    ids.map(async (id) => {
      /** Where it is now: it may have been started again, or be gone. */
      const port = (): number | undefined => {
        if (!control.instanceIds().includes(id)) return undefined;
        return Number(control.instance(id).ports?.['22/tcp']?.[0]?.HostPort) || undefined;
      };
      return { id, home: control.homeOf(id), wire: await startWire(port, delay) };
    }),
  );
  const entries = machines.map(({ id, wire }) => [
    `Host gpu-${id}`,
    ...['HostName 127.0.0.1', `Port ${wire.port}`, `User ${sandbox.sshUser}`, `IdentityFile ${identityFile}`],
    ...['IdentitiesOnly yes', 'StrictHostKeyChecking accept-new', `UserKnownHostsFile ${knownHosts}`],
    ...[`HostKeyAlias gpu-${id}`, 'LogLevel ERROR'],
    ...[`ServerAliveInterval ${alive}`, 'ServerAliveCountMax 3', `ConnectTimeout ${alive}`],
  ]);
  await writeFile(configFile, entries.map((entry) => `${entry.join('\n  ')}\n`).join(''));
  await chmod(configFile, 0o600);
  return { sandbox, control, machines, configFile };
}
