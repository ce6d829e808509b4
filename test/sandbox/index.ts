import type { FastifyInstance } from 'fastify';
import { createControl, type SandboxControl } from './control';
import { createApp } from './http/app';
import { registerControlRoutes } from './http/controlRoutes';
import { settingsOf, type SandboxOptions } from './options';
import { createWorld } from './world';

export type { SandboxOptions } from './options';
export type { SandboxControl } from './control';
export type { FaultRule } from './http/faults';
export type { SeenRequest } from './http/requestLog';
export { connectControl, type RemoteControl } from './remoteControl';

export interface Sandbox {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  url: string;
  /** The seeded account's key, with full access; new at each start. */
  apiKey: string;
  /** The user to log in as over ssh: the one who runs the sandbox. */
  sshUser: string;
  control: SandboxControl;
  /** The web server, for requests without a network (`app.inject`). */
  app: FastifyInstance;
  /** Ends the server, every sshd with its sessions, and removes all files. */
  close(): Promise<void>;
}

let warned = false;

/** Starts a separate service on loopback. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const world = createWorld(settingsOf(options));
  const account = world.accounts.create({
    email: 'renter@example.com',
    username: 'renter',
    fullName: 'Robin Renter',
  });
  const { value: apiKey } = world.accounts.createKey(account, { name: 'seeded' });
  const control = createControl(world, account);
  const app = createApp(world);
  registerControlRoutes(app, control);
  if (world.settings.sshd && !world.sshHosts.available && !warned) {
    warned = true;
    console.warn(
      'sandbox: no sshd on this machine (Debian: apt-get install openssh-server); logging in to instances is not possible, everything else works.',
    );
  }
  const url = await app.listen({ host: '127.0.0.1', port: world.settings.port });
  return {
    url,
    apiKey,
    sshUser: world.sshUser,
    control,
    app,
    close: async () => {
      world.clock.close();
      await app.close();
      await world.sshHosts.close();
    },
  };
}
