import * as z from 'zod/mini';
import { ApiError } from '../errors';
import { reportUnknown, whileReporting } from '../schemas/rows';
import { sentenceFor } from '../answers/sentences';
import { cleanServerText } from '../answers/serverText';

/**
 * Checks an answer against its schema. `report` is called with each place that can't be read.
 *
 * @throws ApiError 'invalid_response' that names the place, never the value
 */
export function decode<T extends z.ZodMiniType>(
  schema: T,
  answer: unknown,
  host: string,
  report: (place: string) => void = () => undefined,
): z.infer<T> {
  const result = whileReporting(report, () => readWhole(schema, answer));
  if (result.success) return result.data;
  const path = pathOf(result.error.issues[0]?.path ?? []);
  throw new ApiError('invalid_response', sentenceFor('invalid_response', { host, path }), { status: 200 });
}

function readWhole<T extends z.ZodMiniType>(schema: T, answer: unknown) {
  const result = z.safeParse(schema, answer);
  reportUnknown(schema, answer, result.data, '');
  return result;
}

/** Hears of places without what does not belong into a log. */
export const reportTo =
  (report: (place: string) => void) =>
  (place: string): void =>
    report(cleanServerText(place, []) ?? wholeAnswer);

/** `instances[0].ssh_port` */
function pathOf(keys: readonly PropertyKey[]): string {
  const text = keys
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
  return cleanServerText(text, []) ?? wholeAnswer;
}

/** The answer as a whole has the wrong shape. */
const wholeAnswer = '$';
