import * as l10n from '@vscode/l10n';
import type { Verification } from '../../api/endpoints/twoFactorRequests';
import { ApiError, type ApiErrorCode } from '../../api/errors';
import type { Context, Next, ProofPage, Purpose, Sent } from './state';
import { idOf, nothingToSend, readProof, sendCode } from './verification';
import { nameOf, proposedWay, waysFor } from './ways';

const deadChallenge: ReadonlySet<ApiErrorCode> = new Set([
  '2fa_expired',
  'challenge_not_found',
  'no_challenge_found',
  'no_pending_authorization',
]);

/** True when the code that was sent is good for nothing any more. */
export function isDeadChallenge(error: unknown): boolean {
  return error instanceof ApiError && deadChallenge.has(error.code);
}

/** The page that asks for a proof. @param lost the method that the person no longer has */
export function proofPage({ known, now }: Context, purpose: Purpose, lost?: number): ProofPage {
  const ways = waysFor(known, purpose.kind, now(), lost);
  const way = proposedWay(ways);
  if (!way) throw new ApiError('invalid_tfa_method', l10n.t('There is no way to prove that it is you.'));
  return { kind: 'proof', purpose, ways, way };
}

export function removal({ known }: Context, methodId: number): Purpose {
  const method = known.status.methods.find(({ id }) => id === methodId);
  if (!method) throw new ApiError('not_found', l10n.t('This method is no longer set up.'));
  return { kind: 'remove', methodId, label: nameOf(method), last: known.status.methods.length === 1 };
}

/** Sends the code of the chosen way, or sends it again. The first code of an authorization begins it. */
export async function sendProof(context: Context, page: ProofPage, again: boolean): Promise<Sent> {
  return page.purpose.kind === 'add' && !again
    ? { secret: await beginBySending(context, page), to: page.way.label, at: context.now() }
    : sendCode(context, page, again);
}

async function beginBySending({ client }: Context, { way }: ProofPage): Promise<string> {
  if (way.kind === 'backup') throw nothingToSend();
  const { secret } = await client.twoFactor.beginAuthorization({
    tfa_method: way.kind,
    ...idOf(way.methodId),
  });
  if (secret === undefined) throw withoutSecret();
  return secret;
}

/** Takes the proof and does what it was asked for. */
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
    throw error;
  }
}

async function authorize({ client }: Context, page: ProofPage, proof: Verification): Promise<Next> {
  const { twoFactor } = client;
  if (proof.backup_code !== undefined) {
    await twoFactor.beginAuthorization({ backup_code: proof.backup_code });
  } else {
    if (page.way.kind === 'totp')
      page.begun ??= (
        await twoFactor.beginAuthorization({ tfa_method: 'totp', ...idOf(page.way.methodId) })
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
  const target = purpose.methodId === undefined ? {} : { target_id: purpose.methodId };
  const { remaining_methods } = await client.twoFactor.removeMethod({ ...proof, ...target });
  const page = { kind: 'overview' } as const;
  // The service's words alone mean that the last method is gone (specification, DELETE tfa).
  if (remaining_methods === undefined) return { page, changed: true, notice: switchedOff() };
  const text = l10n.t('“{0}” was removed.', purpose.label);
  return { page, changed: true, notice: { tone: 'info', text } };
}

export function switchedOff(): NonNullable<Next['notice']> {
  const text = l10n.t(
    'Two-factor authentication is now off. A password or key alone opens this account, and its backup codes no longer work.',
  );
  return { tone: 'warning', text };
}

async function renew({ client }: Context, proof: Verification): Promise<Next> {
  const { backup_codes } = await client.twoFactor.regenerateBackupCodes(proof);
  return {
    page: { kind: 'codes', codes: backup_codes, again: false, saved: false },
    changed: true,
    codes: backup_codes,
  };
}

function withoutSecret(): ApiError {
  return new ApiError('challenge_creation_failed', l10n.t('The service could not begin the verification.'));
}
