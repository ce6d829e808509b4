import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { PublicApi } from '../../../src/commands/publicApi';
import type { Offer } from '../../../src/api/schemas/offers/offer';
import { connectControl } from '../../sandbox/remoteControl';

/** What the runner told this extension host about the world around it. */
export const environment = {
  sandboxUrl: told('SANDBOX_URL'),
  apiKey: told('API_KEY'),
  sshConfigFile: told('SSH_CONFIG'),
  identityFile: told('IDENTITY'),
  /** What the setting remote.SSH.path names. */
  sshProgram: told('SSH_PROGRAM'),
};

export const sandbox = connectControl(environment.sandboxUrl);

/** A command called as a program calls it, with a plain object. */
export function call<T>(name: string, argument: Record<string, unknown> = {}): Promise<T> {
  return Promise.resolve(vscode.commands.executeCommand<T>(`gpuRental.${name}`, argument));
}

/** The same with the consent that the exports give out, so that nothing is asked. */
export async function agreed<T>(name: string, argument: Record<string, unknown> = {}): Promise<T> {
  const { consent } = await extensionApi();
  return call<T>(name, { ...argument, confirmed: consent });
}

export async function signIn(): Promise<void> {
  await agreed('signIn', { apiKey: environment.apiKey, baseUrl: environment.sandboxUrl });
}

export async function extensionApi(): Promise<PublicApi> {
  const extension = vscode.extensions.getExtension<PublicApi>('gpu-rental.gpu-rental');
  if (!extension) throw new Error('The extension under test is not there.');
  return extension.activate();
}

const pools = new Map<string, Offer[]>();

/** An offer that no test has had yet: searches are far apart, so one search serves many. */
export async function someOffer(type: 'on-demand' | 'bid' = 'on-demand'): Promise<Offer> {
  // The same offer answers to both types, so the two pools are kept apart by their size.
  const num_gpus = type === 'bid' ? { gte: 4 } : { lte: 2 };
  const filters = { verified: { eq: true }, direct_port_count: { gte: 4 }, num_gpus };
  const query = { filters, type, limit: 120 };
  const pool = pools.get(type) ?? oneOfEachMachine(await call<Offer[]>('searchOffers', { query }));
  pools.set(type, pool);
  const offer = pool.shift();
  if (!offer) throw new Error('The market is empty.');
  return offer;
}

/** Renting one offer of a machine can take its others off the market. */
function oneOfEachMachine(offers: readonly Offer[]): Offer[] {
  return [...new Map(offers.map((offer) => [offer.machine_id, offer])).values()];
}

/** Rents, and lets the sandbox's clock run until the instance is up. */
export async function rentRunning(request: Record<string, unknown> = {}): Promise<number> {
  const offer = await someOffer();
  const { instanceId } = await agreed<{ instanceId: number }>('rentOffer', {
    offerId: offer.id,
    request: { image: 'debian:12', runtype: 'ssh_direct', disk: 10, ...request },
  });
  await sandbox.advance(300);
  await call('refreshInstances');
  return instanceId;
}

export async function destroyAll(): Promise<void> {
  for (const instanceId of await sandbox.instanceIds()) await agreed('destroyInstance', { instanceId });
}

/** Our own config file's text; empty when it is not there. */
export function ownSshConfig(): Promise<string> {
  return readFile(join(environment.sshConfigFile, '../gpu-rental/config'), 'utf8').catch(() => '');
}

/** Milliseconds after which what a test waits for counts as lost. It only ends what hangs. */
export const patience = 180_000;

/** Runs a command on an instance by its alias, as any terminal would. */
export async function overSsh(alias: string, command: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'ssh',
    ['-F', environment.sshConfigFile, '-o', 'BatchMode=yes', alias, command],
    { timeout: patience },
  );
  return stdout.trim();
}

/** Waits for a condition to come true, by looking again and again. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function told(name: string): string {
  const value = process.env[`GPU_RENTAL_TEST_${name}`];
  if (value === undefined) throw new Error(`GPU_RENTAL_TEST_${name} is not set.`);
  return value;
}
