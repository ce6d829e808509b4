import type * as z from 'zod/mini';
import * as schemas from '../../schemas/account/twoFactor';
import type { Call } from '../../http/call';
import { EndpointGroup } from '../endpointGroup';
import type {
  BeginAuthorizationRequest,
  ConfirmMethodRequest,
  LoginRequest,
  RemoveMethodRequest,
  SendEmailRequest,
  SendSmsRequest,
  UpdateMethodRequest,
  Verification,
} from './twoFactorRequests';

/**
 * Specification, Two-factor endpoints: all twelve, with the key as bearer token. The three deprecated paths are not
 * used; others replaced them. Failures carry one of the codes of `twoFactorCodes`.
 */
export class TwoFactor extends EndpointGroup {
  status(): Promise<schemas.TwoFactorStatus> {
    return this.#call({ method: 'GET', path: 'tfa/status/', read: true }, schemas.twoFactorStatusSchema);
  }

  /** Signs in with the second factor; the `session_key` that comes back replaces the key. */
  logIn(request: LoginRequest): Promise<schemas.TwoFactorLogin> {
    return this.#call({ method: 'POST', path: 'tfa/', body: request }, schemas.twoFactorLoginSchema);
  }

  removeMethod(request: RemoveMethodRequest): Promise<schemas.RemovedMethod> {
    return this.#call({ method: 'DELETE', path: 'tfa/', body: request }, schemas.removedMethodSchema);
  }

  /** A new challenge each time; valid for 10 minutes. */
  sendEmailCode(request: SendEmailRequest = {}): Promise<schemas.SentCode> {
    return this.#call({ method: 'POST', path: 'tfa/email/', body: request }, schemas.sentCodeSchema);
  }

  sendSmsCode(request: SendSmsRequest): Promise<schemas.SentCode> {
    return this.#call({ method: 'POST', path: 'tfa/sms/', body: request }, schemas.sentCodeSchema);
  }

  resendSmsCode(request: SendSmsRequest): Promise<schemas.SentCode> {
    return this.#call({ method: 'POST', path: 'tfa/sms/resend/', body: request }, schemas.sentCodeSchema);
  }

  /** A secret for an authenticator app; nothing is stored before `confirmMethod`. */
  setUpTotp(): Promise<schemas.TotpSetup> {
    return this.#call({ method: 'POST', path: 'tfa/totp-setup/' }, schemas.totpSetupSchema);
  }

  /** Step 1 of adding a method: sends a code, or authorizes at once by a backup code. */
  beginAuthorization(request: BeginAuthorizationRequest): Promise<schemas.BegunAuthorization> {
    const call = { method: 'POST', path: 'tfa/authorize-new-method/', body: request } as const;
    return this.#call(call, schemas.begunAuthorizationSchema);
  }

  /** Step 2: grants 30 minutes for adding methods. */
  completeAuthorization(request: { code: string; secret: string }): Promise<schemas.Said> {
    const call = { method: 'PUT', path: 'tfa/authorize-new-method/', body: request } as const;
    return this.#call(call, schemas.saidSchema);
  }

  /** Activates a new method; with the first one come the backup codes. */
  confirmMethod(request: ConfirmMethodRequest): Promise<schemas.ConfirmedMethod> {
    const call = { method: 'POST', path: 'tfa/confirm-new/', body: request } as const;
    return this.#call(call, schemas.confirmedMethodSchema);
  }

  updateMethod(request: UpdateMethodRequest): Promise<schemas.UpdatedMethod> {
    return this.#call({ method: 'PUT', path: 'tfa/update/', body: request }, schemas.updatedMethodSchema);
  }

  /** Replaces all backup codes by ten new ones. */
  regenerateBackupCodes(request: Verification): Promise<schemas.BackupCodes> {
    const call = { method: 'PUT', path: 'tfa/regen-backup-codes/', body: request } as const;
    return this.#call(call, schemas.backupCodesSchema);
  }

  #call<T extends z.ZodMiniType>(call: Omit<Call, 'endpoint'>, schema: T): Promise<z.infer<T>> {
    return this.transport.call({ ...call, endpoint: 'twoFactor' }, schema);
  }
}
