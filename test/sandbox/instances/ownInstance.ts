import type { Account } from '../accounts/account';
import { idOf } from '../http/body';
import { notFound } from '../serviceError';
import type { World } from '../world';
import type { Instance } from './instance';

/** @throws ServiceError 404 when the id is not one of the account's instances */
export function ownInstance(world: World, account: Account, id: string): Instance {
  const instance = world.instances.find(idOf(id, notFound));
  if (instance?.accountId !== account.id) throw notFound(`Instance ${id.slice(0, 20)} was not found.`);
  return instance;
}
