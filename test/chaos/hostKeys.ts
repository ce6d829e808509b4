import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteControl } from '../sandbox/remoteControl';
import type { Agreed } from './agreed';
import type { EndWorld } from './checks';

const knownHosts = (home: string): string => join(home, '.ssh/gpu-rental/known_hosts');

/** What ssh does at the first login: it notes down the host's key. */
export async function logIn(home: string, agreed: Agreed, instanceId: number): Promise<boolean> {
  if (agreed.hostKeys.has(instanceId)) return false;
  const line = `gpu-${instanceId} ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${instanceId}`;
  const isNoted = await appendFile(knownHosts(home), `${line}\n`, { flag: 'a' }).then(
    () => true,
    // Nothing was ever connected to.
    () => false,
  );
  if (isNoted) agreed.hostKeys.set(instanceId, line);
  return isNoted;
}

/** Without its key, the next host at the address of an instance would be trusted unasked. */
export async function hostKeysKept({ person, sandbox, computer }: EndWorld): Promise<string[]> {
  const text = await readFile(knownHosts(computer.home), 'utf8').catch(() => '');
  const there = new Set(await sandbox.instanceIds());
  return [...person.agreed.hostKeys].flatMap(([id, line]) =>
    there.has(id) && !text.includes(line) ? [`The host key of ${id} was forgotten`] : [],
  );
}

/** Whether every window still shows what it has shown, as long as it exists. */
export class Kept {
  readonly #seen = new Map<string, Set<number>>();
  readonly problems = new Set<string>();

  async look(
    windows: EndWorld['person']['windows'],
    sandbox: Pick<RemoteControl, 'instanceIds'>,
  ): Promise<void> {
    const there = new Set(await sandbox.instanceIds());
    for (const { life, exports } of windows) {
      const seen = this.#seen.get(life.name) ?? new Set<number>();
      this.#seen.set(life.name, seen);
      const now = new Set(exports.instances().map(({ id }) => id));
      for (const id of seen)
        if (there.has(id) && !now.has(id)) this.problems.add(`${life.name} lost ${id}, which exists`);
      for (const id of now) seen.add(id);
    }
  }
}
