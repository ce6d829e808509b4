import * as l10n from '@vscode/l10n';
import type { Verification } from '../api/endpoints/account/twoFactorRequests';
import { ApiError, type ApiErrorCode, incompleteAnswer } from '../api/errors';
import { LocalError } from '../api/localError';
import { type Purpose, type Context, type Next, type ProofPage, type Sent, told, withCodes } from './state';
import { isSent } from './methods';
import { withoutSending, nothingToSend, readProof, sendCode } from './verification';
import { nameOf, optionsFor, proposedOption } from './options';

const deadChallenge: ReadonlySet<ApiErrorCode> = new Set([
  '2fa_expired',
  'challenge_not_found',
  'no_challenge_found',
  'no_pending_authorization',
]);

/** True if the sent code can no longer be used. */
export function isDeadChallenge(error: unknown): boolean {
  return error instanceof ApiError && deadChallenge.has(error.code);
}

/** The page that asks for a proof. @param lost the method that the person no longer has */
export function proofPage({ known, now }: Context, purpose: Purpose, lost?: number): ProofPage {
  const options = optionsFor(known, purpose.kind, now(), lost);
  const option = proposedOption(options);
  if (!option) throw new LocalError('no_method', l10n.t('No method is available to confirm that it’s you.'));
  return { kind: 'proof', purpose, options, option };
}

export function removal({ known }: Context, methodId: number): Purpose {
  const method = known.status.methods.find(({ id }) => id === methodId);
  if (!method) throw new LocalError('not_found', l10n.t('This method is no longer set up.'));
  return { kind: 'remove', methodId, label: nameOf(method), last: known.status.methods.length === 1 };
}

/** Sends or resends the code of the chosen option. The first code starts the authorization. */
export async function sendProof(context: Context, page: ProofPage, again: boolean): Promise<Sent> {
  return page.purpose.kind === 'add' && !again
    ? { secret: await beginBySending(context, page), to: page.option.label, at: context.now() }
    : sendCode(context, page, again);
}

async function beginBySending({ client }: Context, { option }: ProofPage): Promise<string> {
  if (option.kind === 'backup') throw nothingToSend();
  const { secret } = await client.twoFactor.beginAuthorization({
    tfa_method: option.kind,
    tfa_method_id: option.methodId,
  });
  if (secret === undefined) throw withoutSecret();
  return secret;
}

/** Takes the proof and does what it is for. */
export async function prove(context: Context, page: ProofPage, text: string): Promise<Next> {
  const proof = readProof(page, text);
  try {
    switch (page.purpose.kind) {
      case 'add':
        return await authorize(context, page, proof);
      case 'remove':
        return await remove(context, page.purpose, proof);
      case 'renew':
        return await renew(context, proof);
    }
  } catch (error) {
    if (isDeadChallenge(error)) {
      page.sent = undefined;
      page.begun = undefined;
    }
    throw withoutSending(error, page.option.kind);
  }
}

async function authorize({ client }: Context, page: ProofPage, proof: Verification): Promise<Next> {
  const { twoFactor } = client;
  const { kind, methodId } = page.option;
  if (kind === 'backup') {
    await twoFactor.beginAuthorization(proof);
  } else {
    // Without a code to send, the authorization hasn't started yet.
    if (!isSent(kind))
      page.begun ??= (
        await twoFactor.beginAuthorization({ tfa_method: kind, tfa_method_id: methodId })
      ).secret;
    const secret = proof.secret ?? page.begun;
    if (secret === undefined) throw withoutSecret();
    await twoFactor.completeAuthorization({ code: proof.code ?? '', secret });
  }
  return { page: { kind: 'choose' }, changed: true };
}

async function remove(
  { client }: Context,
  purpose: Extract<Purpose, { kind: 'remove' }>,
  proof: Verification,
): Promise<Next> {
  const request = { ...proof, target_id: purpose.methodId };
  const { remaining_methods } = await client.twoFactor.removeMethod(request);
  // An answer with only a message means that the last method is gone (specification, DELETE tfa).
  const isLast = !remaining_methods;
  const removed = isLast ? switchedOff() : told(l10n.t('“{0}” was removed.', purpose.label));
  return { page: { kind: 'overview' }, changed: true, ...removed };
}

export const switchedOff = (): Next =>
  told(
    l10n.t(
      'Two-factor authentication is now off. A password or key alone is enough to use this account, and its backup codes no longer work.',
    ),
    'warning',
  );

async function renew({ client }: Context, proof: Verification): Promise<Next> {
  const { backup_codes } = await client.twoFactor.regenerateBackupCodes(proof);
  if (backup_codes.length > 0) return withCodes(backup_codes);
  const text = l10n.t(
    'The service sent no backup codes, and the ones you have may no longer work. Create new backup codes.',
  );
  return { page: { kind: 'overview' }, changed: true, ...told(text, 'warning') };
}

function withoutSecret(): ApiError {
  return incompleteAnswer(l10n.t('The verification couldn’t be started.'));
}
