import type { Account } from '../accounts/account';
import { CODES_PER_NUMBER, CODES_PER_NUMBER_SECONDS, SMS_PER_WINDOW, SMS_WINDOW_SECONDS } from '../choices';
import type { Clock } from '../clock';
import { twoFactorError, type TwoFactorCode } from './errors';

/** A message that left the service. */
export interface SentMessage {
  channel: 'sms' | 'email';
  to: string;
  code: string;
  accountId: number;
  /** Epoch seconds. */
  at: number;
}

/** What can go wrong outside the service, switched on by tests. */
export const providerFaults = [
  'twilio_error',
  'twilio_rate_limited',
  'sms_blocked_number',
  'service_unavailable',
  'challenge_creation_failed',
] as const satisfies readonly TwoFactorCode[];

export type ProviderFault = (typeof providerFaults)[number];

const faultTexts: Readonly<Record<ProviderFault, string>> = {
  twilio_error: 'The SMS could not be delivered.',
  twilio_rate_limited: 'The SMS provider is busy. Try again shortly.',
  sms_blocked_number: 'This number cannot receive codes. Use another number.',
  service_unavailable: 'The authorization could not be checked. Try again.',
  challenge_creation_failed: 'The challenge could not be created. Try again.',
};

const MAX_KEPT = 1_000;

/** Sends codes to an outbox instead of phones. */
export class Messenger {
  readonly #clock: Clock;
  readonly #onSent: (message: SentMessage) => void;
  readonly #faults = new Map<ProviderFault, number>();
  readonly #byNumber = new Map<string, number[]>();
  #outbox: SentMessage[] = [];

  /** @param onSent told of every message, for instance to print it */
  constructor(clock: Clock, onSent: (message: SentMessage) => void) {
    this.#clock = clock;
    this.#onSent = onSent;
  }

  outbox(): SentMessage[] {
    return [...this.#outbox];
  }

  clearOutbox(): void {
    this.#outbox = [];
  }

  /** The next `times` operations on which it can happen fail so; 0: it happens no more. */
  setFault(fault: ProviderFault, times: number): void {
    this.#faults.set(fault, times);
  }

  /** @throws ServiceError when the fault is switched on */
  failIfAsked(fault: ProviderFault): void {
    const left = this.#faults.get(fault) ?? 0;
    if (left <= 0) return;
    this.#faults.set(fault, left - 1);
    throw twoFactorError(fault, faultTexts[fault]);
  }

  sendEmail(account: Account, code: string): void {
    this.#send({
      channel: 'email',
      to: account.email ?? '',
      code,
      accountId: account.id,
      at: this.#clock.now(),
    });
  }

  /** @throws ServiceError when this number or this account may not get an SMS now */
  checkSms(account: Account, number: string): void {
    if (account.tfa.fraud) {
      throw twoFactorError('sms_fraud_detected', 'SMS is disabled for this account. Contact support.');
    }
    this.failIfAsked('sms_blocked_number');
    const recent = withinLast(account.tfa.smsSent, SMS_WINDOW_SECONDS, this.#clock.now());
    if (recent.length >= SMS_PER_WINDOW) {
      throw twoFactorError('sms_rate_limited', 'Too many SMS codes were requested. Try again later.');
    }
    const toNumber = withinLast(
      this.#byNumber.get(number) ?? [],
      CODES_PER_NUMBER_SECONDS,
      this.#clock.now(),
    );
    if (toNumber.length >= CODES_PER_NUMBER) {
      throw twoFactorError('preauth_phone_cap', 'This number was used in too many authorization attempts.');
    }
    this.failIfAsked('twilio_error');
    this.failIfAsked('twilio_rate_limited');
  }

  sendSms(account: Account, number: string, code: string): void {
    const now = this.#clock.now();
    account.tfa.smsSent = [...withinLast(account.tfa.smsSent, SMS_WINDOW_SECONDS, now), now];
    const toNumber = withinLast(this.#byNumber.get(number) ?? [], CODES_PER_NUMBER_SECONDS, now);
    this.#byNumber.set(number, [...toNumber, now]);
    this.#send({ channel: 'sms', to: number, code, accountId: account.id, at: now });
  }

  #send(message: SentMessage): void {
    this.#outbox = [...this.#outbox.slice(-MAX_KEPT), message];
    this.#onSent(message);
  }
}

function withinLast(times: readonly number[], seconds: number, now: number): number[] {
  return times.filter((time) => time > now - seconds);
}
