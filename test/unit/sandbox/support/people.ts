import { startService, text, type Answer, type Service } from './service';

/** An account in a sandbox of its own, and what a person with its phone, mailbox and authenticator can do. */
export interface Person extends Service {
  id: number;
  key: string;
  /** Calls a two-factor endpoint with the person's key. */
  tfa(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The newest code that was sent by SMS or e-mail. */
  lastCode(): string;
  /** Sends a code by SMS or e-mail and answers proof that it arrived. */
  proof(channel: 'sms' | 'email'): Promise<{ tfa_method: string; code: string; secret: string }>;
  /** What the authenticator shows: a code not shown before. */
  totpProof(): Promise<{ tfa_method: string; code: string }>;
  /** A code that is certainly wrong. */
  wrongCode(): string;
}

export const phone = '+491701234567';
export const otherPhone = '+491707654321';

export async function startPerson(): Promise<Person> {
  const service = await startService();
  const { control } = service;
  const { id, apiKey: key } = control.createAccount();
  const tfa = (method: string, path: string, body?: unknown) =>
    service.call(method, `/api/v0/tfa/${path}`, { key, ...(body === undefined ? {} : { body }) });
  const lastCode = () => control.outbox().at(-1)?.code ?? '';
  return {
    ...service,
    id,
    key,
    tfa,
    lastCode,
    proof: async (channel) => {
      const secret = text(await tfa('POST', `${channel}/`, {}), 'secret');
      return { tfa_method: channel, code: lastCode(), secret };
    },
    totpProof: async () => {
      await control.advance(30);
      return { tfa_method: 'totp', code: control.totpCode(id) };
    },
    wrongCode: () => (lastCode() === '000000' ? '000001' : '000000'),
  };
}

/** Authorizes a new method by e-mail, as an account without methods does. */
export async function authorizeByEmail(person: Person): Promise<Answer> {
  const secret = text(await person.tfa('POST', 'authorize-new-method/'), 'secret');
  return person.tfa('PUT', 'authorize-new-method/', { code: person.lastCode(), secret });
}

/** Sets up an authenticator app and answers what its confirmation answered. */
export async function enrolTotp(person: Person, label?: string): Promise<Answer> {
  const secret = text(await person.tfa('POST', 'totp-setup/'), 'secret');
  const code = person.control.totpCode(person.id, secret);
  return person.tfa('POST', 'confirm-new/', { tfa_method: 'totp', code, secret, ...(label && { label }) });
}

/** Sets up a phone and answers what its confirmation answered. */
export async function enrolSms(person: Person, number = phone): Promise<Answer> {
  const secret = text(await person.tfa('POST', 'sms/', { phone_number: number }), 'secret');
  const code = person.lastCode();
  return person.tfa('POST', 'confirm-new/', { tfa_method: 'sms', code, secret, phone_number: number });
}
