import { Secret, TOTP } from 'otpauth';
import { ISSUER, TOTP_WINDOW } from '../choices';

const PERIOD = 30;

/** A new base32 secret of 160 bits, and the URI that authenticator apps read. */
export function newTotp(label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: totpOf(secret.base32, label).toString() };
}

/** The code of this moment. @param now epoch seconds */
export function totpCode(secret: string, now: number): string {
  return totpOf(secret, '').generate({ timestamp: now * 1000 });
}

/** The 30-second step (RFC 6238) for which the code is right, or undefined; one step off is accepted. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now * 1000, window: TOTP_WINDOW });
  return delta === null ? undefined : Math.floor(now / PERIOD) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD });
}
