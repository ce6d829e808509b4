import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { removeFolder } from '../../host/paths';
import { sandbox, stage } from './stage';

/** Puts everything back that an earlier story may have left: instances, faults, ssh files, files of the project. */
export async function clearScene(): Promise<void> {
  const { sshConfigFile, home, workspace } = stage();
  await sandbox().clearFailures();
  await sandbox().configure({ listDelaySeconds: 0 });
  await sandbox().destroyAll();
  // A window that the stories share may still write into them.
  await removeFolder(sshConfigFile);
  await removeFolder(join(workspace, '.vscode'));
  await removeFolder(join(home, '.gpu-rental'));
  for (const name of ['gpu-rental', 'config.before-gpu-rental'])
    await removeFolder(join(dirname(sshConfigFile), name));
}

/** Rents behind the window's back, as another client of the same account would; resolves to the instance's id. */
export async function rentElsewhere(request: Record<string, unknown> = {}): Promise<number> {
  const [offerId] = await sandbox().freeOffers();
  const body = { image: 'debian:12', disk: 10, runtype: 'ssh_direct', ...request };
  const answer = await service('PUT', `/api/v0/asks/${offerId}/`, body);
  const id =
    typeof answer === 'object' && answer && 'new_contract' in answer ? answer.new_contract : undefined;
  if (typeof id !== 'number') throw new Error(`The sandbox rented nothing: ${JSON.stringify(answer)}`);
  return id;
}

/** Resolves when the service was told to start or stop the instance. Its row says so before. */
export async function serviceWasTold(instanceId: number, intended: 'running' | 'stopped'): Promise<void> {
  const { instance } = sandbox();
  await expect.poll(async () => (await instance(instanceId)).intended_status).toBe(intended);
}

/** The id of the offer that stands first in the last search that any window made. */
export async function firstOfferOfLastSearch(): Promise<number> {
  const searches = (await sandbox().requests()).filter(({ path }) => path.startsWith('/api/v0/bundles'));
  const answer = await service('POST', '/api/v0/bundles/', searches.at(-1)?.body);
  const offers = typeof answer === 'object' && answer && 'offers' in answer ? answer.offers : undefined;
  const [first] = Array.isArray(offers) ? (offers as { id: number }[]) : [];
  if (!first) throw new Error(`The last search found nothing: ${JSON.stringify(answer)}`);
  return first.id;
}

export async function service(method: string, path: string, body?: unknown): Promise<unknown> {
  const { sandboxUrl, apiKey } = stage();
  const response = await fetch(sandboxUrl + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}
