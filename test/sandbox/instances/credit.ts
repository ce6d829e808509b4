import type { Account } from '../accounts/account';
import { refusal } from '../serviceError';
import type { World } from '../world';

/** @throws ServiceError 400 `missing_billing` when the account cannot pay */
export function requireCredit(world: World, account: Account): void {
  world.instances.billing.settle(account);
  if (account.hasBilling && account.credit > 0) return;
  throw refusal(400, 'missing_billing', 'Your account has no credit. Add credit to rent machines.');
}
