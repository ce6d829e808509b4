import type { TwoFactorStatus } from '../../api/schemas/account/twoFactor';
import { signedIn } from '../../stores/signedIn';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { defined } from '../../domain/defined';

/** Opens the panel for two-factor authentication. A program gets what is set up. */
export async function manageTwoFactor(
  { accounts, twoFactor }: Pick<Services, 'accounts' | 'twoFactor'>,
  call: Call,
): Promise<{ opened: true; status?: TwoFactorStatus }> {
  const client = signedIn(accounts);
  const status = call.interactive ? undefined : await client.twoFactor.status();
  await twoFactor.show();
  return { opened: true, ...defined({ status }) };
}
