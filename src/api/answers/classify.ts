import { ApiError, type ApiErrorCode } from '../errors';
import type { HttpAnswer } from '../http/exchange';
import { isObject, parsedJson } from '../schemas/fields';
import { speaksOfKey, speaksOfPermission } from './missingPermission';
import { sentenceFor } from './sentences';
import { cleanServerText } from './serverText';
import { isTwoFactorCode } from './twoFactorCodes';

/** What is known about the call that an answer belongs to. */
export interface CallContext {
  host: string;
  twoFactor: boolean;
  /** Must never appear in an error: the key and any secrets in the request. */
  secrets: readonly string[];
}

type Json = Record<string, unknown>;

/** Codes in `error` that we use under the same name. */
const sameName: ReadonlySet<string> = new Set<ApiErrorCode>([
  'invalid_price',
  'missing_billing',
  'spend_rate_limit',
  'no_ssh_key_for_vm',
  'team_ssh_keys_not_supported',
  'invalid_email',
  'user_exists',
  'not_found',
  'resources_unavailable',
]);

const byStatus: Readonly<Record<number, ApiErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  410: 'gone',
  429: 'rate_limited',
};

/**
 * Reads an answer's JSON, or throws the error that it describes. The body counts more than the status: the service
 * refuses keys with three different statuses and reports failures with status 200.
 *
 * @param parsed what the text was parsed to, if it was
 * @throws ApiError
 */
export function jsonOf(answer: HttpAnswer, context: CallContext, parsed?: unknown): unknown {
  const { status } = answer;
  if (status >= 300 && status < 400) throw failure('redirected', answer, context);
  const json = parsed ?? parsedJson(answer.text);
  if (json === undefined) return withoutJson(answer, context);
  const body = isObject(json) ? json : {};
  const said = (member: string): string => (typeof body[member] === 'string' ? body[member] : '');
  const words = `${said('msg')} ${said('message')} ${said('detail')}`;
  const code = codeInBody(said('error'), words, status, context.twoFactor);
  const tells = code !== undefined || Boolean(body.error);
  const refused = status >= 400 || body.success === false || (tells && body.success !== true);
  if (!refused) return json;
  const meaning = code ?? codeOfStatus(status);
  const isForeign = meaning === 'not_found' && !isOwnRefusal(body);
  throw failure(isForeign ? 'invalid_response' : meaning, answer, context, body);
}

/** Gateways and proxies have pages of their own for "not found". They say nothing about what was asked for. */
function isOwnRefusal({ success, error, msg }: Json): boolean {
  const isCode = typeof error === 'string' && /^[a-z0-9_]+$/.test(error);
  return success === false || (isCode && typeof msg === 'string');
}

function codeInBody(
  error: string,
  words: string,
  status: number,
  twoFactor: boolean,
): ApiErrorCode | undefined {
  if (twoFactor && isTwoFactorCode(error)) return error;
  if (`${error} ${words}`.includes('no_such_ask')) return 'no_such_ask';
  // The session of a second factor has ended. The status is 404 here.
  if (/session (?:has )?expired/i.test(words)) return 'unauthorized';
  if (/insufficient[_ ](?:credit|funds|balance)/i.test(`${error} ${words}`)) return 'missing_billing';
  // A valid key without the permission is refused in the same way as a wrong key. Only the message differs.
  if ((status === 401 || status === 403) && speaksOfPermission(words)) return 'forbidden';
  if ((status === 401 || status === 403) && /two.?factor/i.test(words)) return 'two_factor_required';
  if (status === 403 && error === 'auth_error' && words.trim() && !speaksOfKey(words)) return 'forbidden';
  if (error === 'auth_error' || /invalid user key/i.test(words)) return 'unauthorized';
  if (error === 'rate_limit_exceeded' || /too (frequent|many requests)/i.test(words)) return 'rate_limited';
  if (error === 'deprecated_endpoint') return 'gone';
  if (error === 'invalid_args' || error === 'bad_request') return 'invalid_request';
  return sameName.has(error) ? (error as ApiErrorCode) : undefined;
}

function codeOfStatus(status: number): ApiErrorCode {
  if (status < 400) return 'refused';
  return byStatus[status] ?? (status >= 500 ? 'server_error' : 'invalid_request');
}

/** The service sends some refusals as plain text. A web page comes from something else, such as a proxy. */
function withoutJson(answer: HttpAnswer, context: CallContext): unknown {
  const { status, text } = answer;
  if (status === 204) return {};
  const isPage = /html/i.test(answer.contentType) || /^\s*</.test(text);
  if (status < 400) throw failure('invalid_response', answer, context);
  if (status < 500 && status !== 429 && isPage) throw failure('invalid_response', answer, context);
  const body = isPage ? {} : { msg: text };
  const code = isPage ? undefined : codeInBody('', text, status, context.twoFactor);
  const unnamed = status === 404 ? 'invalid_response' : codeOfStatus(status);
  throw failure(code ?? unnamed, answer, context, body);
}

function failure(code: ApiErrorCode, answer: HttpAnswer, context: CallContext, body: Json = {}): ApiError {
  const { host, twoFactor, secrets } = context;
  const { status } = answer;
  const said = cleanServerText(textOf(body), secrets);
  const lockedUntil = numberIn(body, 'locked_until');
  return new ApiError(code, sentenceFor(code, { host, status, said, twoFactor, lockedUntil }), {
    status,
    serverMessage: said,
    lockedUntil,
    failCount: numberIn(body, 'fail_count'),
    thresholdSeconds: code === 'rate_limited' ? thresholdIn(answer.text) : undefined,
  });
}

function textOf(body: Json): unknown {
  return [body.msg, body.message, body.detail, body.error].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
}

/** "… endpoint threshold=3.0": the minimum number of seconds between two calls. */
function thresholdIn(text: string): number | undefined {
  const match = /threshold\s*[=:]\s*(\d{1,6}(?:\.\d{1,6})?)/i.exec(text.slice(0, 2000));
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function numberIn(body: Json, member: string): number | undefined {
  const value = body[member];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
