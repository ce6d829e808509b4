import type { Clock } from '../clock';
import { CHALLENGE_SECONDS, FAILURES_BEFORE_LOCK } from '../choices';
import type { Random } from '../random';
import { twoFactorError } from './errors';

/** A code on its way to a person, or a login that waits for its second factor. */
export interface Challenge {
  secret: string;
  accountId: number;
  /** How the code travels; 'none': no code was sent (yet). */
  channel: 'sms' | 'email' | 'none';
  /** Begun by a login without session, whose secret alone identifies the account. */
  login: boolean;
  code: string | undefined;
  /** E.164; SMS only. */
  phoneNumber: string | undefined;
  /** The method that POST authorize-new-method is to verify. */
  methodId: number | undefined;
  /** Epoch seconds of the last code. */
  issuedAt: number;
  failCount: number;
}

/** All challenges. Each is good for ten minutes and for one success. */
export class Challenges {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #bySecret = new Map<string, Challenge>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  create(accountId: number, given: Partial<Omit<Challenge, 'secret' | 'accountId'>> = {}): Challenge {
    this.#dropOld();
    const challenge: Challenge = {
      secret: this.#random.hex(40),
      accountId,
      channel: 'none',
      login: false,
      code: undefined,
      phoneNumber: undefined,
      methodId: undefined,
      issuedAt: this.#clock.now(),
      failCount: 0,
      ...given,
    };
    this.#bySecret.set(challenge.secret, challenge);
    return challenge;
  }

  /** Puts a fresh code into the challenge and returns it. */
  newCode(challenge: Challenge): string {
    challenge.code = String(this.#random.integer(0, 999_999)).padStart(6, '0');
    challenge.issuedAt = this.#clock.now();
    challenge.failCount = 0;
    return challenge.code;
  }

  /** Gives the challenge a new secret. The old secret no longer works. */
  renewSecret(challenge: Challenge): void {
    this.#bySecret.delete(challenge.secret);
    challenge.secret = this.#random.hex(40);
    this.#bySecret.set(challenge.secret, challenge);
  }

  /** @throws ServiceError `challenge_not_found` or, after ten minutes, `2fa_expired` */
  find(secret: string, accountId?: number): Challenge {
    const challenge = this.#bySecret.get(secret);
    if (challenge === undefined || (accountId !== undefined && challenge.accountId !== accountId)) {
      throw twoFactorError('challenge_not_found', 'No challenge matches this secret.');
    }
    if (!this.#isLive(challenge))
      throw twoFactorError('2fa_expired', 'The code has expired. Request a new one.');
    return challenge;
  }

  /** The newest live SMS challenge of an account, to a certain number if one is given. */
  liveSms(accountId: number, phoneNumber?: string): Challenge | undefined {
    return [...this.#bySecret.values()]
      .filter((one) => one.accountId === accountId && one.channel === 'sms' && this.#isLive(one))
      .filter((one) => phoneNumber === undefined || one.phoneNumber === phoneNumber)
      .at(-1);
  }

  /** Ends the challenge: its code cannot be used again. */
  consume(challenge: Challenge): void {
    this.#bySecret.delete(challenge.secret);
  }

  /** Whether the code is the challenge's; after too many wrong ones the challenge is gone. */
  matches(challenge: Challenge, code: string): boolean {
    if (challenge.code === code) return true;
    challenge.failCount += 1;
    if (challenge.failCount >= FAILURES_BEFORE_LOCK) this.consume(challenge);
    return false;
  }

  #isLive(challenge: Challenge): boolean {
    return this.#clock.now() < challenge.issuedAt + CHALLENGE_SECONDS;
  }

  /** Expired challenges are kept for a while to distinguish them from unknown ones. */
  #dropOld(): void {
    for (const challenge of this.#bySecret.values()) {
      if (this.#clock.now() > challenge.issuedAt + CHALLENGE_SECONDS * 100) this.consume(challenge);
    }
  }
}
