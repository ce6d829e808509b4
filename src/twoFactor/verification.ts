import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client';
import type { SendSmsRequest, Verification } from '../api/endpoints/twoFactorRequests';
import { LocalError } from '../api/localError';
import { isSent, type MethodKind, methodTable } from './methods';
import type { Sent, VerificationOption } from './state';

/** An option that is being used. */
export interface Verifying {
  option: VerificationOption;
  sent?: Sent | undefined;
}

/** Sends or resends the code of an option. @throws ApiError */
export async function sendCode(
  { client, now }: { client: Client; now: () => number },
  { option, sent }: Verifying,
  again: boolean,
): Promise<Sent> {
  const request = { tfa_method_id: option.methodId, secret: again ? sent?.secret : undefined };
  const secret = await send(client, option.kind, request, again);
  return { secret, to: option.label, at: now() };
}

/** Sends a code with a method. The returned secret is sent together with the code. @throws ApiError */
export async function send(
  client: Client,
  kind: MethodKind,
  request: SendSmsRequest,
  again: boolean,
): Promise<string> {
  const method = methodTable[kind];
  if (!method.send) throw nothingToSend();
  return (await method.send(client.twoFactor, request, again)).secret;
}

/** The typed text in the service's format. @throws LocalError if the text contains no code */
export function readProof({ option, sent }: Verifying, text: string): Verification {
  const code = readCodeOf(option.kind, text);
  if (option.kind === 'backup') return { backup_code: code };
  const proof = { tfa_method: option.kind, code, tfa_method_id: option.methodId };
  if (!isSent(option.kind)) return proof;
  if (!sent) throw nothingSent();
  return { ...proof, secret: sent.secret };
}

/** The code of a method in the typed text. @throws LocalError if there is none */
export function readCodeOf(kind: MethodKind, text: string): string {
  const shape = methodTable[kind].code;
  const code = shape.read(text);
  if (code === undefined) throw new LocalError('missing_code', shape.missing());
  return code;
}

export function nothingSent(): LocalError {
  return new LocalError('nothing_sent', l10n.t('Send a code first.'));
}

export function nothingToSend(): LocalError {
  return new LocalError('no_method', l10n.t('This method doesn’t need a code to be sent.'));
}
