import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { ApiError } from '../../errors';
import { EndpointGroup } from '../endpointGroup';
import { done, isObject } from '../../schemas/fields';

/** `{secrets: {NAME: value}}`; the values are dropped while it is read. A list of objects with a name counts, too. */
const namesSchema = z.pipe(
  z.unknown(),
  z.transform((answer, context): string[] => {
    const secrets = isObject(answer) ? answer.secrets : undefined;
    if (Array.isArray(secrets)) return secrets.flatMap((one: unknown) => (isObject(one) ? nameOf(one) : []));
    if (isObject(secrets)) return Object.keys(secrets);
    context.issues.push({ code: 'custom', message: 'no variables', input: undefined });
    return z.NEVER;
  }),
);

const nameOf = ({ key, name = key }: Readonly<Record<string, unknown>>): string[] =>
  typeof name === 'string' ? [name] : [];

/** The account's variables, which every container gets that starts from then on. All optional. */
export class Secrets extends EndpointGroup {
  /** Names alone. */
  async list(): Promise<string[]> {
    const call = { endpoint: 'secrets', method: 'GET', path: 'secrets/', read: true } as const;
    return this.transport.call(call, namesSchema);
  }

  /** @param isNew there is none of this name */
  async set(name: string, value: string, isNew: boolean): Promise<void> {
    const method = isNew ? 'POST' : 'PUT';
    const call = { endpoint: 'secrets', method, path: 'secrets/', body: { key: name, value } } as const;
    await this.transport.call(call, done).catch((error: unknown) => {
      throw withoutMessage(error);
    });
  }

  async remove(name: string): Promise<void> {
    const call = { endpoint: 'secrets', method: 'DELETE', path: 'secrets/', body: { key: name } } as const;
    await this.transport.call(call, done);
  }
}

/** A service may repeat in its message what it was sent. */
function withoutMessage(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.serverMessage === undefined) return error;
  const { code, status, sent, serverMessage, thresholdSeconds } = error;
  const message = error.message.includes(serverMessage)
    ? l10n.t('The service refused the variable (HTTP {0}).', status ?? '?')
    : error.message;
  return new ApiError(code, message, { status, sent, thresholdSeconds });
}
